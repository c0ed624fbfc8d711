//! Property tests of Mancala: what holds in every position of every game of every variant, on random games.

#[path = "common/games.rs"]
mod games;
#[path = "common/reference.rs"]
mod reference;

use std::collections::HashMap;

use games::{Ply, games, play, setups, variants};
use proptest::prelude::*;
use reference::{Reference, ring};
use rules::mancala::{Hole, Move, Pit, Position, Setup, Step, Variant};
use rules::{IllegalMove, Outcome, Record, Side};

fn total_stones(position: &Position) -> u32 {
    let pits = Side::BOTH.into_iter().flat_map(|side| position.pits(side));
    let in_pits: u32 = pits.map(|pit| u32::from(position.stones(pit))).sum();
    in_pits + Side::BOTH.map(|side| u32::from(position.store(side))).iter().sum::<u32>()
}

/// The parts in which two positions are equal if they differ only in the number of the turn.
fn hashed_parts(position: &Position) -> (Variant, Vec<u32>, Side, bool) {
    (*position.variant(), ring(position), position.to_move(), position.can_swap())
}

/// Every move that exists on any board, and some that do not.
fn all_moves() -> impl Iterator<Item = Move> {
    let pits = Side::BOTH.into_iter().flat_map(|side| (0..=u8::MAX).map(move |index| Pit { side, index }));
    pits.map(Move::Sow).chain([Move::Swap])
}

fn record(setup: Setup, plies: &[Ply]) -> Record {
    let mut record = Record::new(rules::Setup::Mancala(setup));
    record.moves.extend(plies.iter().map(|ply| rules::Move::Mancala(ply.mv)));
    record
}

