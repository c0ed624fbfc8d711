//! What the page asks its thinker and what that answers, as texts: a line of numbers, and behind a question the log of the
//! game. A move goes as its place among the legal ones, which both sides know alike.

use std::fmt::Write;

use engine::{Level, Limits, Valued, choose, values};
use room::{Game, Logged, Millis, RoomCode, fold, stamp};
use rules::Position;

use crate::client::json;

/// What is wanted to be known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A move as this level plays; the number decides where chance does.
    Play(Level, u32),
    /// What every move is worth.
    Weigh,
}

/// The question what to play in this game, as a text. The answer is wanted after at most so many milliseconds and so many
/// positions looked at.
pub fn ask(game: &Game, task: Task, millis: u32, nodes: u64) -> String {
    let (level, seed) = match task {
        Task::Play(level, seed) => (level as usize, seed),
        Task::Weigh => (Level::ALL.len(), 0),
    };
    // Its readers and writers are there already: logs are what is kept and sent.
    let log = serde_json::to_string(&stamp(game.events(), 0, 0, None)).unwrap_or_default();
    format!("{millis} {nodes} {level} {seed}\n{log}")
}

/// Answers a question: how deep the look was, how many positions were looked at, then of each move (the chosen one, or all
/// of them, the best first) its place, its value in hundredths of a point and 1 if that is exact. Empty if the question is
/// none, or the game is over. `now` tells the time.
pub fn answer(question: &str, now: fn() -> Millis) -> String {
    think(question, now).unwrap_or_default()
}

fn think(question: &str, now: fn() -> Millis) -> Option<String> {
    let (numbers, log) = question.split_once('\n')?;
    let log: Vec<Logged> = json::read(log)?;
    let position = fold(RoomCode::from_seed(0), &log).game?.position;
    let mut numbers = numbers.split(' ').map_while(|number| number.parse::<u64>().ok());
    let (millis, nodes) = (numbers.next()?, numbers.next()?);
    let (level, seed) = (numbers.next()?, numbers.next()?);
    let until = now() + Millis::try_from(millis).ok()?;
    let mut is_late = || now() >= until;
    let mut limits = Limits::new(&mut is_late);
    limits.nodes = nodes;
    let mut depth = 0;
    let found = match Level::ALL.get(usize::try_from(level).ok()?) {
        Some(level) => {
            let answer = choose(&position, *level, &mut limits, seed);
            depth = answer.depth;
            vec![Valued { mv: answer.mv?, value: answer.value, proved: answer.proved }]
        }
        None => values(&position, u32::MAX, &mut limits),
    };
    let legal = position.legal_moves();
    let mut text = format!("{depth} {}", limits.seen());
    for Valued { mv, value, proved } in found {
        let place = legal.iter().position(|known| *known == mv)?;
        write!(text, " {place} {value} {}", i32::from(proved)).ok()?;
    }
    Some(text)
}

