//! The match: two games of Mancala from one start with sides swapped, decided by the sum of their stones.

use rules::{Position, Setup, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::game::{Game, Reason};
use crate::seat::Seat;
use crate::state::Room;

/// The break between the two games of a match, in milliseconds. The second game starts when it is over, or a usual
/// countdown after both players are ready, if that is earlier.
pub const MATCH_BREAK_MS: Millis = 15_000;

/// How many games decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchLength {
    /// Every game counts by itself.
    #[default]
    One,
    /// A match of two games of Mancala: the sum of the stones of both decides.
    Two,
}

impl MatchLength {
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::One
    }
}

/// Which game of a match a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchGame {
    /// The first of the two.
    First,
    /// The second, from the same start with sides swapped.
    Second,
}

/// A match whose first game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// The number of its first game in the room; the second game has the next number.
    pub first_number: u32,
    /// The stones of its first game, by [`Seat::index`].
    pub first_stones: [u16; 2],
    /// The stones of its second game, by [`Seat::index`]; `None` until that is over.
    pub second_stones: Option<[u16; 2]>,
    /// How many moves each seat has made in its games so far, by [`Seat::index`].
    pub moves: [u32; 2],
}

/// What a finished game is of its match, as it is stored with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchPart {
    /// The first game: the second had not been played when it ended.
    First,
    /// The second game, by which the match was decided.
    Second {
        /// The stones of both games, by [`Side::index`] in this game.
        stones: [u16; 2],
    },
}

impl MatchPart {
    /// What the last game of a room is of its match, if it belongs to one and is over.
    pub fn of(room: &Room) -> Option<Self> {
        let game = room.game.as_ref()?;
        match game.match_game? {
            MatchGame::First => Some(Self::First),
            MatchGame::Second => {
                let stones = room.current_match.filter(Match::is_over)?.stones();
                Some(Self::Second { stones: Side::BOTH.map(|side| stones[game.seat_of(side).index()]) })
            }
        }
    }

    /// Whether it can be of a game with so many stones: text from outside may say anything.
    pub fn is_possible(&self, setup: &Setup) -> bool {
        match (self, setup) {
            (_, Setup::Mapello(_)) => false,
            (Self::First, Setup::Mancala(_)) => true,
            (Self::Second { stones }, Setup::Mancala(setup)) => {
                let both = 4 * u32::from(setup.variant.pits) * u32::from(setup.variant.stones);
                stones.iter().copied().map(u32::from).sum::<u32>() <= both
            }
        }
    }
}

impl Match {
    /// Whether both games are over.
    pub fn is_over(&self) -> bool {
        self.second_stones.is_some()
    }

    /// The stones of the games that are over, by [`Seat::index`].
    pub fn stones(&self) -> [u16; 2] {
        let [bottom, top] = self.first_stones;
        let [more_bottom, more_top] = self.second_stones.unwrap_or_default();
        [bottom.saturating_add(more_bottom), top.saturating_add(more_top)]
    }

    /// The seat with more stones so far, which has won the match once it is over; `None` if both have the same.
    pub fn leader(&self) -> Option<Seat> {
        let [bottom, top] = self.stones();
        match bottom.cmp(&top) {
            core::cmp::Ordering::Greater => Some(Seat::Bottom),
            core::cmp::Ordering::Less => Some(Seat::Top),
            core::cmp::Ordering::Equal => None,
        }
    }
}

/// The stones that a game of Mancala which ended in this position is worth in a match, by [`Side::index`].
///
/// - Played to its end: what lies in the stores.
/// - Won by resignation, on time, or because the opponent was gone: the loser has what lies in the own store, the winner
///   everything else.
/// - A draw by agreement, or called by the player who stayed: half of all stones each.
///
/// Both numbers add up to the stones of the board, unless the game was played to its end by rules that give the
/// leftovers to nobody. `None` for a game that was called off, and for Mapello.
pub fn stones_of(position: &Position, winner: Option<Side>, reason: Reason) -> Option<[u16; 2]> {
    let Position::Mancala(mancala) = position else { return None };
    let stores = position.score();
    let rows = Side::BOTH.map(|side| u16::from(mancala.row_total(side)));
    let all: u16 = stores.iter().chain(&rows).sum();
    match (reason, winner) {
        (Reason::CalledOff, _) => None,
        (Reason::Played, _) => Some(stores),
        (_, None) => Some([all / 2; 2]),
        (_, Some(winner)) => {
            let mut stones = stores;
            stones[winner.index()] = all - stores[winner.other().index()];
            Some(stones)
        }
    }
}

impl Game {
    /// The stones that it is worth in a match, by [`Side::index`] ([`stones_of`]); `None` while it is running, if it was
    /// called off, and for Mapello.
    pub fn match_stones(&self) -> Option<[u16; 2]> {
        let ending = self.ending?;
        stones_of(&self.position, ending.winner, ending.reason)
    }

    /// How many moves each side has made, by [`Side::index`]: those of an opening are nobody's.
    pub fn moves_by_side(&self) -> [u32; 2] {
        let (_, played_sides) = self.replay(self.moves.len());
        let own = played_sides.get(self.opening_ply() as usize..).unwrap_or_default();
        Side::BOTH.map(|side| own.iter().filter(|(mover, _)| *mover == side).count() as u32)
    }

    /// What was counted by side, by seat.
    fn by_seat<T: Copy>(&self, by_side: [T; 2]) -> [T; 2] {
        Seat::BOTH.map(|seat| by_side[self.side_of(seat).index()])
    }
}

impl Room {
    /// Whether the first game of a match is over and the second one has not begun: the break, in which nothing else can
    /// be begun or agreed on.
    pub fn is_match_break(&self) -> bool {
        self.running().is_none() && self.current_match.is_some_and(|current| !current.is_over())
    }

    /// Which game of a match begins next by the settings of now; `None` for a single game.
    pub fn next_match_game(&self) -> Option<MatchGame> {
        if self.is_match_break() {
            return Some(MatchGame::Second);
        }
        (self.settings.match_length == MatchLength::Two).then_some(MatchGame::First)
    }

    /// Counts the game of a match that has just ended for its match; gives the match if that is over by it. `None` also
    /// for single games, and for games that were called off: a match whose second game an operator called off is none.
    pub(crate) fn count_match_game(&mut self) -> Option<Match> {
        let game = self.game.as_ref()?;
        let Some(stones) = game.match_stones() else {
            self.current_match = self.current_match.filter(Match::is_over);
            return None;
        };
        let (stones, moves) = (game.by_seat(stones), game.by_seat(game.moves_by_side()));
        match (game.match_game?, &mut self.current_match) {
            (MatchGame::Second, Some(current)) if !current.is_over() => {
                current.second_stones = Some(stones);
                for (sum, more) in current.moves.iter_mut().zip(moves) {
                    *sum = sum.saturating_add(more);
                }
                Some(*current)
            }
            (MatchGame::Second, _) => None,
            (MatchGame::First, current) => {
                *current = Some(Match {
                    first_number: game.number,
                    first_stones: stones,
                    second_stones: None,
                    moves,
                });
                None
            }
        }
    }
}
