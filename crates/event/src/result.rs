//! The result of a pairing, as the log of its room says.

use room::{Game, Logged, MatchLength, Millis, Reason, Room, RoomCode, Seat, evolve};
use serde::{Deserialize, Serialize};

/// How a pairing ended. The player on the bottom seat is the first one of the pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The player on this seat won.
    Won(Seat),
    /// Drawn.
    Drawn,
    /// It does not count: the room was taken away by the operator, or is lost.
    Void,
}

/// What came of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairingResult {
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves each player made, by [`Seat::index`], over all games of the pairing.
    pub moves: [u16; 2],
    /// Who played with half of the time, by [`Seat::index`].
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub berserk: [bool; 2],
    /// When the pairing ended, by the log of its room.
    pub ended: Millis,
}

fn is_nobody(berserk: &[bool; 2]) -> bool {
    *berserk == [false; 2]
}

impl PairingResult {
    /// The result of the pairing that is played in this room; `None` until it is over. Further games in the room say
    /// nothing of the pairing.
    ///
    /// Whoever does not make the first move in time loses, although in a room of its own such a game is called off. Who
    /// plays with half of the time (`berserk`) is for the caller to say.
    pub fn of(room: &Room, berserk: [bool; 2]) -> Option<Self> {
        let game = room.game.as_ref()?;
        let ending = game.ending?;
        let (outcome, moves) = if ending.reason == Reason::CalledOff {
            let absent = game.seat_of(game.position.to_move());
            (Outcome::Won(absent.other()), moves_of(game))
        } else if room.settings.match_length == MatchLength::Two {
            let played = room.current_match.filter(|played| played.first_number == 1 && played.is_over())?;
            (outcome_of(played.leader()), played.moves)
        } else {
            (outcome_of(ending.winner.map(|side| game.seat_of(side))), moves_of(game))
        };
        let is_of_pairing = match room.settings.match_length {
            MatchLength::One => game.number == 1,
            MatchLength::Two => game.number <= 2,
        };
        let moves = moves.map(|count| u16::try_from(count).unwrap_or(u16::MAX));
        is_of_pairing.then_some(Self { outcome, moves, berserk, ended: ending.at })
    }

    /// As [`PairingResult::of`], from the log of the room: whatever was played there since.
    pub fn of_log<'a>(
        code: RoomCode,
        log: impl IntoIterator<Item = &'a Logged>,
        berserk: [bool; 2],
    ) -> Option<Self> {
        let mut room = Room::new(code);
        log.into_iter().find_map(|logged| {
            evolve(&mut room, logged);
            Self::of(&room, berserk)
        })
    }

    /// The result of a pairing whose room is lost or taken away.
    pub fn void(ended: Millis) -> Self {
        Self { outcome: Outcome::Void, moves: [0; 2], berserk: [false; 2], ended }
    }

    /// The seat of a player who lost without a single move: who was not there.
    pub fn absent(&self) -> Option<Seat> {
        let Outcome::Won(winner) = self.outcome else { return None };
        Some(winner.other()).filter(|loser| self.moves[loser.index()] == 0)
    }
}

fn outcome_of(winner: Option<Seat>) -> Outcome {
    winner.map_or(Outcome::Drawn, Outcome::Won)
}

fn moves_of(game: &Game) -> [u32; 2] {
    let by_side = game.moves_by_side();
    Seat::BOTH.map(|seat| by_side[game.side_of(seat).index()])
}
