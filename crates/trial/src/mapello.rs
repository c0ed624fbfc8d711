//! Fuzzes Mapello: plays any board beside the plain reference implementation.

use rules::mapello::notation::{
    read_code, read_position, read_transcript, write_board, write_code, write_position, write_transcript,
};
use rules::mapello::{BONUS_POINTS, Board, CENTRE, Cell, Position};
use rules::{Move, Record, Setup, Side};

use crate::bytes::Bytes;
use crate::mapello_reference::Reference;

/// Plays the moves that the bytes encode, legal or not.
pub fn play(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let board = board(&mut bytes);
    let start = Position::start(&board);
    let mut reference = Reference::new(&write_board(&board));
    let mut position = start;
    let mut played: Vec<(Cell, Position)> = Vec::new();
    while let Some(choice) = bytes.next() {
        let legal = legal(&reference);
        assert_eq!(position.legal_moves().collect::<Vec<_>>(), legal, "as the plain generator says");
        assert_eq!(legal.is_empty(), position.outcome().is_some());
        let cell = match choice {
            192.. => Cell::new(choice - 192).unwrap(),
            _ if legal.is_empty() => break,
            _ => legal[usize::from(choice) % legal.len()],
        };
        let answer = position.play(cell);
        assert_eq!(answer.is_ok(), legal.contains(&cell), "{cell:?}");
        assert_eq!(position.check(cell).is_ok(), answer.is_ok());
        let Ok((after, steps)) = answer else { continue };
        assert_eq!(steps.iter().fold(position, |position, step| position.apply(step)), after);
        reference.play((usize::from(cell.row()) + 1, usize::from(cell.column()) + 1));
        agree(&reference, &after);
        let discs = |position: &Position| Side::BOTH.iter().fold(0, |set, side| set | position.discs(*side));
        assert_eq!(discs(&after), discs(&position) | cell.bit(), "discs stay, and one more is there");
        assert_eq!(discs(&after) & (board.walls() | after.bonuses()), 0);
        let taken = Side::BOTH.iter().map(|side| after.taken(*side)).sum::<u8>();
        assert_eq!(board.bonuses().count_ones(), after.bonuses().count_ones() + u32::from(taken));
        played.push((cell, after));
        position = after;
    }
    keep(board, &played);
}

fn legal(reference: &Reference) -> Vec<Cell> {
    let squares = reference.legal().into_iter();
    squares.map(|(row, column)| Cell::at(row as u8 - 1, column as u8 - 1).unwrap()).collect()
}

fn agree(reference: &Reference, position: &Position) {
    let rows = reference.squares.iter().map(String::from_iter).collect::<Vec<_>>().join("/");
    let [black, white] = reference.taken.map(|taken| taken * u32::from(BONUS_POINTS));
    assert_eq!(format!("{rows} {} {black} {white}", reference.mover), write_position(position));
    assert_eq!(reference.over, position.outcome().is_some());
    assert_eq!(reference.score(), Side::BOTH.map(|side| u32::from(position.score(side))));
}

/// Checks that every notation of the game leads back to the same game.
fn keep(board: Board, played: &[(Cell, Position)]) {
    let moves: Vec<Cell> = played.iter().map(|(cell, _)| *cell).collect();
    let mut record = Record::new(Setup::Mapello(board));
    record.moves.extend(moves.iter().copied().map(Move::Mapello));
    for (ply, (_, after)) in played.iter().enumerate().step_by(7) {
        let back = record.position_at(ply + 1).unwrap();
        assert_eq!(back, rules::Position::Mapello(*after), "what is taken back was so");
        assert_eq!(back.hash(), after.hash());
    }
    let end = played.last().map_or(Position::start(&board), |(_, after)| *after);
    assert_eq!(record.replay(), Ok(rules::Position::Mapello(end)));
    assert_eq!(read_code(&write_code(&board)), Ok(board));
    assert_eq!(read_position(&write_position(&end)).map(|read| read.hash()), Ok(end.hash()));
    let transcript = write_transcript(&board, &moves).unwrap();
    assert_eq!(
        read_transcript(&board, &transcript).map(|read| read.moves).as_ref(),
        Ok(&moves),
        "{transcript}"
    );
    crate::import::keep(Setup::Mapello(board), record.moves);
}

/// A board from bytes, possibly with more extras than a game may have.
fn board(bytes: &mut Bytes) -> Board {
    let counts = [12, 12, 14].map(|most: u8| bytes.byte() % most);
    let mut set = |count: u8, among: u64| {
        let picked = (0..count).fold(0, |set, _| set | 1_u64 << (bytes.byte() % 64));
        picked & among
    };
    let walls = set(counts[0], !CENTRE);
    let bonuses = set(counts[1], !CENTRE & !walls);
    let jokers = set(counts[2], (1 << 36) - 1);
    Board::new(walls, bonuses, jokers).unwrap()
}
