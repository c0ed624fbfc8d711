//! The share code of a board: letters and digits in groups of five, with a checksum, to be sent or typed.
//!
//! The bits are, for each of the 60 inner cells outside of the centre in the order of their numbers, `0` for
//! nothing, `10` for a wall, `11` for a bonus; for each of the 36 border squares a bit for a joker; a `1` if the
//! centre is Othello's, else nothing; zeros up to a multiple of five; then 15 bits of checksum. Every five bits are a
//! digit of Crockford's base 32. Readers from before the centre had a bit refuse such a code, because they allow nothing
//! but zeros there.

use super::ReadError;
use crate::hash;
use crate::mapello::{Board, Border, CENTRE, Cell, Centre};
use crate::notation::BASE32;

/// The length of the checksum in digits: one mistake in 32768 goes unseen.
const CHECK: usize = 3;
/// The length in digits of the code of a full board, with its checksum.
const LONGEST: usize = (60_usize * 2 + 36 + 1).div_ceil(5) + CHECK;

/// Writes the share code of a board, in groups of five joined by hyphens.
#[must_use]
pub fn write_code(board: &Board) -> String {
    let mut bits = Vec::with_capacity(LONGEST * 5);
    for cell in Cell::all_of(!CENTRE) {
        bits.push(board.is_wall(cell) || board.is_bonus(cell));
        if bits.last() == Some(&true) {
            bits.push(board.is_bonus(cell));
        }
    }
    bits.extend((0..Border::COUNT).map(|place| board.jokers() >> place & 1 == 1));
    bits.extend((board.centre() == Centre::Othello).then_some(true));
    let mut signs: Vec<u8> = bits
        .chunks(5)
        .map(|five| {
            five.iter().enumerate().fold(0, |sign, (place, bit)| sign | u8::from(*bit) << (4 - place))
        })
        .collect();
    signs.extend(check_of(&signs));
    let mut code = String::with_capacity(LONGEST * 6 / 5 + 1);
    for (place, sign) in signs.iter().enumerate() {
        if place > 0 && place.is_multiple_of(5) {
            code.push('-');
        }
        code.push(char::from(BASE32[usize::from(*sign)]));
    }
    code
}

/// Parses a share code as people write it: either case, with blanks or hyphens anywhere, O for 0 and I or L
/// for 1.
///
/// # Errors
/// [`ReadError::Code`] if the text is no valid share code. A board with too many extras is accepted:
/// [`Board::validate`] refuses it.
pub fn read_code(text: &str) -> Result<Board, ReadError> {
    let mut signs = Vec::with_capacity(LONGEST);
    for sign in text.chars().filter(|sign| !sign.is_whitespace() && *sign != '-') {
        let sign = match sign.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let value = BASE32.iter().position(|known| char::from(*known) == sign).ok_or(ReadError::Code)?;
        if signs.len() == LONGEST {
            return Err(ReadError::Code);
        }
        signs.push(value as u8);
    }
    let (signs, check) = signs.split_last_chunk::<CHECK>().ok_or(ReadError::Code)?;
    if *check != check_of(signs) {
        return Err(ReadError::Code);
    }
    let mut bits = signs.iter().flat_map(|sign| (0..5).map(move |place| sign >> (4 - place) & 1 == 1));
    let board = read_bits(&mut bits).ok_or(ReadError::Code)?;
    let rest: Vec<bool> = bits.collect();
    let (centre, filling) = match rest.as_slice() {
        [true, filling @ ..] => (Centre::Othello, filling),
        filling => (Centre::Mirrored, filling),
    };
    if filling.len() >= 5 || filling.contains(&true) {
        return Err(ReadError::Code);
    }
    Ok(board.with_centre(centre))
}

fn read_bits(bits: &mut impl Iterator<Item = bool>) -> Option<Board> {
    let (mut walls, mut bonuses, mut jokers) = (0, 0, 0);
    for cell in Cell::all_of(!CENTRE) {
        if bits.next()? {
            let set = if bits.next()? { &mut bonuses } else { &mut walls };
            *set |= cell.bit();
        }
    }
    for place in 0..Border::COUNT {
        jokers |= u64::from(bits.next()?) << place;
    }
    Board::new(walls, bonuses, jokers).ok()
}

fn check_of(signs: &[u8]) -> [u8; CHECK] {
    let sum = hash::fold(signs.iter().map(|sign| u64::from(*sign)));
    [0, 1, 2].map(|place| (sum >> (5 * place) & 31) as u8)
}

impl From<Board> for String {
    fn from(board: Board) -> String {
        write_code(&board)
    }
}

impl TryFrom<String> for Board {
    type Error = ReadError;
    fn try_from(code: String) -> Result<Board, ReadError> {
        read_code(&code)
    }
}
