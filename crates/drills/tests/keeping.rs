//! What a device keeps: spacing, order, bounds, and the text that is stored.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod common;

use common::{drill, game};
use drills::{Drill, Drills, MOST, Mistake, PAUSES, State};
use proptest::prelude::*;
use puzzles::Day;
use rules::Record;

const TODAY: Day = Day(20_784);

/// Drills of different positions.
fn some(count: usize) -> Vec<Drill> {
    let mut kept = Drills::default();
    let all = (0..).map(|seed| drill(seed, TODAY)).filter(|drill| kept.add(drill.clone()));
    all.take(count).collect()
}

fn kept(all: &[Drill]) -> Drills {
    let mut drills = Drills::default();
    all.iter().for_each(|drill| assert!(drills.add(drill.clone())));
    drills
}

#[test]
fn pauses_grow_with_each_solution_until_it_is_learned() {
    let drill = &some(1)[0];
    let mut drills = kept(std::slice::from_ref(drill));
    let mut today = TODAY;
    for pause in PAUSES {
        assert_eq!((drills.due(today), drills.learned()), (1, 0));
        drills.solve(drill, today);
        drills.solve(drill, today);
        let due = drills.queue()[0].due().unwrap();
        assert_eq!(due, Day(today.0 + pause), "what is not due does not advance");
        assert_eq!((drills.due(Day(due.0 - 1)), drills.due(due)), (0, 1));
        today = due;
    }
    drills.solve(drill, today);
    assert_eq!((drills.queue().len(), drills.learned()), (0, 1));
}

#[test]
fn a_failure_begins_again_tomorrow_from_the_first_pause() {
    let drill = &some(1)[0];
    let mut drills = kept(std::slice::from_ref(drill));
    drills.solve(drill, TODAY);
    drills.solve(drill, Day(TODAY.0 + 1));
    // Also if it was not due.
    drills.fail(drill, Day(TODAY.0 + 2));
    assert_eq!(drills.queue()[0].state, State::Waiting { solved: 0, due: Day(TODAY.0 + 3) });
    drills.solve(drill, Day(TODAY.0 + 3));
    assert_eq!(drills.queue()[0].due(), Some(Day(TODAY.0 + 4)));
}

#[test]
fn what_is_due_first_comes_first_and_then_the_oldest() {
    let all = some(4);
    let mut drills = kept(&all);
    drills.solve(&all[0], TODAY);
    drills.solve(&all[2], TODAY);
    drills.solve(&all[2], Day(TODAY.0 + 1));
    let order: Vec<_> = drills.queue().into_iter().cloned().collect();
    let place = |drill: &Drill| all.iter().position(|other| other.is_same(drill)).unwrap();
    assert_eq!(order.iter().map(place).collect::<Vec<_>>(), [1, 3, 0, 2]);
    assert_eq!((drills.due(TODAY), drills.due(Day(TODAY.0 + 1))), (2, 3));
}

#[test]
fn a_removed_drill_does_not_come_back_with_its_game() {
    let all = some(2);
    let mut drills = kept(&all);
    drills.remove(&all[0]);
    assert!(!drills.add(all[0].clone()));
    drills.solve(&all[0], TODAY);
    drills.fail(&all[0], TODAY);
    assert_eq!((drills.queue(), drills.learned()), (vec![&all[1]], 0));
}

#[test]
fn the_newest_drills_and_games_are_kept() {
    let all = some(MOST + 3);
    let mut drills = kept(&all);
    assert_eq!(drills.queue().len(), MOST);
    assert!(drills.queue()[0].is_same(&all[3]));
    for number in 0..MOST + 3 {
        drills.add_game(&format!("{number:032x}"));
    }
    let has = |number: usize| drills.has_game(&format!("{number:032x}"));
    assert!(!has(2) && has(3) && has(MOST + 2));
    assert_eq!(Drills::read(&drills.write()), Some(drills.clone()));
}

#[test]
fn a_damaged_line_is_dropped_and_nothing_else() {
    let all = some(3);
    let mut drills = kept(&all);
    drills.solve(&all[2], TODAY);
    drills.add_game("0af3");
    let text = drills.write();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    let damaged = [lines[0], lines[1], &lines[2][1..], "?", "game", "game a b", lines[3], "", lines[4]];
    let read = Drills::read(&damaged.join("\n")).unwrap();
    let mut expected = kept(&[all[0].clone(), all[2].clone()]);
    expected.solve(&all[2], TODAY);
    expected.add_game("0af3");
    assert_eq!(read, expected);
    assert_eq!((Drills::read("2\n"), Drills::read("")), (None, None), "a later version is left alone");
}

