//! Tests that the squares show what the rules say: over whole games on many boards, in both orientations.

use rules::mapello::notation::cell_name;
use rules::mapello::{Board, Cell, Position, Step};

use rules::Side;

use super::cells::{SquareAttributes, neighbour, number_of, square, square_id};
use super::model::{Scene, discs_to_come};
use super::motion::timeline;
use super::timing::{DROP_MS, duration_ms};
use crate::app::game::animation::timeline::{Act, Cue, Timeline};

/// A whole game on a board, with moves chosen by `seed` among the legal moves: each position with the trace
/// that led to it.
fn game(board: &Board, seed: usize) -> Vec<(Position, Vec<Step>)> {
    let mut played = vec![(Position::start(board), Vec::new())];
    for turn in 0.. {
        let (position, _) = played.last().unwrap();
        let moves: Vec<Cell> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let next = position.play(moves[(seed * 7 + turn * 5) % moves.len()]).unwrap();
        played.push(next);
    }
    played
}

fn scene(position: Position, last: Vec<Step>) -> Scene {
    let (may_play, turned, preview, pending, focus) = (true, false, None, false, 34);
    let (scores, may_plan, planned) = (Vec::new(), false, None);
    Scene { position, may_play, may_plan, planned, turned, preview, scores, last, pending, focus }
}

fn get<'a>(attributes: &'a SquareAttributes, name: &str) -> Option<&'a str> {
    attributes.iter().find(|(attribute, _)| *attribute == name).map(|(_, value)| value.as_str())
}

fn places(squares: &[SquareAttributes], name: &str) -> Vec<usize> {
    (0..squares.len()).filter(|place| get(&squares[*place], name).is_some()).collect()
}

#[test]
fn squares_show_the_discs_walls_bonuses_and_legal_moves_of_the_position() {
    for seed in 0..20 {
        for (position, last) in game(&Board::random(seed), seed as usize) {
            let squares = scene(position, last).squares();
            assert_eq!(squares.len(), 100);
            for cell in Cell::all_of(!0) {
                let attributes = &squares[usize::from(number_of(cell))];
                let disc = position.disc(cell).map(crate::app::text::mapello::colour);
                assert_eq!(get(attributes, "data-disc"), disc);
                assert_eq!(get(attributes, "data-wall").is_some(), position.terrain().board().is_wall(cell));
                assert_eq!(get(attributes, "data-bonus").is_some(), position.bonuses() & cell.bit() != 0);
                assert_eq!(get(attributes, "data-legal").is_some(), position.check(cell).is_ok());
                assert!(get(attributes, "aria-label").unwrap().starts_with(&cell_name(cell)));
            }
            let jokers = places(&squares, "data-joker").len();
            assert_eq!(jokers as u32, position.terrain().board().jokers().count_ones());
            assert_eq!(places(&squares, "data-at").len(), 32);
        }
    }
}

/// The squares with this kind of cue in an animation timeline, in order, with their times.
fn cued(timeline: &Timeline, is: fn(Cue) -> bool) -> Vec<(String, u32)> {
    let cue = |act: &Act| match act {
        Act::Cue(cue, on, at) if is(*cue) => Some((on.clone(), *at)),
        _ => None,
    };
    let mut cued: Vec<_> = timeline.acts.iter().filter_map(cue).collect();
    cued.sort();
    cued
}

#[test]
fn an_animation_moves_exactly_the_placed_and_flipped_discs() {
    for (before, after) in game(&Board::DEFAULT, 3).windows(2).map(|pair| (&pair[0].0, &pair[1])) {
        let (position, last) = after;
        for turned in [false, true] {
            let timeline = timeline(last, before, turned, Side::First);
            let id = |number: u8| square_id(if turned { 99 - number } else { number });
            let mut discs: Vec<_> = Cell::all_of(!0)
                .filter(|cell| before.disc(*cell).is_some() && before.disc(*cell) != position.disc(*cell))
                .map(|cell| id(number_of(cell)))
                .collect();
            discs.sort();
            let moved = cued(&timeline, |cue| matches!(cue, Cue::Turn(_)));
            assert_eq!(moved.into_iter().map(|(on, _)| on).collect::<Vec<_>>(), discs);
            assert_eq!(cued(&timeline, |cue| cue == Cue::Drop).len(), 1);
            let took_bonus = before.bonuses() != position.bonuses();
            assert_eq!(
                cued(&timeline, |cue| matches!(cue, Cue::Star(_))).len(),
                usize::from(took_bonus),
                "a star bursts when its bonus is taken"
            );
            let jokers = last.iter().filter(|step| matches!(step, Step::Flip { joker: Some(_), .. })).count();
            assert_eq!(cued(&timeline, |cue| cue == Cue::Light).len(), jokers);
        }
    }
}

