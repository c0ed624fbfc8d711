//! Tests of the lessons: every position is real, every task possible and not trivial, every text true.

use std::collections::BTreeSet;

use leptos::prelude::{Owner, provide_context};
use rules::{Game, Move, Position, Setup, Side, mancala, mapello};

use super::{Goal, Step, Verdict, parse_game, step_room, steps};
use crate::app::practice::LEARNER;
use crate::app::text::language::Language;

const GAMES: [Game; 2] = Game::ALL;

/// Every step with its game and its position.
fn all() -> Vec<(Game, &'static Step, Position)> {
    let of = |game: Game| {
        steps(game).iter().map(move |step| {
            let (setup, moves) = parse_game(game, step.start).expect(step.start);
            let play = |position: Position, mv: &Move| position.play(*mv).expect("legal").position;
            (game, step, moves.iter().fold(setup.start(), play))
        })
    };
    GAMES.into_iter().flat_map(of).collect()
}

/// Every way to play a step: its moves, and whether they do the task.
fn ways(step: &Step, position: &Position, before: &[Move]) -> Vec<(Vec<Move>, bool)> {
    let moves = position.legal_moves().into_iter().flat_map(|mv| {
        let played = position.play(mv).expect("legal");
        let made = [before, &[mv]].concat();
        match step.goal.judge(position.to_move(), before.len() as u8, &played) {
            Verdict::Right => vec![(made, true)],
            Verdict::Wrong => vec![(made, false)],
            Verdict::Continue => ways(step, &played.position, &made),
        }
    });
    moves.collect()
}

fn texts_of(step: &Step) -> [String; 4] {
    let texts = step.texts;
    [texts.title, texts.task, texts.hint, texts.praise].map(|text| text())
}

/// Runs a test in each language.
fn in_each_language(act: impl Fn(Language)) {
    for language in Language::ALL {
        Owner::new().with(|| {
            provide_context(language);
            act(language);
        });
    }
}

#[test]
fn each_game_has_eight_to_ten_steps() {
    for game in GAMES {
        assert!((8..=10).contains(&steps(game).len()), "{game:?}");
    }
}

#[test]
fn in_every_lesson_position_the_first_side_is_to_move() {
    for (_, step, position) in all() {
        assert_eq!(position.to_move(), Side::First, "{}", step.start);
        assert_eq!(position.outcome(), None, "{}", step.start);
    }
}

#[test]
fn lesson_positions_are_written_in_the_notation_of_their_game() {
    for (game, step, position) in all() {
        let (start, moves) = step.start.split_once(' ').unwrap_or((step.start, ""));
        match (game, parse_game(game, start).expect("a start").0) {
            (Game::Mancala, Setup::Mancala(setup)) => {
                let single = moves.chars().map(|pit| format!("{pit} ")).collect::<String>();
                let start = mancala::Position::start(&setup);
                let (_, after) = mancala::notation::read_moves(&start, &single).expect("turns");
                assert_eq!(position.as_mancala(), Some(&after));
                assert_eq!(setup.variant.validate(), Ok(()));
            }
            (Game::Mapello, Setup::Mapello(board)) => {
                let read = mapello::notation::read_transcript(&board, moves).expect("a transcript");
                let play = |position: mapello::Position, cell| position.play(cell).expect("legal").0;
                // On the empty board a first move may be one of Othello; ours must not be.
                assert!(!read.mirrored, "{}", step.start);
                let after = read.moves.into_iter().fold(mapello::Position::start(&board), play);
                assert_eq!(position.as_mapello(), Some(&after));
                assert_eq!(board.validate(), Ok(()));
            }
            _ => panic!("a setup of another game"),
        }
    }
}

#[test]
fn text_that_is_no_lesson_position_is_refused() {
    for text in ["", "6", "6x4 ", "6x4 h", "6x4 a!", "6x4 cc", "6x44"] {
        assert_eq!(parse_game(Game::Mancala, text).is_some(), text == "6x4 ", "{text}");
    }
    let empty = "00000-00000-00000-00000-RMD";
    for (moves, legal) in [("e3", true), ("e3d3", true), ("e4", false), ("e", false), ("e3é", false)] {
        assert_eq!(parse_game(Game::Mapello, &format!("{empty} {moves}")).is_some(), legal, "{moves}");
    }
    assert!(parse_game(Game::Mapello, "00000").is_none());
}

#[test]
fn every_lesson_step_allows_the_demanded_move_and_another() {
    for (_, step, position) in all() {
        let ways = ways(step, &position, &[]);
        let right: Vec<_> = ways.iter().filter(|(_, right)| *right).collect();
        assert!(!right.is_empty(), "{}: nothing is right", step.start);
        assert!(right.len() < ways.len(), "{}: everything is right", step.start);
        // If more than half of the moves were right, a learner could pass without understanding.
        assert!(right.len() * 2 <= ways.len(), "{}: {} of {}", step.start, right.len(), ways.len());
    }
}

#[test]
fn the_solution_shown_by_a_lesson_meets_its_demand() {
    for (_, step, position) in all() {
        let shown = step.goal.solution(&position, 0).expect(step.start);
        assert!(ways(step, &position, &[]).contains(&(shown, true)), "{}", step.start);
    }
}

