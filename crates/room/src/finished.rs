//! A finished game by itself: the projection of a room's log that may be shown outside of the room. It holds
//! no room code, member id or chat, so that no page can leak one.

use rules::{Move, Outcome, Record, Setup, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::boards::BoardChoice;
use crate::clock::{TimeControl, TimeOut};
use crate::code::RoomCode;
use crate::event::{Event, Logged, stamp};
use crate::evolve::{evolve, fold};
use crate::game::{Game, Reason};
use crate::matches::MatchPart;
use crate::opening::opening_moves;
use crate::seat::{MemberId, Seat};
use crate::settings::{GameSettings, Settings};
use crate::state::Room;

/// A game that ended with a result that counts, after at least one move. It is stored as JSON: names and
/// fields are a stored format, as those of events are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// The players' names when it ended, by [`Side::index`].
    pub names: [String; 2],
    /// How it was set up.
    pub setup: Setup,
    /// The name of its board, if that is no share code: the board of a day, a random one by its seed, or an opening by its
    /// number, the moves of which are the first ones here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardChoice>,
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// Who won; `None` for a draw.
    #[serde(default)]
    pub winner: Option<Side>,
    /// The reason.
    pub reason: Reason,
    /// What happened when a side's time ran out.
    #[serde(default)]
    pub timeout: TimeOut,
    /// The time control.
    #[serde(default)]
    pub clock: TimeControl,
    /// When it ended.
    pub ended: Millis,
    /// What it is of a match; `None` for a single game.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_part: Option<MatchPart>,
}

/// A finished game together with what only its room knows: number and players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedGame {
    /// Its number in the room.
    pub number: u32,
    /// Seat and member of both players, by [`Side::index`].
    pub players: [(Seat, MemberId); 2],
    /// The game.
    pub game: Finished,
}

impl EndedGame {
    /// The last game of a room, if it is over, counts, and has moves.
    pub fn of(room: &Room) -> Option<Self> {
        let game = room.game.as_ref()?;
        let ending = game.ending.filter(|ending| ending.reason != Reason::CalledOff)?;
        let seats = Side::BOTH.map(|side| game.seat_of(side));
        let [first, second] = seats.map(|seat| room.occupant(seat));
        let (first, second) = (first?, second?);
        let played = Finished {
            names: [first.name.clone(), second.name.clone()],
            setup: game.setup,
            board: named_board(room, game),
            moves: game.moves.clone(),
            winner: ending.winner,
            reason: ending.reason,
            timeout: game.timeout,
            clock: room.settings.clock,
            ended: ending.at,
            match_part: MatchPart::of(room),
        };
        let players = [(seats[0], first.member), (seats[1], second.member)];
        (game.own_ply() > 0).then_some(Self { number: game.number, players, game: played })
    }

    /// All finished games of a log, in order, and the room after the log.
    pub fn all(code: RoomCode, log: &[Logged]) -> (Vec<Self>, Room) {
        let mut room = Room::new(code);
        let mut games = Vec::new();
        for logged in log {
            evolve(&mut room, logged);
            if matches!(logged.event, Event::Ended { .. }) {
                games.extend(Self::of(&room));
            }
        }
        // A repeated end event is one end.
        games.dedup_by_key(|game| game.number);
        (games, room)
    }
}

/// The choice of a board that led to the board of this game. A rematch on the same board was not chosen by
/// it, but an opening is known by its number in any case.
fn named_board(room: &Room, game: &Game) -> Option<BoardChoice> {
    if let Some(number) = game.opening {
        return Some(BoardChoice::Opening(number));
    }
    let (GameSettings::Mapello(choice), Setup::Mapello(board)) =
        (room.settings_for(game.number).game, game.setup)
    else {
        return None;
    };
    let is_code = matches!(choice, BoardChoice::Custom(_) | BoardChoice::Draft);
    (!is_code && choice.board(1) == Some(board)).then_some(choice)
}

impl Finished {
    /// A game written down elsewhere: its moves have to be legal. The winner follows from them, or is
    /// unknown.
    pub fn from_record(names: [String; 2], record: Record) -> Option<Self> {
        let end = record.replay().ok()?;
        Some(Self {
            names,
            setup: record.setup,
            board: None,
            moves: record.moves,
            winner: end.outcome().and_then(|outcome| match outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            }),
            reason: Reason::Played,
            timeout: TimeOut::default(),
            clock: TimeControl::None,
            ended: 0,
            match_part: None,
        })
    }

    /// How many of its moves are those of the opening that it began from.
    pub fn opening_ply(&self) -> usize {
        opening_moves(&self.setup, self.board.and_then(|board| board.opening())).len()
    }

    /// The settings it was played with.
    pub fn settings(&self) -> GameSettings {
        match self.setup {
            Setup::Mancala(setup) => GameSettings::Mancala(setup.into()),
            Setup::Mapello(board) => GameSettings::Mapello(self.board.unwrap_or(BoardChoice::Custom(board))),
        }
    }

    /// A room in which only this game was played, by members 1 and 2 without a clock.
    pub fn room(&self) -> Room {
        let settings = Settings {
            game: self.settings(),
            clock: TimeControl::None,
            timeout: self.timeout,
            ..Settings::default()
        };
        let seated = Seat::BOTH.into_iter().zip(&self.names).zip(1..);
        let seated = seated.map(|((seat, name), number)| Event::Seated {
            seat,
            member: MemberId(number),
            name: name.clone(),
        });
        let mut events = vec![Event::Opened(settings)];
        events.extend(seated);
        events.push(Event::started_from(self.settings().opening(), 1, self.setup, Seat::Bottom));
        let code = RoomCode::from_seed(0);
        let mut room = fold(code, &stamp(events, 0, self.ended, None));
        let opened = room.game.as_ref().map_or(0, |game| game.moves.len());
        for &mv in self.moves.iter().skip(opened) {
            let side = room.running().map_or(Side::First, |game| game.position.to_move());
            let moved = stamp(vec![Event::Moved { side, mv }], room.seq, self.ended, None);
            moved.iter().for_each(|event| evolve(&mut room, event));
        }
        let ended = Event::Ended { winner: self.winner, reason: self.reason };
        stamp(vec![ended], room.seq, self.ended, None).iter().for_each(|event| evolve(&mut room, event));
        room
    }
}
