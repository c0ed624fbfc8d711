//! Error messages: why something is not possible, in words for the player.

use room::message::Fault;
use room::{MAX_CHARS, Millis, PRESETS_PER_GAME, Rejection};
use rules::mapello::notation::ReadError;
use rules::mapello::{BONUSES, JOKERS, WALLS};
use rules::{IllegalMove, SetupError, mancala};

use super::words;
#[cfg(feature = "ssr")]
use crate::app::api::ApiError;

/// In so many seconds, as part of a sentence in the present language.
#[cfg(feature = "ssr")]
pub fn in_seconds(seconds: u32) -> String {
    match seconds {
        0..120 => words::in_seconds(seconds),
        120..7_200 => words::in_minutes(seconds.div_ceil(60)),
        7_200..172_800 => words::in_hours(seconds.div_ceil(3_600)),
        _ => words::in_days(seconds.div_ceil(86_400)),
    }
}

/// Why a form was refused: the server says so on the page that it sends back. `again`: in how many seconds it may be sent
/// again, if that is known.
#[cfg(feature = "ssr")]
pub fn api_error_text(error: ApiError, again: Option<u32>) -> String {
    match error {
        ApiError::BadName => words::bad_name(),
        ApiError::BadSettings => words::bad_settings(),
        ApiError::BadBoardCode => words::bad_board_code(),
        ApiError::BadBoard(why) => setup_error_text(why),
        ApiError::TooMany => {
            again.map_or_else(words::too_many, |seconds| words::too_many_until(&in_seconds(seconds)))
        }
        ApiError::NameRefused => words::name_refused(),
        ApiError::RoomsOff => words::rooms_off(),
        ApiError::Barred => words::no_entry(),
        ApiError::NotUnderstood => words::page_not_understood(),
        ApiError::Unreachable => words::unreachable(),
        ApiError::Unavailable => words::unavailable(),
    }
}

/// Why a command was refused.
pub fn rejection_text(reason: Rejection) -> String {
    match reason {
        Rejection::NotSeated => words::not_seated(),
        Rejection::Full => words::room_taken(),
        Rejection::Closed => words::room_closed(),
        Rejection::NotHost => words::not_host(),
        Rejection::RoomFull => words::room_full(),
        Rejection::BadName => words::bad_name(),
        Rejection::BadSettings => words::bad_settings(),
        Rejection::BadBoard(why) => setup_error_text(why),
        Rejection::GameRunning => words::game_running(),
        Rejection::MatchRunning => words::match_running(),
        Rejection::NoGame => words::no_game(),
        Rejection::NoSameBoard => words::no_same_board(),
        Rejection::NoDraft => words::no_draft(),
        Rejection::NoOpponent => words::no_opponent(),
        Rejection::NotYourTurn => words::not_your_turn(),
        Rejection::Stale => words::stale(),
        Rejection::Illegal(why) => illegal_move_text(why),
        Rejection::NothingRequested => words::nothing_asked(),
        Rejection::AlreadyRequested => words::asked_already(),
        Rejection::NothingToUndo => words::nothing_to_undo(),
        Rejection::NoClock => words::no_live_clock(),
        Rejection::NoBerserk => words::no_half_time(),
        Rejection::AlreadyBerserk => words::you_halve(),
        Rejection::BerserkTooLate => words::half_time_late(),
        Rejection::Wait(ms) => {
            words::wait_seconds(u32::try_from(ms.saturating_add(999) / 1000).unwrap_or_default())
        }
        Rejection::DrawTooSoon => words::draw_too_soon(),
        Rejection::DrawAfter(moves) => words::draw_after(moves),
        Rejection::TooLate => words::too_late(),
        Rejection::EmptyLine => words::empty_line(),
        Rejection::LineTooLong => words::line_too_long(MAX_CHARS as u32),
        Rejection::RepeatedLine => words::said_already(),
        Rejection::OpponentPresent => words::not_gone(),
        Rejection::HasClock => words::has_clock(),
        Rejection::PresetsUsedUp => words::said_enough(PRESETS_PER_GAME.into()),
        Rejection::PresetsOnly => words::presets_only(),
        Rejection::SpectatorsOnly => words::only_watchers(),
        Rejection::Muted(ms) => muted_text(ms),
        Rejection::ChatOff => words::chat_off(),
    }
}

/// For how long the sender may not write, in hours or in days.
fn muted_text(ms: Millis) -> String {
    let hours = u32::try_from(ms / 3_600_000).unwrap_or_default() + 1;
    if hours < 48 { words::muted_hours(hours) } else { words::muted_days(hours.div_ceil(24)) }
}

/// Why a move is not allowed.
pub fn illegal_move_text(why: IllegalMove) -> String {
    match why {
        IllegalMove::WrongSide => words::wrong_side(),
        IllegalMove::EmptyPit => words::empty_pit(),
        IllegalMove::NoSuchPit => words::no_such_pit(),
        IllegalMove::GameOver => words::game_is_over(),
        IllegalMove::SwapNotAllowed => words::cannot_swap(),
        IllegalMove::Wall => words::wall_there(),
        IllegalMove::Occupied => words::disc_there(),
        IllegalMove::NoFlip => words::flips_nothing(),
        IllegalMove::OtherGame => words::other_game(),
    }
}

/// Why a setup is invalid.
pub fn setup_error_text(why: SetupError) -> String {
    match why {
        SetupError::Pits(given) => {
            let range = mancala::PITS;
            words::pits_out_of_range(given.into(), (*range.start()).into(), (*range.end()).into())
        }
        SetupError::Stones(given) => {
            let range = mancala::STONES;
            words::stones_out_of_range(given.into(), (*range.start()).into(), (*range.end()).into())
        }
        SetupError::Walls(given) => words::too_many_walls(given.into(), WALLS.into()),
        SetupError::Bonuses(given) => words::too_many_bonuses(given.into(), BONUSES.into()),
        SetupError::Jokers(given) => words::too_many_jokers(given.into(), JOKERS.into()),
        SetupError::Place => words::bad_place(),
        SetupError::NobodyCanMove => words::board_stuck(),
        SetupError::Start => words::bad_start(),
    }
}

/// Why a typed text is no board.
pub fn board_error_text(why: &ReadError) -> String {
    match why {
        ReadError::Setup(why) => setup_error_text(*why),
        _ => words::bad_board_code(),
    }
}

/// What is wrong with the connection, and what helps.
pub fn fault_text(fault: Fault) -> String {
    match fault {
        Fault::NotUnderstood => words::fault_not_understood(),
        Fault::TooLarge => words::fault_too_large(),
        Fault::TooFast => words::fault_too_fast(),
        Fault::OldVersion => words::fault_old_version(),
        Fault::NoSuchRoom => words::fault_no_room(),
        Fault::Busy => words::fault_busy(),
        Fault::Closed => words::room_closed_more(),
        Fault::Suspended => words::fault_suspended(),
        Fault::Blocked => words::fault_blocked(),
        Fault::Shut => words::fault_shut(),
    }
}
