//! Looking deeper and deeper: every depth tells the next what to expect, and what was proven stays.

use rules::Move;
use rules::mancala::Position;

use super::board::Board;
use super::root::{Branch, Spot};
use super::sowing::Sowings;
use super::table::{NO_MOVE, Table};
use super::tree::Tree;
use super::word::Word;
use crate::{Answer, Limits};

/// No game has so many moves ahead; a look so deep sees the end of every line.
const TO_THE_END: u32 = 100_000;
/// No difference is larger.
const FAR: i32 = 1_000;

/// What is wanted of a search: what it does between two looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The best move that can be found until a limit: now and then it tries to see the end of every line.
    Move,
    /// The value: as soon as the moves are in good order, there is nothing but to see the end.
    Value,
}

impl Aim {
    /// The first depth after which to try to see the end, with so many stones in play. Ends begin to come into view at half
    /// their number; for a value less will do. Measured in positions, with three stones in six pits: looks to depth 6 halve
    /// the work, looks alone make it five times as large.
    fn first_try(self, stones: u32) -> u32 {
        match self {
            Aim::Move => stones / 2,
            Aim::Value => 6,
        }
    }

    /// From which depth on to remember what was found. One move ahead is quicker looked at than remembered, but to know the
    /// best moves everywhere helps to see the end.
    fn near(self) -> u32 {
        match self {
            Aim::Move => 2,
            Aim::Value => 1,
        }
    }

    /// After how many positions to give up a try, when so many have been looked at before.
    fn patience(self, seen: u64) -> u64 {
        match self {
            Aim::Move => seen / 4,
            Aim::Value => u64::MAX,
        }
    }
}

/// Searches a position that is not over, with a table of so many bytes.
pub fn deepen<W: Word, T: Table<W>>(
    position: &Position,
    limits: &mut Limits,
    bytes: usize,
    aim: Aim,
) -> Answer {
    let (deepest, before) = (limits.depth, limits.seen());
    let (sowings, table) = (Sowings::new(position.variant()), T::with_bytes(bytes));
    let mut tree = Tree::<W, T> { sowings, table, limits, near: aim.near(), until: u64::MAX };
    let spot = Spot::of(position);
    let mut view = View::new(&tree, &spot);
    let first_try = aim.first_try(spot.board.total().unsigned_abs());
    for depth in 1..=deepest {
        if !view.look(&mut tree, &spot, depth) || view.is_proven() {
            break;
        }
        if depth >= first_try && deepest == u32::MAX {
            let seen = tree.limits.seen();
            tree.until = seen.saturating_add(aim.patience(seen - before));
            view.look(&mut tree, &spot, TO_THE_END);
            tree.until = u64::MAX;
            if view.is_proven() || tree.limits.is_reached() {
                break;
            }
        }
    }
    let line =
        if view.is_proven() { proven_line(&mut tree, spot, &view) } else { known_line(&tree, spot, &view) };
    let line = written(position, line);
    Answer {
        mv: line.first().copied(),
        value: 100 * (spot.lead + view.value),
        // What is proven was seen to the end of this line.
        depth: if view.is_proven() { line.len() as u32 } else { view.depth },
        line,
        nodes: tree.limits.seen() - before,
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
    fn new<W: Word, T: Table<W>>(tree: &Tree<W, T>, spot: &Spot<W>) -> View {
        let choice = tree.branches(spot, NO_MOVE).next().map_or(NO_MOVE, |branch| branch.choice);
        View { choice, value: 0, depth: 0, lower: -FAR, upper: FAR }
    }

    fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// A look of this depth: asks from the expected value on until it knows the value. Says whether it came to an end.
    fn look<W: Word, T: Table<W>>(&mut self, tree: &mut Tree<W, T>, spot: &Spot<W>, depth: u32) -> bool {
        let (mut lower, mut upper) = (self.lower, self.upper);
        let mut value = self.value;
        while lower < upper {
            let goal = if value <= lower { lower + 1 } else { value.min(upper) };
            let (found, choice) = tree.choose(spot, goal, depth, self.choice);
            if tree.is_stopped() {
                return false;
            }
            value = found.value;
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
}

/// The choices of best play to the end, as far as the limits let it be found again.
fn proven_line<W: Word, T: Table<W>>(tree: &mut Tree<W, T>, spot: Spot<W>, view: &View) -> Vec<u8> {
    let mut line = vec![view.choice];
    let mut ahead = branch(tree, &spot, view.choice).map(|branch| (branch, view.value));
    while let Some((Branch { sown, after, .. }, value)) = ahead {
        if sown.over {
            break;
        }
        let rest = if sown.again { value - sown.gain } else { sown.gain - value };
        let (_, choice) = tree.choose(&after, rest, TO_THE_END, tree.known_move(after.board));
        ahead = branch(tree, &after, choice).map(|branch| (branch, rest));
        if ahead.is_some() {
            line.push(choice);
        }
    }
    line
}

/// The choices that the table knows.
fn known_line<W: Word, T: Table<W>>(tree: &Tree<W, T>, spot: Spot<W>, view: &View) -> Vec<u8> {
    let mut line = vec![view.choice];
    let mut ahead = branch(tree, &spot, view.choice);
    while let Some(Branch { sown, after, .. }) = ahead.filter(|_| line.len() < view.depth as usize) {
        if sown.over {
            break;
        }
        let choice = tree.known_move(after.board);
        ahead = branch(tree, &after, choice);
        if ahead.is_some() {
            line.push(choice);
        }
    }
    line
}

/// The branch with this choice, if there is one.
fn branch<W: Word, T: Table<W>>(tree: &Tree<W, T>, spot: &Spot<W>, choice: u8) -> Option<Branch<W>> {
    tree.branches(spot, choice).find(|branch| branch.choice == choice)
}

/// The choices as moves of the rules.
fn written(position: &Position, choices: Vec<u8>) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(choices.len());
    for choice in choices {
        let mv = Spot::<u128>::of(&position).mv(choice, &position);
        let Ok(after) = position.play_with(mv, |_| ()) else { break };
        moves.push(Move::Mancala(mv));
        position = after;
    }
    moves
}

impl<W: Word, T: Table<W>> Tree<'_, '_, W, T> {
    /// The best move of a board, as far as the table knows.
    fn known_move(&self, board: Board<W>) -> u8 {
        self.table.get(board).map_or(NO_MOVE, |known| known.mv)
    }
}