#[test]
fn what_is_illegal_in_its_game_is_no_drill() {
    let drill = &some(1)[0];
    let text = kept(std::slice::from_ref(drill)).write();
    let line = text.lines().nth(1).unwrap();
    let words: Vec<&str> = line.splitn(7, ' ').collect();
    let dropped = |place: usize, word: &str| {
        let mut words = words.clone();
        words[place] = word;
        Drills::read(&format!("1\n{}", words.join(" "))) == Some(Drills::default())
    };
    assert!(!dropped(0, words[0]), "the line itself is good");
    for (place, word) in [
        (0, "6:2026-11-27"),
        (0, "0:2026-02-31"),
        (0, "done"),
        (1, "99999"),
        (2, "0"),
        (2, "-3"),
        (3, words[4]),
        (3, "Z"),
        (4, "a1a2"),
        (5, "zz"),
        (6, "{}"),
        (6, "{\"mancala\":{}}"),
    ] {
        assert!(dropped(place, word), "{place} {word}");
    }
}

#[test]
fn small_losses_count_only_if_they_give_the_result_away() {
    let legal = |seed| {
        let (record, position) = game(seed);
        (record, position.legal_moves())
    };
    let (record, moves) = (0..).map(legal).find(|(_, moves)| moves.len() > 1).unwrap();
    let is_drill = |value, loss| {
        let mistake = Mistake { value, played: moves[0], loss, best: moves[1] };
        Drill::new(record.clone(), mistake, TODAY).is_some()
    };
    for (value, loss, is) in [
        (1, 1, true),
        (0, 1, true),
        (2, 1, false),
        (-1, 1, false),
        (-4, 2, true),
        (9, 2, true),
        (1, 0, false),
    ] {
        assert_eq!(is_drill(value, loss), is, "{value} {loss}");
    }
    let same = Mistake { value: 3, played: moves[0], loss: 3, best: moves[0] };
    assert_eq!(Drill::new(record.clone(), same, TODAY), None);
    let mut illegal = Record { moves: record.moves.clone(), ..record };
    illegal.moves.push(rules::Move::Mancala(rules::mancala::Move::Swap));
    let mistake = Mistake { value: 3, played: moves[0], loss: 3, best: moves[1] };
    assert_eq!(Drill::new(illegal, mistake, TODAY), None);
}

proptest! {
    #[test]
    fn drills_are_read_as_they_are_written(seeds in prop::collection::vec(0..5_000_u64, 0..12), acts in prop::collection::vec((0..12_usize, 0..3_u8, 0..90_u32), 0..20)) {
        let mut drills = Drills::default();
        for seed in seeds {
            drills.add(drill(seed, TODAY));
        }
        for (at, act, day) in acts {
            let Some(drill) = drills.queue().get(at).map(|drill| (*drill).clone()) else { continue };
            match act {
                0 => drills.solve(&drill, Day(TODAY.0 + day)),
                1 => drills.fail(&drill, Day(TODAY.0 + day)),
                _ => drills.remove(&drill),
            }
        }
        let read = Drills::read(&drills.write()).unwrap();
        prop_assert_eq!(&read, &drills);
    }

    #[test]
    fn no_text_panics(text in "1\n(\\PC{0,80}\n){0,4}|1\n([0-9]:2026-11-2[0-9] -?[0-9]{1,6} [0-9]{1,6} [A-Fa-h0-9-]{0,3} [A-Fa-h0-9]{0,3} [A-Fa-f-]{0,9} \\{.{0,40}\n){0,3}") {
        if let Some(drills) = Drills::read(&text) {
            prop_assert_eq!(Drills::read(&drills.write()), Some(drills));
        }
    }

    #[test]
    fn no_damage_panics_or_makes_an_illegal_drill(seed in 0..500_u64, at in 0..400_usize, byte in 32..127_u8) {
        let mut drills = Drills::default();
        drills.add(drill(seed, TODAY));
        let mut text = drills.write().into_bytes();
        let place = 2 + at % (text.len() - 2);
        text[place] = byte;
        let read = Drills::read(&String::from_utf8(text).unwrap()).unwrap();
        for drill in read.queue() {
            let position = drill.record().replay().unwrap();
            prop_assert!(position.check(drill.mistake().played).is_ok() && position.check(drill.mistake().best).is_ok());
        }
    }
}
