//! Move generation: sowing, relay, capture and the end of the game, by the options of a variant. A lap is a table
//! lookup by pit and stones, and one addition to each row.

use rules::mancala::{Capture, Leftovers, Sowing, Variant};

use super::board::Board;
use super::row::Row;

/// Number of different stone counts of a pit, 0 included.
const COUNTS: usize = 128;

/// The difference that one lap makes.
#[derive(Clone, Copy)]
struct Lap {
    /// Added to the mover's row. The pit that is emptied has a negative number here.
    mine: Row,
    /// Added to the opponent's row.
    theirs: Row,
    /// Stones for the mover's store.
    stored: u8,
    /// The hole of the last stone, counted from the mover's first pit over the store to the opponent's last pit.
    last: u8,
}

/// The board after a move.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The board from the point of view of the side that moves next, which after an extra turn is the mover. When the
    /// game is over, the point of view is the mover's.
    pub board: Board,
    /// Stones that the mover won by sowing and capture, without the leftovers at the end of the game.
    pub gain: i32,
    /// The mover moves again.
    pub extra_turn: bool,
    /// The game is over.
    pub game_over: bool,
}

/// The options of a variant, with the lap table that they need.
pub struct SowingRules {
    laps: Vec<Lap>,
    pits: usize,
    capture: Capture,
    relay: bool,
    extra_turn: bool,
    leftovers: Leftovers,
}

impl SowingRules {
    /// The rules of a variant.
    pub fn new(variant: &Variant) -> SowingRules {
        let pits = usize::from(variant.pits);
        let holes = (0..=2 * pits).filter(|&hole| hole <= pits || variant.sowing == Sowing::Relay);
        let laps = holes.flat_map(|from| laps(pits, from)).collect();
        SowingRules {
            laps,
            pits,
            capture: variant.effective_capture(),
            relay: variant.sowing == Sowing::Relay,
            extra_turn: variant.extra_turn,
            leftovers: variant.leftovers,
        }
    }

    /// Number of pits a side.
    #[inline]
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// Whether every move is a single lap, and one that ends in the store gives an extra turn.
    pub fn is_single_lap_with_extra_turn(&self) -> bool {
        !self.relay && self.extra_turn
    }

    /// Sows from a pit of the side to move. The pit must not be empty.
    #[inline(always)]
    pub fn sow(&self, board: Board, lane: usize) -> Successor {
        let Board { mut mine, mut theirs } = board;
        let mut gain = 0;
        let mut last = lane;
        let mut stones = mine.stones(lane);
        loop {
            let lap = &self.laps[last * COUNTS + usize::from(stones)];
            mine = mine.plus(lap.mine);
            theirs = theirs.plus(lap.theirs);
            gain += i32::from(lap.stored);
            last = usize::from(lap.last);
            if !self.relay || last == self.pits || (Board { mine, theirs }).is_overfull() {
                break;
            }
            stones = if last < self.pits { mine.stones(last) } else { theirs.stones(last - self.pits - 1) };
            if stones == 1 {
                break;
            }
        }
        if last < self.pits && self.capture != Capture::Never && mine.stones(last) == 1 {
            let opposite = self.pits - 1 - last;
            let taken = theirs.stones(opposite);
            if taken > 0 || self.capture == Capture::OppositeOrSelf {
                mine = mine.minus(Row::single(1, last));
                theirs = theirs.minus(Row::single(taken, opposite));
                gain += i32::from(taken) + 1;
            }
        }
        let board = Board { mine, theirs };
        // An overfull pit interrupts a relay. Such a board is not a game end, and it is not searched further.
        let game_over = board.has_empty_row() && !(self.relay && board.is_overfull());
        let extra_turn = !game_over && self.extra_turn && last == self.pits;
        let board = if game_over || extra_turn { board } else { board.swap_sides() };
        Successor { board, gain, extra_turn, game_over }
    }

    /// Value of the stones left in the pits when the game is over, for the side from whose point of view the board is.
    #[inline]
    pub fn leftovers(&self, board: Board) -> i32 {
        let own = board.mine.total() - board.theirs.total();
        match self.leftovers {
            Leftovers::Owner => own,
            Leftovers::Emptier => -own,
            Leftovers::Nobody => 0,
        }
    }
}

