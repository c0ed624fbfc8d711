//! A writer of WTHOR files that shares nothing with the reader: Othello on an array of ten by ten squares whose index is the
//! byte of a move, and records written as the description of the format lays them out.

/// The eight directions on an array with ten squares in a row.
const DIRECTIONS: [i32; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Edge,
    Empty,
    Black,
    White,
}

/// A random game: the bytes of its moves and Black's score.
pub struct Game {
    pub moves: Vec<u8>,
    pub black: u8,
}

/// Plays a random game to its end; `random` gives a number below its argument.
pub fn random_game(random: &mut dyn FnMut(usize) -> usize) -> Game {
    let mut board = [Square::Edge; 100];
    for row in 1..=8 {
        board[10 * row + 1..10 * row + 9].fill(Square::Empty);
    }
    // d4 and e5 are White's, e4 and d5 Black's.
    (board[44], board[55], board[45], board[54]) =
        (Square::White, Square::White, Square::Black, Square::Black);
    let mut moves = Vec::new();
    let mut mover = Square::Black;
    let mut passes = 0;
    while passes < 2 {
        let other = if mover == Square::Black { Square::White } else { Square::Black };
        let mut squares: Vec<usize> = (11..=88).filter(|square| board[*square] == Square::Empty).collect();
        passes += 1;
        while !squares.is_empty() {
            let square = squares.swap_remove(random(squares.len()));
            let flips = flips(&board, square, mover, other);
            if flips.is_empty() {
                continue;
            }
            board[square] = mover;
            flips.into_iter().for_each(|flipped| board[flipped] = mover);
            moves.push(square as u8);
            passes = 0;
            break;
        }
        mover = other;
    }
    let count = |colour| board.iter().filter(|square| **square == colour).count();
    let (black, white, empty) = (count(Square::Black), count(Square::White), count(Square::Empty));
    let black = match black.cmp(&white) {
        std::cmp::Ordering::Greater => black + empty,
        std::cmp::Ordering::Less => black,
        std::cmp::Ordering::Equal => 32,
    };
    Game { moves, black: black as u8 }
}

fn flips(board: &[Square; 100], square: usize, mover: Square, other: Square) -> Vec<usize> {
    let mut flips = Vec::new();
    for direction in DIRECTIONS {
        let mut line = Vec::new();
        let mut at = square as i32 + direction;
        while board[at as usize] == other {
            line.push(at as usize);
            at += direction;
        }
        if board[at as usize] == mover {
            flips.extend(line);
        }
    }
    flips
}

/// A file of these games, made on 27 November 2026, with numbers of tournaments and players that count up.
pub fn file(games: &[Game]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 27];
    let count = games.len();
    for place in 0..4 {
        bytes.push((count >> (8 * place)) as u8);
    }
    // No names, the year 2026, eight squares, games, theoretical scores from 22 empty squares on.
    bytes.extend([0, 0, 0xea, 0x07, 8, 0, 22, 0]);
    for (number, game) in games.iter().enumerate() {
        for index in [number % 500, number, 65_535 - number] {
            bytes.push((index % 256) as u8);
            bytes.push((index / 256) as u8);
        }
        bytes.push(game.black);
        bytes.push((number % 65) as u8);
        for place in 0..60 {
            bytes.push(game.moves.get(place).copied().unwrap_or(0));
        }
    }
    bytes
}
