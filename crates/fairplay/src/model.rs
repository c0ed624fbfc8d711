//! The model of honest players: how often a player of each strength plays a good move, a slip or a blunder in each kind
//! of position. It is a table of counts from games of the engine's levels (`examples/screen calibrate`).

use rules::Game;

use crate::difficulty::Difficulty;
use crate::table::COUNTS;

/// The players whose moves were counted, from the weakest: the levels Beginner, Easy, Medium, Hard and Expert, which
/// stand for honest players, and Master.
pub const PLAYERS: usize = 6;
/// The place of Master among the players.
pub const MASTER: usize = PLAYERS - 1;
/// The number of kinds of positions.
pub const CELLS: usize = 2 * 2 * BINS * BINS * BINS;
/// The number of classes of losses.
pub const CLASSES: usize = 3;

/// Bins of each of the three difficulties.
const BINS: usize = 4;
/// Where the bins of a difficulty begin after the first, in points.
const MANCALA_BINS: [f64; BINS - 1] = [0.3, 1.0, 2.5];
const MAPELLO_BINS: [f64; BINS - 1] = [0.5, 1.5, 3.0];
/// So many moves, with the shares of cells as hard, weigh as much as those that were counted in one cell.
const SMOOTHING: f64 = 40.0;
/// So many moves, with the shares of the whole game, weigh as much as those that were counted in cells as hard.
const SMOOTHING_OF_HARDNESS: f64 = 5.0;

/// A kind of position: the game, whether its values are proved, and how hard it is for each weak player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The kind of a position; `None` if the position is so easy that it tells nothing.
    #[must_use]
    pub fn of(game: Game, proved: bool, difficulty: Difficulty) -> Option<Cell> {
        let bins = if game == Game::Mancala { MANCALA_BINS } else { MAPELLO_BINS };
        let bin = |value: f64| bins.iter().filter(|begin| value >= **begin).count();
        let Difficulty { shallow, middle, deep } = difficulty;
        let difficulties = [shallow, middle, deep].map(bin);
        let kind = game as usize * 2 + usize::from(proved);
        let number = difficulties.iter().fold(kind, |number, bin| number * BINS + bin);
        (difficulties != [0; 3]).then_some(Cell(number as u8))
    }

    /// Its number, below [`CELLS`].
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The game.
    #[must_use]
    pub fn game(self) -> Game {
        if self.index() < CELLS / 2 { Game::Mancala } else { Game::Mapello }
    }

    /// Whether its values are exact.
    #[must_use]
    pub fn is_proved(self) -> bool {
        self.index() / (BINS * BINS * BINS) % 2 == 1
    }

    /// Whether a player who looks a few moves ahead would often err: one of the upper two bins of the deeper search.
    #[must_use]
    pub fn is_hard(self) -> bool {
        self.index() % BINS >= BINS - 2
    }
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LossClass {
    /// It lost half a point at most.
    Good,
    /// It lost three points at most.
    Slip,
    /// It lost more.
    Blunder,
}

impl LossClass {
    /// The class of a loss in points.
    #[must_use]
    pub fn of(loss: f64) -> LossClass {
        match loss {
            ..=0.5 => LossClass::Good,
            ..=3.0 => LossClass::Slip,
            _ => LossClass::Blunder,
        }
    }
}

/// With which probability each player makes a move of each class in each kind of position.
pub struct Model {
    probabilities: [[[f64; CLASSES]; PLAYERS]; CELLS],
}

impl Model {
    /// The published model.
    #[must_use]
    pub fn published() -> Model {
        Model::of_counts(&COUNTS)
    }

