//! Looking deeper and deeper: every depth tells the next what to expect, and what was proven stays.

use rules::Move;
use rules::mancala::Position;

use super::endings::Endings;
use super::recent::Recent;
use super::root::{self, Branch, SWAP, Spot};
use super::sowing::Sowings;
use super::table::{NO_MOVE, Table};
use super::tree::Tree;
use crate::{Limits, SearchResult};

/// No game has so many moves ahead; a look so deep sees the end of every line.
const TO_THE_END: u32 = 100_000;
/// No difference is larger.
const FAR: i32 = 1_000;

/// What is wanted of a search: what it does between two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The best move that can be found until a limit: now and then it tries to see the end of every line.
    Move,
    /// The value: as soon as the moves are in good order, there is nothing but to see the end.
    Value,
    /// The same for no more than who wins: a value of 1, 0 or −1 stands for a win, a draw and a loss.
    Outcome,
}

impl Aim {
    /// The first depth after which to try to see the end, with so many stones in play. Ends begin to come into view at half
    /// their number; for a value a third will do, and with four stones in six pits so many looks halve the work.
    fn first_try(self, stones: u32) -> u32 {
        match self {
            Aim::Move => stones / 2,
            Aim::Value | Aim::Outcome => stones / 3,
        }
    }

    /// From which depth on to remember what was found. One move ahead is quicker looked at than remembered, but to know the
    /// best moves everywhere helps to see the end.
    fn near(self) -> u32 {
        match self {
            Aim::Move => 2,
            Aim::Value | Aim::Outcome => 1,
        }
    }

    /// How many boards to note that the table does not keep. It pays where much is worked out before, and in long searches.
    fn recent(self) -> usize {
        match self {
            Aim::Move => 0,
            Aim::Value | Aim::Outcome => 1 << 15,
        }
    }

    /// After how many positions to give up a try, when so many have been looked at before.
    fn patience(self, seen: u64) -> u64 {
        match self {
            Aim::Move => seen / 4,
            Aim::Value | Aim::Outcome => u64::MAX,
        }
    }
}

/// What a search is for, and what it has at its disposal.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What is wanted.
    pub aim: Aim,
    /// Bytes of the table; the more, the faster large boards are proved. With 16 MB and more it holds twice as many boards
    /// to the megabyte, if they have up to six pits a side.
    pub table: usize,
    /// Up to how many stones, 31 at most, all boards are worked out before the search tries to see the end, a byte each:
    /// those of six pits a side with 10 stones take 0.6 MB, with 12, 14, 16 and 18 stones 2.7, 9.7, 30 and 87 MB. A search
    /// for a move works out some more by and by, if it takes long.
    pub endings: u32,
}

/// Searches a position that is not over.
pub fn deepen(position: &Position, spot: Spot, limits: &mut Limits, plan: &Plan) -> SearchResult {
    let (deepest, before, aim) = (limits.depth, limits.node_count(), plan.aim);
    let pits = usize::from(position.variant().pits);
    let mut tree = Tree {
        sowings: Sowings::new(position.variant()),
        table: Table::with_bytes(plan.table, pits),
        recent: Recent::with_places(aim.recent()),
        endings: Endings::new(pits),
        limits,
        near: aim.near(),
        margin: MARGIN,
        until: u64::MAX,
    };
    let stones = spot.board.total().unsigned_abs();
    let mut view = View::new(&tree, &spot);
    if aim == Aim::Outcome {
        (view.lower, view.upper) = (-1 - spot.lead, 1 - spot.lead);
    }
    for depth in 1..=deepest {
        if !view.look(&mut tree, &spot, depth) || view.is_proven() {
            break;
        }
        let seen = tree.limits.node_count() - before;
        while aim == Aim::Move && tree.endings.next() <= tree.endings_worth(seen) && tree.grow() {}
        if depth >= aim.first_try(stones) && deepest == u32::MAX {
            while (tree.endings.stones() as u32) < plan.endings && tree.grow() {}
            if aim != Aim::Move {
                tree.margin = tree.endings.stones().max(MARGIN);
            }
            tree.until = tree.limits.node_count().saturating_add(aim.patience(seen));
            view.look(&mut tree, &spot, TO_THE_END);
            tree.until = u64::MAX;
            if view.is_proven() || tree.limits.is_reached() {
                break;
            }
        }
    }
    let line = written(position, view.line(&mut tree, spot));
    SearchResult {
        mv: line.first().copied(),
        value: 100 * (spot.lead + view.value),
        // What is proven was seen to the end of this line.
        depth: if view.is_proven() { line.len() as u32 } else { view.depth },
        pv: line,
        nodes: tree.limits.node_count() - before,
        proved: view.is_proven(),
    }
}

