//! The result of a pairing, as the log of its room says.

use room::{Ending, Game, Logged, MatchLength, Millis, Reason, Room, RoomCode, Seat, evolve};
use serde::{Deserialize, Serialize};

/// How a pairing ended. The player on the bottom seat is the first one of the pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The player on this seat won.
    Won(Seat),
    /// Drawn.
    Drawn,
    /// It does not count: the operator called the game off or closed the room, or the room is lost.
    Void,
}

/// What came of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairingResult {
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves each player made, by [`Seat::index`], over all games of the pairing.
    pub moves: [u16; 2],
    /// Who played with half of the time, in a match in both games, by [`Seat::index`].
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub berserk: [bool; 2],
    /// When the pairing ended, by the log of its room.
    pub ended: Millis,
}

fn is_nobody(berserk: &[bool; 2]) -> bool {
    *berserk == [false; 2]
}

impl PairingResult {
    /// The result of the pairing that is played in the room with this log; `None` until it is over. Further games in
    /// the room say nothing of the pairing.
    ///
    /// A player who does not make the first move in time loses, although in a room of its own such a game is called
    /// off. A game that was called off for another reason is void.
    pub fn of_log<'a>(code: RoomCode, log: impl IntoIterator<Item = &'a Logged>) -> Option<Self> {
        let mut room = Room::new(code);
        log.into_iter().find_map(|logged| {
            // A game that is over has no deadline any more.
            let deadline = room.running().and_then(Game::deadline);
            evolve(&mut room, logged);
            Self::of(&room, deadline)
        })
    }

    /// As [`PairingResult::of_log`], from the room after an event and the deadline of its game before that event.
    fn of(room: &Room, deadline: Option<Millis>) -> Option<Self> {
        let length = room.settings.match_length;
        let games = match length {
            MatchLength::One => 1,
            MatchLength::Two => 2,
        };
        let game = room.game.as_ref().filter(|game| game.number <= games)?;
        let ending = game.ending?;
        let (outcome, moves) = if ending.reason == Reason::CalledOff {
            let Some(absent) = no_show(game, ending, deadline) else { return Some(Self::void(ending.at)) };
            (Outcome::Won(absent.other()), moves_of(game))
        } else if length == MatchLength::Two {
            let played = room.current_match.filter(|played| played.first_number == 1 && played.is_over())?;
            (outcome_of(played.leader()), played.moves)
        } else {
            (outcome_of(ending.winner.map(|side| game.seat_of(side))), moves_of(game))
        };
        let moves = moves.map(|count| u16::try_from(count).unwrap_or(u16::MAX));
        Some(Self { outcome, moves, berserk: game.berserk, ended: ending.at })
    }

    /// The result of a pairing whose room is lost, or was closed by the operator.
    pub fn void(ended: Millis) -> Self {
        Self { outcome: Outcome::Void, moves: [0; 2], berserk: [false; 2], ended }
    }

    /// The seat of a player who lost without a single move: who was not there.
    pub fn absent(&self) -> Option<Seat> {
        let Outcome::Won(winner) = self.outcome else { return None };
        Some(winner.other()).filter(|loser| self.moves[loser.index()] == 0)
    }
}

/// Who failed to make the first move in time, in a game that was called off: the operator of the server can call off a
/// game as well, at any moment.
fn no_show(game: &Game, ending: Ending, deadline: Option<Millis>) -> Option<Seat> {
    let to_move = game.position.to_move();
    let is_late = deadline.is_some_and(|deadline| ending.at >= deadline);
    (game.clock.in_grace(to_move) && is_late).then(|| game.seat_of(to_move))
}

fn outcome_of(winner: Option<Seat>) -> Outcome {
    winner.map_or(Outcome::Drawn, Outcome::Won)
}

fn moves_of(game: &Game) -> [u32; 2] {
    let by_side = game.moves_by_side();
    Seat::BOTH.map(|seat| by_side[game.side_of(seat).index()])
}
