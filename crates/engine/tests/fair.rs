//! Starts of Mancala: solved values against plain minimax, the sweep's progress file, and the published number of fair
//! starts with one seed moved.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

#[path = "common/mancala.rs"]
mod common;
#[path = "../examples/fair/progress.rs"]
mod progress;
#[path = "../examples/fair/prove.rs"]
mod prove;

use std::collections::HashMap;

use common::{Rng, difference, random_variant};
use progress::{Known, header, line};
use prove::{Prover, Values};
use rules::Side;
use rules::mancala::notation::{read_start, write_start, write_start_code};
use rules::mancala::{Capture, Direction, Position, Preset, Setup, Start, Variant};

fn small(variant: Variant, values: Values) -> Prover {
    Prover::new(variant, values, 1 << 20, 4)
}

/// South's final lead by plain minimax; `known` memoizes it by hash.
fn minimax(position: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    if position.outcome().is_some() {
        return difference(position, Side::First);
    }
    if let Some(&value) = known.get(&position.hash()) {
        return value;
    }
    let after = position.legal_moves().filter_map(|mv| position.play_with(mv, |_| ()).ok());
    let values = after.map(|after| minimax(&after, known));
    let best = if position.to_move() == Side::First { values.max() } else { values.min() }.unwrap();
    known.insert(position.hash(), best);
    best
}

#[test]
fn solved_starts_of_small_boards_match_minimax() {
    let mut rng = Rng(36);
    let mut drawn = 0;
    for _ in 0..150 {
        let (pits, stones) = [(3, 1), (3, 2), (4, 1)][rng.below(3)];
        let variant = Variant { pits, stones, ..random_variant(&mut rng) };
        let seeds = 1 + rng.below(3) as u8;
        let start = rng.pick(Start::all_with_seeds_moved(&variant, seeds)).unwrap();
        let position = Position::start(&Setup { start: Some(start), ..Setup::new(variant, 1) });
        let value = minimax(&position, &mut HashMap::new());
        let exact = small(variant, Values::Exact).prove(&start);
        assert_eq!(exact, value, "{} {variant:?}", write_start_code(&start));
        let outcome = small(variant, Values::Outcome).prove(&start);
        assert_eq!(outcome, value.signum(), "{} {variant:?}", write_start_code(&start));
        drawn += u32::from(value == 0);
    }
    assert!(drawn > 5, "{drawn} draws");
}

#[test]
fn a_mirrored_start_has_the_same_value_sown_the_other_way() {
    let mut rng = Rng(37);
    let variant = Variant { pits: 4, stones: 2, ..Variant::default() };
    let clockwise = Variant { direction: Direction::Clockwise, ..variant };
    let starts = Start::all_with_seeds_moved(&variant, 2);
    // One prover for all: what it keeps of earlier starts changes no value.
    let mut provers = [variant, clockwise].map(|variant| small(variant, Values::Exact));
    for _ in 0..20 {
        let start = starts[rng.below(starts.len())];
        let [this, other] = &mut provers;
        let values = [this.prove(&start), other.prove(&start.mirrored())];
        assert_eq!(values[0], values[1], "{}", write_start_code(&start));
    }
}

#[test]
fn a_progress_file_goes_on_after_a_line_that_was_cut_off() {
    let variant = Variant { pits: 4, stones: 3, ..Variant::default() };
    let starts = Start::all_with_seeds_moved(&variant, 1);
    let header = header(&variant, Values::Exact);
    let values = (-12..).zip(&starts);
    let whole: String = [format!("{header}\n")]
        .into_iter()
        .chain(values.clone().map(|(value, start)| line(start, value)))
        .collect();
    let mut all = Known::read(&whole, &header).unwrap();
    assert!(starts.iter().all(|start| Known::default().value(start).is_none()));
    assert!(values.clone().all(|(value, start)| all.value(start) == Some(value)));
    assert_eq!((all.count(&starts), all.fair(&starts).count()), (starts.len(), 1));
    all.add(starts[0], 0);
    assert_eq!(all.fair(&starts).next(), Some(&starts[0]), "in the order of the starts");
    for cut in header.len()..whole.len() {
        let torn = &whole[..cut];
        let next = line(&starts[starts.len() - 1], 7);
        // As the sweep goes on: in a line of its own.
        let text = if torn.ends_with('\n') { format!("{torn}{next}") } else { format!("{torn}\n{next}") };
        for (text, last) in [(torn, None), (text.as_str(), Some(7))] {
            let known = Known::read(text, &header).unwrap();
            let end = starts.len() - 1;
            let wrong = values
                .clone()
                .take(end)
                .find(|(value, start)| known.value(start).is_some_and(|it| it != *value));
            assert_eq!(wrong, None, "{text}");
            let finished = torn.lines().skip(1).filter(|line| line.ends_with('.')).count();
            assert_eq!(known.count(&starts[..end]), finished.min(end), "{text}");
            assert!(last.is_none() || known.value(&starts[end]) == last, "{text}");
        }
    }
    assert!(Known::read("fair: pits 6\n", &header).is_err());
    assert_eq!(Known::read("", &header).unwrap().count(&starts), 0);
}

