//! Tests of the annotations, sums and the decisive move.

use super::*;
use rules::mancala::{Move as Sowing, Pit};

fn pit(index: u8) -> Move {
    Move::Mancala(Sowing::Sow(Pit { side: Side::First, index }))
}

fn scored(values: &[i32]) -> Vec<ScoredMove> {
    (0..)
        .zip(values)
        .map(|(index, value)| ScoredMove { mv: pit(index), value: *value, proved: false })
        .collect()
}

#[test]
fn the_annotation_depends_on_the_loss() {
    let mark =
        |values: &[i32], index| ReviewedMove::scored(&scored(values), Side::First, pit(index)).unwrap().mark;
    assert_eq!(mark(&[500, 300, 200, -300], 0), None);
    assert_eq!(mark(&[500, 300, 200, -300], 1), None);
    assert_eq!(mark(&[500, 300, 200, -300], 2), Some(Mark::Mistake));
    assert_eq!(mark(&[500, 300, 200, -300], 3), Some(Mark::Blunder));
    assert_eq!(mark(&[500, 100, 0], 0), Some(Mark::Good));
    assert_eq!(mark(&[500, -100], 0), None, "two moves");
    assert_eq!(ReviewedMove::scored(&scored(&[0]), Side::First, pit(4)), None);
    assert_eq!(ReviewedMove::scored(&[], Side::First, pit(0)), None);
}

#[test]
fn a_proved_move_is_a_mistake_if_the_result_gets_worse() {
    let mark = |best, played| ReviewedMove::proved(Side::First, best, played).mark;
    assert_eq!(mark(600, 400), None);
    assert_eq!(mark(600, 300), Some(Mark::Mistake));
    assert_eq!(mark(200, 0), Some(Mark::Mistake), "a draw instead of a win");
    assert_eq!(mark(0, -100), Some(Mark::Mistake), "a loss instead of a draw");
    assert_eq!(mark(100, -100), Some(Mark::Blunder), "a loss instead of a win");
    assert_eq!(mark(-100, -900), Some(Mark::Blunder));
}

#[test]
fn sums_and_decisive_moves_keep_proofs_and_estimates_apart() {
    let turn =
        |side, best, played| ReviewedMove { side, best, played, certainty: Certainty::Estimated, mark: None };
    let proved = ReviewedMove::proved;
    let [first, second] = Side::BOTH;
    let game = [
        turn(first, 300, -200),
        turn(second, 200, -100),
        turn(first, 100, 100),
        turn(second, -100, -900),
        turn(first, 0, -600),
        turn(second, 600, 600),
        turn(first, -600, -700),
    ];
    assert_eq!(decisive_move(&game, Some(first)), Some(4));
    assert_eq!(decisive_move(&game, Some(second)), Some(1));
    assert_eq!(points_lost(&game), [1_200, 1_100].map(|estimated| Loss { proved: 0, estimated }));
    let only_second = [turn(second, -100, -500), turn(first, 500, 500)];
    assert_eq!(decisive_move(&only_second, Some(second)), Some(0));
    assert_eq!(decisive_move(&[turn(second, -100, -200)], Some(second)), None);
    assert_eq!(decisive_move(&[], Some(first)), None);

    let mixed = [proved(first, 200, -200), turn(first, 900, -900), proved(second, 200, 0)];
    assert_eq!(decisive_move(&mixed, Some(first)), Some(0), "a proof counts more than an estimate");
    assert_eq!(decisive_move(&mixed, None), Some(2), "a draw has no loser");
    let sums = [Loss { proved: 400, estimated: 1_800 }, Loss { proved: 200, estimated: 0 }];
    assert_eq!(points_lost(&mixed), sums);
}
