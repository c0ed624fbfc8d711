//! Reads and writes the files of the WTHOR base of Othello games (`.wtb`), as the French Othello federation publishes them.
//!
//! Numbers are little-endian. A header of 16 bytes: the day the file was made (century, year, month, day), how many games it
//! has (4 bytes), how many of another kind of record (2 bytes, 0 here), the year of the games (2 bytes), the size of the
//! board (0 or 8), the kind of the file, the depth of the theoretical scores, a byte for nothing. Then 68 bytes for each
//! game: the numbers of tournament, Black and White (2 bytes each), Black's score, Black's theoretical score, and 60 moves of
//! a byte each, ten times the row and the column, both from 1; zeros behind the last one, and passes are left out. In a
//! score the winner has the empty squares.

mod game;
mod names;

use std::fmt;

pub use game::WthorGame;
pub use names::{Names, read_names};
use rules::IllegalMove;

/// The longest file.
pub const MAX_BYTES: usize = 4 << 20;
/// The length of the header.
const HEADER: usize = 16;
/// The length of a game.
const RECORD: usize = 68;
/// The squares of a side of the board.
const SIDE: u8 = 8;

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wthor {
    /// What the file says of itself.
    pub header: Header,
    /// Its games, each of them legal.
    pub games: Vec<WthorGame>,
}

/// What a file says of itself, beside the number of its games. What is not understood is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The day the file was made: century, year of the century, month, day.
    pub made: [u8; 4],
    /// How many records of another kind it has, which no file of games does.
    pub others: u16,
    /// The year in which the games were played.
    pub year: u16,
    /// The squares of a side of the board: 8, or 0, which means 8.
    pub size: u8,
    /// The kind: 0 for games, 1 for problems that one player solves.
    pub kind: u8,
    /// How many empty squares are left where the theoretical scores begin.
    pub depth: u8,
    /// The last byte.
    pub reserved: u8,
}

/// Why a file is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The number of the game at fault, from 1; `None` if the file as a whole is.
    pub game: Option<u32>,
    /// What is wrong.
    pub what: What,
}

/// What is wrong with a file or a game of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The file is longer than [`MAX_BYTES`].
    TooLong,
    /// The file is too short for a header.
    NoHeader,
    /// The header says so many games; there is room for as many games, and so many bytes over.
    Length {
        /// The games that the header says.
        said: u32,
        /// The games that the file has room for.
        there: u32,
        /// The bytes behind them.
        over: u32,
    },
    /// The board has so many squares to a side, not 8.
    Size(u8),
    /// The kind of the file is not known.
    Kind(u8),
    /// A game without a move.
    NoMoves,
    /// The byte is no move.
    NoMove {
        /// The number of the move, from 1.
        ply: u8,
        /// The byte.
        byte: u8,
    },
    /// A move stands behind the end of the moves.
    Gap {
        /// The number of the move, from 1.
        ply: u8,
    },
    /// The move is illegal.
    Illegal {
        /// The number of the move, from 1.
        ply: u8,
        /// Why it is illegal.
        why: IllegalMove,
    },
    /// The moves lead to another score of Black.
    Score {
        /// The score that is stored.
        said: u8,
        /// The score that the moves lead to.
        due: u8,
    },
    /// No game can have this score.
    ScoreImpossible(u8),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        match self.what {
            What::TooLong => write!(f, "the file is longer than {MAX_BYTES} bytes"),
            What::NoHeader => write!(f, "the file is shorter than its header of {HEADER} bytes"),
            What::Length { said, there, over } => {
                write!(f, "the header says {said} games, the file has {there} and {over} bytes over")
            }
            What::Size(size) => write!(f, "the board has {size} squares to a side, not {SIDE}"),
            What::Kind(kind) => write!(f, "the kind of the file, {kind}, is not known"),
            What::NoMoves => f.write_str("it has no moves"),
            What::NoMove { ply, byte } => write!(f, "move {ply}: {byte} is no square"),
            What::Gap { ply } => write!(f, "move {ply} stands behind the end of the moves"),
            What::Illegal { ply, why } => write!(f, "move {ply}: {why}"),
            What::Score { said, due } => write!(f, "Black's score is {due}, not {said}"),
            What::ScoreImpossible(score) => write!(f, "{score} is more than a game can have"),
        }
    }
}

impl std::error::Error for Fault {}

/// Reads a file. It is refused as a whole if any of its games is wrong: it is damaged.
///
/// # Errors
/// The first game at fault, and what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<Wthor, Fault> {
    let fails = |what| Fault { game: None, what };
    if bytes.len() > MAX_BYTES {
        return Err(fails(What::TooLong));
    }
    let (header, rest) = bytes.split_first_chunk::<HEADER>().ok_or(fails(What::NoHeader))?;
    let [c, y, m, d, n0, n1, n2, n3, o0, o1, y0, y1, size, kind, depth, reserved] = *header;
    let said = u32::from_le_bytes([n0, n1, n2, n3]);
    let (records, over) = rest.as_chunks::<RECORD>();
    if said as usize != records.len() || !over.is_empty() {
        let (there, over) = (records.len() as u32, over.len() as u32);
        return Err(fails(What::Length { said, there, over }));
    }
    if ![0, SIDE].contains(&size) {
        return Err(fails(What::Size(size)));
    }
    if kind > 1 {
        return Err(fails(What::Kind(kind)));
    }
    let games = records
        .iter()
        .zip(1..)
        .map(|(record, number)| WthorGame::read(record).map_err(|what| Fault { game: Some(number), what }));
    let header = Header {
        made: [c, y, m, d],
        others: u16::from_le_bytes([o0, o1]),
        year: u16::from_le_bytes([y0, y1]),
        size,
        kind,
        depth,
        reserved,
    };
    Ok(Wthor { header, games: games.collect::<Result<_, _>>()? })
}

/// Writes a file, as it was read to the byte.
#[must_use]
pub fn write(file: &Wthor) -> Vec<u8> {
    let Header { made, others, year, size, kind, depth, reserved } = file.header;
    let mut bytes = Vec::with_capacity(HEADER + RECORD * file.games.len());
    bytes.extend(made);
    bytes.extend((file.games.len() as u32).to_le_bytes());
    bytes.extend(others.to_le_bytes());
    bytes.extend(year.to_le_bytes());
    bytes.extend([size, kind, depth, reserved]);
    for game in &file.games {
        bytes.extend(game.write());
    }
    bytes
}
