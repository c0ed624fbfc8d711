//! Decides what needs the other player's consent: takeback (undo), draw offer and rematch; also gifts of
//! time, which need none.

use rules::Game::Mapello;

use super::{between_games, require_no_match_break, require_opponent, require_running, require_setup};
use crate::Millis;
use crate::event::Event;
use crate::game::Reason;
use crate::rejection::Rejection;
use crate::seat::Seat;
use crate::settings::UndoRule;
use crate::state::{REMATCH_OFFER_MS, Room};

/// The wait after the n-th refused takeback is this times n².
const UNDO_WAIT_MS: Millis = 10_000;
/// The least time between two gifts of time by one player.
const GIVE_EVERY_MS: Millis = 2_000;
/// The number of moves between two draw offers of one player.
const DRAW_EVERY: u32 = 6;

pub(super) fn ask_undo(room: &Room, seat: Seat, now: Millis) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    if room.settings.undo == UndoRule::AtOnce {
        let keep = game.undo_target(None).ok_or(Rejection::NothingToUndo)?;
        return Ok(vec![Event::Undone(keep)]);
    }
    game.undo_target(Some(game.side_of(seat))).ok_or(Rejection::NothingToUndo)?;
    match game.undo_request {
        Some(asking) if asking == seat => return Err(Rejection::AlreadyRequested),
        // Both players ask for a takeback: the second request accepts the first.
        Some(_) => return answer_undo(room, seat, true),
        None => {}
    }
    let (refused, last) = game.refusals[seat.index()];
    let until = last.saturating_add(UNDO_WAIT_MS * Millis::from(refused.saturating_mul(refused)));
    if refused > 0 && now < until {
        return Err(Rejection::Wait(until.saturating_sub(now)));
    }
    Ok(vec![Event::UndoRequested(seat)])
}

pub(super) fn answer_undo(room: &Room, seat: Seat, give: bool) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    if game.undo_request != Some(seat.other()) {
        return Err(Rejection::NothingRequested);
    }
    if !give {
        return Ok(vec![Event::UndoDeclined(seat)]);
    }
    let asking = game.side_of(seat.other());
    let keep = game.undo_target(Some(asking)).ok_or(Rejection::NothingToUndo)?;
    Ok(vec![Event::Undone(keep)])
}

pub(super) fn give_time(room: &Room, seat: Seat, now: Millis) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    if !game.clock.control().is_live() {
        return Err(Rejection::NoClock);
    }
    let (gifts, last) = game.gifts[seat.index()];
    let until = last.saturating_add(GIVE_EVERY_MS);
    if gifts > 0 && now < until {
        return Err(Rejection::Wait(until.saturating_sub(now)));
    }
    Ok(vec![Event::TimeGiven(seat)])
}

pub(super) fn offer_draw(room: &Room, seat: Seat) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    match game.draw_offer {
        Some(offering) if offering == seat => return Err(Rejection::AlreadyRequested),
        Some(_) => return answer_draw(room, seat, true),
        None => {}
    }
    let from = game.draw_offered_at[seat.index()].map_or(0, |ply| ply.saturating_add(DRAW_EVERY));
    if game.ply() < from {
        return Err(Rejection::DrawAfter(from - game.ply()));
    }
    Ok(vec![Event::DrawOffered(seat)])
}

pub(super) fn answer_draw(room: &Room, seat: Seat, agree: bool) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    if game.draw_offer != Some(seat.other()) {
        return Err(Rejection::NothingRequested);
    }
    Ok(vec![if agree {
        Event::Ended { winner: None, reason: Reason::Agreed }
    } else {
        Event::DrawDeclined(seat)
    }])
}

pub(super) fn again(room: &Room, seat: Seat, same_board: bool, now: Millis) -> Result<Vec<Event>, Rejection> {
    require_setup(room)?;
    require_no_match_break(room)?;
    let last = room.game.as_ref().ok_or(Rejection::NoGame)?;
    last.ending.ok_or(Rejection::NoGame)?;
    // The rematch must be of the game that the settings say, which may have changed since the last game.
    if same_board && [last.setup.game(), room.settings.game.game()] != [Mapello, Mapello] {
        return Err(Rejection::NoSameBoard);
    }
    require_opponent(room, seat)?;
    let offered = if same_board { Event::SameBoardRematchOffered(seat) } else { Event::RematchOffered(seat) };
    Ok(vec![match room.rematch_offer.filter(|offer| now < offer.at.saturating_add(REMATCH_OFFER_MS)) {
        Some(offer) if offer.same_board == same_board => match offer.seat {
            offering if offering == seat => return Err(Rejection::AlreadyRequested),
            _ if same_board => between_games::start_game(room, last.setup, last.opening, now),
            _ => between_games::next_game(room, now),
        },
        // No offer stands, or one of the other kind: this is a new offer.
        _ => offered,
    }])
}
