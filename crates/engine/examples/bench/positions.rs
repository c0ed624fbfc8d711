//! Positions that are always the same: games played by a chance that repeats.

use rules::mapello::{Board, Cell};
use rules::{Position, Side, mancala, mapello};

use super::chance::Chance;

/// The first of the FFO endings: plain Othello, 20 empty cells, won by 38 with a2.
pub const FFO_40: &str = "##########/#O..OOOOX#/#.OOOOOOX#/#OOXXOOOX#/#OOXOOOXX#/#OOOOOOXX#/#...OOOOX#/#....O..X#/#........#/########## X 0 0";

/// A game of Mancala after so many moves by chance; `None` if it is over.
pub fn sown(variant: mancala::Variant, chance: &mut Chance, moves: u32) -> Option<Position> {
    let mut position = mancala::Position::start(&mancala::Setup::new(variant, 1));
    for _ in 0..moves {
        let legal: Vec<mancala::Move> = position.legal_moves().collect();
        position = position.play(*legal.get(chance.below(legal.len()))?).ok()?.0;
    }
    position.outcome().is_none().then_some(Position::Mancala(position))
}

/// A game of Mapello until so many cells are empty: mostly the move that leaves the opponent the fewest, now and then one
/// by chance; `None` if it is over before.
pub fn placed(board: &Board, chance: &mut Chance, until: u32) -> Option<mapello::Position> {
    let mut position = mapello::Position::start(board);
    while position.outcome().is_none() && empty(&position) > until {
        let side = position.to_move();
        let moves: Vec<Cell> = position.legal_moves().collect();
        let by_chance = moves.get(chance.below(moves.len())).copied();
        let replies =
            |cell: &Cell| position.play(*cell).map(|(after, _)| after.moves_of(side.other()).count_ones());
        let calm = moves.iter().copied().min_by_key(|cell| replies(cell).ok());
        position = position.play(if chance.below(4) == 0 { by_chance } else { calm }?).ok()?.0;
    }
    position.outcome().is_none().then_some(position)
}

fn empty(position: &mapello::Position) -> u32 {
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    (!(black | white | position.terrain().board().walls())).count_ones()
}
