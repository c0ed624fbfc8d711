//! Static evaluation: a weighted sum of features (mobility, frontier, stability, corners, bonuses), tapered over the
//! number of empty cells. The features follow from walls and jokers, so they mean the same on every board.

use rules::mapello::Position;

use super::masks::{BoardMasks, with_neighbours};
use super::stability::{full_lines, stable_discs};

/// Number of features.
pub const FEATURES: usize = 15;

/// The numbers of empty cells that the weights are given for. Between two stages the weights are interpolated linearly.
pub const STAGES: [i32; 3] = [60, 30, 0];

/// Weights in hundredths of a point for one unit of each feature, by stage.
pub type Weights = [[i32; FEATURES]; 3];

/// Weights by self-play and least squares, from the third round of the example `tune`; the first round started from
/// weights chosen by hand. Each round has 32,000 positions of games on random boards (a sixteenth of them on the
/// default board, a sixteenth on the empty one), with the values of a search of 6,000 nodes. A fourth and a fifth round
/// were not stronger, nor are the weights that `tune` finds in five rounds of 27,000 positions (49 % in 400 games
/// against these).
pub const WEIGHTS: Weights = [
    [13, 102, -1158, 8, 27, 1093, 200, -640, 0, -29, -56, 198, -50, -389, 363],
    [25, 84, -410, 54, -117, 329, 201, -128, -22, 5, 48, 57, 50, 93, -137],
    [34, 330, 540, -46, -30, -35, 228, 28, -2, 12, -24, 287, -96, -32, 152],
];

/// The features of a position for the side to move, in the order of [`Weights`].
#[must_use]
pub fn features_of(position: &Position) -> [i32; FEATURES] {
    let side = position.to_move();
    let (own, opp) = (position.discs(side), position.discs(side.other()));
    features(&BoardMasks::of(position), own, opp, position.moves_of(side))
}

/// The features for the side to move, which owns `own` and has the legal moves `own_moves`.
///
/// All but the last two are differences, own less opponent's: discs; mobility; no legal move; potential mobility (empty
/// cells next to the opponent's discs); frontier discs (discs next to empty cells); stable discs; moves to corners;
/// unstable discs next to empty corners; discs anchored along one, two, three axes; bonuses in reach; bonuses next to
/// the opponent's discs. The last two are the parity of the empty cells and the constant 1 (tempo).
fn features(masks: &BoardMasks, own: u64, opp: u64, own_moves: u64) -> [i32; FEATURES] {
    let empty = masks.empty(own, opp);
    let opp_moves = masks.moves(opp, own);
    let full = full_lines(masks, own | opp);
    let (own_stable, opp_stable) = (stable_discs(masks, own, &full), stable_discs(masks, opp, &full));
    let (near_own, near_opp) = (empty & with_neighbours(own), empty & with_neighbours(opp));
    let frontier = with_neighbours(empty);
    let unstable_near_corners = with_neighbours(empty & masks.corners) & !(own_stable | opp_stable);
    let bonuses = masks.bonuses & empty;
    let [one_axis, two_axes, three_axes] = masks.anchored_along;
    let difference = |own: u64, opp: u64| own.count_ones() as i32 - opp.count_ones() as i32;
    let discs_in = |set: u64| difference(own & set, opp & set);
    [
        difference(own, opp),
        difference(own_moves, opp_moves),
        i32::from(own_moves == 0) - i32::from(opp_moves == 0),
        difference(near_opp, near_own),
        discs_in(frontier),
        difference(own_stable, opp_stable),
        difference(own_moves & masks.corners, opp_moves & masks.corners),
        discs_in(unstable_near_corners),
        discs_in(one_axis),
        discs_in(two_axes),
        discs_in(three_axes),
        difference(own_moves & bonuses, opp_moves & bonuses),
        difference(near_opp & bonuses, near_own & bonuses),
        (empty.count_ones() & 1) as i32,
        1,
    ]
}

/// The static evaluation for the owner of `own`, who is to move on one of `moves`, in hundredths of a point, without
/// the bonuses that were taken before.
pub(super) fn evaluate(masks: &BoardMasks, weights: &Weights, own: u64, opp: u64, moves: u64) -> i32 {
    let features = features(masks, own, opp, moves);
    let empty = masks.empty(own, opp).count_ones() as i32;
    let stage = usize::from(empty < STAGES[1]);
    let (from, to) = (STAGES[stage], STAGES[stage + 1]);
    let (mut early_sum, mut late_sum) = (0, 0);
    for (feature, (early, late)) in features.iter().zip(weights[stage].iter().zip(&weights[stage + 1])) {
        early_sum += feature * early;
        late_sum += feature * late;
    }
    ((early_sum * (empty - to) + late_sum * (from - empty)) / (from - to)).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Maximum of the evaluation, in hundredths of a point: 64 discs and 8 bonuses.
const MAX_EVAL: i32 = 8_800;
