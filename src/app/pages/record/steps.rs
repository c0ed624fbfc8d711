//! The replay of a finished game: the board after so many moves, and links to the other positions, which a
//! script speeds up.

use room::Game;
use rules::{Position, Side};

use super::device::from_here;
use super::moves::moves;
use super::{both_named, whole};
use crate::app::RecordAddress;
use crate::app::api::RecordData;
use crate::app::game::{mancala_still, mapello_still};
use crate::app::text::command::board as in_words;
use crate::app::text::mapello::colour;
use crate::app::text::{sentence, words};
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};

/// The part of the page that changes with every step.
pub(super) fn steps(address: &RecordAddress, data: &RecordData, played: &Game) -> El {
    let all = played.ply();
    let at = address.at.unwrap_or(all).min(all);
    let step = |name: &'static str, label: String, sign: Icon, to: u32| {
        let link = el("a").class("control").attr("data-step", name).aria_label(label);
        // A link to nowhere is disabled, but keeps its place.
        let link = if to == at {
            link.attr("aria-disabled", "true").role("link").attr("tabindex", "0")
        } else {
            link
        };
        let link = link.href((to != at).then(|| address.path(Some(to))));
        link.child(icon(sign))
    };
    let steps = el("nav")
        .class("record-steps")
        .aria_label(words::REPLAY)
        .child(step("first", words::to_start(), Icon::First, 0))
        .child(step("back", words::one_back(), Icon::Earlier, at.saturating_sub(1)))
        .child(run())
        .child(step("on", words::one_on(), Icon::Later, (at + 1).min(all)))
        .child(step("last", words::to_end(), Icon::Last, all))
        .child(el("span").class("record-at").child(words::move_of(at, &all.to_string())));
    let own =
        [(!address.framed).then(|| whole(&data.game)), (!address.framed).then(|| from_here(played, at))];
    let ways = el("div").class("actions").children(own.into_iter().flatten());
    el("section")
        .class("card")
        .id("steps")
        .aria_label(words::BOARD)
        .child(board(data, played, at))
        .child(steps)
        .child((!address.framed).then(|| moves(address, &data.game.names, played, at)))
        .child((!address.framed).then_some(ways))
}

/// The button with which a script plays the moves, and stops again.
fn run() -> El {
    let face = |class: &'static str, sign: Icon, name: String| {
        el("span").class(class).child(icon(sign)).child(el("span").class("hidden").child(name))
    };
    button("control")
        .attr("hidden", true)
        .attr("data-step", "run")
        .child(face("run-on", Icon::Play, words::play()))
        .child(face("run-off", Icon::Pause, words::pause()))
}

/// The board after so many moves, and a sentence about the last move.
pub(in crate::app::pages) fn board(data: &RecordData, played: &Game, at: u32) -> El {
    let before = played.at(at.saturating_sub(1)).position;
    let last = at.checked_sub(1).and_then(|last| played.moves.get(last as usize)).copied();
    let seen = played.at(at);
    let now = &seen.position;
    let said = last.and_then(|mv| {
        Some(sentence(mv, before.to_move(), &before.play(mv).ok()?.trace, &both_named(&data.game)))
    });
    let pits = now.as_mancala().map(|position| format!("--pits:{}", position.variant().pits));
    let picture = match now {
        Position::Mancala(position) => mancala_still(&seen, position, data.game.ended.unsigned_abs()),
        Position::Mapello(position) => mapello_still(&seen, position),
    };
    let [south, north] = [Side::First, Side::Second].map(|side| {
        let turn = played.ending.is_none_or(|_| at < played.ply()) && now.to_move() == side;
        el("p")
            .class("record-name")
            .attr("data-disc", now.as_mapello().map(|_| colour(side)))
            .attr("data-turn", turn)
            .child(el("span").class("name").child(data.game.names[side.index()].clone()))
            .child(" ")
            .child(el("span").class("points").child(now.score()[side.index()].to_string()))
    });
    el("figure")
        .class("record-board")
        .child(north)
        .child(
            el("div")
                .class("boards")
                .role("img")
                .aria_label(in_words(now, &data.game.names))
                .attr("style", pits)
                .child(picture),
        )
        .child(south)
        .child(el("figcaption").attr("aria-live", "polite").child(said.unwrap_or_else(words::game_at_start)))
}
