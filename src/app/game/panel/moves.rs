//! The move list, by turns, in the game's notation. Each entry leads to a replay of the position after it.

use std::ops::Range;

use engine_protocol::review::{Certainty, Mark, ReviewedMove};
use leptos::prelude::*;
use room::Game;
use rules::{Position, Record, Setup, mancala, mapello};
use wasm_bindgen::JsCast;

use crate::app::game::replay::PLAY_BUTTON;
use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{button, el, fragment};
use crate::app::ui::live::{self, effect, maybe, memo, part};
use crate::client;

/// An entry of the list.
pub struct MoveEntry {
    /// Its text.
    pub text: String,
    /// The number of moves before it.
    pub from: u32,
    /// The number of moves after it.
    pub ply: u32,
    /// The rules made it: a forced pass.
    pub pass: bool,
}

/// The entries of a played game, all of whose moves are legal.
pub fn move_entries(record: &Record) -> Vec<MoveEntry> {
    match (&record.setup.start(), record.setup) {
        (Position::Mancala(start), _) => {
            let moves: Vec<_> = record.moves.iter().filter_map(|mv| mv.as_mancala()).collect();
            let turns = mancala::notation::write_turns(start, &moves).unwrap_or_default();
            let mut ply = 0;
            let entry = |turn: mancala::notation::TurnText| {
                let from = ply;
                ply += turn.moves;
                MoveEntry { text: turn.text, from, ply, pass: false }
            };
            turns.into_iter().map(entry).collect()
        }
        (Position::Mapello(_), Setup::Mapello(board)) => {
            let cells: Vec<_> = record.moves.iter().filter_map(|mv| mv.as_mapello()).collect();
            let moves = mapello::notation::write_moves(&board, &cells).unwrap_or_default();
            let mut ply = 0;
            let entry = |mv: mapello::notation::MoveText| {
                let from = ply;
                ply += u32::from(mv.placed.is_some());
                MoveEntry { text: mv.text, from, ply, pass: mv.placed.is_none() }
            };
            moves.into_iter().map(entry).collect()
        }
        // A setup starts a position of its own game.
        (Position::Mapello(_), Setup::Mancala(_)) => Vec::new(),
    }
}

/// Scrolls the entry shown on the board to the middle of the list.
fn scroll_to_current() {
    if let Some(list) = client::find(".moves")
        && let Some(entry) = client::find(".moves [aria-current]")
    {
        let top = entry.unchecked_into::<web_sys::HtmlElement>().offset_top();
        list.set_scroll_top(top - list.client_height() / 2);
    }
}

/// The move list. As a sheet over the board, it closes when an entry is chosen, because the board lies below.
pub(in crate::app::game) fn move_list(session: Session, sheet: RwSignal<bool>) -> AnyView {
    // Rebuilt when the moves change, not at each step of a replay.
    let record = memo(move || session.with_game(Game::record));
    let list = move || record.get().map(|record| move_entries(&record)).unwrap_or_default();
    let rows = part(move || {
        let row = |(round, pair): (usize, &[MoveEntry])| {
            let tokens = pair.iter().map(|entry| token(session, entry, sheet));
            el("li").child(el("span").class("number").child((round + 1).to_string())).children(tokens)
        };
        fragment(list().chunks(2).enumerate().map(row))
    });
    // The list follows the game, and the replay.
    effect(move || {
        record.track();
        session.with_displayed_game(Game::ply);
        client::defer(scroll_to_current);
    });
    el("ol").class("moves").attr("tabindex", "0").aria_label(words::MOVES).child(rows).any()
}

fn token(session: Session, entry: &MoveEntry, sheet: RwSignal<bool>) -> AnyView {
    let (ply, pass) = (entry.ply, entry.pass);
    // A variation of the review has other moves.
    let in_game = move || session.state().variation.as_ref().is_none_or(|variation| ply <= variation.from);
    let current = move || in_game() && session.with_displayed_game(|game| game.ply() == ply).unwrap_or(false);
    let text = if pass { words::pass() } else { entry.text.clone() };
    let from = entry.from;
    let annotation = move || annotation(session, from..ply).to_owned();
    let look = move || {
        // The last entry leads back to the running game.
        let all = session.peek().and_then(|state| Some(state.room.as_ref()?.game.as_ref()?.ply()));
        session.go_to_game_ply((Some(ply) != all).then_some(ply));
        if sheet.get_untracked() {
            sheet.set(false);
            let goal = || client::focus(&format!(".control-panel, {PLAY_BUTTON}"));
            client::defer(goal);
        }
    };
    button("turn-token")
        .attr("data-pass", pass)
        .attr("aria-current", maybe(move || (!pass && current()).then(|| "true".to_owned())))
        .on_click(look)
        // From left to right, as notation is.
        .child(el("bdi").child(text).child(live::text(annotation)))
        .any()
}

/// The review's mark for the worst of these moves, if it has one.
fn annotation(session: Session, moves: Range<u32>) -> &'static str {
    let state = session.state();
    let number = state.room.as_ref().and_then(|room| room.game.as_ref()).map(|game| game.number);
    let review = state.review.as_ref().filter(|review| Some(review.number) == number);
    let Some(review) = review else { return "" };
    let marks = moves.filter_map(|ply| review.mark(ply));
    let worst = marks.max_by_key(|(mark, reviewed)| (*mark, reviewed.certainty));
    // An annotation that rests on estimates is in brackets.
    let estimated = |reviewed: ReviewedMove| reviewed.certainty == Certainty::Estimated;
    match worst {
        Some((Mark::Blunder, by)) => {
            if estimated(by) {
                " (??)"
            } else {
                " ??"
            }
        }
        Some((Mark::Mistake, by)) => {
            if estimated(by) {
                " (?)"
            } else {
                " ?"
            }
        }
        Some((Mark::Good, by)) => {
            if estimated(by) {
                " (!)"
            } else {
                " !"
            }
        }
        None => "",
    }
}
