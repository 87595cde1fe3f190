//! Tables that are wider than a screen or a sheet of paper.

use serde_json::json;

use super::{blunders, check_quiet, hostile, league, swiss};
use crate::chromium::{Chromium, DESK, PHONE};
use crate::runs::Run;

/// What sheets of A4 and of Letter both leave between margins of half an inch, in pixels of CSS.
const PAPER_WIDTH: u32 = 698;
const PAPER_HEIGHT: u32 = 960;

fn league_of(bots: u32, name: &str) -> Run {
    let names: Vec<String> = (1..=bots).map(|bot| format!("{name} {bot}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Run::league(&names, 1, 14)
}

fn open_on_paper(browser: &mut Chromium, html: &str) {
    browser.open(html, "", DESK);
    let size = json!({"width": PAPER_WIDTH, "height": PAPER_HEIGHT, "deviceScaleFactor": 1, "mobile": false});
    browser.call("Emulation.setDeviceMetricsOverride", size);
    browser.value("document.querySelectorAll('details').forEach((it) => (it.open = true))");
    browser.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
}

#[test]
fn the_page_is_printed_without_its_player() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "", DESK);
    browser.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
    let display = |id| format!("getComputedStyle(document.getElementById('{id}')).display");
    assert_eq!(browser.text(&display("replay")), "none");
    assert_eq!(browser.text(&display("standings")), "block");
    let pages = browser.call("Page.printToPDF", json!({"printBackground": true}));
    assert!(pages["data"].as_str().unwrap().len() > 10_000);
}

#[test]
fn nothing_is_cut_at_the_edge_of_paper() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut check = |what: &str, run: &Run| {
        open_on_paper(&mut browser, &run.make().html);
        // Cells that stick out, by their text.
        let out = "[...document.querySelectorAll('body *')]\
            .filter((it) => it.getBoundingClientRect().right > innerWidth + 0.5)\
            .map((it) => `${it.tagName} in ${it.closest('section').id}: ${it.textContent}`)";
        assert_eq!(browser.value(out), json!([]), "{what}");
        let width = browser.value("document.documentElement.scrollWidth");
        assert_eq!(width, PAPER_WIDTH, "{what}");
        // What faded on the screen does not on paper.
        let faded = "[...document.querySelectorAll('.scroll')].filter((it) =>\
            getComputedStyle(it).maskImage !== 'none').length";
        assert_eq!(browser.value(faded), 0, "{what}");
        // Every cell of the crosstable has its place on paper, and is not over another one.
        let bots = run.bots.len();
        let cells = "(() => { const cells = [...document.querySelectorAll('.grid tbody tr')]\
            .flatMap((row) => [...row.cells].slice(2)).map((it) => it.getBoundingClientRect())\
            .filter(({ width, height }) => width > 4 && height > 4);\
            return new Set(cells.map(({ left, top }) => `${left} ${top}`)).size; })()";
        assert_eq!(browser.value(cells), bots * bots, "{what}");
        // Its numbers are not wider than their cells.
        let wide = "[...document.querySelectorAll('.grid td')].filter((it) =>\
            it.scrollWidth > it.clientWidth + 1).length";
        assert_eq!(browser.value(wide), 0, "{what}");
    };
    for bots in [2, 16, 17, 34, 35, 100] {
        check(&format!("{bots} bots"), &league_of(bots, "bot number"));
        check(&format!("{bots} long names"), &league_of(bots, &"long name ".repeat(6)));
    }
    check("hostile names", &hostile());
    check("blunders", &blunders::many());
    let mut long = swiss();
    long.rounds = long.rounds.iter().cycle().take(13).cloned().collect();
    check("13 rounds", &long);
    check_quiet(&mut browser);
}

/// On paper a crosstable that is a list names the opponent of each number by its place.
#[test]
fn a_large_crosstable_is_a_list_on_paper() {
    let Some(mut browser) = Chromium::found() else { return };
    let told = "getComputedStyle(document.querySelector('.grid caption .on-paper')).display";
    browser.open(&league_of(35, "bot").make().html, "", DESK);
    assert_eq!(browser.text(told), "none");
    open_on_paper(&mut browser, &league_of(35, "bot").make().html);
    assert_eq!(browser.text(told), "inline");
    let before = "getComputedStyle(document.querySelector('.grid td.n.h5'), '::before').content";
    assert_eq!(browser.text(before), "counter(column)");
}

/// What there is of a small run stands on the first sheet, its curves too.
#[test]
fn the_first_sheet_is_full() {
    let Some(mut browser) = Chromium::found() else { return };
    open_on_paper(&mut browser, &league().make().html);
    let bottom = browser.value("document.querySelector('figure').getBoundingClientRect().bottom");
    let bottom = bottom.as_f64().unwrap();
    assert!(bottom < f64::from(PAPER_HEIGHT), "the curves end at {bottom}");
}

#[test]
fn a_wide_table_shows_that_it_goes_on() {
    let Some(mut browser) = Chromium::found() else { return };
    for (screen, bots, id) in [(DESK, 60, "crosstable"), (PHONE, 4, "standings")] {
        browser.open(&league_of(bots, "bot number").make().html, "", screen);
        let find = format!("document.querySelector('#{id} .scroll')");
        let mask = format!("getComputedStyle({find}).maskImage");
        assert!(browser.text(&mask).starts_with("linear-gradient"), "{id}");
        assert_eq!(browser.value(&format!("{find}.tabIndex")), 0);
        // Both heads stay while it is scrolled by keys.
        browser.value(&format!("{find}.focus()"));
        browser.value(&format!("{find}.scrollTo(300, 200)"));
        browser.until(&format!("{find}.classList.contains('is-begun')"));
        let at = |cell: &str, side: &str| {
            format!(
                "Math.abs({find}.querySelector('{cell}').getBoundingClientRect().{side} - \
                 {find}.getBoundingClientRect().{side}) < 2"
            )
        };
        assert_eq!(browser.value(&at("tbody tr:nth-child(4) th.bot", "left")), true, "{id}");
        assert_eq!(browser.value(&at("thead th.bot", "left")), true, "{id}");
        if screen.width == DESK.width {
            assert_eq!(browser.value(&at("thead th:nth-child(9)", "top")), true, "{id}");
            let rows = format!("{find}.getBoundingClientRect().height <= innerHeight");
            assert_eq!(browser.value(&rows), true);
        }
        browser.value(&format!("{find}.scrollTo(99999, 99999)"));
        browser.until(&format!("!{find}.matches('.goes-on, .goes-down')"));
        assert_eq!(browser.text(&mask), "none", "{id}");
        check_quiet(&mut browser);
    }
    // One that fits shows nothing of that.
    browser.open(&league().make().html, "", DESK);
    assert_eq!(browser.value("document.querySelectorAll('.goes-on, .goes-down').length"), 0);
}
