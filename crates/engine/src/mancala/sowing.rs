//! What a move does to the pits, by the options of a game: a lap is one addition to each row, looked up by pit and stones.

use rules::mancala::{Capture, Leftovers, Sowing, Variant};

use super::board::Board;
use super::row::Row;

/// Stones that a pit can hold, and none.
const COUNTS: usize = 128;

/// What one lap changes.
#[derive(Clone, Copy)]
struct Lap {
    /// What it adds to the mover's row; the pit that is emptied loses its stones in the same addition.
    mine: Row,
    /// What it adds to the other row.
    theirs: Row,
    /// How many stones it drops into the store.
    stored: u8,
    /// Where the last stone falls, counted from the mover's first pit over the store to the other side's last pit.
    last: u8,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub struct Sown {
    /// The pits, seen by the side that moves next; in a game that is over and after an extra turn, by the mover.
    pub board: Board,
    /// Stones that went into the mover's store, leftovers of the end not counted.
    pub gain: i32,
    /// The mover moves again.
    pub again: bool,
    /// The game is over.
    pub over: bool,
}

/// The options of a game, made ready for the search.
pub struct Sowings {
    laps: Vec<Lap>,
    pits: usize,
    capture: Capture,
    relay: bool,
    extra_turn: bool,
    leftovers: Leftovers,
}

impl Sowings {
    /// For these options.
    pub fn new(variant: &Variant) -> Sowings {
        let pits = usize::from(variant.pits);
        let holes = (0..=2 * pits).filter(|&hole| hole <= pits || variant.sowing == Sowing::Relay);
        let laps = holes.flat_map(|from| (0..COUNTS).map(move |stones| lap(pits, from, stones))).collect();
        Sowings {
            laps,
            pits,
            capture: variant.effective_capture(),
            relay: variant.sowing == Sowing::Relay,
            extra_turn: variant.extra_turn,
            leftovers: variant.leftovers,
        }
    }

    /// Pits a side.
    #[inline]
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// Whether a move is one lap, and one that ends in the store gives another.
    pub fn is_plain(&self) -> bool {
        !self.relay && self.extra_turn
    }

    /// Sows from a pit of the side to move, which must hold stones.
    #[inline]
    pub fn sow(&self, board: Board, lane: usize) -> Sown {
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
            if !self.relay || last == self.pits || (Board { mine, theirs }).is_heaped() {
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
                mine = mine.minus(Row::of(1, last));
                theirs = theirs.minus(Row::of(taken, opposite));
                gain += i32::from(taken) + 1;
            }
        }
        let board = Board { mine, theirs };
        // A relay that was cut short has not ended: its board is not looked into.
        let over = board.is_over() && !(self.relay && board.is_heaped());
        let again = !over && self.extra_turn && last == self.pits;
        Sown { board: if over || again { board } else { board.turned() }, gain, again, over }
    }

    /// What the leftovers of a game that is over are worth to the side that sees the board.
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

/// The lap of so many stones from a hole, that of the store being without meaning.
fn lap(pits: usize, from: usize, stones: usize) -> Lap {
    let holes = 2 * pits + 1;
    let mut lap =
        Lap { mine: Row::EMPTY, theirs: Row::EMPTY, stored: 0, last: ((from + stones) % holes) as u8 };
    for hole in 0..holes {
        // The first stone falls one hole on, the next round begins with the hole that was emptied.
        let way = (hole + holes - from - 1) % holes;
        let drops = ((stones + holes - 1 - way) / holes) as u8;
        match hole {
            _ if hole < pits => lap.mine = lap.mine.plus(Row::of(drops, hole)),
            _ if hole == pits => lap.stored = drops,
            _ => lap.theirs = lap.theirs.plus(Row::of(drops, hole - pits - 1)),
        }
    }
    let lifted = stones as u8;
    match from {
        _ if from < pits => lap.mine = lap.mine.minus(Row::of(lifted, from)),
        _ if from == pits => (),
        _ => lap.theirs = lap.theirs.minus(Row::of(lifted, from - pits - 1)),
    }
    lap
}

#[cfg(test)]
mod tests {
    use rules::mancala::{Position, Setup};

    use super::*;
    use crate::mancala::root::Spot;

    /// Numbers by chance, from a seed.
    fn chance(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize
    }

    fn any_variant(seed: &mut u64) -> Variant {
        use rules::mancala::{Direction, FirstMove};
        Variant {
            pits: 1 + (chance(seed) % 9) as u8,
            stones: 1 + (chance(seed) % 12) as u8,
            capture: [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never][chance(seed) % 3],
            sowing: [Sowing::Single, Sowing::Relay][chance(seed) % 2],
            extra_turn: chance(seed) % 3 != 1,
            leftovers: [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody][chance(seed) % 3],
            direction: [Direction::CounterClockwise, Direction::Clockwise][chance(seed) % 2],
            pie_rule: false,
            first_move: FirstMove::South,
        }
    }

    fn lead(position: &Position, side: rules::Side) -> i32 {
        i32::from(position.store(side)) - i32::from(position.store(side.other()))
    }

    /// Every move of a random game of a random variant, and all others that were possible, as the rules do them. Says how
    /// many positions it was.
    fn agrees_with_the_rules(seed: &mut u64, variant: Variant) -> usize {
        let sowings = Sowings::new(&variant);
        let mut position = Position::start(&Setup::new(variant, 1));
        for seen in 0..200 {
            let Some(spot) = Spot::of(&position) else { return seen };
            let mut next = Vec::new();
            for mv in position.legal_moves() {
                let rules::mancala::Move::Sow(pit) = mv else { continue };
                let Ok(after) = position.play_with(mv, |_| ()) else { panic!("{mv:?} was said to be legal") };
                let sown = sowings.sow(spot.board, crate::mancala::board::lane(&position, pit));
                let mover = position.to_move();
                assert_eq!(sown.over, after.outcome().is_some(), "{mv:?} in {position:?}");
                let gain = sown.gain + if sown.over { sowings.leftovers(sown.board) } else { 0 };
                assert_eq!(spot.lead + gain, lead(&after, mover), "{mv:?} in {position:?}");
                if !sown.over {
                    assert_eq!(sown.again, after.to_move() == mover, "{mv:?} in {position:?}");
                    assert_eq!(Some(sown.board), Board::of(&after), "{mv:?} in {position:?}");
                    next.push(after);
                }
            }
            if next.is_empty() {
                return seen + 1;
            }
            position = next.swap_remove(chance(seed) % next.len());
        }
        200
    }

    /// Ten million positions with `DUELLO_LONG=1`.
    #[test]
    fn a_sowing_does_to_the_board_what_the_rules_do_to_the_position() {
        let enough = if std::env::var_os("DUELLO_LONG").is_some() { 10_000_000 } else { 10_000 };
        let (mut seed, mut positions) = (7, 0);
        while positions < enough {
            let variant = any_variant(&mut seed);
            positions += agrees_with_the_rules(&mut seed, variant);
        }
    }
}
