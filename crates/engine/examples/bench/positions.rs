//! Positions of the benchmark, from seeded random games: the same in every run.

use rules::mapello::{Board, Cell};
use rules::{Position, Side, mancala, mapello};

use super::rng::Rng;

/// FFO #40, an endgame position of plain Othello with 20 empty cells: +38 with a2.
pub const FFO_40: &str = "##########/#O..OOOOX#/#.OOOOOOX#/#OOXXOOOX#/#OOXOOOXX#/#OOOOOOXX#/#...OOOOX#/#....O..X#/#........#/########## X 0 0";

/// A Mancala position after this many random moves; `None` if the game is over.
pub fn mancala_position(variant: mancala::Variant, rng: &mut Rng, moves: u32) -> Option<Position> {
    let mut position = mancala::Position::start(&mancala::Setup::new(variant, 1));
    for _ in 0..moves {
        let legal: Vec<mancala::Move> = position.legal_moves().collect();
        position = position.play(*legal.get(rng.below(legal.len()))?).ok()?.0;
    }
    position.outcome().is_none().then_some(Position::Mancala(position))
}

/// A Mapello position with this many empty cells; `None` if the game is over before. The moves leave the opponent the
/// lowest mobility, except a quarter of them, which are random.
pub fn mapello_position(board: &Board, rng: &mut Rng, empty: u32) -> Option<mapello::Position> {
    let mut position = mapello::Position::start(board);
    while position.outcome().is_none() && empty_count(&position) > empty {
        let side = position.to_move();
        let moves: Vec<Cell> = position.legal_moves().collect();
        let random = moves.get(rng.below(moves.len())).copied();
        let mobility =
            |cell: &Cell| position.play(*cell).map(|(after, _)| after.moves_of(side.other()).count_ones());
        let low_mobility = moves.iter().copied().min_by_key(|cell| mobility(cell).ok());
        position = position.play(if rng.below(4) == 0 { random } else { low_mobility }?).ok()?.0;
    }
    position.outcome().is_none().then_some(position)
}

fn empty_count(position: &mapello::Position) -> u32 {
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    (!(black | white | position.terrain().board().walls())).count_ones()
}