#[test]
fn two_extra_turns_need_the_right_order_of_moves() {
    let (_, step, position) =
        all().into_iter().find(|(_, step, _)| step.goal == Goal::Again(2)).expect("there");
    let ways = ways(step, &position, &[]);
    let spoilt = ways.iter().filter(|(moves, right)| !right && moves.len() == 2);
    assert!(spoilt.count() > 0, "no extra turn spoils the other");
    let (right, _) = ways.iter().find(|(_, right)| *right).expect("right");
    let pits: Vec<_> = right.iter().filter_map(|mv| mv.as_mancala()).collect();
    let last = |mv: &mancala::Move| matches!(mv, mancala::Move::Sow(pit) if pit.index == 3);
    assert!(last(&pits[0]), "the pit closest to the store goes first");
}

#[test]
fn a_threat_is_carried_out_unless_the_learner_parries_it() {
    let (_, step, position) = all().into_iter().find(|(_, step, _)| step.goal == Goal::Safe).expect("there");
    let a = mancala::Pit { side: Side::First, index: 0 };
    for (moves, right) in ways(step, &position, &[]) {
        let after = position.play(moves[0]).expect("legal").position;
        let answer = step.goal.refutation(&after);
        assert_eq!(answer.is_none(), right, "{moves:?}");
        if let Some(answer) = answer {
            let before = after.as_mancala().expect("Mancala").stones(a);
            let left = after.play(answer).expect("legal").position;
            let captured = before > 0 && left.as_mancala().expect("Mancala").stones(a) == 0;
            assert!(captured, "the stones of pit a are what is threatened: {moves:?} {answer:?}");
        }
    }
    // Steps of other kinds have no instructive answer.
    assert_eq!(Goal::Capture.refutation(&position), None);
}

#[test]
fn the_learner_is_to_move_in_the_room_of_every_lesson_step() {
    for game in GAMES {
        for (number, step) in steps(game).iter().enumerate() {
            let room = step_room(game, number, ["Me", "You"].map(str::to_owned)).expect(step.start);
            let running = room.running().expect("a game");
            let seat = room.seat_of(LEARNER).expect("a seat");
            assert_eq!(running.side_of(seat), running.position.to_move());
            assert_eq!(running.moves, parse_game(game, step.start).expect("read").1);
            assert_eq!(running.number as usize, number + 1);
        }
        assert!(step_room(game, steps(game).len(), [String::new(), String::new()]).is_none());
    }
}

#[test]
fn lesson_texts_are_short_and_have_no_numbers_except_points() {
    in_each_language(|language| {
        for (game, step, _) in all() {
            let [title, task, hint, praise] = texts_of(step);
            assert!(title.chars().count() <= 26, "{}: {title}", language.tag());
            for text in [&task, &hint, &praise] {
                assert!(text.chars().count() <= 130, "{} characters: {text}", text.chars().count());
                let numbers: BTreeSet<&str> = text
                    .split(|sign: char| !sign.is_ascii_alphanumeric())
                    .filter(|word| is_number(word))
                    .collect();
                let known = ["1", "3"].into_iter().collect();
                assert!(game == Game::Mapello && numbers.is_subset(&known) || numbers.is_empty(), "{text}");
            }
        }
    });
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|sign| sign.is_ascii_digit())
}

#[test]
fn the_wall_squares_match_the_lesson_text() {
    let (_, step, position) =
        all().into_iter().find(|(_, step, _)| matches!(step.goal, Goal::Turns(_))).expect("there");
    let Goal::Turns(disc) = step.goal else { panic!("found so") };
    let position = position.as_mapello().expect("Mapello");
    in_each_language(|_| {
        let [_, task, hint, _] = texts_of(step);
        let names = |text: &str| -> Vec<_> {
            let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
            words.filter_map(mapello::notation::read_cell).collect::<Vec<_>>()
        };
        let white = mapello::notation::read_cell(disc).expect("a square");
        let [wall] = names(&task).into_iter().filter(|cell| *cell != white).collect::<Vec<_>>()[..] else {
            panic!("one wall: {task}")
        };
        assert!(names(&task).contains(&white) && names(&hint) == [white], "{task} {hint}");
        assert_eq!(position.disc(white), Some(Side::Second));
        assert!(position.terrain().board().is_wall(wall));
        // Without the wall, a disc in its place would flip the white one.
        let free = mapello::Position::start(&mapello::Board::EMPTY);
        assert!(free.play(wall).is_ok());
    });
}

#[test]
fn the_star_decides_a_lesson_game_by_exactly_its_points() {
    let counts = |(game, step, _): &(Game, &Step, Position)| *game == Game::Mapello && step.goal == Goal::Win;
    let (_, step, position) = all().into_iter().find(counts).expect("there");
    let shown = step.goal.solution(&position, 0).expect("one move");
    let end = shown.iter().fold(position.clone(), |position, mv| position.play(*mv).expect("legal").position);
    let [black, white] = end.score();
    let end = end.as_mapello().expect("Mapello");
    assert_eq!(end.taken(Side::First), position.as_mapello().expect("Mapello").taken(Side::First) + 1);
    assert!(black > white && black - white <= u16::from(mapello::BONUS_POINTS), "{black} to {white}");
}
