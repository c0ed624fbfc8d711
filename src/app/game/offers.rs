//! What the opponent asks, over the board, with the two answers.

use std::time::Duration;

use leptos::prelude::*;
use room::{Command, Seat};

use super::session::Session;
use crate::app::ui::live::{on, part_if};
use crate::client;

/// What is being asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Undo,
    Draw,
}

#[component]
pub(super) fn Offers(session: Session) -> impl IntoView {
    let asked = move || {
        let me = session.seat()?;
        let game = session.with(|room| room.running().map(|game| (game.undo_request, game.draw_offer)))??;
        match game {
            (Some(seat), _) => Some((seat == me, Asked::Undo)),
            (_, Some(seat)) => Some((seat == me, Asked::Draw)),
            _ => None,
        }
    };
    let other = move || {
        let me = session.seat().unwrap_or(Seat::Bottom);
        session.with(|room| room.occupant(me.other()).map(|o| o.name.clone())).flatten().unwrap_or_default()
    };
    part_if(move || {
        asked().map(|(mine, asked)| {
            let text = match (mine, asked) {
                (false, Asked::Undo) => format!("{} asks to take the last turn back", other()),
                (false, Asked::Draw) => format!("{} offers a draw", other()),
                (true, Asked::Undo) => format!("You have asked {} for your last turn back", other()),
                (true, Asked::Draw) => format!("You have offered {} a draw", other()),
            };
            let answer = move |yes: bool| {
                session.send(match asked {
                    Asked::Undo => Command::AnswerUndo(yes),
                    Asked::Draw => Command::AnswerDraw(yes),
                });
                // The bar goes, and with it the button that had the focus.
                set_timeout(client::focus_board, Duration::ZERO);
            };
            view! {
                <div class="offer" role="group" aria-label="Offer">
                    <p role="status">{text}</p>
                    {(!mine)
                        .then(|| {
                            view! {
                                <div class="actions">
                                    <button class="button primary" type="button" on:click=on(move |_| answer(true))>
                                        "Accept"
                                    </button>
                                    <button class="button" type="button" on:click=on(move |_| answer(false))>
                                        "Decline"
                                    </button>
                                </div>
                            }
                        })}
                </div>
            }
        })
    })
}