/// The laps from a hole, by the number of stones. Each is the one before and a stone more, as every short search makes
/// this table anew. Laps from the store are meaningless; they only fill their place in the table.
fn laps(pits: usize, from: usize) -> impl Iterator<Item = Lap> {
    let none = Lap { mine: Row::EMPTY, theirs: Row::EMPTY, stored: 0, last: from as u8 };
    core::iter::successors(Some(none), move |lap| {
        let Lap { mut mine, mut theirs, mut stored, last } = *lap;
        match from {
            _ if from < pits => mine = mine.minus(Row::single(1, from)),
            _ if from == pits => (),
            _ => theirs = theirs.minus(Row::single(1, from - pits - 1)),
        }
        let last = (usize::from(last) + 1) % (2 * pits + 1);
        match last {
            _ if last < pits => mine = mine.plus(Row::single(1, last)),
            _ if last == pits => stored += 1,
            _ => theirs = theirs.plus(Row::single(1, last - pits - 1)),
        }
        Some(Lap { mine, theirs, stored, last: last as u8 })
    })
    .take(COUNTS)
}

#[cfg(test)]
mod tests {
    use rules::mancala::{Position, Setup};

    use super::*;
    use crate::mancala::root::RootPosition;

    /// A pseudorandom number (linear congruential generator).
    fn random(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize
    }

    fn random_variant(seed: &mut u64) -> Variant {
        use rules::mancala::{Direction, FirstMove};
        Variant {
            pits: 1 + (random(seed) % 9) as u8,
            stones: 1 + (random(seed) % 12) as u8,
            capture: [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never][random(seed) % 3],
            sowing: [Sowing::Single, Sowing::Relay][random(seed) % 2],
            extra_turn: random(seed) % 3 != 1,
            leftovers: [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody][random(seed) % 3],
            direction: [Direction::CounterClockwise, Direction::Clockwise][random(seed) % 2],
            pie_rule: false,
            first_move: FirstMove::South,
        }
    }

    fn lead(position: &Position, side: rules::Side) -> i32 {
        i32::from(position.store(side)) - i32::from(position.store(side.other()))
    }

    /// Plays a random game and compares all legal moves of its positions with the rules. Returns the number of
    /// positions.
    fn check_random_game(seed: &mut u64, variant: Variant) -> usize {
        let rules = SowingRules::new(&variant);
        let mut position = Position::start(&Setup::new(variant, 1));
        for checked in 0..200 {
            let Some(root) = RootPosition::of(&position) else { return checked };
            let mut next = Vec::new();
            for mv in position.legal_moves() {
                let rules::mancala::Move::Sow(pit) = mv else { continue };
                let Ok(after) = position.play_with(mv, |_| ()) else { panic!("{mv:?} was said to be legal") };
                let successor = rules.sow(root.board, crate::mancala::board::lane(&position, pit));
                let mover = position.to_move();
                assert_eq!(successor.game_over, after.outcome().is_some(), "{mv:?} in {position:?}");
                let gain =
                    successor.gain + if successor.game_over { rules.leftovers(successor.board) } else { 0 };
                assert_eq!(root.lead + gain, lead(&after, mover), "{mv:?} in {position:?}");
                if !successor.game_over {
                    assert_eq!(successor.extra_turn, after.to_move() == mover, "{mv:?} in {position:?}");
                    assert_eq!(Some(successor.board), Board::of(&after), "{mv:?} in {position:?}");
                    next.push(after);
                }
            }
            if next.is_empty() {
                return checked + 1;
            }
            position = next.swap_remove(random(seed) % next.len());
        }
        200
    }

    /// Ten million positions with `DUELLO_LONG=1`.
    #[test]
    fn sowing_matches_the_rules() {
        let enough = if std::env::var_os("DUELLO_LONG").is_some() { 10_000_000 } else { 10_000 };
        let (mut seed, mut positions) = (7, 0);
        while positions < enough {
            let variant = random_variant(&mut seed);
            positions += check_random_game(&mut seed, variant);
        }
    }
}
