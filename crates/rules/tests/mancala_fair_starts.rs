//! Tests of the lists of fair starts. That their starts are draws is proved by the sweep (`engine`, examples/fair); the list
//! of the smallest board is proved again by a test of the engine.

use std::collections::HashSet;

use rules::mancala::{Direction, FirstMove, Preset, Start, Variant};

const LISTS: [(Preset, usize); 4] =
    [(Preset::Kalah, 323), (Preset::EmptyCapture, 254), (Preset::Kalah3, 872), (Preset::Quick, 184)];

#[test]
fn fair_starts_stand_once_each_in_the_order_of_the_sweep() {
    for (preset, count) in LISTS {
        let variant = preset.variant();
        let swept = (1..=2).flat_map(|seeds| Start::all_with_seeds_moved(&variant, seeds));
        let fair: Vec<Start> = swept.filter(|start| start.is_fair(&variant)).collect();
        assert_eq!((fair.len(), variant.fair_starts()), (count, fair), "{preset:?}");
    }
}

#[test]
fn nothing_is_claimed_of_variants_that_were_not_proved() {
    let kalah = Variant::default();
    let others = [
        Variant { pie_rule: true, ..kalah },
        Variant { first_move: FirstMove::North, ..kalah },
        Variant { first_move: FirstMove::Alternate, ..kalah },
        Variant { extra_turn: false, ..kalah },
        Preset::Kalah6.variant(),
        Preset::NoCapture.variant(),
    ];
    for variant in others {
        assert_eq!((variant.fair_starts().len(), variant.fair_start(7)), (0, None), "{variant:?}");
    }
    let fair = kalah.fair_start(0).expect("a start");
    assert!(!fair.is_fair(&Variant { first_move: FirstMove::North, ..kalah }));
    assert_eq!(
        fair.next_fair(&Preset::EmptyCapture.variant(), 0).is_some(),
        fair.is_fair(&Preset::EmptyCapture.variant())
    );
}

#[test]
fn sown_the_other_way_the_mirror_images_are_fair() {
    let variant = Variant::default();
    let clockwise = Variant { direction: Direction::Clockwise, ..variant };
    let mirrored: Vec<Start> = variant.fair_starts().iter().map(Start::mirrored).collect();
    assert_eq!(clockwise.fair_starts(), mirrored);
}

#[test]
fn every_fair_start_comes_before_one_comes_again() {
    for (preset, _) in LISTS {
        let variant = preset.variant();
        let first = variant.fair_start(5).expect("a start");
        let count = variant.fair_starts().len() as u32;
        let seen: HashSet<Start> =
            (0..count).filter_map(|places| first.next_fair(&variant, places)).collect();
        assert_eq!(seen.len(), count as usize);
        assert_eq!(first.next_fair(&variant, count), Some(first));
        assert_eq!(first.next_fair(&variant, u32::MAX), first.next_fair(&variant, u32::MAX % count));
    }
}

#[test]
fn another_fair_start_is_never_the_same_one() {
    for (preset, _) in LISTS {
        let variant = preset.variant();
        let count = variant.fair_starts().len() as u32;
        let start = variant.fair_start(3).expect("a start");
        let others: HashSet<Start> =
            (0..count - 1).filter_map(|number| start.another_fair(&variant, number)).collect();
        assert_eq!(others.len(), count as usize - 1, "each of the others, once");
        assert!(!others.contains(&start));
        for number in [count - 1, count, u32::MAX] {
            assert!(start.another_fair(&variant, number).is_some_and(|other| others.contains(&other)));
        }
    }
    let start = Preset::Kalah.variant().fair_start(0).expect("a start");
    let other_rules = Preset::Quick.variant();
    assert!(start.another_fair(&other_rules, 7).is_some_and(|other| other.is_fair(&other_rules)));
}
