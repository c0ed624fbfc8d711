//! The list of moves, by turns, in the game's notation. Each leads back to the position after it.

use leptos::prelude::*;
use room::Game;
use rules::{Position, Setup, mancala, mapello};

use super::session::Session;
use crate::app::ui::live::{maybe, on, part};

/// An entry of the list.
struct Entry {
    text: String,
    /// How many moves the game has after it.
    ply: u32,
    /// The rules made it: nobody could choose.
    pass: bool,
}

fn entries(game: &Game) -> Vec<Entry> {
    // The record is of a game that was played: every move of it was legal.
    match (&game.setup.start(), game.setup) {
        (Position::Mancala(start), _) => {
            let moves: Vec<_> = game.moves.iter().filter_map(|mv| mv.as_mancala()).collect();
            let turns = mancala::notation::write_turns(start, &moves).unwrap_or_default();
            let mut ply = 0;
            let entry = |turn: mancala::notation::TurnText| {
                // Sowings of a turn are joined by hyphens.
                ply += turn.text.split('-').count() as u32;
                Entry { text: turn.text, ply, pass: false }
            };
            turns.into_iter().map(entry).collect()
        }
        (Position::Mapello(_), Setup::Mapello(board)) => {
            let cells: Vec<_> = game.moves.iter().filter_map(|mv| mv.as_mapello()).collect();
            let moves = mapello::notation::write_moves(&board, &cells).unwrap_or_default();
            let mut ply = 0;
            let entry = |mv: mapello::notation::MoveText| {
                ply += u32::from(mv.placed.is_some());
                Entry { text: mv.text, ply, pass: mv.placed.is_none() }
            };
            moves.into_iter().map(entry).collect()
        }
        // A setup starts its own game.
        (Position::Mapello(_), Setup::Mancala(_)) => Vec::new(),
    }
}

#[component]
pub(super) fn Moves(session: Session) -> impl IntoView {
    // Built anew when moves come or go, not at each look.
    let moves = Memo::new(move |_| session.with_game(|game| (game.number, game.moves.clone())));
    let list = move || {
        moves.track();
        untrack(|| session.with_game(entries)).unwrap_or_default()
    };
    view! {
        <ol class="moves" tabindex="0" aria-label="Moves">
            {part(move || {
                list()
                    .chunks(2)
                    .enumerate()
                    .map(|(round, pair)| {
                        let tokens = pair.iter().map(|entry| token(session, entry)).collect_view();
                        view! { <li><span class="number">{round + 1}</span>{tokens}</li> }
                    })
                    .collect_view()
                    .into_any()
            })}
        </ol>
    }
}

fn token(session: Session, entry: &Entry) -> AnyView {
    let (ply, pass) = (entry.ply, entry.pass);
    let current = move || session.with_seen(|game| game.ply() == ply).unwrap_or(false);
    let text = if pass { "pass".to_owned() } else { entry.text.clone() };
    view! {
        <button
            class="turn-token"
            type="button"
            data-pass=pass
            aria-current=maybe(move || (!pass && current()).then(|| "true".to_owned()))
            on:click=on(move |_| {
                // The last one leads to the game as it goes on.
                let all = session.peek().and_then(|shown| shown.last_ply());
                session.look_at((Some(ply) != all).then_some(ply));
            })
        >
            {text}
        </button>
    }
    .into_any()
}