/// What is known of a position while it is searched.
struct View {
    /// The best choice.
    choice: u8,
    /// What the side to move is expected to gain.
    value: i32,
    /// How deep the last complete look was.
    depth: u32,
    /// What it gains is proven to be no less.
    lower: i32,
    /// What it gains is proven to be no more.
    upper: i32,
}

impl View {
    /// Before the first look.
    fn new(tree: &Tree, spot: &Spot) -> View {
        let choice = (0..=SWAP).find(|&choice| tree.branch(spot, choice).is_some()).unwrap_or(NO_MOVE);
        View { choice, value: 0, depth: 0, lower: -FAR, upper: FAR }
    }

    fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// A look of this depth: asks from the expected value on until it knows the value. Says whether it came to an end.
    fn look(&mut self, tree: &mut Tree, spot: &Spot, depth: u32) -> bool {
        let (mut lower, mut upper) = (self.lower, self.upper);
        let mut value = self.value;
        while lower < upper {
            let goal = if value <= lower { lower + 1 } else { value.min(upper) };
            let (found, choice) = tree.choose(spot, goal, depth, self.choice);
            if tree.is_stopped() {
                return false;
            }
            value = found.value.clamp(self.lower, self.upper);
            if value >= goal {
                lower = value;
                // It is better than what was expected, or the same as far as known.
                self.choice = choice;
                self.value = value;
            } else {
                upper = value;
            }
            match found.proven {
                true if value >= goal => self.lower = self.lower.max(value),
                true => self.upper = self.upper.min(value),
                false => (),
            }
        }
        self.value = value.clamp(self.lower, self.upper);
        self.depth = depth;
        true
    }
    /// The choices that are expected: if the value is proven, of best play to the end, as far as the limits let it be found
    /// again; else those that the table knows.
    fn line(&self, tree: &mut Tree, mut spot: Spot) -> Vec<u8> {
        let (mut line, mut choice, mut value) = (Vec::new(), self.choice, self.value);
        while let Some(Branch { sown, after }) = tree.branch(&spot, choice) {
            line.push(choice);
            if sown.over || (!self.is_proven() && line.len() >= self.depth as usize) {
                break;
            }
            spot = after;
            choice = tree.table.get(spot.board).map_or(NO_MOVE, |known| known.mv);
            if self.is_proven() {
                value = if sown.again { value - sown.gain } else { sown.gain - value };
                choice = tree.choose(&spot, value, TO_THE_END, choice).1;
            }
        }
        line
    }
}

/// The choices as moves of the rules.
fn written(position: &Position, choices: Vec<u8>) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(choices.len());
    for choice in choices {
        let mv = root::written(choice, &position);
        // Played as everywhere else in the page, which so has the code but once.
        let Ok((after, _)) = position.play(mv) else { break };
        moves.push(Move::Mancala(mv));
        position = after;
    }
    moves
}

/// With so many stones more than those of the boards that were worked out, or fewer, a board is not kept in the table.
const MARGIN: i32 = 6;
/// Most boards that are worked out on the way, a byte each.
const ENDINGS: u64 = 3_000_000;

impl Tree<'_, '_> {
    /// Works out what the boards with one stone more are worth.
    fn grow(&mut self) -> bool {
        self.endings.grow(&self.sowings, self.limits)
    }

    /// How many boards it pays to work out after so many were looked at.
    fn endings_worth(&self, seen: u64) -> u64 {
        (seen / 4).min(ENDINGS.saturating_sub(self.endings.known()))
    }
}