#[test]
fn flips_run_outwards_at_40_ms_a_step_for_at_most_400_ms() {
    let mut longest = 0;
    for seed in 0..40 {
        for pair in game(&Board::random(seed), seed as usize).windows(2) {
            let (before, last) = (&pair[0].0, &pair[1].1);
            let timeline = timeline(last, before, false, Side::First);
            let start = DROP_MS;
            for step in last {
                let Step::Flip { from, ray, discs, .. } = *step else { continue };
                longest = longest.max(discs);
                for distance in 1..=discs {
                    let on = square_id(number_of(from.step(ray, distance).unwrap()));
                    let at = start + (u32::from(distance) - 1) * 40;
                    let turns = |act: &Act| match act {
                        Act::Cue(Cue::Turn(lasts), what, when) if *what == on => {
                            *when == at && at + lasts <= start + 400
                        }
                        _ => false,
                    };
                    assert!(timeline.acts.iter().any(turns), "{on} at {at} ms: {timeline:?}");
                }
            }
            assert!(duration_ms(last) <= start + 400 && timeline.end >= duration_ms(last));
        }
    }
    assert!(longest >= 5, "the games have long lines");
}

#[test]
fn animated_scores_count_from_the_old_to_the_new_score() {
    for pair in game(&Board::DEFAULT, 3).windows(2) {
        let ((before, _), (after, last)) = (&pair[0], &pair[1]);
        let timeline = timeline(last, before, false, Side::First);
        for (side, on) in [(Side::First, "near"), (Side::Second, "far")] {
            let shown = |act: &Act| match act {
                Act::Count { on: which, until, shown } if which == on => Some((*until, *shown)),
                _ => None,
            };
            let shown: Vec<_> = timeline.acts.iter().filter_map(shown).collect();
            assert!(
                shown.is_sorted_by_key(|count| count.0) && shown.iter().all(|count| count.0 <= timeline.end)
            );
            assert_eq!(shown.first().map_or(after.score(side), |count| count.1), before.score(side));
        }
    }
}

#[test]
fn a_preview_shows_the_flips_of_an_own_legal_move_only() {
    let position = Position::start(&Board::DEFAULT);
    let legal = position.legal_moves().next().unwrap();
    let squares = Scene { preview: Some(legal), ..scene(position, Vec::new()) }.squares();
    assert_eq!(places(&squares, "data-preview"), [usize::from(number_of(legal))]);
    assert_eq!(places(&squares, "data-turns").len(), 1);
    let watching = Scene { preview: Some(legal), may_play: false, ..scene(position, Vec::new()) }.squares();
    assert!(places(&watching, "data-preview").is_empty() && places(&watching, "data-legal").is_empty());
    let wall = Cell::all_of(position.terrain().board().walls()).next();
    let squares = Scene { preview: wall, ..scene(position, Vec::new()) }.squares();
    assert!(places(&squares, "data-turns").is_empty());
}

#[test]
fn flipping_the_board_moves_every_square_to_the_opposite_place() {
    let (position, last) = game(&Board::random(5), 1).swap_remove(12);
    let straight = scene(position, last.clone()).squares();
    let turned = Scene { turned: true, focus: 99 - 34, ..scene(position, last) }.squares();
    assert_eq!(straight.into_iter().rev().collect::<Vec<_>>(), turned);
}

#[test]
fn exactly_one_square_is_a_tab_stop_and_arrows_stay_on_the_board() {
    let squares = scene(Position::start(&Board::EMPTY), Vec::new()).squares();
    assert_eq!((0..100).filter(|place| get(&squares[*place], "tabindex") == Some("0")).count(), 1);
    for place in 0..100 {
        for key in ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] {
            let to = neighbour(place, key).unwrap();
            assert!(square(to).is_some() && to.abs_diff(place) <= 10);
        }
    }
    assert_eq!(square(100), None);
}

#[test]
fn the_tray_holds_as_many_discs_as_there_are_free_cells() {
    for (position, _) in game(&Board::random(2), 4) {
        let free = 64 - position.turn() as u32 - 3 - position.terrain().board().walls().count_ones();
        let sides = Side::BOTH.map(|side| discs_to_come(&position, side));
        assert_eq!(sides[0] + sides[1], free);
        assert!(sides[0].abs_diff(sides[1]) <= 1);
    }
}
