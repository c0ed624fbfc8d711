//! What is said about the game as it goes: the status line, the spoken sentence of each move, the banner over the board.

use std::time::Duration;

use leptos::prelude::*;
use rules::mancala::Step;
use rules::{Move, Side, Trace};

use super::session::{Session, Viewer};
use crate::app::text::mancala::{Effect as MoveEffect, sentence};
use crate::app::text::{Who, both, headline};
use crate::app::ui::live::{self, effect, part_if};

/// How long a banner stays over the board.
const BANNER: Duration = Duration::from_millis(1600);

/// What both sides are called by the one who looks.
pub(super) fn names(session: Session) -> [Who; 2] {
    let own = match session.viewer.get() {
        Viewer::Member(member) => {
            session.with(|room| Some(room.game.as_ref()?.side_of(room.seat_of(member)?))).flatten()
        }
        _ => None,
    };
    both(own, Side::BOTH.map(|side| session.name_of(side)))
}

/// Where the game stands, in a few words.
pub(super) fn status_text(session: Session) -> String {
    let who = names(session);
    session
        .with_game(|game| {
            if let Some(ending) = &game.ending {
                return headline(ending, &who);
            }
            let mover = &who[game.position.to_move().index()];
            match mover {
                Who::You => "Your turn".to_owned(),
                Who::Named(name) => format!("{name} to move"),
            }
        })
        .unwrap_or_default()
}

/// The status line: room for one line is always kept.
#[component]
pub(super) fn Status(session: Session) -> impl IntoView {
    let text = Memo::new(move |_| {
        let again = session
            .film
            .with(|film| film.as_ref().is_some_and(|film| has_extra_turn(&film.trace) && !is_over(session)));
        if again { format!("{} again", status_text(session)) } else { status_text(session) }
    });
    view! { <p class="status">{live::text(move || text.get())}</p> }
}

fn is_over(session: Session) -> bool {
    session.with_game(|game| !game.is_running()).unwrap_or(true)
}

fn has_extra_turn(Trace::Mancala(trace): &Trace) -> bool {
    trace.iter().any(|step| matches!(step, Step::ExtraTurn(_)))
}

/// One sentence a move, for those who listen: never interrupted by what else changes on the page.
#[component]
pub(super) fn Spoken(session: Session) -> impl IntoView {
    let text = Memo::new(move |before: Option<&String>| {
        let who = names(session);
        // While nothing is played, what matters is who begins and how it ended.
        let said = session.film.with(|film| {
            film.as_ref().map(|film| {
                let (Trace::Mancala(trace), Move::Mancala(mv)) = (&film.trace, film.mv);
                sentence(mv, film.side, trace, &who)
            })
        });
        let ply = session.with_game(|game| game.ply()).unwrap_or(0);
        let status = status_text(session);
        match (said, before) {
            (Some(said), _) => format!("{said} {status}."),
            (None, Some(before)) if !before.is_empty() && ply > 0 => format!("Position changed. {status}."),
            (None, _) => format!("{status}."),
        }
    });
    view! {
        <p class="hidden" role="status" aria-live="polite" id="spoken">
            {live::text(move || text.get())}
        </p>
    }
}

/// Extra turn, capture, the end of the game: over the board, for a moment.
#[component]
pub(super) fn Banner(session: Session) -> impl IntoView {
    let shown = RwSignal::new(None::<String>);
    let number = StoredValue::new(0u32);
    effect(move || {
        let who = names(session);
        let text = session.film.with(|film| {
            let film = film.as_ref()?;
            let Trace::Mancala(trace) = &film.trace;
            let effect = MoveEffect::of(trace);
            let mover = &who[film.side.index()];
            if effect.captured > 0 {
                Some(format!("{} {} {}", mover.subject(), mover.verb("capture", "captures"), effect.captured))
            } else if effect.again && effect.outcome.is_none() {
                Some(format!("{} {} again", mover.subject(), mover.verb("play", "plays")))
            } else {
                None
            }
        });
        shown.set(text);
        number.update_value(|number| *number += 1);
        let run = number.get_value();
        set_timeout(
            move || {
                if number.try_get_value() == Some(run) {
                    shown.set(None);
                }
            },
            BANNER,
        );
    });
    part_if(move || shown.get().map(|text| view! { <p class="banner" aria-hidden="true">{text}</p> }))
}
