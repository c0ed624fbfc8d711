//! The live region and status of a game: the status line, the spoken sentence of each move (aria-live), the
//! banner over the board.

use std::time::Duration;

use engine_protocol::ScoredMove;
use leptos::prelude::*;
use rules::mancala::Step;
use rules::mapello::BONUS_POINTS;
use rules::{Side, Trace};

use super::film::Film;
use super::session::Session;
use crate::app::text::computer::{advice, compared, outlook};
use crate::app::text::{Who, both, headline, mancala, mapello, sentence, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{self, Live, effect, flag, part_if};
use crate::client;

/// How long a banner stays over the board.
const BANNER: Duration = Duration::from_millis(1600);

/// The names of both sides as the viewer calls them.
pub(super) fn names(session: Session) -> [Who; 2] {
    both(session.own_side(), Side::BOTH.map(|side| session.name_of(side)))
}

/// The state of the game in a few words; that it is loading, as long as it is unknown.
pub(super) fn status_text(session: Session) -> String {
    let who = names(session);
    let shown = session.shown();
    // During a replay it names the position, not the turn.
    let all = shown.back.as_ref().and(shown.last_ply());
    session
        .with_seen(|game| {
            if let Some(ending) = &game.ending {
                return headline(ending, &who);
            }
            if let Some(all) = all {
                return words::move_of(game.ply(), &all.to_string());
            }
            who[game.position.to_move().index()].say(words::your_turn, words::name_turn)
        })
        .unwrap_or_else(words::loading_game)
}

/// The hint for the position on the board: the best move and why; for a move of a reviewed game, what would
/// have been better.
pub(super) fn advice_text(session: Session) -> Option<String> {
    if session.is_advising() {
        return Some(words::looking_for_best());
    }
    let shown = session.shown();
    let values = shown.valued();
    let best = values.first()?;
    let game = shown.seen()?;
    let made =
        shown.room.as_ref()?.game.as_ref()?.moves.get(game.ply() as usize).filter(|_| shown.back.is_some());
    let Some(made) = made else { return Some(advice(&game.position, best)) };
    let played = values.iter().find(|valued| valued.mv == *made)?;
    Some(compared(best, played))
}

/// The status line, whose height is always reserved.
pub(super) fn status(session: Session) -> AnyView {
    let text = move || {
        let shown = session.shown();
        if let Some(hint) = &shown.hint {
            return hint.clone();
        }
        if shown.waiting {
            return words::sending();
        }
        if let Some(advice) = advice_text(session) {
            return advice;
        }
        let again = shown.film.as_ref().is_some_and(|film| has_extra_turn(&film.trace));
        if again && !session.looks_back() && !is_over(session) {
            let to_move = session.with_seen(|game| game.position.to_move()).unwrap_or(Side::First);
            return names(session)[to_move.index()].say(words::your_turn_again, words::name_turn_again);
        }
        status_text(session)
    };
    let hint = flag(move || session.shown().hint.is_some());
    el("p").class("status").attr("data-hint", hint).child(live::text(text)).any()
}

fn is_over(session: Session) -> bool {
    session.with_game(|game| !game.is_running()).unwrap_or(true)
}

fn has_extra_turn(trace: &Trace) -> bool {
    match trace {
        Trace::Mancala(trace) => trace.iter().any(|step| matches!(step, Step::ExtraTurn(_))),
        Trace::Mapello(trace) => mapello::Effect::of(trace).pass.is_some(),
    }
}

/// One sentence per move for screen readers, in a live region of its own: nothing else on the page interrupts
/// it.
pub(super) fn spoken(session: Session) -> AnyView {
    let mut said_of = None;
    let mut said = String::new();
    let mut advised = None;
    let text = move || {
        let advice = advice_text(session);
        if advice != advised {
            advised.clone_from(&advice);
            if let Some(advice) = advice {
                said = advice;
                let best = session.shown().valued().first().copied();
                let outlook = |best: &ScoredMove| session.with_seen(|game| outlook(&game.position, best));
                if let Some(outlook) = best.as_ref().and_then(outlook).filter(|_| !session.looks_back()) {
                    said = format!("{said}. {outlook}");
                }
                return said.clone();
            }
        }
        let all = session.shown().last_ply();
        // In zen mode the sentence has no names.
        let zen = session.is_zen();
        let now = session.with_seen(|game| (game.number, game.ply(), game.is_running(), all, zen));
        if now == said_of {
            return said.clone();
        }
        let who = names(session);
        let status = status_text(session);
        let moved = now.map(|now| now.1) != said_of.map(|before| before.1);
        said = match (&session.shown().film, said_of) {
            (Some(film), _) if moved => {
                format!("{} {status}.", sentence(film.mv, film.side, &film.trace, &who))
            }
            _ if moved && session.looks_back() => format!("{status}."),
            _ if !moved && session.looks_back() => format!("{} {status}.", words::gone_on()),
            (None, Some((number, _, _, before, _)))
                if moved && now.is_some_and(|now| now.0 == number) && all < before =>
            {
                format!("{} {status}.", words::taken_back())
            }
            _ => format!("{status}."),
        };
        said_of = now;
        said.clone()
    };
    el("p")
        .class("hidden")
        .role("status")
        .attr("aria-live", "polite")
        .id("spoken")
        .child(live::text(text))
        .any()
}

/// The banner for an extra turn or a capture, over the board for a moment.
pub(super) fn banner_over(session: Session) -> Live<AnyView> {
    let shown = RwSignal::new(None::<String>);
    let number = StoredValue::new(0u32);
    let mut film = None;
    effect(move || {
        let new = session.shown().film.clone();
        // Only another move has another banner, whatever else changes.
        if new == film {
            return;
        }
        film.clone_from(&new);
        number.update_value(|number| *number += 1);
        let run = number.get_value();
        let show = move |text: Option<String>| {
            if number.try_get_value() == Some(run) {
                shown.set(text);
            }
        };
        show(None);
        if let Some(film) = new
            && let Some(text) = untrack(|| banner(&film, &names(session)))
        {
            // The banner waits for the animation, because its cause is to be seen first.
            let seen = Duration::from_millis(film.millis(session).into());
            client::after(seen, move || show(Some(text)));
            client::after(seen + BANNER, move || show(None));
        }
    });
    part_if(move || {
        shown.get().map(|text| el("p").class("banner").attr("aria-hidden", "true").child(text).any())
    })
}

fn banner(film: &Film, who: &[Who; 2]) -> Option<String> {
    let trace = match &film.trace {
        Trace::Mancala(trace) => trace,
        Trace::Mapello(trace) => {
            let effect = mapello::Effect::of(trace);
            let pass = effect.pass.map(|side| mapello::pass(side, who));
            return pass.or_else(|| effect.bonus.then(|| words::bonus_taken(BONUS_POINTS.into())));
        }
    };
    let effect = mancala::Effect::of(trace);
    let mover = &who[film.side.index()];
    if effect.captured > 0 {
        let captured = effect.captured.into();
        Some(match mover {
            Who::You => words::you_capture(captured),
            Who::Named(name) => words::name_captures(name, captured),
        })
    } else if effect.again && effect.outcome.is_none() {
        Some(mover.say(words::you_again, words::name_again))
    } else {
        effect.swept.map(|swept| mancala::sweep(swept, who))
    }
}
