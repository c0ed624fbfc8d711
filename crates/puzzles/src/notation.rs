//! Moves as they stand in packs, and wherever else moves stand side by side.

use rules::mancala::Pit;
use rules::mapello::notation::{cell_name, read_cell};
use rules::{Game, Move, Position, Side, mancala};

/// How the swap of sides is written, which no puzzle has.
const SWAP: &str = "-";

/// A move in the notation of the game, which for Mancala says the side by its case. A swap of sides is `-`.
#[must_use]
pub fn write_move(mv: Move) -> String {
    match mv {
        Move::Mancala(mancala::Move::Sow(pit)) => {
            let first = if pit.side == Side::First { b'A' } else { b'a' };
            char::from(first + pit.index).to_string()
        }
        Move::Mancala(mancala::Move::Swap) => SWAP.to_owned(),
        Move::Mapello(cell) => cell_name(cell),
    }
}

/// A legal move of this position.
pub(crate) fn read_move(position: &Position, text: &str) -> Option<Move> {
    let mv = match position.game() {
        Game::Mancala if text == SWAP => Move::Mancala(mancala::Move::Swap),
        Game::Mancala => {
            let letter = *text.as_bytes().first().filter(|_| text.len() == 1)?;
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let index = letter.to_ascii_lowercase().checked_sub(b'a')?;
            Move::Mancala(mancala::Move::Sow(Pit { side, index }))
        }
        Game::Mapello => Move::Mapello(read_cell(text).filter(|cell| cell_name(*cell) == text)?),
    };
    position.check(mv).is_ok().then_some(mv)
}

/// The moves in a text; `None` if it does not split up.
pub(crate) fn split(game: Game, text: &str) -> Option<Vec<&str>> {
    let length = if game == Game::Mancala { 1 } else { 2 };
    let mut rest = text;
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let (mv, behind) = rest.split_at_checked(length)?;
        moves.push(mv);
        rest = behind;
    }
    Some(moves)
}

/// Moves that were written side by side, played from a position, and the position after them; `None` if one of them is
/// illegal, or none at all.
#[must_use]
pub fn read_moves(start: &Position, text: &str) -> Option<(Vec<Move>, Position)> {
    let (mut moves, mut position) = (Vec::new(), start.clone());
    for text in split(start.game(), text)? {
        let mv = read_move(&position, text)?;
        position = position.play(mv).ok()?.position;
        moves.push(mv);
    }
    Some((moves, position))
}
