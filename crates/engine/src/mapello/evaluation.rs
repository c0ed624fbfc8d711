//! What a position looks to be worth before the end is in sight: a weighted sum of a few features, each the mover's less
//! the opponent's. They are worked out from walls and jokers, so they mean the same on every board.

use rules::mapello::Position;

use super::ground::{Ground, around};
use super::stable::{full, stable};

/// How many features there are.
pub const FEATURES: usize = 15;

/// The numbers of empty cells the weights are given for; between them they change evenly.
pub const STAGES: [i32; 3] = [60, 30, 0];

/// Hundredths of a point for one of each feature, at each of the stages.
pub type Weights = [[i32; FEATURES]; 3];

/// Found by self-play and least squares, as the example `tune` does it: 32,000 positions of games on boards drawn by chance
/// (a sixteenth of them on the default board, a sixteenth on the empty one), against their values by a search of 6,000
/// positions. It was the third round, after a start with weights chosen by hand; a fourth and a fifth played no better, nor
/// does what `tune` finds in five rounds of 27,000 positions (49 % of 400 games against these).
pub const WEIGHTS: Weights = [
    [13, 102, -1158, 8, 27, 1093, 200, -640, 0, -29, -56, 198, -50, -389, 363],
    [25, 84, -410, 54, -117, 329, 201, -128, -22, 5, 48, 57, 50, 93, -137],
    [34, 330, 540, -46, -30, -35, 228, 28, -2, 12, -24, 287, -96, -32, 152],
];

/// The features of a position for the side to move, as [`Weights`] orders them.
#[must_use]
pub fn features_of(position: &Position) -> [i32; FEATURES] {
    let side = position.to_move();
    let (own, other) = (position.discs(side), position.discs(side.other()));
    features(&Ground::of(position), own, other, position.moves_of(side))
}

/// The features of a position for the owner of `own`, who is to move on one of `own_moves`:
/// discs; moves; whether there is no move; empty cells beside the other's discs; discs beside empty cells; stable discs;
/// moves onto corners; loose discs beside empty corners; discs propped along one, two, three axes; bonuses in reach;
/// bonuses beside the other's discs; and not as a difference, whether an odd number of cells is empty; the move itself.
fn features(ground: &Ground, own: u64, other: u64, own_moves: u64) -> [i32; FEATURES] {
    let empty = ground.empty(own, other);
    let other_moves = ground.moves(other, own);
    let full = full(ground, own | other);
    let (own_stable, other_stable) = (stable(ground, own, &full), stable(ground, other, &full));
    let (beside_own, beside_other) = (empty & around(own), empty & around(other));
    let open = around(empty);
    let beside_corner = around(empty & ground.corners) & !(own_stable | other_stable);
    let bonuses = ground.bonuses & empty;
    let [one, two, three] = ground.propped_along;
    let less = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;
    let within = |set: u64| less(own & set, other & set);
    [
        less(own, other),
        less(own_moves, other_moves),
        i32::from(own_moves == 0) - i32::from(other_moves == 0),
        less(beside_other, beside_own),
        within(open),
        less(own_stable, other_stable),
        less(own_moves & ground.corners, other_moves & ground.corners),
        within(beside_corner),
        within(one),
        within(two),
        within(three),
        less(own_moves & bonuses, other_moves & bonuses),
        less(beside_other & bonuses, beside_own & bonuses),
        (empty.count_ones() & 1) as i32,
        1,
    ]
}

/// The value in hundredths of a point, without bonuses taken before, for the owner of `own`, who is to move on one of
/// `moves`.
pub(super) fn evaluate(ground: &Ground, weights: &Weights, own: u64, other: u64, moves: u64) -> i32 {
    let features = features(ground, own, other, moves);
    let empty = ground.empty(own, other).count_ones() as i32;
    let stage = usize::from(empty < STAGES[1]);
    let (from, to) = (STAGES[stage], STAGES[stage + 1]);
    let (mut before, mut behind) = (0, 0);
    for (feature, (early, late)) in features.iter().zip(weights[stage].iter().zip(&weights[stage + 1])) {
        before += feature * early;
        behind += feature * late;
    }
    ((before * (empty - to) + behind * (from - empty)) / (from - to)).clamp(-MOST, MOST)
}

/// No guess is higher: 64 discs and 8 bonuses.
const MOST: i32 = 8_800;
