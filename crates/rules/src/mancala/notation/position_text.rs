//! The notation of a position in one line, in our own form and as the board literal of the Kalah Game
//! Protocol (KGP).

use super::ReadError;
use crate::Side;
use crate::mancala::{Direction, Parts, Position, Variant};
use crate::notation::quote;

/// `4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1`: North's row as South sees it, South's row, South's store, North's
/// store, the side to move, the number of the turn; and ` swap` behind it while a swap is open.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let Parts { rows: [south, mut north], stores, to_move, turn, can_swap, .. } = position.to_parts();
    north.reverse();
    let side = match to_move {
        Side::First => 'S',
        Side::Second => 'N',
    };
    let swap = if can_swap { " swap" } else { "" };
    format!("{}/{} {} {} {side} {turn}{swap}", joined(&north), joined(&south), stores[0], stores[1])
}

/// Parses what [`write_position`] writes. The options are not in the text. Without a number it is turn 1.
///
/// # Errors
/// What is wrong with the text, or with the position.
pub fn read_position(text: &str, variant: Variant) -> Result<Position, ReadError> {
    const FORM: ReadError = ReadError::Form("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1");
    let mut words = text.split_whitespace();
    let (north, south) = words.next().and_then(|rows| rows.split_once('/')).ok_or(FORM)?;
    let mut north = numbers(north)?;
    north.reverse();
    let south = numbers(south)?;
    let south_store = number(words.next().ok_or(FORM)?)?;
    let north_store = number(words.next().ok_or(FORM)?)?;
    let to_move = match words.next() {
        Some("S" | "s") => Side::First,
        Some("N" | "n") => Side::Second,
        _ => return Err(FORM),
    };
    let turn = match words.next() {
        Some(turn) => turn.parse().map_err(|_| ReadError::Number(quote(turn)))?,
        None => 1,
    };
    let can_swap = match words.next() {
        Some(word) if word.eq_ignore_ascii_case("swap") => true,
        Some(_) => return Err(FORM),
        None => false,
    };
    if words.next().is_some() {
        return Err(FORM);
    }
    let stores = [south_store, north_store];
    Ok(Position::from_parts(&Parts { variant, rows: [south, north], stores, to_move, turn, can_swap })?)
}

/// `<6,S,N,s1,…,s6,n1,…,n6>`: pits a side, stores and rows, seen by the side to move, who is “south” in it;
/// each row in the order of sowing. Turn and options are not in it.
#[must_use]
pub fn write_kgp(position: &Position) -> String {
    let Parts { variant, rows, stores, to_move, .. } = position.to_parts();
    let rows = rows.map(|row| mirrored_if_clockwise(row, variant));
    let (mover, other) = (to_move.index(), to_move.other().index());
    let holes = [joined(&rows[mover]), joined(&rows[other])].join(",");
    format!("<{},{},{},{holes}>", variant.pits, stores[mover], stores[other])
}

/// Parses what [`write_kgp`] writes: a position with South to move in turn 1.
///
/// # Errors
/// What is wrong with the text, or with the position.
pub fn read_kgp(text: &str, variant: Variant) -> Result<Position, ReadError> {
    const FORM: ReadError = ReadError::Form("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    let inner = text.trim().strip_prefix('<').and_then(|text| text.strip_suffix('>')).ok_or(FORM)?;
    let values = numbers(inner)?;
    let [pits, south_store, north_store, rows @ ..] = values.as_slice() else { return Err(FORM) };
    if rows.len() != 2 * usize::from(*pits) {
        return Err(FORM);
    }
    let (south, north) = rows.split_at(usize::from(*pits));
    Ok(Position::from_parts(&Parts {
        variant,
        rows: [south, north].map(|row| mirrored_if_clockwise(row.to_vec(), variant)),
        stores: [*south_store, *north_store],
        to_move: Side::First,
        turn: 1,
        can_swap: false,
    })?)
}

/// Converts a row between the owner's left-to-right order and the order of sowing; the same function does
/// both.
fn mirrored_if_clockwise(mut row: Vec<u8>, variant: Variant) -> Vec<u8> {
    if variant.direction == Direction::Clockwise {
        row.reverse();
    }
    row
}

pub(super) fn joined(stones: &[u8]) -> String {
    stones.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

pub(super) fn numbers(text: &str) -> Result<Vec<u8>, ReadError> {
    text.split(',').map(number).collect()
}

fn number(text: &str) -> Result<u8, ReadError> {
    text.trim().parse().map_err(|_| ReadError::Number(quote(text)))
}
