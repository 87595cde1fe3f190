//! A game as the replayer reads it: an array, since its names would be most of it.
//!
//! `[number, round, south, north, opening, result, south_score, north_score, reason,
//! loser, moves, times_us, detail, last_words, infos, after, values, blunders]`; `south` and `north` are places in the
//! list of names beside it, `loser` is `null`, 0 or 1, `opening` and `moves` are letters or a
//! position, as in `games.csv`. `infos` is empty, or has for each move the bots made `[score,
//! depth, nodes, moves_expected_after_it, text]`, `null` when nothing was said, and 0 when that
//! is left out. `after` is `true` in a game after the decision of a sequential test. `values` and
//! `blunders` are what the analysis of the game says, as [`GameAnalysis`] writes it. What stands
//! at the end is missing where there is nothing to say.

use std::collections::BTreeMap;

use ayo_record::{Bot, GameAnalysis, GameRecord, MoveInfo, Reason};
use ayo_rules::Pit;
use serde_json::{Value, json};

use crate::budget::{
    DETAIL_CHARACTERS, EXPECTED_MOVES, GAME_INFO_BYTES, INFO_TEXT_CHARACTERS, LAST_WORDS_CHARACTERS,
};
use crate::{endings, numbers};

/// A game that is kept to be replayed, most of it written already.
#[derive(Clone, Debug)]
pub(crate) struct KeptGame {
    pub(crate) number: u64,
    pub(crate) pair: u64,
    round: u32,
    bots: [Bot; 2],
    /// The array from `opening` on, without its first bracket.
    rest: String,
    name_bytes: usize,
}

impl KeptGame {
    pub(crate) fn new(
        record: &GameRecord,
        analysis: Option<&GameAnalysis>,
        names: &[String],
        is_after: bool,
    ) -> KeptGame {
        let detail = numbers::plain(&numbers::cut(&record.verdict.detail, DETAIL_CHARACTERS));
        let mut rest = vec![
            json!(record.opening.to_string()),
            json!(record.result.text()),
            json!(record.scores[0]),
            json!(record.scores[1]),
            json!(record.verdict.reason.word()),
            json!(record.verdict.loser.map(|side| side.index())),
            json!(ayo_rules::write_moves(&record.moves)),
            json!(record.move_us),
            json!(detail),
            json!(last_words(&record.stderr_tail)),
            infos(record),
        ];
        match analysis {
            Some(analysis) => rest.extend([
                json!(is_after),
                json!(analysis.values_text()),
                json!(analysis.blunders_text()),
            ]),
            None => rest.extend(is_after.then_some(Value::Bool(true))),
        }
        let rest = Value::Array(rest);
        KeptGame {
            number: record.number,
            pair: record.pair,
            round: record.round,
            bots: record.bots,
            rest: for_script(&rest)[1..].to_owned(),
            name_bytes: record
                .bots
                .map(|bot| for_script(&json!(names[bot.index()])).len())
                .iter()
                .sum(),
        }
    }

    /// Returns how much of the page it takes at most: names are written once for all games.
    pub(crate) fn bytes(&self) -> usize {
        // Four numbers, most of them short, and what separates them.
        self.rest.len() + self.name_bytes + 40
    }
}

/// Returns the end of what a bot wrote to stderr.
fn last_words(stderr_tail: &str) -> String {
    let characters = stderr_tail.trim_end().chars().count();
    let skipped = characters.saturating_sub(LAST_WORDS_CHARACTERS);
    let end: String = stderr_tail.trim_end().chars().skip(skipped).collect();
    let lines: Vec<String> = end.lines().map(numbers::plain).collect();
    format!("{}{}", if skipped > 0 { "…" } else { "" }, lines.join("\n"))
}

/// Returns what the bots said of their moves, as long as there is room for it.
fn infos(record: &GameRecord) -> Value {
    let opening_plies = record.plies().saturating_sub(record.infos.len());
    let mut bytes = 0;
    let said = record.moves.iter().skip(opening_plies).zip(&record.infos).map(|(&pit, info)| {
        let Some(info) = info else { return Value::Null };
        let shown = info_json(pit, info);
        let size = for_script(&shown).len();
        if bytes + size > GAME_INFO_BYTES {
            return json!(0);
        }
        bytes += size;
        shown
    });
    said.collect()
}

fn info_json(pit: Pit, info: &MoveInfo) -> Value {
    let expected = info.expected_after(pit);
    let expected = &expected[..expected.len().min(EXPECTED_MOVES)];
    let text = numbers::plain(&numbers::cut(&info.text, INFO_TEXT_CHARACTERS));
    let said = json!(info);
    json!([said["score"], said["depth"], said["nodes"], ayo_rules::write_moves(expected), text])
}

/// Returns what the script element holds: rules, what reasons mean, names of the bots of
/// these games, games.
pub(crate) fn document(rules: &ayo_rules::Rules, names: &[String], games: &[&KeptGame]) -> String {
    let mut places: BTreeMap<Bot, usize> = BTreeMap::new();
    for game in games {
        for bot in game.bots {
            let next = places.len();
            places.entry(bot).or_insert(next);
        }
    }
    let mut shown = vec![""; places.len()];
    for (bot, &place) in &places {
        shown[place] = names.get(bot.index()).map_or("", String::as_str);
    }
    let mut text = format!(
        "{{\"rules\":{},\"reasons\":{},\"bots\":{},\"games\":[",
        for_script(&rules_json(rules)),
        for_script(&reasons_json()),
        for_script(&json!(shown))
    );
    for (index, game) in games.iter().enumerate() {
        let [south, north] = game.bots.map(|bot| places[&bot]);
        let comma = if index == 0 { "" } else { ",\n" };
        let KeptGame { number, round, rest, .. } = game;
        text += &format!("{comma}[{number},{round},{south},{north},{rest}");
    }
    text + "]}"
}

fn reasons_json() -> Value {
    let reasons = Reason::ALL.into_iter();
    reasons.map(|reason| (reason.word().to_owned(), json!(endings::meaning(reason)))).collect()
}

/// Returns the rules as `rules.js` takes them.
fn rules_json(rules: &ayo_rules::Rules) -> Value {
    let value = |value: ayo_rules::OptionValue| match value {
        ayo_rules::OptionValue::Word(word) => json!(word),
        ayo_rules::OptionValue::Flag(flag) => json!(flag),
        ayo_rules::OptionValue::Count(count) => json!(count),
    };
    rules.options().into_iter().map(|(name, option)| (name.to_owned(), value(option))).collect()
}

/// Writes JSON that ends no script element and begins none: without `<`, `>` and `&`.
pub(crate) fn for_script(value: &Value) -> String {
    let text = value.to_string();
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // These stand in strings only, where an escape means the same.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe += &format!("\\u{:04x}", u32::from(character));
            }
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_safe_in_a_script_element() {
        let hostile = "</script><!--<script>\u{2028}&amp;\"'";
        let text = for_script(&json!([hostile]));
        assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!([hostile]));
    }

    #[test]
    fn last_words_are_the_end() {
        assert_eq!(last_words(""), "");
        assert_eq!(last_words("a\nb\n"), "a\nb");
        let long = format!("{}end\n", "ọ".repeat(LAST_WORDS_CHARACTERS));
        let words = last_words(&long);
        assert!(words.starts_with('…') && words.ends_with("ọend"), "{words}");
        assert_eq!(words.chars().count(), LAST_WORDS_CHARACTERS + 1);
        assert_eq!(last_words("\u{1b}[31mred\u{202e}"), "\\u{1b}[31mred\\u{202e}");
    }
}
