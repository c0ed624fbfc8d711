//! A game of a WTHOR file.

use room::{Finished, Reason};
use rules::mapello::{Board, Cell, Position};
use rules::{Move, Record, Setup, Side};

use super::{RECORD, SIDE, What};
use crate::export::as_othello;

/// The squares of the board, which are the points there are.
const CELLS: u8 = SIDE * SIDE;
/// Where the moves begin in a record.
const MOVES: usize = 8;

/// A game: legal moves from Othello's start, which need not end it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// The number of the tournament.
    pub tournament: u16,
    /// The numbers of the players, Black and White.
    pub players: [u16; 2],
    /// Black's score as it is stored, the empty squares given to the winner; White has the rest of 64.
    pub black_score: u8,
    /// Black's score with best play from some point on.
    pub theoretical_score: u8,
    /// The moves, without passes; private, as they are legal.
    moves: Vec<Cell>,
}

impl WthorGame {
    pub(super) fn read(record: &[u8; RECORD]) -> Result<Self, What> {
        let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let mut position = Position::start(&Board::OTHELLO);
        let mut moves = Vec::new();
        let mut is_over = false;
        for (byte, ply) in record[MOVES..].iter().copied().zip(1..) {
            if byte == 0 {
                is_over = true;
                continue;
            }
            if is_over {
                return Err(What::Gap { ply });
            }
            let cell = cell_of(byte).ok_or(What::NoMove { ply, byte })?;
            position = position.play(cell).map_err(|why| What::Illegal { ply, why })?.0;
            moves.push(cell);
        }
        let game = Self {
            tournament: number(0),
            players: [number(2), number(4)],
            black_score: record[6],
            theoretical_score: record[7],
            moves,
        };
        game.check(&position)?;
        Ok(game)
    }

    fn check(&self, end: &Position) -> Result<(), What> {
        if self.moves.is_empty() {
            return Err(What::NoMoves);
        }
        if let Some(score) =
            [self.black_score, self.theoretical_score].into_iter().find(|score| *score > CELLS)
        {
            return Err(What::ScoreImpossible(score));
        }
        // Of a game that stops early the score may be any.
        match end.othello_score() {
            Some([black, _]) if black != u16::from(self.black_score) => {
                Err(What::Score { said: self.black_score, due: black as u8 })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn write(&self) -> [u8; RECORD] {
        let mut record = [0; RECORD];
        record[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        record[2..4].copy_from_slice(&self.players[0].to_le_bytes());
        record[4..6].copy_from_slice(&self.players[1].to_le_bytes());
        (record[6], record[7]) = (self.black_score, self.theoretical_score);
        for (byte, cell) in record[MOVES..].iter_mut().zip(&self.moves) {
            *byte = 10 * (cell.row() + 1) + cell.column() + 1;
        }
        record
    }

    /// The moves from Othello's start, without passes.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The game as one that is stored, with these names. Who has more points has won it; if its moves do not end it, the
    /// other one has resigned, as far as the file tells.
    #[must_use]
    pub fn finished(&self, names: [String; 2]) -> Option<Finished> {
        let setup = Setup::Mapello(Board::OTHELLO);
        let moves = self.moves.iter().copied().map(Move::Mapello).collect();
        let record = Record { setup, moves };
        let is_over = record.replay().is_ok_and(|end| end.outcome().is_some());
        let game = Finished::from_record(names, record)?;
        if is_over {
            return Some(game);
        }
        Some(match self.black_score.cmp(&(CELLS / 2)) {
            std::cmp::Ordering::Greater => {
                Finished { winner: Some(Side::First), reason: Reason::Resigned, ..game }
            }
            std::cmp::Ordering::Less => {
                Finished { winner: Some(Side::Second), reason: Reason::Resigned, ..game }
            }
            std::cmp::Ordering::Equal => Finished { reason: Reason::Agreed, ..game },
        })
    }

    /// A stored game as one of a file, without numbers of players and tournament; `None` if it is not played on a board
    /// without extras. A game on the empty board becomes its mirror image with Othello's start. The score of a game that
    /// its moves do not end is 64 to 0 for the winner.
    #[must_use]
    pub fn of(game: &Finished) -> Option<Self> {
        let mirror = as_othello(game);
        let game = mirror.as_ref().unwrap_or(game);
        (game.setup == Setup::Mapello(Board::OTHELLO) && !game.moves.is_empty()).then_some(())?;
        let moves: Vec<Cell> = game.moves.iter().filter_map(Move::as_mapello).collect();
        let mut position = Position::start(&Board::OTHELLO);
        for cell in &moves {
            position = position.play(*cell).ok()?.0;
        }
        let black_score = match (position.othello_score(), game.winner) {
            (Some([black, _]), _) => black as u8,
            (None, Some(Side::First)) => CELLS,
            (None, Some(Side::Second)) => 0,
            (None, None) => CELLS / 2,
        };
        Some(Self { tournament: 0, players: [0; 2], black_score, theoretical_score: black_score, moves })
    }
}

/// The square of a byte: ten times its row and its column, both from 1.
fn cell_of(byte: u8) -> Option<Cell> {
    Cell::at((byte / 10).checked_sub(1)?, (byte % 10).checked_sub(1)?)
}
