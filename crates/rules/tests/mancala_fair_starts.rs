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
