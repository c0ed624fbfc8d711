//! Moves of random games with the timelines that the page makes of them.

use rules::Side;
use rules::mancala::{Direction, Preset, Variant};
use rules::mapello::{Board, Position};
use scene::poses::{Animation, Film};
use scene::table::Table;

use super::mancala::{Game, motion};
use super::{Chance, mapello};

/// A move: the text of its timeline, the tables before and after.
pub struct Move {
    pub text: String,
    pub before: Table,
    pub after: Table,
}

pub fn mancala_moves(variant: Variant, near: Side, seed: u64, count: usize) -> Vec<Move> {
    let mut chance = Chance(seed);
    let mut game = Game::new(variant, near, seed);
    let mut moves = Vec::new();
    while moves.len() < count {
        let is_over = game.position.legal_moves().next().is_none();
        let before = game.table();
        let (trace, heaps) = game.play(&mut chance);
        if !is_over {
            let text = motion::timeline(&trace, &heaps, game.shape(), game.seed).to_text();
            moves.push(Move { text, before, after: game.table() });
        }
    }
    moves
}

pub fn mapello_moves(board: &Board, turned: bool, near: Side, seed: u64) -> Vec<Move> {
    let mut chance = Chance(seed);
    let mut position = Position::start(board);
    let mut moves = Vec::new();
    loop {
        let cells: Vec<_> = position.legal_moves().collect();
        if cells.is_empty() {
            return moves;
        }
        let cell = cells[chance.below(cells.len())];
        let Ok((next, trace)) = position.play(cell) else { panic!("{cell:?} is legal") };
        let text = mapello::motion::timeline(&trace, &position, turned, near).to_text();
        let [before, after] = [&position, &next].map(|position| mapello::table(position, turned, near));
        moves.push(Move { text, before, after });
        position = next;
    }
}

/// Moves of every variant and of many boards, seen from both sides.
pub fn moves() -> Vec<Move> {
    let mut moves = Vec::new();
    for (at, preset) in Preset::ALL.into_iter().enumerate() {
        moves.extend(mancala_moves(preset.variant(), Side::BOTH[at % 2], at as u64 * 100, 60));
    }
    let clockwise = Variant { direction: Direction::Clockwise, pie_rule: true, ..Variant::default() };
    moves.extend(mancala_moves(clockwise, Side::Second, 900, 60));
    moves.extend(mancala_moves(Variant { pits: 9, stones: 12, ..clockwise }, Side::First, 950, 20));
    for seed in 0..6 {
        moves.extend(mapello_moves(
            &Board::random(seed),
            seed % 2 == 1,
            Side::BOTH[seed as usize % 3 % 2],
            seed,
        ));
    }
    moves
}

pub fn film(of: &Move) -> Film {
    animation(&of.text).film(&of.after)
}

pub fn animation(text: &str) -> Animation {
    Animation::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