/// The fair starts with one seed moved, of each capture rule. About 20 minutes in a release.
#[test]
#[ignore = "proves 312 starts of Kalah; run with --release"]
fn three_starts_of_kalah_with_one_seed_moved_are_fair() {
    for (capture, fair) in FAIR_WITH_ONE_SEED {
        let variant = Variant { capture, ..Variant::default() };
        let mut prover = Prover::new(variant, Values::Outcome, 256 << 20, 16);
        let mut starts = Start::all_with_seeds_moved(&variant, 1);
        starts.retain(|start| prover.prove(start) == 0);
        let mut found: Vec<_> = starts.iter().map(write_start).collect();
        found.sort_unstable();
        assert_eq!(found, fair);
    }
}

/// By capture rule, in order of their texts.
const FAIR_WITH_ONE_SEED: [(Capture, [&str; 3]); 2] = [
    (
        Capture::OppositeOrSelf,
        ["4,4,4,3,4,4/4,5,4,4,4,4", "4,4,4,4,3,4/4,4,5,4,4,4", "4,4,4,4,4,4/4,4,5,4,3,4"],
    ),
    (Capture::Opposite, ["4,4,4,4,3,4/4,4,5,4,4,4", "4,4,4,4,4,4/3,4,5,4,4,4", "4,4,4,4,4,4/4,4,5,4,3,4"]),
];

/// One proved draw of each rule, as a sample of the long test.
#[test]
#[ignore = "proves two starts of Kalah, some seconds each in a release"]
fn a_fair_start_of_each_capture_rule_is_a_draw() {
    for (capture, [start, ..]) in FAIR_WITH_ONE_SEED {
        let variant = Variant { capture, ..Variant::default() };
        let mut prover = Prover::new(variant, Values::Outcome, 64 << 20, 14);
        assert_eq!(prover.prove(&read_start(start).unwrap()), 0, "{start}");
    }
}

/// The lists that the rules offer are those of the sweep: all of the smallest board, proved again.
#[test]
fn the_list_of_the_smallest_board_is_proved_again() {
    let variant = Preset::Quick.variant();
    let mut prover = Prover::new(variant, Values::Outcome, 16 << 20, 12);
    for start in (1..=2).flat_map(|seeds| Start::all_with_seeds_moved(&variant, seeds)) {
        let drawn = prover.prove(&start) == 0;
        assert_eq!(start.is_fair(&variant), drawn, "{}", write_start_code(&start));
    }
}

/// What the sweep has proved, as its progress files say it, and how many starts there are.
const PROVED: [(Preset, &str, usize); 4] = [
    (Preset::Kalah, include_str!("../examples/fair/proved/kalah.txt"), 6_396),
    (Preset::EmptyCapture, include_str!("../examples/fair/proved/empty_capture.txt"), 6_396),
    (Preset::Kalah3, include_str!("../examples/fair/proved/kalah_3.txt"), 6_396),
    (Preset::Quick, include_str!("../examples/fair/proved/quick.txt"), 1_440),
];

#[test]
fn the_lists_of_fair_starts_are_the_draws_that_the_sweep_has_proved() {
    for (preset, progress, count) in PROVED {
        let variant = preset.variant();
        let starts: Vec<Start> =
            (1..=2).flat_map(|seeds| Start::all_with_seeds_moved(&variant, seeds)).collect();
        assert_eq!(starts.len(), count, "{preset:?}");
        let known = Known::read(progress, &header(&variant, Values::Outcome)).unwrap();
        assert!(known.fair(&starts).eq(&variant.fair_starts()), "{preset:?}");
        assert_eq!(known.count(&starts), count, "{preset:?}");
    }
}
