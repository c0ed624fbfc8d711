//! The first positions of the FFO test suite (#40 to #59, published by the French Othello federation): endgames of Othello
//! whose values are known, so that a faulty search or a faulty transcription shows.

use engine::{Limits, mapello::search};
use rules::Move;
use rules::mapello::Position;
use rules::mapello::notation::{cell_name, read_position};

use super::processor_time::now;

/// A position with what is published of it.
struct Endgame {
    number: u32,
    /// Row by row, `X` Black, `O` White, `-` empty.
    discs: &'static str,
    to_move: char,
    /// The lead of the side to move at the end.
    value: i32,
    best: &'static [&'static str],
}

const SUITE: [Endgame; 5] = [
    Endgame {
        number: 40,
        discs: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------",
        to_move: 'X',
        value: 38,
        best: &["a2"],
    },
    Endgame {
        number: 41,
        discs: "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-",
        to_move: 'X',
        value: 0,
        best: &["h4"],
    },
    Endgame {
        number: 42,
        discs: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--",
        to_move: 'X',
        value: 6,
        best: &["g2"],
    },
    Endgame {
        number: 43,
        discs: "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-",
        to_move: 'O',
        value: -12,
        best: &["c7", "g3"],
    },
    Endgame {
        number: 44,
        discs: "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--",
        to_move: 'O',
        value: -14,
        best: &["d2", "b8"],
    },
];

/// Solves the positions with these numbers, or all of them; `None` if there is no such number.
pub fn run(numbers: &[&str]) -> Option<()> {
    let numbers: Vec<u32> = numbers.iter().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let known = |number: &u32| SUITE.iter().any(|endgame| endgame.number == *number);
    numbers.iter().all(known).then_some(())?;
    for endgame in SUITE.iter().filter(|one| numbers.is_empty() || numbers.contains(&one.number)) {
        solve(endgame)?;
    }
    Some(())
}

fn solve(endgame: &Endgame) -> Option<()> {
    let position = position(endgame)?;
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    let begun = now();
    let found = search(&position, &mut limits);
    let took = (now() - begun) / 1e3;
    let best =
        found.mv.and_then(|mv| if let Move::Mapello(cell) = mv { Some(cell_name(cell)) } else { None })?;
    let is_right =
        found.proved && found.value == 100 * endgame.value && endgame.best.contains(&best.as_str());
    println!(
        "FFO #{}: {} empty, {best} {:+}, {}: {took:.2} s, {} nodes, {:.2} M/s",
        endgame.number,
        endgame.discs.matches('-').count(),
        found.value / 100,
        if is_right { "as published" } else { "NOT as published" },
        found.nodes,
        found.nodes as f64 / took / 1e6,
    );
    Some(())
}

fn position(endgame: &Endgame) -> Option<Position> {
    let signs: Vec<char> = endgame.discs.replace('-', ".").chars().collect();
    let rows: Vec<String> = signs.chunks(8).map(|row| format!("#{}#", String::from_iter(row))).collect();
    let border = "#".repeat(10);
    read_position(&format!("{border}/{}/{border} {} 0 0", rows.join("/"), endgame.to_move)).ok()
}
