//! Solves small boards and compares with the published values of perfect play, which tests rules, endings and
//! hashes together. The table lies in `data/mancala_values.txt`.

use std::collections::HashMap;

use rules::mancala::{Capture, Position, Setup, Variant};
use rules::{Outcome, Side};

/// The value of a position: the first side's store less the second's at the end, with perfect play of both.
fn value(position: &Position, known: &mut HashMap<u64, i16>) -> i16 {
    if position.outcome().is_some() {
        return i16::from(position.store(Side::First)) - i16::from(position.store(Side::Second));
    }
    if let Some(&value) = known.get(&position.hash()) {
        return value;
    }
    let after = position.legal_moves().filter_map(|mv| position.play_with(mv, |_| ()).ok());
    let values = after.map(|after| value(&after, known));
    let best = match position.to_move() {
        Side::First => values.max(),
        Side::Second => values.min(),
    };
    let best = best.unwrap_or(0);
    known.insert(position.hash(), best);
    best
}

#[test]
fn small_boards_have_the_published_values_of_perfect_play() {
    let rows = include_str!("data/mancala_values.txt").lines().filter(|line| !line.starts_with('#'));
    for line in rows {
        let numbers: Vec<i16> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let [pits, stones, opposite, own] = numbers[..] else { panic!("a wrong row: {line}") };
        for (capture, expected) in [(Capture::Opposite, opposite), (Capture::OppositeOrSelf, own)] {
            let variant = Variant { pits: pits as u8, stones: stones as u8, capture, ..Variant::default() };
            let start = Position::start(&Setup::new(variant, 1));
            assert_eq!(value(&start, &mut HashMap::new()), expected, "{line}, {capture:?}");
        }
    }
}

#[test]
fn an_outcome_is_the_sign_of_the_difference() {
    assert_eq!(Outcome::of_scores([3, 2]), Outcome::Win(Side::First));
    assert_eq!(Outcome::of_scores([2, 3]), Outcome::Win(Side::Second));
    assert_eq!(Outcome::of_scores([2, 2]), Outcome::Draw);
}
