//! Decides the setup draft: one player builds the board of the next game, the other picks the side.

use rules::mapello::Board;
use rules::{Setup, Side};

use crate::event::Event;
use crate::rejection::Rejection;
use crate::seat::Seat;
use crate::state::{Draft, Room};

pub(super) fn build(room: &Room, seat: Seat, board: Board) -> Result<Vec<Event>, Rejection> {
    let draft = require_draft(room)?;
    if draft.builder != seat {
        return Err(Rejection::NotYourTurn);
    }
    board.validate().map_err(Rejection::BadBoard)?;
    Ok(if draft.board == Some(board) { Vec::new() } else { vec![Event::Built(board)] })
}

pub(super) fn pick(room: &Room, seat: Seat, side: Side) -> Result<Vec<Event>, Rejection> {
    let draft = require_draft(room)?;
    let board = draft.board.filter(|_| draft.builder != seat).ok_or(Rejection::NotYourTurn)?;
    let first = match side {
        Side::First => seat,
        Side::Second => seat.other(),
    };
    Ok(vec![Event::started(room.next_number(), Setup::Mapello(board), first)])
}

pub(super) fn leave(room: &Room, seat: Seat) -> Result<Vec<Event>, Rejection> {
    require_draft(room)?;
    Ok(vec![Event::DraftLeft(seat)])
}

/// The running draft.
fn require_draft(room: &Room) -> Result<Draft, Rejection> {
    room.draft.ok_or(Rejection::NoDraft)
}
