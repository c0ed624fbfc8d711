//! Renders the chess clock: the face of one side, with its low-time alarm.

use leptos::prelude::*;
use room::{Millis, TimeControl};

use super::berserk::berserk_sign;
use crate::app::game::view::contact::clock_shown;
use crate::app::game::view::place::Place;
use crate::app::game::view::session::Session;
use crate::app::game::view::ticker::Ticker;
use crate::app::text::{minutes_left, time_left, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{Live, effect, flag, maybe, memo, part_if, text};
use crate::client::stage;

/// Below this time any clock looks alarming.
const LOW_TIME_MS: Millis = 10_000;

/// Lag compensation is shown from here on.
const SHOWN_LAG_MS: Millis = 300;

/// When the low-time alarm of a game sounds, once a game (once a move, if each has its own time): with an
/// eighth of the time left, but not so early or late that it would help nobody.
fn alarm_ms(control: TimeControl) -> Millis {
    match control {
        TimeControl::None | TimeControl::DaysPerMove { .. } => 0,
        TimeControl::PerMove { seconds } => (Millis::from(seconds) * 500).min(LOW_TIME_MS),
        TimeControl::Increment { base, .. } => (Millis::from(base) * 125).clamp(LOW_TIME_MS, 60_000),
    }
}

/// The clock face of one side; nothing in a game without a clock.
pub(in crate::app::game) fn clock_face(session: Session, place: Place, ticker: Ticker) -> Live<AnyView> {
    // Only the server knows the clocks: without news of it they stand as they were known last.
    let as_of = memo(move || {
        ticker.now();
        session.clocks_as_of()
    });
    let left = move || {
        let (now, side) = (ticker.now(), place.side(session));
        session.with_confirmed_room(|room| clock_shown(room, side, as_of.get(), now))?
    };
    let timed =
        memo(move || session.with_game(|game| game.clock.control() != TimeControl::None).unwrap_or(false));
    let free = move || {
        let free = session.with_confirmed_game(|game| game.clock.free(place.side(session)))?;
        (free >= SHOWN_LAG_MS).then(|| time_left(free))
    };
    // When a first turn that is late aborts the game.
    let first_due = memo(move || {
        let side = place.side(session);
        session.with_confirmed_game(|game| {
            let is_first = game.clock.in_grace(side) && game.position.to_move() == side;
            game.deadline().filter(|_| is_first)
        })?
    });
    let first_left = move || Some((first_due.get()? - as_of.get().unwrap_or(ticker.now())).max(0));
    // From the alarm on, the clock looks low.
    let low = move |left| {
        session.with_game(|game| left < alarm_ms(game.clock.control()).max(LOW_TIME_MS)) == Some(true)
    };
    // The alarm sounds for the player in time trouble, and is announced to screen readers (live region).
    let alarm = RwSignal::new(None::<String>);
    let mut warned = None;
    effect(move || {
        let low = session.with_confirmed_game(|game| {
            let side = place.side(session);
            let hurries = game.is_running() && game.position.to_move() == side;
            let mine = session.is_pass_and_play() || session.own_side() == Some(side);
            let control = game.clock.control();
            let low = left().is_some_and(|left| left < alarm_ms(control)) && !game.clock.in_grace(side);
            let of = if let TimeControl::PerMove { .. } = control { game.ply() } else { 0 };
            (hurries && mine && low).then_some((game.number, of))
        });
        match low {
            Some(Some(now)) if warned.replace(now) != Some(now) => {
                stage::sound("low");
                alarm.set(untrack(left).map(|left| words::seconds_left((left as u32).div_ceil(1_000))));
            }
            // The next announcement may have the same text, and an unchanged live region is not read aloud.
            Some(None) if alarm.get_untracked().is_some() => alarm.set(None),
            _ => {}
        }
    });
    // How long there is for the first turn is announced once.
    let first_turn = RwSignal::new(None::<String>);
    let mut announced = None;
    effect(move || {
        let turn = session.with_confirmed_game(|game| (game.number, game.clock.control().is_live()));
        let Some((number, true)) = turn.filter(|_| first_due.get().is_some()) else {
            return first_turn.set(None);
        };
        if announced.replace(number) != Some(number) {
            // The server's time is known to some milliseconds: nobody is told of 31 seconds where there are 30.
            let seconds = untrack(first_left).map(|left| (left as u32 + 500) / 1_000).unwrap_or_default();
            let side = untrack(|| place.side(session));
            let is_mine = untrack(|| session.own_side()) == Some(side);
            first_turn.set(Some(match is_mine {
                true => words::first_move_due(seconds),
                false => words::name_first_move_due(&untrack(|| session.name_of(side)), seconds),
            }));
        }
    });
    part_if(move || {
        timed.get().then(|| {
            let face = el("span")
                .class("clock")
                .role("timer")
                .attr("data-low", flag(move || left().is_some_and(low)))
                .attr("data-lag", maybe(free))
                .attr("data-unknown", flag(move || as_of.get().is_some()))
                .child(berserk_sign(session, place))
                .child(text(move || left().map(time_left).unwrap_or_default()))
                .child(part_if(move || {
                    let ago = ticker.now() - as_of.get()?;
                    let text = words::clock_as_of(&minutes_left(ago.max(0)));
                    Some(el("span").class("hidden").child(format!(" {text}")).any())
                }));
            let announcement = el("span")
                .class("hidden")
                .role("status")
                .child(text(move || alarm.get().or_else(|| first_turn.get()).unwrap_or_default()));
            let first_move = part_if(move || {
                first_due.get()?;
                let left =
                    text(move || words::first_move_in(&first_left().map(time_left).unwrap_or_default()));
                let low = flag(move || first_left().is_some_and(|left| left < LOW_TIME_MS));
                let first_move = el("span").class("first-move").role("timer").attr("data-low", low);
                Some(first_move.child(berserk_sign(session, place)).child(left).any())
            });
            vec![first_move.into_any(), face.any(), announcement.any()].into_any()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{TimeControl, alarm_ms};

    #[test]
    fn the_low_time_alarm_is_an_eighth_of_the_time_within_10_to_60_s() {
        let alarm = |base| alarm_ms(TimeControl::Increment { base, increment: 0 });
        assert_eq!([alarm(15), alarm(180), alarm(300), alarm(3_600)], [10_000, 22_500, 37_500, 60_000]);
    }
}
