//! What follows from the end of a game: its result, and what it counts in the series.

use rules::Side;

use super::lines::ended_line;
use crate::Millis;
use crate::chat::LineContent;
use crate::game::{Ending, Reason};
use crate::seat::Seat;
use crate::state::Room;

/// Ends the running game.
pub(super) fn end_game(room: &mut Room, winner: Option<Side>, reason: Reason, now: Millis) {
    let Some(game) = room.game.as_mut().filter(|game| game.is_running()) else { return };
    game.clock.stop(now);
    game.draw_offer = None;
    game.undo_request = None;
    game.put_away_asked = None;
    game.put_away = None;
    game.ending = Some(Ending { winner, reason, at: now });
    let (about, what) = ended_line(game, winner, reason);
    if reason != Reason::CalledOff {
        room.last_builder = game.builder.or(room.last_builder);
    }
    if game.match_game.is_none() {
        count_game(room, winner, reason);
    } else if let Some(over) = room.count_match_game() {
        room.series.count(over.leader());
        let points = over.stones();
        Seat::BOTH.into_iter().for_each(|seat| room.series.add(seat, points[seat.index()]));
    }
    room.presets.iter_mut().for_each(|[before, _]| *before = 0);
    room.push_line(about, LineContent::Happened(what));
}

/// Counts a single game in the series.
fn count_game(room: &mut Room, winner: Option<Side>, reason: Reason) {
    let Some(game) = &room.game else { return };
    if reason != Reason::CalledOff {
        room.series.count(winner.map(|side| game.seat_of(side)));
    }
    if game.is_scored(reason) {
        let points = game.position.score();
        for seat in Seat::BOTH {
            room.series.add(seat, points[game.side_of(seat).index()]);
        }
    }
}
