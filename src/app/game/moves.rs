//! The list of moves, by turns, in the game's notation.

use leptos::prelude::*;
use room::Game;
use rules::mancala::notation::{TurnText, write_turns};
use rules::{Move, Position};

use super::session::Session;
use crate::app::ui::live::part;

fn turns(game: &Game) -> Vec<TurnText> {
    let Position::Mancala(start) = game.setup.start();
    let moves: Vec<_> = game.moves.iter().map(|Move::Mancala(mv)| *mv).collect();
    // The record is of a game that was played: every move of it was legal.
    write_turns(&start, &moves).unwrap_or_default()
}

#[component]
pub(super) fn Moves(session: Session) -> impl IntoView {
    view! {
        <ol class="moves" tabindex="0" aria-label="Moves">
            {part(move || {
                let turns = session.with_game(turns).unwrap_or_default();
                let last = turns.len().saturating_sub(1);
                turns
                    .chunks(2)
                    .enumerate()
                    .map(|(round, pair)| {
                        let tokens = pair
                            .iter()
                            .enumerate()
                            .map(|(place, turn)| {
                                let current = (round * 2 + place == last).then_some("true");
                                view! {
                                    <span class="turn-token" aria-current=current>
                                        {turn.text.clone()}
                                    </span>
                                }
                            })
                            .collect_view();
                        view! { <li><span class="number">{round + 1}</span>{tokens}</li> }
                    })
                    .collect_view()
                    .into_any()
            })}
        </ol>
    }
}
