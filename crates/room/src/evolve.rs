//! The fold of event sourcing: `evolve` applies one event to the state of a room. It trusts the log, because
//! `decide` has checked every event.

mod ended;
mod lines;

use self::ended::end_game;
use self::lines::{push_game_line, push_lapsed_line};
use crate::Millis;
use crate::chat::{LineContent, SystemLine};
use crate::code::RoomCode;
use crate::event::{Event, Logged};
use crate::game::Game;
use crate::matches::MatchGame;
use crate::seat::{Occupant, Seat};
use crate::series::Series;
use crate::state::{Draft, REMEMBERED, RematchOffer, Room};

/// Folds a whole log into a room.
pub fn fold<'a>(code: RoomCode, log: impl IntoIterator<Item = &'a Logged>) -> Room {
    let mut room = Room::new(code);
    log.into_iter().for_each(|logged| evolve(&mut room, logged));
    room
}

/// Applies one event. An event that does not fit (a repeated one, an unknown game) changes nothing but the
/// numbers; it never panics.
pub fn evolve(room: &mut Room, logged: &Logged) {
    if logged.seq <= room.seq {
        return;
    }
    room.seq = logged.seq;
    room.at = room.at.max(logged.at);
    if let Some(origin) = logged.by
        && !room.has_answered(origin)
    {
        room.answered.push_back(origin);
        if room.answered.len() > REMEMBERED {
            room.answered.pop_front();
        }
    }
    apply_event(room, &logged.event, room.at);
    if let Some(seat) = logged.by.and_then(|origin| room.seat_of(origin.member))
        && let Some(game) = &mut room.game
    {
        game.excused = game.excused.filter(|excused| *excused != seat);
    }
}

fn apply_event(room: &mut Room, event: &Event, now: Millis) {
    match event {
        Event::Opened(settings) => {
            room.settings = *settings;
            room.settings_from = 1;
            room.configured = room.seq;
        }
        Event::Seated { seat, member, name } => {
            room.seats[seat.index()] = Some(Occupant { member: *member, name: name.clone(), ready: false });
            room.presets[seat.index()] = [0; 2];
            room.seated = room.seq;
            if room.left[seat.index()].is_some_and(|last| last != *member) {
                // The player whom the score belonged to has gone.
                room.series = Series::default();
            }
            room.push_line(Some(*seat), LineContent::Happened(SystemLine::Came));
        }
        Event::Renamed { seat, name } => {
            if let Some(occupant) = &mut room.seats[seat.index()] {
                occupant.name.clone_from(name);
            }
        }
        Event::Closed(closed) => {
            room.closed = *closed;
            room.push_line(None, LineContent::Happened(SystemLine::Closed(*closed)));
        }
        Event::Left(seat) => {
            if let Some(occupant) = room.occupant(*seat) {
                room.left[seat.index()] = Some(occupant.member);
                room.push_line(Some(*seat), LineContent::Happened(SystemLine::Left));
            }
            // The player who was allowed to write has left.
            room.talk = [false; 2];
            room.seats[seat.index()] = None;
            room.configured_by = room.configured_by.filter(|by| by != seat);
            reset_agreements(room);
        }
        Event::Configured { seat, settings } => {
            let before = room.next_settings();
            let was_ready = room.seats.iter().flatten().any(|occupant| occupant.ready);
            room.settings = *settings;
            room.settings_from = room.next_number();
            room.configured = room.seq;
            room.configured_by = Some(*seat);
            reset_agreements(room);
            let changed = |from, unready| SystemLine::Configured { from, to: *settings, unready };
            if was_ready {
                room.push_line(Some(*seat), LineContent::Happened(changed(before, true)));
            } else {
                // Changes in a row are one line, from the settings for which somebody was ready.
                room.push_repeated(*seat, |last| match last {
                    Some(SystemLine::Configured { from, unready, .. }) => changed(from, unready),
                    _ => changed(before, false),
                });
            }
        }
        Event::Readied { seat, ready } => {
            if let Some(occupant) = &mut room.seats[seat.index()] {
                occupant.ready = *ready;
            }
            // The break of a match comes to its end whoever is ready.
            room.countdown = room.countdown.filter(|_| room.is_match_break());
        }
        Event::CountingDown(until) => room.countdown = Some(*until),
        Event::Started { number, setup, first, clock_rules, opening } => {
            let game = Game::start(room, (*number, *setup, *first), *opening, *clock_rules, now);
            room.current_match = room.current_match.filter(|_| game.match_game == Some(MatchGame::Second));
            room.game = Some(game);
            reset_agreements(room);
            room.presets.iter_mut().for_each(|[_, after]| *after = 0);
            room.push_line(None, LineContent::Happened(SystemLine::Started(*number)));
        }
        Event::RematchOffered(seat) => {
            room.rematch_offer = Some(RematchOffer { seat: *seat, at: now, same_board: false })
        }
        Event::SameBoardRematchOffered(seat) => {
            room.rematch_offer = Some(RematchOffer { seat: *seat, at: now, same_board: true })
        }
        Event::DraftBegan(builder) => {
            reset_agreements(room);
            room.draft = Some(Draft { builder: *builder, board: None });
        }
        Event::Built(board) => {
            if let Some(draft) = &mut room.draft {
                draft.board = Some(*board);
                room.configured = room.seq;
                room.configured_by = Some(draft.builder);
            }
        }
        Event::DraftLeft(_) => reset_agreements(room),
        Event::SeatTransferred { seat, member } => {
            if let Some(occupant) = &mut room.seats[seat.index()] {
                occupant.member = *member;
            }
            room.push_line(Some(*seat), LineContent::Happened(SystemLine::SeatTransferred));
        }
        // Removed (`crate::redact`), or said before this spectator came (`crate::hide_chat`): it shows nothing.
        Event::ChatSent { text, .. } if text.is_empty() => {}
        Event::ChatSent { seat, text } => room.push_line(Some(*seat), LineContent::Text(text.clone())),
        Event::PresetSent { seat, preset } => {
            let said = &mut room.presets[seat.index()][usize::from(preset.is_after())];
            *said = said.saturating_add(1);
            room.push_line(Some(*seat), LineContent::Preset(*preset));
        }
        Event::ChatAllowed { seat, allowed } => {
            room.talk[seat.index()] = *allowed;
            room.push_line(Some(*seat), LineContent::Happened(SystemLine::Talk(*allowed)));
        }
        Event::Interrupted { .. }
        | Event::Lag { .. }
        | Event::TimeGiven(_)
        | Event::WentBerserk(_)
        | Event::Moved { .. }
        | Event::UndoRequested(_)
        | Event::UndoDeclined(_)
        | Event::Undone(_)
        | Event::DrawOffered(_)
        | Event::DrawDeclined(_)
        | Event::AdjournRequested(_)
        | Event::AdjournDeclined(_)
        | Event::Adjourned(_)
        | Event::Resumed(_) => {
            if let Some(game) = room.game.as_mut().filter(|game| game.is_running()) {
                let asked = game.asked();
                apply_to_game(game, event, now);
                push_game_line(room, event);
                if let Event::Moved { side, .. } = event {
                    push_lapsed_line(room, *side, asked);
                }
            }
        }
        Event::Ended { winner, reason } => end_game(room, *winner, *reason, now),
    }
}

