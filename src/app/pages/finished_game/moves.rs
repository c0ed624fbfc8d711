//! The move list of a finished game, in the game's notation; each entry links to the position after it.

use room::Game;

use crate::app::GameAddress;
use crate::app::game::panel::moves::move_entries;
use crate::app::text::words;
use crate::app::ui::el::{El, el};

pub(super) fn move_list(address: &GameAddress, names: &[String; 2], played: &Game, at: u32) -> El {
    let entries = move_entries(&played.record());
    let rows = entries.chunks(2).enumerate().map(|(round, pair)| {
        let tokens = pair.iter().zip(names).map(|(entry, name)| {
            // A turn of several sowings is one entry.
            let current = !entry.pass && entry.from < at && at <= entry.ply;
            let text = if entry.pass { words::pass() } else { entry.text.clone() };
            el("a")
                .class("turn-token")
                .href(address.path(Some(entry.ply)))
                .attr("data-pass", entry.pass)
                // The side is named for screen readers, because the case of a letter cannot be heard.
                .aria_label(format!("{name}: {text}"))
                .attr("aria-current", current.then_some("step"))
                .child(text)
        });
        let number = el("span").class("number").child((round + 1).to_string());
        el("li").child(number).children(tokens)
    });
    el("ol").class("moves").attr("tabindex", "0").aria_label(words::MOVES).children(rows)
}