    /// The model of counted moves, by kind of position, player and class. A cell with few moves leans on all cells that
    /// are as hard for the deepest search, and those on all moves of the player in the same game.
    #[must_use]
    pub fn of_counts(counts: &[[[u32; CLASSES]; PLAYERS]; CELLS]) -> Model {
        let mut probabilities = [[[0.0; CLASSES]; PLAYERS]; CELLS];
        let is_of_game = |one: usize, other: usize| one / (CELLS / 2) == other / (CELLS / 2);
        let is_as_hard =
            |one: usize, other: usize| one / BINS.pow(3) == other / BINS.pow(3) && one % BINS == other % BINS;
        for (index, cell) in probabilities.iter_mut().enumerate() {
            for (player, shares) in cell.iter_mut().enumerate() {
                let sum = |is_like: &dyn Fn(usize, usize) -> bool| {
                    let like = (0..CELLS).filter(|other| is_like(index, *other));
                    like.fold([0.0; CLASSES], |sum, other| {
                        std::array::from_fn(|class| sum[class] + f64::from(counts[other][player][class]))
                    })
                };
                let any = [1.0 / CLASSES as f64; CLASSES];
                let of_game = smoothed(sum(&is_of_game), any, CLASSES as f64);
                let as_hard = smoothed(sum(&is_as_hard), of_game, SMOOTHING_OF_HARDNESS);
                *shares = smoothed(counts[index][player].map(f64::from), as_hard, SMOOTHING);
            }
        }
        Model { probabilities }
    }

    /// With which probability each player makes a move of this class in this kind of position.
    #[must_use]
    pub fn probabilities(&self, cell: Cell, class: LossClass) -> [f64; PLAYERS] {
        let mut of = [0.0; PLAYERS];
        for (player, shares) in self.probabilities[cell.index()].iter().enumerate() {
            of[player] = shares[class as usize];
        }
        of
    }
}

/// The shares of the classes among counted moves and so many more, which have the shares of `toward` (Dirichlet prior).
fn smoothed(counted: [f64; CLASSES], toward: [f64; CLASSES], weight: f64) -> [f64; CLASSES] {
    let all = counted.iter().sum::<f64>() + weight;
    std::array::from_fn(|class| (counted[class] + weight * toward[class]) / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_without_moves_has_the_shares_of_cells_as_hard() {
        let mut counts = [[[0; CLASSES]; PLAYERS]; CELLS];
        // Cells of one game and proof, the last digit being the bin of the deepest search.
        (counts[5][0], counts[6][0]) = ([900, 100, 0], [0, 0, 1_000]);
        let model = Model::of_counts(&counts);
        let good = |cell: u8| model.probabilities(Cell(cell), LossClass::Good)[0];
        assert!((good(9) - 0.9).abs() < 0.01 && good(10) < 0.01, "{} {}", good(9), good(10));
        assert!((good(8) - 0.45).abs() < 0.01, "of the whole game: {}", good(8));
        assert!((good(128) - 1.0 / 3.0).abs() < 0.01, "of the other game nothing is known: {}", good(128));
    }

    #[test]
    fn the_published_model_has_probabilities_of_many_counted_moves() {
        let model = Model::published();
        let difficulty = Difficulty { shallow: 3.0, middle: 2.0, deep: 2.0 };
        for (game, proved) in Game::ALL.into_iter().flat_map(|game| [(game, false), (game, true)]) {
            let cell = Cell::of(game, proved, difficulty).unwrap();
            assert_eq!((cell.game(), cell.is_proved(), cell.is_hard()), (game, proved, true));
            let [good, slip, blunder] = [LossClass::Good, LossClass::Slip, LossClass::Blunder]
                .map(|class| model.probabilities(cell, class));
            for player in 0..PLAYERS {
                assert!((good[player] + slip[player] + blunder[player] - 1.0).abs() < 1e-9);
            }
            assert!(good[MASTER] > good[0] + 0.2, "{game:?}, {proved}: {good:?}");
        }
        for player in 0..PLAYERS {
            let moves: u32 = COUNTS.iter().flat_map(|cell| cell[player]).sum();
            assert!(moves > 1_000, "{player}: {moves}");
        }
    }

    #[test]
    fn a_position_in_which_weak_players_lose_nothing_tells_nothing() {
        let easy = Difficulty { shallow: 0.1, middle: 0.0, deep: 0.2 };
        assert_eq!(Cell::of(Game::Mancala, true, easy), None);
        assert_eq!(LossClass::of(0.5), LossClass::Good);
        assert_eq!(LossClass::of(3.0), LossClass::Slip);
        assert_eq!(LossClass::of(3.1), LossClass::Blunder);
    }
}
