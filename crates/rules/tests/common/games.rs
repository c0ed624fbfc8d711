//! Generators of random games of random variants, for the property tests.

use proptest::prelude::*;
use rules::mancala::{
    Capture, Direction, FirstMove, Leftovers, MOST_IN_A_HOLE, Move, Position, Setup, Sowing, Start, Step,
    Variant,
};

/// Every option, over its whole range.
pub fn variants() -> impl Strategy<Value = Variant> {
    let capture = prop_oneof![Just(Capture::Opposite), Just(Capture::OppositeOrSelf), Just(Capture::Never)];
    let sowing = prop_oneof![Just(Sowing::Single), Just(Sowing::Relay)];
    let leftovers = prop_oneof![Just(Leftovers::Owner), Just(Leftovers::Emptier), Just(Leftovers::Nobody)];
    let direction = prop_oneof![Just(Direction::CounterClockwise), Just(Direction::Clockwise)];
    let first_move = prop_oneof![Just(FirstMove::South), Just(FirstMove::North), Just(FirstMove::Alternate)];
    let numbers = (3..=9u8, 1..=12u8, any::<bool>(), any::<bool>());
    (numbers, capture, sowing, leftovers, direction, first_move).prop_map(
        |((pits, stones, extra_turn, pie_rule), capture, sowing, leftovers, direction, first_move)| Variant {
            pits,
            stones,
            capture,
            sowing,
            extra_turn,
            leftovers,
            direction,
            pie_rule,
            first_move,
        },
    )
}

/// A setup of any variant, in the first or second game of a match, in half of them with a start.
pub fn setups() -> impl Strategy<Value = Setup> {
    let moves = prop_oneof![Just(Vec::new()), seed_moves()];
    (variants(), 1..=2u32, moves).prop_map(|(variant, game_number, moves)| Setup {
        start: moved(&variant, &moves),
        ..Setup::new(variant, game_number)
    })
}

/// From which pit and into which hole seeds are moved: some, or so many that no pit stays as it was.
pub fn seed_moves() -> impl Strategy<Value = Vec<(u8, u8)>> {
    let seeds = |count: std::ops::Range<usize>| proptest::collection::vec(any::<(u8, u8)>(), count);
    prop_oneof![seeds(1..4), seeds(100..300)]
}

/// The start that these moves of single seeds make; none if they make the plain one, or none.
pub fn moved(variant: &Variant, moves: &[(u8, u8)]) -> Option<Start> {
    let pits = usize::from(variant.pits);
    let mut holes = vec![variant.stones; 2 * pits];
    holes.extend([0, 0]);
    for (from, to) in moves {
        let (from, to) = (usize::from(*from) % (2 * pits), usize::from(*to) % holes.len());
        if holes[from] > 0 && holes[to] < MOST_IN_A_HOLE {
            holes[from] -= 1;
            holes[to] += 1;
        }
    }
    Start::new([&holes[..pits], &holes[pits..2 * pits]], [holes[2 * pits], holes[2 * pits + 1]]).ok()
}

/// A setup and the players' choices: each number, modulo the number of legal moves, is a move.
pub fn games() -> impl Strategy<Value = (Setup, Vec<u8>)> {
    (setups(), proptest::collection::vec(any::<u8>(), 1..160))
}

/// One move of a game: the position before, the move, its steps and the position after.
pub struct Ply {
    pub before: Position,
    pub mv: Move,
    pub steps: Vec<Step>,
    pub after: Position,
}

/// Plays the game until the choices or the moves run out.
pub fn play(setup: &Setup, choices: impl IntoIterator<Item = u8>) -> Vec<Ply> {
    let mut before = Position::start(setup);
    let mut plies = Vec::new();
    for choice in choices {
        let moves: Vec<Move> = before.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        let Ok((after, steps)) = before.play(mv) else { panic!("{mv:?} was said to be legal") };
        plies.push(Ply { before, mv, steps, after });
        before = after;
    }
    plies
}
