//! Positions for the harness, as the page would give them to the program: a game of each kind in its middle. No part of what is
//! shipped; the harness calls the program's own interface, which is compiled in here as well.

use scene::glam::Vec2;
use scene::heaps::Lying;
use scene::picture::MarkKind;
use scene::piles::{PIT, STORE, pile};
use scene::plan::{Hole, Plan, Row, WIDTH};
use scene::table::{Content, HoleState, Mancala, Mapello, Side, Square, SquarePiece, Stone, hole_id};
// The program's exports stay in the wasm only if it is named.
pub use scene_program::Scene;
use wasm_bindgen::prelude::wasm_bindgen;

/// A table as JSON, with or without marks.
#[wasm_bindgen]
pub fn table(game: &str, has_marks: bool) -> String {
    let mut content =
        if game == "mapello" { Content::Mapello(mapello()) } else { Content::Mancala(mancala()) };
    if !has_marks {
        match &mut content {
            Content::Mancala(board) => {
                for hole in &mut board.holes {
                    hole.marks.clear();
                    hole.note = None;
                }
            }
            Content::Mapello(board) => {
                for square in &mut board.squares {
                    *square = Square { place: square.place, piece: square.piece, ..Square::default() };
                }
            }
        }
    }
    serde_json::to_string(&content).unwrap_or_default()
}

fn mancala() -> Mancala {
    let mut board = Mancala { pits: 6, turn: Some(Row::Near), ..Mancala::default() };
    let plan = Plan { pits: 6, mirrored: false };
    let counts = [[5, 0, 6, 2, 7, 1, 14], [4, 6, 0, 1, 9, 3, 14]];
    let marks = [
        [
            Some(MarkKind::Legal),
            None,
            Some(MarkKind::Preview),
            Some(MarkKind::Legal),
            Some(MarkKind::Focus),
            Some(MarkKind::Landing),
            None,
        ],
        [None, Some(MarkKind::Last), None, Some(MarkKind::Pending), None, Some(MarkKind::Captured), None],
    ];
    let notes = [["+1", "", "\u{2212}6", "+1", "+1", "1.", "+12"], ["", "", "", "", "\u{2212}9", "", "+1"]];
    for (((row, counts), marks), notes) in Row::BOTH.into_iter().zip(counts).zip(marks).zip(notes) {
        for ((at, count), mark) in counts.into_iter().enumerate().zip(marks) {
            let hole = if at == 6 { Hole::Store(row) } else { Hole::Pit(row, at as u8) };
            let bowl = plan.bowl(hole);
            let heap = pile(77 + at as u64 * 3 + row as u64, if at == 6 { STORE } else { PIT }, count);
            for spot in &heap.spots {
                let at = bowl.centre + Vec2::new(spot.x, spot.y);
                let at = [at.x / plan.length() + 0.5, at.y / WIDTH + 0.5];
                let colour = (board.stones.len() * 5 % 6) as u8;
                let lying = Lying { at, diameter: heap.diameter, layer: spot.layer };
                board.stones.push(Some(Stone { lying, colour }));
            }
            let id = hole_id(&board, hole);
            let note = notes.get(at).filter(|note| !note.is_empty()).map(|note| (*note).to_owned());
            let marks = mark.into_iter().collect();
            board.holes.push(HoleState { id, count: Some(count as u16), marks, note });
        }
    }
    board
}

/// Discs `b` and `w`, walls, stars, jokers; in capitals where the square has a mark as well.
const BOARD: [&str; 10] = [
    "....j.....",
    ".....*....",
    "..#.w.....",
    "...bwb..*.",
    "j..wbwb...",
    "..bbbww#..",
    "...wbwwwb.",
    ".*..wb.b..",
    "...b..#...",
    ".......j..",
];

/// What moves are worth.
const NOTES: [(u8, &str); 3] = [(23, "+3"), (26, "0"), (82, "\u{2212}12")];

fn mapello() -> Mapello {
    let mut board = Mapello { turn: Some(Row::Near), trays: Some([17, 16]), ..Mapello::default() };
    let marks = [
        (33, MarkKind::Legal),
        (26, MarkKind::Legal),
        (37, MarkKind::Preview),
        (58, MarkKind::Focus),
        (55, MarkKind::Last),
        (66, MarkKind::Landing),
        (81, MarkKind::Pending),
        (42, MarkKind::Captured),
    ];
    for (place, what) in (0..).zip(BOARD.join("").chars()) {
        let piece = match what {
            'b' => Some(SquarePiece::Disc(Side::First)),
            'w' => Some(SquarePiece::Disc(Side::Second)),
            '#' => Some(SquarePiece::Wall),
            '*' => Some(SquarePiece::Star),
            'j' => Some(SquarePiece::Joker),
            _ => None,
        };
        let marks: Vec<MarkKind> =
            marks.iter().filter(|(at, _)| *at == place).map(|(_, mark)| *mark).collect();
        let ghost = (place == 37).then_some(Side::First);
        let turns = matches!(place, 45 | 46);
        let note = NOTES.iter().find(|(at, _)| *at == place).map(|(_, note)| (*note).to_owned());
        if piece.is_some() || !marks.is_empty() || note.is_some() {
            board.squares.push(Square { place, piece, marks, ghost, turns, note });
        }
    }
    board
}
