//! Audits a whole event log against the rules. [`evolve`] trusts the log it folds; this module checks that
//! every event was allowed. It is used after a crash, for backups, and in tests.

use std::collections::HashMap;
use std::fmt;

use rules::mapello::Board;
use rules::{Outcome, Position, Setup, Side};

use crate::Millis;
use crate::code::RoomCode;
use crate::event::{Event, Logged, Origin};
use crate::evolve::evolve;
use crate::finished::EndedGame;
use crate::game::Reason;
use crate::matches::MatchGame;
use crate::rejection::Rejection;
use crate::seat::MemberId;
use crate::state::Room;

/// The result of a log without flaws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditReport {
    /// The room after it.
    pub room: Room,
    /// Its finished games.
    pub games: Vec<EndedGame>,
    /// How many moves were played, including those that were taken back.
    pub moves: u64,
    /// Command ids that occur twice. A page never reuses one, but the sender chooses the id, so a repetition
    /// is no flaw of the log.
    pub repeated: Vec<Origin>,
}

/// What is wrong with a log, and at which event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The number of the event, or the one it should have.
    pub seq: u64,
    /// What is wrong.
    pub what: FlawKind,
}

/// See [`Flaw`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlawKind {
    /// The numbers do not go on by one.
    Gap {
        /// The number that was found.
        found: u64,
    },
    /// The first event does not open the room, or a later one does.
    Opening,
    /// The event has an earlier time than the one before it.
    Earlier {
        /// The time of the one before.
        than: Millis,
    },
    /// The event changes a game, but no game is running.
    NoGame,
    /// A game began while another was running, under a used number, or on an invalid board.
    Start,
    /// It was not this side's turn.
    Turn(Side),
    /// The rules do not allow the move.
    Move,
    /// This player could not go berserk then.
    Berserk,
    /// The number of stones on the board changed.
    Stones,
    /// The game ended although the rules do not end it there, or with another result than theirs; or a player called off
    /// the second game of a match.
    Result,
    /// Between the two games of a match something was begun or agreed on that has to wait for its end, or no countdown to
    /// the second game began.
    MatchBreak,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: ", self.seq)?;
        match self.what {
            FlawKind::Gap { found } => write!(f, "in its place stands number {found}"),
            FlawKind::Opening => f.write_str("the room is opened by its first event, and only by it"),
            FlawKind::Earlier { than } => write!(f, "it happened before the one before it (at {than})"),
            FlawKind::NoGame => f.write_str("no game is running"),
            FlawKind::Start => f.write_str("no such game could begin"),
            FlawKind::Turn(side) => write!(f, "it was not {side:?}'s turn"),
            FlawKind::Move => f.write_str("the move was not legal"),
            FlawKind::Berserk => f.write_str("the player could not halve the time"),
            FlawKind::Stones => f.write_str("the stones do not add up"),
            FlawKind::Result => f.write_str("this is not how the game ended"),
            FlawKind::MatchBreak => f.write_str("the second game of the match has to come next"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Replays a room's whole log and checks every event.
///
/// # Errors
/// The first event that may not stand where it stands.
pub fn audit(code: RoomCode, log: &[Logged]) -> Result<AuditReport, Flaw> {
    let mut room = Room::new(code);
    let mut games: Vec<EndedGame> = Vec::new();
    let mut moves = 0;
    let mut seen_commands: HashMap<(MemberId, u64), u64> = HashMap::new();
    let mut repeated = Vec::new();
    for (logged, seq) in log.iter().zip(1..) {
        check_event(&room, logged, seq).map_err(|what| Flaw { seq, what })?;
        if let Some(by) = logged.by
            && seen_commands.insert((by.member, by.id), seq).is_some_and(|before| before + 1 != seq)
        {
            repeated.push(by);
        }
        let stones = stones(&room);
        evolve(&mut room, logged);
        match &logged.event {
            Event::Moved { .. } => {
                moves += 1;
                if stones.is_some_and(|before| self::stones(&room) != Some(before)) {
                    return Err(Flaw { seq, what: FlawKind::Stones });
                }
            }
            Event::Ended { .. } => games.extend(EndedGame::of(&room)),
            _ => {}
        }
    }
    Ok(AuditReport { room, games, moves, repeated })
}

/// Whether this event may come next.
fn check_event(room: &Room, logged: &Logged, seq: u64) -> Result<(), FlawKind> {
    let require = |holds: bool, otherwise: FlawKind| if holds { Ok(()) } else { Err(otherwise) };
    require(logged.seq == seq, FlawKind::Gap { found: logged.seq })?;
    require(logged.at >= room.at, FlawKind::Earlier { than: room.at })?;
    require(matches!(logged.event, Event::Opened(_)) == (seq == 1), FlawKind::Opening)?;
    if room.is_match_break() {
        let counts_down = room.countdown.is_some() || matches!(logged.event, Event::CountingDown(_));
        require(counts_down && !has_to_wait_for_the_match(&logged.event), FlawKind::MatchBreak)?;
    }
    match &logged.event {
        Event::Started { number, setup, first, opening, .. } => {
            let next = room.running().is_none() && *number == room.next_number();
            let may_open = opening.is_none() || *setup == Setup::Mapello(Board::OTHELLO);
            require(next && may_open && setup.validate().is_ok(), FlawKind::Start)?;
            // The second game of a match: the same start, sides swapped.
            let before = room.game.as_ref().filter(|_| room.is_match_break());
            let follows = before.is_none_or(|game| game.setup == *setup && game.first == first.other());
            require(follows, FlawKind::Start)
        }
        Event::Moved { side, mv } => {
            let game = room.running().ok_or(FlawKind::NoGame)?;
            require(game.position.to_move() == *side, FlawKind::Turn(*side))?;
            require(game.position.check(*mv).is_ok(), FlawKind::Move)
        }
        Event::Ended { winner, reason } => {
            let game = room.running().ok_or(FlawKind::NoGame)?;
            let by_rules = game.position.outcome().map(|outcome| match outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            });
            require((*reason == Reason::Played) == by_rules.is_some(), FlawKind::Result)?;
            require(by_rules.is_none_or(|won| won == *winner), FlawKind::Result)?;
            // Nobody escapes from a match; but an operator who closes its room calls the game off, which is no player's command.
            let is_second = game.match_game == Some(MatchGame::Second);
            require(!is_second || *reason != Reason::CalledOff || logged.by.is_none(), FlawKind::Result)
        }
        Event::WentBerserk(seat) => match room.check_berserk(*seat) {
            Err(Rejection::NoGame) => Err(FlawKind::NoGame),
            allowed => require(allowed.is_ok(), FlawKind::Berserk),
        },
        Event::Interrupted { .. }
        | Event::Lag { .. }
        | Event::TimeGiven(_)
        | Event::UndoRequested(_)
        | Event::UndoDeclined(_)
        | Event::Undone(_)
        | Event::DrawOffered(_)
        | Event::DrawDeclined(_)
        | Event::AdjournRequested(_)
        | Event::AdjournDeclined(_)
        | Event::Adjourned(_)
        | Event::Resumed(_) => require(room.running().is_some(), FlawKind::NoGame),
        _ => Ok(()),
    }
}

/// Whether an event may not stand between the two games of a match.
fn has_to_wait_for_the_match(event: &Event) -> bool {
    matches!(
        event,
        Event::Left(_)
            | Event::Configured { .. }
            | Event::Readied { ready: false, .. }
            | Event::RematchOffered(_)
            | Event::SameBoardRematchOffered(_)
            | Event::DraftBegan(_)
    )
}

/// The number of stones in the room's game; `None` if the game has none.
fn stones(room: &Room) -> Option<u32> {
    let Position::Mancala(position) = &room.game.as_ref()?.position else { return None };
    let side = |side| u32::from(position.store(side)) + u32::from(position.row_total(side));
    Some(side(Side::First) + side(Side::Second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seat, Settings};

    #[test]
    fn stones_in_play_are_the_sum_of_pits_and_stores() {
        let mut room = Room::new(RoomCode::from_seed(7));
        let settings = Settings::default();
        let setup = settings.game.setup(1).unwrap();
        let start = setup.start();
        let first = Event::Moved { side: Side::First, mv: start.legal_moves()[2] };
        let started = Event::started(1, setup, Seat::Bottom);
        let mut found = Vec::new();
        for (event, seq) in [Event::Opened(settings), started, first].into_iter().zip(1..) {
            evolve(&mut room, &Logged { seq, at: 0, by: None, event });
            found.push(stones(&room));
        }
        assert_eq!(found, [None, Some(48), Some(48)]);
    }
}
