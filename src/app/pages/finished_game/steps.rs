//! The replay of a finished game: the board after so many moves, and links to the other positions, which a
//! script speeds up.

use room::Game;
use rules::mapello::Board;
use rules::opening_of;
use rules::{Setup, Side};

use super::device::continue_button;
use super::moves::move_list;
use super::{player_names, review_button};
use crate::app::GameAddress;
use crate::app::game::board;
use crate::app::text::command::describe_board as in_words;
use crate::app::text::{move_sentence, words};
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::model::finished_game::RecordData;

/// The part of the page that changes with every step.
pub(super) fn replay_card(address: &GameAddress, data: &RecordData, played: &Game) -> El {
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
        .child(play_button())
        .child(step("on", words::one_on(), Icon::Later, (at + 1).min(all)))
        .child(step("last", words::to_end(), Icon::Last, all))
        .child(el("span").class("record-at").child(words::move_of(at, &all.to_string())));
    let own = [
        (!address.embedded).then(|| review_button(&data.game, at)),
        (!address.embedded).then(|| continue_button(played, at)),
    ];
    let ways = el("div").class("actions").children(own.into_iter().flatten());
    el("section")
        .class("card")
        .id("steps")
        .attr("data-film", last_film(data, &played.at(at)))
        .aria_label(words::BOARD)
        .child(board_figure(data, played, at))
        .child(steps)
        .child(opening(played, at))
        .child((!address.embedded).then(|| move_list(address, &data.game.names, played, at)))
        .child((!address.embedded).then_some(ways))
}

/// The opening of a game with Othello's start, as far as it is known after so many moves.
fn opening(played: &Game, at: u32) -> Option<El> {
    (played.setup == Setup::Mapello(Board::OTHELLO)).then_some(())?;
    let seen = &played.moves[..played.moves.len().min(at as usize)];
    let name = opening_of(&played.setup, seen).map(words::opening);
    // It stays when it has nothing to say: the script changes what it says.
    Some(el("p").class("small soft").child(name))
}

/// The button with which a script plays the moves, and stops again.
fn play_button() -> El {
    let face = |class: &'static str, sign: Icon, name: String| {
        el("span").class(class).child(icon(sign)).child(el("span").class("hidden").child(name))
    };
    button("control")
        .attr("hidden", true)
        .attr("data-step", "run")
        .child(face("run-on", Icon::Play, words::play()))
        .child(face("run-off", Icon::Pause, words::pause()))
}

/// The animation of the last move of a position: a script plays it for whoever comes from the position before.
fn last_film(data: &RecordData, seen: &Game) -> Option<String> {
    (board::of(seen.setup.game()).last_film)(seen, seed(data))
}

/// What determines where the stones lie.
fn seed(data: &RecordData) -> u64 {
    data.game.ended.unsigned_abs()
}

/// The board after so many moves, and a sentence about the last move.
pub(in crate::app::pages) fn board_figure(data: &RecordData, played: &Game, at: u32) -> El {
    let before = played.at(at.saturating_sub(1)).position;
    let last = at.checked_sub(1).and_then(|last| played.moves.get(last as usize)).copied();
    let seen = played.at(at);
    let now = &seen.position;
    let sentence = last.and_then(|mv| {
        Some(move_sentence(mv, before.to_move(), &before.play(mv).ok()?.trace, &player_names(&data.game)))
    });
    let board = board::of(now.game());
    let picture = (board.static_board)(&seen, seed(data));
    let [south, north] = [Side::First, Side::Second].map(|side| {
        let turn = played.ending.is_none_or(|_| at < played.ply()) && now.to_move() == side;
        el("p")
            .class("record-name")
            .attr("data-disc", (board.points)(now, side).disc)
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
                .attr("style", (board.style)(now))
                .child(picture),
        )
        .child(south)
        .child(
            el("figcaption").attr("aria-live", "polite").child(sentence.unwrap_or_else(words::game_at_start)),
        )
}
