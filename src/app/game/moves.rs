//! The list of moves, by turns, in the game's notation. Each leads back to the position after it.

use std::ops::Range;

use engine_protocol::review::Mark;
use leptos::prelude::*;
use room::Game;
use rules::{Position, Record, Setup, mancala, mapello};
use wasm_bindgen::JsCast;

use super::replay::PLAY;
use super::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{button, el, fragment};
use crate::app::ui::live::{self, effect, maybe, memo, part};
use crate::client;

/// An entry of the list.
pub struct Entry {
    /// What is written.
    pub text: String,
    /// How many moves the game has before it.
    pub from: u32,
    /// How many it has after it.
    pub ply: u32,
    /// The rules made it: nobody could choose.
    pub pass: bool,
}

/// The entries of a game that was played: every move of it was legal.
pub fn entries(record: &Record) -> Vec<Entry> {
    match (&record.setup.start(), record.setup) {
        (Position::Mancala(start), _) => {
            let moves: Vec<_> = record.moves.iter().filter_map(|mv| mv.as_mancala()).collect();
            let turns = mancala::notation::write_turns(start, &moves).unwrap_or_default();
            let mut ply = 0;
            let entry = |turn: mancala::notation::TurnText| {
                let from = ply;
                ply += turn.moves;
                Entry { text: turn.text, from, ply, pass: false }
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
                Entry { text: mv.text, from, ply, pass: mv.placed.is_none() }
            };
            moves.into_iter().map(entry).collect()
        }
        // A setup starts its own game.
        (Position::Mapello(_), Setup::Mancala(_)) => Vec::new(),
    }
}

/// Brings the entry that is shown on the board to the middle of the list.
fn show_current() {
    if let Some(list) = client::find(".moves")
        && let Some(entry) = client::find(".moves [aria-current]")
    {
        let top = entry.unchecked_into::<web_sys::HtmlElement>().offset_top();
        list.set_scroll_top(top - list.client_height() / 2);
    }
}

/// The list. Where it is a sheet over the board, an entry closes it: what it leads to lies below.
pub(super) fn moves(session: Session, sheet: RwSignal<bool>) -> AnyView {
    // Built anew when moves come or go, not at each look.
    let record = memo(move || session.with_game(Game::record));
    let list = move || record.get().map(|record| entries(&record)).unwrap_or_default();
    let rows = part(move || {
        let row = |(round, pair): (usize, &[Entry])| {
            let tokens = pair.iter().map(|entry| token(session, entry, sheet));
            el("li").child(el("span").class("number").child((round + 1).to_string())).children(tokens)
        };
        fragment(list().chunks(2).enumerate().map(row))
    });
    // The list follows the game, and whoever looks back.
    effect(move || {
        record.track();
        session.with_seen(Game::ply);
        client::soon(show_current);
    });
    el("ol").class("moves").attr("tabindex", "0").aria_label(words::MOVES).child(rows).any()
}

fn token(session: Session, entry: &Entry, sheet: RwSignal<bool>) -> AnyView {
    let (ply, pass) = (entry.ply, entry.pass);
    let current = move || session.with_seen(|game| game.ply() == ply).unwrap_or(false);
    let text = if pass { words::pass() } else { entry.text.clone() };
    let from = entry.from;
    let marked = move || mark(session, from..ply).to_owned();
    let look = move || {
        // The last one leads to the game as it goes on.
        let all = session.peek().and_then(|shown| shown.last_ply());
        session.look_at((Some(ply) != all).then_some(ply));
        if sheet.get_untracked() {
            sheet.set(false);
            let goal = || client::focus(&format!(".control-panel, {PLAY}"));
            client::soon(goal);
        }
    };
    button("turn-token")
        .attr("data-pass", pass)
        .attr("aria-current", maybe(move || (!pass && current()).then(|| "true".to_owned())))
        .on_click(look)
        .child(text)
        .child(live::text(marked))
        .any()
}

/// The mark of the worst of these moves in the review, if there is one.
fn mark(session: Session, moves: Range<u32>) -> &'static str {
    let shown = session.shown();
    let number = shown.room.as_ref().and_then(|room| room.game.as_ref()).map(|game| game.number);
    let review = shown.review.as_ref().filter(|review| Some(review.number) == number);
    let Some(review) = review else { return "" };
    let marks = moves.filter_map(|place| review.turns.get(place as usize).copied().flatten()?.mark);
    match marks.max() {
        Some(Mark::Blunder) => " ??",
        Some(Mark::Mistake) => " ?",
        Some(Mark::Good) => " !",
        None => "",
    }
}
