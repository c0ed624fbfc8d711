//! The live region and status of a game: the status line, the spoken sentence of each move (aria-live), the
//! banner over the board.

use std::sync::Arc;
use std::time::Duration;

use engine_protocol::ScoredMove;
use leptos::prelude::*;
use rules::mapello::BONUS_POINTS;
use rules::{Side, Trace};

use super::animation::film::Film;
use super::view::session::Session;
use crate::app::text::computer::{comparison, forecast, hint_sentence};
use crate::app::text::{PlayerName, headline, mancala, mapello, move_sentence, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{self, Live, effect, flag, part_if};
use crate::client;

/// How long a banner stays over the board.
const BANNER_TIME: Duration = Duration::from_millis(1600);

/// The state of the game in a few words; that it is loading, as long as it is unknown.
pub(super) fn status_text(session: Session) -> String {
    let who = session.names();
    let state = session.state();
    // During a replay it names the position, not the turn.
    let all = state.replay.as_ref().and(state.last_ply());
    session
        .with_stated_game(|game| {
            if let Some(ending) = &game.ending {
                return headline(ending, &who);
            }
            if let Some(all) = all {
                return words::move_of(game.ply(), &all.to_string());
            }
            who[game.position.to_move().index()].phrase(words::your_turn, words::name_turn)
        })
        .unwrap_or_else(words::loading_game)
}

/// The hint for the position on the board: the best move and why; for a move of a reviewed game, what would
/// have been better.
pub(super) fn hint_text(session: Session) -> Option<String> {
    if session.is_hint_pending() {
        return Some(words::looking_for_best());
    }
    let state = session.state();
    let values = state.scored_moves();
    let best = values.first()?;
    let game = state.displayed_game()?;
    let ply = game.ply();
    let made = state.replayed_game()?.moves.get(ply as usize).filter(|_| state.replay.is_some());
    let Some(made) = made else { return Some(hint_sentence(&game.position, best)) };
    let played = values.iter().find(|scored| scored.mv == *made)?;
    let mover = &session.names()[game.position.to_move().index()];
    Some(comparison(ply + 1, mover, best, played))
}

/// The status line, whose height is always reserved.
pub(super) fn status_line(session: Session) -> AnyView {
    let mut told = String::new();
    let text = move || {
        let state = session.state();
        if let Some(tooltip) = &state.tooltip {
            return tooltip.clone();
        }
        if state.pending {
            return words::sending();
        }
        if let Some(hint) = hint_text(session) {
            return hint;
        }
        // What follows from a move is told when its last piece has settled.
        if session.is_film_running() {
            return told.clone();
        }
        let film = state.film.as_ref().filter(|_| !state.is_ahead() && !session.in_replay());
        let again = film.filter(|_| !is_over(session)).and_then(|film| {
            let to_move = session.with_displayed_game(|game| game.position.to_move()).unwrap_or(Side::First);
            turn_again(&film.trace, &session.names()[to_move.index()])
        });
        told = again.unwrap_or_else(|| status_text(session));
        told.clone()
    };
    let has_tooltip = flag(move || session.state().tooltip.is_some());
    el("p").class("status").attr("data-hint", has_tooltip).child(live::text(text)).any()
}

fn is_over(session: Session) -> bool {
    session.with_game(|game| !game.is_running()).unwrap_or(true)
}

/// That the mover is to move again: after an extra turn, or after the opponent had to pass.
fn turn_again(trace: &Trace, mover: &PlayerName) -> Option<String> {
    match trace {
        Trace::Mancala(trace) => mancala::Effect::of(trace)
            .again
            .then(|| mover.phrase(words::your_extra_turn, words::name_extra_turn)),
        Trace::Mapello(trace) => mapello::Effect::of(trace)
            .pass
            .map(|_| mover.phrase(words::your_turn_again, words::name_turn_again)),
    }
}

/// One sentence per move for screen readers, in a live region of its own: nothing else on the page interrupts
/// it.
pub(super) fn announcer(session: Session) -> AnyView {
    let mut announced = None;
    let mut announcement = String::new();
    let mut announced_hint = None;
    // The moves whose films run, with what will be said of them.
    let mut waiting: Vec<(Arc<Film>, String)> = Vec::new();
    let text = move || {
        let hint = hint_text(session);
        if hint != announced_hint {
            announced_hint.clone_from(&hint);
            if let Some(hint) = hint {
                announcement = hint;
                let best = session.state().scored_moves().first().copied();
                let forecast_of =
                    |best: &ScoredMove| session.with_displayed_game(|game| forecast(&game.position, best));
                if let Some(forecast) = best.as_ref().and_then(forecast_of).filter(|_| !session.in_replay()) {
                    announcement = format!("{announcement}. {forecast}");
                }
                return announcement.clone();
            }
        }
        // What follows from a move is said when the server has confirmed it, and its last piece has settled.
        if session.state().is_ahead() {
            return announcement.clone();
        }
        if session.is_film_running() {
            if let Some(film) = &session.state().film {
                let is_new = waiting.last().is_none_or(|(last, _)| !Arc::ptr_eq(last, film));
                if is_new {
                    let sentence = move_sentence(film.mv, film.side, &film.trace, &session.names());
                    waiting.push((Arc::clone(film), sentence));
                }
            }
            return announcement.clone();
        }
        let all = session.state().last_ply();
        // In zen mode the sentence has no names.
        let zen = session.is_zen();
        let now = session.with_displayed_game(|game| (game.number, game.ply(), game.is_running(), all, zen));
        if now == announced {
            return announcement.clone();
        }
        let who = session.names();
        let status = status_text(session);
        let moved = now.map(|now| now.1) != announced.map(|before| before.1);
        announcement = match (&session.state().film, announced) {
            (Some(film), _) if moved => {
                format!("{} {status}.", move_sentence(film.mv, film.side, &film.trace, &who))
            }
            _ if moved && session.in_replay() => format!("{status}."),
            _ if !moved && session.in_replay() => format!("{} {status}.", words::gone_on()),
            (None, Some((number, _, _, before, _)))
                if moved && now.is_some_and(|now| now.0 == number) && all < before =>
            {
                format!("{} {status}.", words::taken_back())
            }
            _ => format!("{status}."),
        };
        // A move whose film was cut short by the next one is said before it.
        let last = session.state().film.clone();
        let is_last = |film: &Arc<Film>| last.as_ref().is_some_and(|last| Arc::ptr_eq(last, film));
        let earlier = waiting.drain(..).filter(|(film, _)| !is_last(film)).map(|(_, sentence)| sentence);
        let earlier: Vec<String> = earlier.collect();
        if !earlier.is_empty() {
            announcement = format!("{} {announcement}", earlier.join(" "));
        }
        announced = now;
        announcement.clone()
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
pub(super) fn move_banner(session: Session) -> Live<AnyView> {
    let shown = RwSignal::new(None::<String>);
    let number = StoredValue::new(0u32);
    let mut film = None;
    effect(move || {
        let new = session.state().film.clone();
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
            && let Some(text) = untrack(|| banner_text(&film, &session.names()))
        {
            // The banner waits for the animation, because its cause is to be seen first.
            let seen = Duration::from_millis(session.film_ms(&film).into());
            client::after(seen, move || show(Some(text)));
            client::after(seen + BANNER_TIME, move || show(None));
        }
    });
    part_if(move || {
        shown.get().map(|text| el("p").class("banner").attr("aria-hidden", "true").child(text).any())
    })
}

fn banner_text(film: &Film, who: &[PlayerName; 2]) -> Option<String> {
    let trace = match &film.trace {
        Trace::Mancala(trace) => trace,
        Trace::Mapello(trace) => {
            let effect = mapello::Effect::of(trace);
            let pass = effect.pass.map(|side| mapello::pass_sentence(side, who));
            return pass.or_else(|| effect.bonus.then(|| words::bonus_taken(BONUS_POINTS.into())));
        }
    };
    let effect = mancala::Effect::of(trace);
    let mover = &who[film.side.index()];
    if effect.captured > 0 {
        let captured = effect.captured.into();
        let by_name = |name: String| words::name_captures(&name, captured);
        Some(mover.name().map_or_else(|| words::you_capture(captured), by_name))
    } else if effect.again && effect.outcome.is_none() {
        Some(mover.phrase(words::extra_turn, words::name_again))
    } else {
        effect.swept.map(|swept| mancala::sweep_sentence(swept, who))
    }
}
