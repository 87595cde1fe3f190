//! Answers that are whole lines, and wrong or strange.

use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{Asked, Bot, linger};

/// What a script answers; `false` when it is none of these.
pub(crate) fn act(bot: &Bot<'_>, asked: &Asked<'_>) -> bool {
    let &Asked { id, legal, go } = asked;
    match bot.script {
        "foreign-pit" => bot.choose(id, (legal + 6) % 12),
        "empty-pit" => bot.choose(id, own_pit(go, |seeds| seeds == 0).unwrap_or(legal)),
        "starves" => bot.choose(id, own_pit(go, |seeds| seeds > 0).unwrap_or(legal)),
        "pit-12" => bot.choose(id, 12),
        "pit-minus-1" => bot.choose(id, -1),
        "plays-its-first-side" => bot.choose(id, 6 * bot.first_side + legal % 6),
        "wrong-id" => bot.choose(id + 1000, legal),
        "no-ids" => bot.say(&format!(r#"{{"type":"move","pit":{legal}}}"#)),
        "names-another-game" => {
            bot.say(&format!(r#"{{"type":"move","id":{id},"game_id":"1000000","pit":{legal}}}"#))
        }
        "resigns" => bot.say(&format!(r#"{{"type":"move","id":{id},"resign":true}}"#)),
        "declines" => bot
            .say(&format!(r#"{{"type":"error","id":{id},"code":"tired","message":"not today"}}"#)),
        "answers-twice" => {
            bot.play(asked);
            bot.play(asked);
        }
        "unsolicited" => unsolicited(bot, asked, 3),
        "unsolicited-but-once" => unsolicited(bot, asked, u32::from(go["ply"] == 0)),
        "pongs-unasked" => {
            let pong = format!(r#"{{"type":"pong","id":{id}}}"#);
            bot.say(&vec![pong; 1_000].join("\n"));
        }
        "late" => {
            // Later than any clock of these tests.
            sleep(Duration::from_millis(1_500));
            bot.play(asked);
            linger();
        }
        "silent" => linger(),
        "unhurried" => {
            sleep(Duration::from_millis(2));
            bot.play(asked);
        }
        _ => return false,
    }
    true
}

/// Plays, and then so many moves that nobody asked for.
fn unsolicited(bot: &Bot<'_>, asked: &Asked<'_>, moves: u32) {
    let more = format!("\n{{\"type\":\"move\",\"pit\":{}}}", asked.legal);
    // At once: what came after the opponent's move would be an answer again.
    bot.say(&(asked.answer() + &more.repeat(moves as usize)));
}

/// Returns the first own pit with such a number of seeds.
fn own_pit(go: &Value, fits: fn(u64) -> bool) -> Option<i64> {
    let first = 6 * go["turn"].as_i64()?;
    (first..first + 6).find(|&pit| go["pits"][pit as usize].as_u64().is_some_and(fits))
}