fn apply_to_game(game: &mut Game, event: &Event, now: Millis) {
    match event {
        Event::Interrupted { from, until } => game.clock.interrupt(*from, *until, now),
        Event::Lag { side, ms } => game.clock.set_lag(*side, *ms),
        Event::TimeGiven(seat) => {
            game.clock.give_time(game.side_of(seat.other()));
            let gifts = &mut game.gifts[seat.index()];
            *gifts = (gifts.0.saturating_add(1), now);
        }
        Event::WentBerserk(seat) => game.go_berserk(*seat),
        Event::Moved { side, mv } => {
            let Ok(played) = game.position.play(*mv) else { return };
            game.earned.push(game.clock.press(&game.position, &played.position, now));
            game.position = played.position;
            game.moves.push(*mv);
            // A move is an answer to the opponent's offer, and makes a takeback request for the previous turn
            // pointless.
            game.undo_request = None;
            if game.draw_offer == Some(game.seat_of(side.other())) {
                game.draw_offer = None;
            }
            if game.put_away_asked == Some(game.seat_of(side.other())) {
                game.put_away_asked = None;
            }
            resume(game, game.seat_of(*side), now);
        }
        Event::UndoRequested(seat) => game.undo_request = Some(*seat),
        Event::UndoDeclined(seat) => {
            let refusals = &mut game.refusals[seat.other().index()];
            *refusals = (refusals.0.saturating_add(1), now);
            game.undo_request = None;
            after_question(game, now);
        }
        Event::Undone(keep) => {
            let keep = (*keep).max(game.opening_ply()) as usize;
            let keep = keep.min(game.moves.len());
            (game.position, _) = game.replay(keep);
            game.moves.truncate(keep);
            let earned = game.earned.split_off(keep.min(game.earned.len()));
            game.clock.rewind(&earned, game.position.to_move(), now);
            game.undo_request = None;
            game.draw_offer = None;
            game.draw_offered_at = [None; 2];
            // Both are present: one has asked to adjourn, the other has agreed.
            game.put_away = None;
            game.running_since = now;
        }
        Event::DrawOffered(seat) => {
            game.draw_offer = Some(*seat);
            game.draw_offered_at[seat.index()] = Some(game.ply());
        }
        Event::DrawDeclined(_) => {
            game.draw_offer = None;
            after_question(game, now);
        }
        Event::AdjournRequested(seat) => game.put_away_asked = Some(*seat),
        Event::AdjournDeclined(_) => {
            game.put_away_asked = None;
            after_question(game, now);
        }
        Event::Adjourned(seat) => {
            game.put_away = Some(*seat);
            game.put_away_asked = None;
        }
        Event::Resumed(seat) => resume(game, *seat, now),
        _ => {}
    }
}

/// A question was declined: whoever read it has the whole of a free first turn again.
fn after_question(game: &mut Game, now: Millis) {
    if !game.has_open_question() {
        game.clock.restart_first_turn(now);
    }
}

/// This player resumes a game, if it was adjourned.
fn resume(game: &mut Game, seat: Seat, now: Millis) {
    if game.put_away.take().is_some() {
        game.running_since = now;
        game.excused = Some(seat.other());
    }
}

/// Clears what was agreed on or offered for the next game.
fn reset_agreements(room: &mut Room) {
    room.countdown = None;
    room.rematch_offer = None;
    room.draft = None;
    room.seats.iter_mut().flatten().for_each(|occupant| occupant.ready = false);
}
