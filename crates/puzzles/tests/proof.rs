//! Proves a part of the packs again with a solver that shares no code with the rules and the engine. All of it takes
//! the command in docs/DEVELOPING.md.

mod plain;

use plain::Prover;

/// The packs, with their game.
const PACKS: [(&str, &str); 2] = [
    ("mancala", include_str!("../../../public/puzzles/mancala.txt")),
    ("mapello", include_str!("../../../public/puzzles/mapello.txt")),
];
/// Puzzles of each game that are proved.
const EACH: usize = 75;

/// How much there is to search: stones in the pits, or empty squares.
fn size(game: &str, line: &str) -> u32 {
    let words: Vec<&str> = line.split(' ').collect();
    match game {
        "mancala" => words[3].chars().take(12).filter_map(|sign| sign.to_digit(32)).sum(),
        _ => words[4].matches('.').count() as u32,
    }
}

/// Every so many-th of the puzzles that a search in this profile of the compiler takes no minute for.
fn drawn(game: &str, text: &'static str) -> Vec<&'static str> {
    let most = if game == "mancala" { 22 } else { 12 };
    let small: Vec<&str> = text.lines().skip(1).filter(|line| size(game, line) <= most).collect();
    assert!(small.len() >= EACH, "{} small puzzles of {game}", small.len());
    (0..EACH).map(|place| small[place * small.len() / EACH]).collect()
}

#[test]
fn a_plain_solver_proves_puzzles_of_both_packs_again() {
    let mut prover = Prover::new(16);
    for (game, text) in PACKS {
        for line in drawn(game, text) {
            prover.prove(game, line).unwrap();
        }
    }
    assert!(prover.nodes() > 10_000, "{} positions", prover.nodes());
}

#[test]
fn a_puzzle_whose_line_or_value_is_changed_is_not_proved() {
    let mut prover = Prover::new(14);
    let mut refused = 0;
    for (game, text) in PACKS {
        let lines = drawn(game, text);
        for line in lines.iter().step_by(5) {
            let words: Vec<&str> = line.split(' ').collect();
            let (goal, value) = words[2].split_at(1);
            let value: i32 = value.parse().unwrap();
            let more = line.replacen(words[2], &format!("{goal}{}", value + 2), 1);
            assert!(prover.prove(game, &more).is_err(), "{more}");
            // The other way round, the first move is another one.
            let place = words.len() - if words.last().unwrap().contains(',') { 2 } else { 1 };
            let moves = words[place];
            let (first, rest) = moves.split_at(if game == "mancala" { 1 } else { 2 });
            let length = first.len();
            let swapped = format!("{}{first}{}", &rest[..length], &rest[length..]);
            let swapped =
                words.iter().enumerate().map(|(at, word)| if at == place { swapped.as_str() } else { word });
            let swapped = swapped.collect::<Vec<_>>().join(" ");
            refused += usize::from(swapped != *line && prover.prove(game, &swapped).is_err());
        }
    }
    assert!(refused > 15, "{refused} refused");
}
