//! The mark of a player: the picture that belongs to the name.

use leptos::prelude::*;
use room::Seat;
use rules::Side;

use crate::app::game::view::session::Session;
use crate::app::ui::face::face;
use crate::app::ui::mark::{empty_mark, mark, mark_opposite};

/// The mark of a side's player: the two differ. A seat keeps its mark, whichever side it plays.
pub(in crate::app::game) fn mark_of(session: Session, side: Side) -> AnyView {
    if !session.has_room() {
        return empty_mark();
    }
    let [own, other] = [side, side.other()].map(|side| session.name_of(side));
    let seat = session.with_game(|game| game.seat_of(side));
    if let Some(level) = seat.and_then(|seat| session.level_at(seat)) {
        return face(level);
    }
    match seat {
        Some(Seat::Top) => mark_opposite(own, &other),
        _ => mark(own),
    }
}
