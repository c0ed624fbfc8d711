//! Perft tests of Mancala against the tables of the rules, which lie in `data/mancala_perft.txt`.

use rules::mancala::{Capture, Direction, Position, Setup, Variant, perft};

/// A row of the table: options, and the counts for depth 1, 2, …
fn rows() -> Vec<(Variant, Vec<u64>)> {
    let table = include_str!("data/mancala_perft.txt").lines().filter(|line| !line.starts_with('#'));
    table.map(row).collect()
}

fn row(line: &str) -> (Variant, Vec<u64>) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [pits, stones, capture, counts @ ..] = words.as_slice() else { panic!("a short row: {line}") };
    let number = |word: &str| word.parse::<u64>().unwrap_or_else(|_| panic!("no number: {word}"));
    let capture = match *capture {
        "opposite" => Capture::Opposite,
        "self" => Capture::OppositeOrSelf,
        other => panic!("no capture: {other}"),
    };
    let (pits, stones) = (number(pits) as u8, number(stones) as u8);
    let variant = Variant { pits, stones, capture, ..Variant::default() };
    (variant, counts.iter().map(|word| number(word)).collect())
}

fn counts(variant: Variant, depth: usize) -> Vec<u64> {
    let start = Position::start(&Setup::new(variant, 1));
    (1..=depth as u32).map(|depth| perft(&start, depth)).collect()
}

#[test]
fn perft_counts_match_the_golden_file() {
    assert_eq!(rows().len(), 3);
    for (variant, expected) in rows() {
        assert_eq!(counts(variant, expected.len()), expected, "{variant:?}");
    }
}

#[test]
fn a_clockwise_game_has_the_perft_counts_of_its_mirror_image() {
    for (variant, expected) in rows() {
        let clockwise = Variant { direction: Direction::Clockwise, ..variant };
        assert_eq!(counts(clockwise, 6), expected[..6], "{variant:?}");
    }
}

#[test]
fn perft_is_one_at_depth_zero_and_zero_after_the_end() {
    let start = Position::start(&Setup::new(Variant { pits: 1, stones: 1, ..Variant::default() }, 1));
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), 1);
    assert_eq!(perft(&start, 2), 0);
}
