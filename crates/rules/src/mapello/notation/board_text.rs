//! The notation of boards and positions as drawings: ten lines of ten of `#` wall, `J` joker, `.` empty, `*`
//! bonus, `X` black, `O` white.

use super::ReadError;
use crate::Side;
use crate::mapello::{BONUS_POINTS, Board, Border, CENTRE, Cell, Centre, Position};

/// Draws a board before the first move: ten lines, with the four discs of the centre.
#[must_use]
pub fn write_board(board: &Board) -> String {
    draw(&Position::start(board), "\n")
}

/// Writes a position in one line: its rows joined by `/`, the side to move (`X` or `O`), and the points that
/// Black and White have won by bonuses.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let to_move = if position.to_move() == Side::First { 'X' } else { 'O' };
    let [black, white] = Side::BOTH.map(|side| u16::from(position.taken(side)) * u16::from(BONUS_POINTS));
    format!("{} {to_move} {black} {white}", draw(position, "/"))
}

fn draw(position: &Position, between: &str) -> String {
    let row = |row| (0..10).map(|column| sign(position, row, column)).collect::<String>();
    (0..10).map(row).collect::<Vec<_>>().join(between)
}

fn sign(position: &Position, row: u8, column: u8) -> char {
    let board = position.terrain().board();
    match Border::at(row, column) {
        Some(border) if board.is_joker(border) => return 'J',
        Some(_) => return '#',
        None => {}
    }
    match Cell::at(row - 1, column - 1) {
        Some(cell) if board.is_wall(cell) => '#',
        Some(cell) if position.bonuses() & cell.bit() != 0 => '*',
        Some(cell) => match position.disc(cell) {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '.',
        },
        None => '#',
    }
}

/// Parses the drawing of a board before the first move: ten rows, in lines or joined by `/`. The centre may
/// be drawn with its discs, as Mapello or as Othello has them, or without, which means Mapello's.
///
/// # Errors
/// What is wrong with the drawing. A board with too many extras is accepted: [`Board::validate`] refuses it.
pub fn read_board(text: &str) -> Result<Board, ReadError> {
    let drawn = Drawing::read(text.split_whitespace().flat_map(rows_of))?;
    let board = Board::new(drawn.walls, drawn.bonuses, drawn.jokers)?;
    if drawn.discs == [0, 0] {
        return Ok(board);
    }
    let centre = Centre::ALL.into_iter().find(|centre| centre.discs() == drawn.discs);
    let centre =
        centre.ok_or(ReadError::Form("a board before the first move, with nothing but its four discs"))?;
    Ok(board.with_centre(centre))
}

/// Parses a position: ten rows joined by `/` or in lines; then, after a blank, the side to move (Black if it
/// is missing) and the points both sides have won by bonuses. If that side has no move, it passes.
///
/// # Errors
/// What is wrong with it.
pub fn read_position(text: &str) -> Result<Position, ReadError> {
    const FORM: ReadError =
        ReadError::Form("ten rows, then X or O, then the points of both sides by bonuses");
    let mut words = text.split_whitespace();
    let mut rows = Vec::new();
    while rows.len() < 10 {
        rows.extend(rows_of(words.next().ok_or(ReadError::Size)?));
    }
    let drawn = Drawing::read(rows.into_iter())?;
    let to_move = match words.next() {
        None | Some("X" | "x") => Side::First,
        Some("O" | "o") => Side::Second,
        Some(_) => return Err(FORM),
    };
    let mut taken = [0; 2];
    for taken in &mut taken {
        if let Some(points) = words.next() {
            let points: u8 = points.parse().map_err(|_| FORM)?;
            if !points.is_multiple_of(BONUS_POINTS) {
                return Err(FORM);
            }
            *taken = points / BONUS_POINTS;
        }
    }
    if words.next().is_some() {
        return Err(FORM);
    }
    let board = Board::new(drawn.walls, drawn.bonuses, drawn.jokers)?;
    if (drawn.discs[0] | drawn.discs[1]) & CENTRE != CENTRE {
        return Err(ReadError::Form("a position: the four cells of the centre hold discs"));
    }
    let position = Position::of(&board, drawn.discs, taken, to_move);
    // Under every bonus that was taken lies a disc that was placed.
    if taken.map(u16::from).iter().sum::<u16>() >= position.turn() {
        return Err(ReadError::Form("a position: no more bonuses taken than discs placed"));
    }
    Ok(position)
}

/// The rows in a word.
fn rows_of(word: &str) -> impl Iterator<Item = &str> {
    word.split('/').filter(|row| !row.is_empty())
}

/// The pieces of a drawing, as bitboards.
#[derive(Default)]
struct Drawing {
    walls: u64,
    bonuses: u64,
    jokers: u64,
    discs: [u64; 2],
}

impl Drawing {
    fn read<'a>(mut rows: impl Iterator<Item = &'a str>) -> Result<Drawing, ReadError> {
        let mut drawing = Drawing::default();
        for row in 0..10 {
            let text = rows.next().filter(|text| text.chars().count() == 10).ok_or(ReadError::Size)?;
            for (column, sign) in (0..).zip(text.chars()) {
                drawing.take(row, column, sign.to_ascii_uppercase())?;
            }
        }
        if rows.next().is_some() { Err(ReadError::Size) } else { Ok(drawing) }
    }

    fn take(&mut self, row: u8, column: u8, sign: char) -> Result<(), ReadError> {
        const PLACE: ReadError = ReadError::Setup(crate::SetupError::Place);
        if let Some(border) = Border::at(row, column) {
            match sign {
                '#' => {}
                'J' => self.jokers |= border.bit(),
                '.' | '*' | 'X' | 'O' => return Err(PLACE),
                _ => return Err(ReadError::Sign(sign)),
            }
            return Ok(());
        }
        let bit = Cell::at(row - 1, column - 1).map_or(0, Cell::bit);
        match sign {
            '.' => {}
            '#' => self.walls |= bit,
            '*' => self.bonuses |= bit,
            'X' => self.discs[0] |= bit,
            'O' => self.discs[1] |= bit,
            'J' => return Err(PLACE),
            _ => return Err(ReadError::Sign(sign)),
        }
        Ok(())
    }
}

impl From<Position> for String {
    fn from(position: Position) -> String {
        write_position(&position)
    }
}

impl TryFrom<String> for Position {
    type Error = ReadError;
    fn try_from(text: String) -> Result<Position, ReadError> {
        read_position(&text)
    }
}
