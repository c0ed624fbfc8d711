//! The room in which somebody practises alone: a step of a lesson, a puzzle, or a drill. Pure;
//! `game/drivers/practice.rs` plays in it.

use room::{Event, MemberId, Room, RoomCode, Seat, Settings, TimeControl, fold, stamp};
use rules::{Move, Setup, Side};

/// The learner's member id in such a room.
pub const LEARNER: MemberId = MemberId(1);

/// A room with a game of this setup and number in which these moves were made: the learner sits at the bottom and plays
/// this side, opposite an opponent. `names` are theirs. `None` if a move is illegal.
pub fn practice_room(
    number: u32,
    setup: Setup,
    moves: &[Move],
    side: Side,
    names: [String; 2],
) -> Option<Room> {
    let settings = Settings { clock: TimeControl::None, ..Settings::for_game(setup.game()) };
    let mut events = vec![Event::Opened(settings)];
    events.extend(Seat::BOTH.into_iter().zip(names).map(|(seat, name)| Event::Seated {
        seat,
        member: if seat == Seat::Bottom { LEARNER } else { MemberId(LEARNER.0 + 1) },
        name,
    }));
    let first = if side == Side::First { Seat::Bottom } else { Seat::Top };
    events.push(Event::started(number, setup, first));
    let mut position = setup.start();
    for &mv in moves {
        events.push(Event::Moved { side: position.to_move(), mv });
        position = position.play(mv).ok()?.position;
    }
    Some(fold(RoomCode::from_seed(0), &stamp(events, 0, 0, None)))
}