proptest! {
    #[test]
    fn the_number_of_stones_never_changes((setup, choices) in games()) {
        let stones = 2 * u32::from(setup.variant.pits) * u32::from(setup.variant.stones);
        for ply in play(&setup, choices) {
            prop_assert_eq!(total_stones(&ply.after), stones);
        }
    }

    #[test]
    fn the_trace_applied_step_by_step_gives_the_next_position((setup, choices) in games()) {
        for Ply { before, steps, after, .. } in play(&setup, choices) {
            prop_assert_eq!(steps.iter().fold(before, |position, step| position.apply(step)), after);
        }
    }

    #[test]
    fn a_trace_drops_all_lifted_stones_and_ends_with_the_next_turn((setup, choices) in games()) {
        for Ply { before, steps, after, .. } in play(&setup, choices) {
            let mut hand = 0;
            for step in &steps {
                match step {
                    Step::Lift { stones, .. } => { prop_assert_eq!(hand, 0); hand = *stones; }
                    Step::Drop { into } => {
                        hand -= 1;
                        prop_assert_ne!(*into, Hole::Store(before.to_move().other()));
                    }
                    Step::Sweep { stones, .. } => prop_assert!(*stones > 0),
                    _ => prop_assert_eq!(hand, 0),
                }
            }
            match steps.last() {
                Some(Step::NextTurn(side)) => {
                    prop_assert_eq!(*side, before.to_move().other());
                    prop_assert_eq!((after.to_move(), after.turn()), (*side, before.turn() + 1));
                }
                Some(Step::ExtraTurn(side)) => {
                    prop_assert_eq!(*side, before.to_move());
                    prop_assert_eq!((after.to_move(), after.turn()), (*side, before.turn()));
                }
                Some(Step::End(outcome)) => prop_assert_eq!(after.outcome(), Some(*outcome)),
                last => prop_assert!(false, "a move ended with {last:?}"),
            }
        }
    }

    #[test]
    fn every_move_matches_the_slow_reference((setup, choices) in games()) {
        let variant = &setup.variant;
        let mut reference = Reference::of(&setup);
        for ply in play(&setup, choices) {
            match ply.mv {
                Move::Sow(pit) => {
                    let place = Reference::place(variant, pit.side.index(), pit.index);
                    reference.sow(variant, place);
                }
                Move::Swap => reference.swap(),
            }
            prop_assert_eq!(&reference.ring, &ring(&ply.after));
            prop_assert_eq!(reference.over, ply.after.outcome().is_some());
            prop_assert!(reference.over || reference.mover == ply.after.to_move().index());
        }
    }

    #[test]
    fn every_game_ends_and_the_stores_decide(
        setup in setups(),
        choices in proptest::collection::vec(any::<u8>(), 1..40),
    ) {
        // Between two stones that reach a store, each stone can only move forward in its row.
        let holes = 2 * usize::from(setup.variant.pits);
        let stones = holes * usize::from(setup.variant.stones);
        let most = (stones + 1) * stones * holes;
        let plies = play(&setup, choices.into_iter().cycle().take(most));
        let end = plies.last().map(|ply| ply.after);
        let outcome = end.and_then(|end| end.outcome());
        prop_assert!(outcome.is_some());
        prop_assert_eq!(outcome, end.map(|end| Outcome::of_scores(Side::BOTH.map(|side| end.store(side)))));
    }

    #[test]
    fn a_relay_sowing_has_a_limited_number_of_laps((setup, choices) in games()) {
        let holes = 2 * usize::from(setup.variant.pits);
        let stones = holes * usize::from(setup.variant.stones);
        for ply in play(&setup, choices) {
            let laps = ply.steps.iter().filter(|step| matches!(step, Step::Lift { .. })).count();
            prop_assert!(laps <= holes * (stones + 1));
        }
    }

    #[test]
    fn exactly_the_legal_moves_are_accepted((setup, choices) in games()) {
        for ply in play(&setup, choices) {
            let listed: Vec<Move> = ply.after.legal_moves().collect();
            let accepted: Vec<Move> =
                all_moves().filter(|&mv| ply.after.check(mv).is_ok()).collect();
            prop_assert_eq!(&listed, &accepted);
            prop_assert_eq!(listed.is_empty(), ply.after.outcome().is_some());
        }
    }

    #[test]
    fn an_illegal_move_has_a_reason_and_no_trace((setup, choices) in games()) {
        for Ply { after: position, .. } in play(&setup, choices) {
            for mv in all_moves() {
                let expected = match mv {
                    _ if position.outcome().is_some() => Err(IllegalMove::GameOver),
                    Move::Swap if !position.can_swap() => Err(IllegalMove::SwapNotAllowed),
                    Move::Sow(pit) if pit.index >= setup.variant.pits => Err(IllegalMove::NoSuchPit),
                    Move::Sow(pit) if pit.side != position.to_move() => Err(IllegalMove::WrongSide),
                    Move::Sow(pit) if position.stones(pit) == 0 => Err(IllegalMove::EmptyPit),
                    _ => Ok(()),
                };
                let mut steps = 0;
                let played = position.play_with(mv, |_| steps += 1);
                prop_assert_eq!(played.map(|_| ()), expected);
                prop_assert_eq!(steps == 0, expected.is_err());
            }
        }
    }

    #[test]
    fn hashes_are_equal_exactly_if_positions_are_equal(all in proptest::collection::vec(games(), 1..12)) {
        let mut seen = HashMap::new();
        for (setup, choices) in all {
            for ply in play(&setup, choices) {
                let first = seen.entry(ply.after.hash()).or_insert_with(|| hashed_parts(&ply.after));
                prop_assert_eq!(first, &hashed_parts(&ply.after));
            }
        }
        let distinct: std::collections::HashSet<_> =
            seen.values().map(|essence| format!("{essence:?}")).collect();
        prop_assert_eq!(distinct.len(), seen.len());
    }

    #[test]
    fn the_turn_number_is_not_part_of_the_hash((setup, choices) in games(), turn in 3..u16::MAX) {
        for ply in play(&setup, choices) {
            let mut parts = ply.after.to_parts();
            parts.turn = if parts.can_swap { parts.turn } else { turn };
            prop_assert_eq!(Position::from_parts(&parts).unwrap().hash(), ply.after.hash());
        }
    }

    #[test]
    fn every_position_is_the_replay_of_a_prefix_of_the_record((setup, choices) in games()) {
        let plies = play(&setup, choices);
        let record = record(setup, &plies);
        for (ply, played) in plies.iter().enumerate() {
            prop_assert_eq!(record.position_at(ply), Ok(rules::Position::Mancala(played.before)));
        }
        let last = plies.last().map(|ply| rules::Position::Mancala(ply.after)).unwrap();
        prop_assert_eq!(record.position_at(usize::MAX), Ok(last.clone()));
        prop_assert_eq!(record.replay(), Ok(last));
    }

    #[test]
    fn replaying_an_illegal_move_names_its_index_and_the_reason((setup, choices) in games(), at in any::<usize>()) {
        let plies = play(&setup, choices);
        let mut record = record(setup, &plies);
        let at = at % record.moves.len();
        record.moves[at] = rules::Move::Mancala(Move::Sow(Pit { side: Side::First, index: 99 }));
        prop_assert_eq!(record.replay(), Err((at, IllegalMove::NoSuchPit)));
        prop_assert_eq!(record.position_at(at + 1), Err(IllegalMove::NoSuchPit));
        prop_assert!(record.position_at(at).is_ok());
    }

    #[test]
    fn positions_round_trip_through_their_parts((setup, choices) in games()) {
        for ply in play(&setup, choices) {
            prop_assert_eq!(Position::from_parts(&ply.after.to_parts()), Ok(ply.after));
        }
    }

    #[test]
    fn any_step_or_hole_is_handled_without_panic(
        variant in variants(),
        index in any::<u8>(),
        stones in any::<u8>(),
    ) {
        let position = Position::start(&Setup::new(variant, 1));
        let pit = Pit { side: Side::Second, index };
        for side in Side::BOTH {
            for step in [
                Step::Lift { from: pit, stones },
                Step::Drop { into: Hole::Pit(pit) },
                Step::Sweep { from: pit, stones, to: side },
                Step::Capture { by: side, last: pit, opposite: pit, from_last: stones, from_opposite: stones },
            ] {
                let _ = position.apply(&step).apply(&step).hash();
            }
            let _ = position.next(Hole::Pit(pit), side);
        }
        let _ = position.opposite(pit);
    }
}

#[test]
fn a_hash_stays_the_same_in_every_build() {
    let start = Position::start(&Setup::new(Variant::default(), 1));
    assert_eq!(start.hash(), 1_650_421_165_078_889_398);
    let e = start.play(Move::Sow(Pit { side: Side::First, index: 4 })).unwrap().0;
    assert_eq!(e.hash(), 2_638_191_261_931_188_254);
}
