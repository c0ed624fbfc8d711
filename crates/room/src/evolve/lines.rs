//! The system lines of the chat that follow from the events of a game.

use rules::Side;

use crate::chat::{LineContent, SystemLine};
use crate::clock::TimeOut;
use crate::event::Event;
use crate::game::{Game, Reason};
use crate::seat::Seat;
use crate::state::Room;

/// Adds the line of an event of a running game that players want to read later.
pub(super) fn push_game_line(room: &mut Room, event: &Event) {
    let (about, what) = match event {
        Event::UndoRequested(seat) => (Some(*seat), SystemLine::UndoRequested),
        Event::UndoDeclined(seat) => (Some(*seat), SystemLine::UndoDeclined),
        Event::Undone(_) => (None, SystemLine::TakenBack),
        Event::DrawOffered(seat) => (Some(*seat), SystemLine::DrawOffered),
        Event::DrawDeclined(seat) => (Some(*seat), SystemLine::DrawDeclined),
        Event::WentBerserk(seat) => (Some(*seat), SystemLine::WentBerserk),
        Event::Interrupted { .. } => (None, SystemLine::Interrupted),
        Event::AdjournRequested(seat) => (Some(*seat), SystemLine::AdjournRequested),
        Event::AdjournDeclined(seat) => (Some(*seat), SystemLine::AdjournDeclined),
        Event::Adjourned(_) => (None, SystemLine::Adjourned),
        Event::Resumed(seat) => (Some(*seat), SystemLine::Resumed),
        Event::TimeGiven(seat) => {
            let again = |last| if let Some(SystemLine::TimeGiven(times)) = last { times } else { 0 };
            return room.push_repeated(*seat, |last| SystemLine::TimeGiven(again(last).saturating_add(1)));
        }
        _ => return,
    };
    room.push_line(about, LineContent::Happened(what));
}

/// Adds a line if a move of `mover` has left a question of the other player without an answer. `asked`: who asked
/// before it.
pub(super) fn push_lapsed_line(room: &mut Room, mover: Side, asked: [Option<Seat>; 3]) {
    let Some(game) = &room.game else { return };
    let other = Some(game.seat_of(mover.other()));
    let lapsed = asked.into_iter().zip(game.asked()).any(|(before, now)| before == other && now.is_none());
    if lapsed {
        room.push_line(other, LineContent::Happened(SystemLine::Lapsed));
    }
}

/// How a game ended, and the seat that the chat line is about.
pub(super) fn ended_line(game: &Game, winner: Option<Side>, reason: Reason) -> (Option<Seat>, SystemLine) {
    let Some(winner) = winner else {
        return (None, if reason == Reason::CalledOff { SystemLine::CalledOff } else { SystemLine::Drawn });
    };
    let (won, lost) = (Some(game.seat_of(winner)), Some(game.seat_of(winner.other())));
    match reason {
        Reason::Resigned => (lost, SystemLine::Resigned),
        Reason::TimeOut if game.timeout == TimeOut::Loses => (lost, SystemLine::OutOfTime),
        _ => (won, SystemLine::Won),
    }
}
