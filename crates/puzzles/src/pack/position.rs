//! The position of a puzzle. Mancala, always Kalah (6,4) with South to move: a sign for each hole, South's pits from A
//! to F, North's from a to f, South's store; a sign is 0–9, then a–v for 10 to 31. What is left of the 48 stones is in
//! North's store.
//!
//! Mapello: the board (`d` the default one, `r1729` a random one), the side to move and the bonuses each side has taken
//! (`X20`); then, as a word of its own, the squares from a1 to h8 without the walls: `x`, `o`, and `.` for an empty one.

use rules::mancala::{Setup as MancalaSetup, Start, Variant};
use rules::mapello::notation::read_position as read_drawn;
use rules::mapello::{BONUS_POINTS, Board, Border, Cell};
use rules::{Game, Position, Setup, Side};

use crate::puzzle::Puzzle;

const SIGNS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
const STONES: u8 = 48;

/// The position of a puzzle as words of its line.
pub fn write_position(puzzle: &Puzzle) -> String {
    match (&puzzle.position, &puzzle.setup) {
        (Position::Mancala(position), _) => {
            let holes =
                Side::BOTH.into_iter().flat_map(|side| position.pits(side)).map(|pit| position.stones(pit));
            let holes = holes.chain([position.store(Side::First)]);
            holes
                .map(|stones| SIGNS.get(usize::from(stones)).copied().unwrap_or(b'?'))
                .map(char::from)
                .collect()
        }
        (Position::Mapello(position), Setup::Mapello(board)) => {
            let side = if position.to_move() == Side::First { 'X' } else { 'O' };
            let [black, white] = Side::BOTH.map(|side| position.taken(side));
            let squares = (0..64).filter_map(Cell::new).filter(|cell| !board.is_wall(*cell));
            let squares: String = squares
                .map(|cell| match position.disc(cell) {
                    Some(Side::First) => 'x',
                    Some(Side::Second) => 'o',
                    None => '.',
                })
                .collect();
            let board = puzzle.seed.map_or("d".to_owned(), |seed| format!("r{seed}"));
            format!("{board}{side}{black}{white} {squares}")
        }
        (Position::Mapello(_), Setup::Mancala(_)) => String::new(),
    }
}

/// The setup and the position of these words, and the seed of the board if it is a random one; `None` if they cannot
/// be, or the game is over.
pub fn read_position(game: Game, words: &[&str]) -> Option<(Setup, Position, Option<u32>)> {
    let found = match (game, words) {
        (Game::Mancala, [holes]) => read_mancala(holes)?,
        (Game::Mapello, [head, squares]) => read_mapello(head, squares)?,
        _ => return None,
    };
    Some(found).filter(|(_, position, _)| position.outcome().is_none())
}

fn read_mancala(holes: &str) -> Option<(Setup, Position, Option<u32>)> {
    let number = |sign: u8| SIGNS.iter().position(|own| *own == sign).map(|place| place as u8);
    let holes: Vec<u8> = holes.bytes().map(number).collect::<Option<_>>()?;
    let [rows @ .., store] = holes.as_slice() else { return None };
    let (south, north) = rows.split_at_checked(6)?;
    let used = holes.iter().try_fold(0_u8, |sum, stones| sum.checked_add(*stones))?;
    let start = Start::new([south, north], [*store, STONES.checked_sub(used)?]).ok()?;
    let variant = Variant::default();
    let setup = MancalaSetup {
        start: Some(start).filter(|start| start.fits(&variant)),
        ..MancalaSetup::new(variant, 1)
    };
    setup.start?;
    let setup = Setup::Mancala(setup);
    Some((setup, setup.start(), None))
}

fn read_mapello(head: &str, squares: &str) -> Option<(Setup, Position, Option<u32>)> {
    let (board, side) = head.split_at_checked(head.len().checked_sub(3)?)?;
    let (board, seed) = match board.strip_prefix('r') {
        Some(seed) => {
            let number = seed.parse::<u32>().ok().filter(|number| number.to_string() == seed)?;
            (Board::random(number.into()), Some(number))
        }
        None if board == "d" => (Board::DEFAULT, None),
        None => return None,
    };
    let (side, taken) = side.split_at_checked(1)?;
    let points =
        |digit: u8| (digit.is_ascii_digit()).then(|| u16::from(digit - b'0') * u16::from(BONUS_POINTS));
    let [black, white] = *taken.as_bytes() else { return None };
    let text = format!("{} {side} {} {}", draw(&board, squares)?, points(black)?, points(white)?);
    let position = read_drawn(&text).ok()?;
    // If the side had to pass, it would be the other's move.
    let moves = if position.to_move() == Side::First { "X" } else { "O" };
    (moves == side).then_some((Setup::Mapello(board), Position::Mapello(position), seed))
}

/// The drawing of a board with these squares.
fn draw(board: &Board, squares: &str) -> Option<String> {
    let mut squares = squares.bytes();
    let mut rows = Vec::new();
    for row in 0..10 {
        let mut drawn = String::new();
        for column in 0..10 {
            drawn.push(match Border::at(row, column) {
                Some(border) if board.is_joker(border) => 'J',
                Some(_) => '#',
                None => {
                    let cell = Cell::at(row - 1, column - 1)?;
                    match if board.is_wall(cell) { b'#' } else { squares.next()? } {
                        b'.' if board.is_bonus(cell) => '*',
                        b'.' => '.',
                        b'x' => 'X',
                        b'o' => 'O',
                        b'#' if board.is_wall(cell) => '#',
                        _ => return None,
                    }
                }
            });
        }
        rows.push(drawn);
    }
    squares.next().is_none().then(|| rows.join("/"))
}