/// Reads the moves of an answer about this position; none if there is no such answer.
pub fn read(answer: &str, position: &Position) -> Vec<Valued> {
    let legal = position.legal_moves();
    let numbers: Vec<i32> = answer.split(' ').skip(2).map_while(|number| number.parse().ok()).collect();
    let valued = |part: &[i32]| {
        let &[place, value, proved] = part else { return None };
        Some(Valued { mv: *legal.get(usize::try_from(place).ok()?)?, value, proved: proved == 1 })
    };
    numbers.chunks(3).map_while(valued).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::{Event, Seat};
    use rules::Setup;
    use rules::mancala::{self, Capture, Leftovers, Preset, Sowing, Variant};
    use rules::mapello::Board;

    /// A game of this setup after some of its first moves, or as many as there are: which, `choose` says.
    fn game(setup: Setup, moves: usize, mut choose: impl FnMut(usize) -> usize) -> Game {
        let mut log = vec![Event::Started { number: 1, setup, first: Seat::Bottom }];
        let mut position = setup.start();
        for _ in 0..moves {
            let legal = position.legal_moves();
            let mv = legal[choose(legal.len())];
            let after = position.play(mv).unwrap().position;
            if after.outcome().is_some() {
                break;
            }
            log.push(Event::Moved { side: position.to_move(), mv });
            position = after;
        }
        fold(RoomCode::from_seed(0), &stamp(log, 0, 0, None)).game.unwrap()
    }

    fn told(game: &Game, task: Task) -> Vec<Valued> {
        read(&answer(&ask(game, task, 60_000, 20_000), || 0), &game.position)
    }

    #[test]
    fn a_question_comes_back_with_a_legal_move_or_with_all_of_them() {
        for setup in
            [Setup::Mancala(mancala::Setup::new(Variant::default(), 1)), Setup::Mapello(Board::DEFAULT)]
        {
            let game = game(setup, 1, |_| 0);
            for level in Level::ALL {
                let chosen = told(&game, Task::Play(level, 7));
                assert!(
                    matches!(chosen[..], [valued] if game.position.check(valued.mv).is_ok()),
                    "{level:?}"
                );
            }
            let all = told(&game, Task::Weigh);
            assert_eq!(all.len(), game.position.legal_moves().len());
            assert!(all.is_sorted_by_key(|valued| -valued.value), "{all:?}");
        }
    }

    /// Two hundred questions, three lines each: the question's two, and its answer. The browser is asked the same.
    const KNOWN: &str = "end2end/questions.txt";

    /// Positions of games played by chance, with any options and on random boards among others; limited by positions, not by
    /// time.
    fn known() -> String {
        let mut state: u64 = 2_026;
        let mut chance = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut text = String::new();
        for number in 0..200 {
            let setup = match number % 4 {
                0 => Setup::Mancala(mancala::Setup::new(
                    Variant {
                        pits: chance(7) as u8 + 3,
                        stones: chance(12) as u8 + 1,
                        capture: [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never][chance(3)],
                        sowing: if chance(3) == 0 { Sowing::Relay } else { Sowing::Single },
                        extra_turn: chance(4) > 0,
                        leftovers: [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody][chance(3)],
                        pie_rule: chance(4) == 0,
                        ..Variant::default()
                    },
                    1,
                )),
                2 => Setup::Mancala(mancala::Setup::new(Preset::ALL[chance(Preset::ALL.len())].variant(), 1)),
                _ => Setup::Mapello(if chance(3) == 0 {
                    Board::DEFAULT
                } else {
                    Board::random(chance(1_000) as u64)
                }),
            };
            let moves = chance(40);
            let game = game(setup, moves, &mut chance);
            let task = match Level::ALL.get(chance(Level::ALL.len() + 1)) {
                Some(level) => Task::Play(*level, number),
                None => Task::Weigh,
            };
            let question = ask(&game, task, 600_000, 3_000);
            text.push_str(&format!("{question}\n{}\n", answer(&question, || 0)));
        }
        text
    }

    /// With `DUELLO_WRITE` set, the file is written anew: after a change of the engine that is meant.
    #[test]
    fn the_answers_are_those_that_are_known() {
        let found = known();
        if std::env::var_os("DUELLO_WRITE").is_some() {
            std::fs::write(KNOWN, &found).unwrap();
        }
        let expected = std::fs::read_to_string(KNOWN).unwrap();
        assert_eq!(expected.lines().count(), 600);
        for (found, expected) in found.lines().zip(expected.lines()) {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_is_no_question_has_no_answer() {
        let question = ask(&game(Setup::Mapello(Board::DEFAULT), 3, |_| 0), Task::Weigh, 1, 9);
        assert_ne!(answer(&question, || 0), "");
        let (_, log) = question.split_once('\n').unwrap();
        for numbers in ["", "1", "1 1 3", "-1 1 3 0", "1 1 x 0", "1 1 99999999999999999999 0"] {
            assert_eq!(answer(&format!("{numbers}\n{log}"), || 0), "", "{numbers}");
        }
        for log in ["", "[]", "{}", "[{\"seq\":1,\"at\":0,\"event\":\"no_such_event\"}]"] {
            assert_eq!(answer(&format!("1 1 3 0\n{log}"), || 0), "", "{log}");
        }
        assert_eq!(answer("", || 0), "");
        assert_eq!(read("", &Setup::Mapello(Board::DEFAULT).start()), []);
    }
}
