//! The two written forms of a start: in line with the notation of a position, and as a short code for links, logs
//! and messages.

use super::ReadError;
use super::position_text::{joined, numbers};
use crate::Side;
use crate::mancala::{Start, Variant};
use crate::notation::BASE32;

/// The length of the longest code: two rows of nine pits, both stores, two hyphens.
const LONGEST_CODE: usize = 22;

/// `4,4,4,3,4,4/4,5,4,4,4,4`: North's row as South sees it, South's row; and ` 1 0` behind it, South's store and
/// North's, unless both are empty.
#[must_use]
pub fn write_start(start: &Start) -> String {
    let [south, mut north] = Side::BOTH.map(|side| start.row(side).to_vec());
    north.reverse();
    let rows = format!("{}/{}", joined(&north), joined(&south));
    match Side::BOTH.map(|side| start.store(side)) {
        [0, 0] => rows,
        [south, north] => format!("{rows} {south} {north}"),
    }
}

/// Parses what [`write_start`] writes.
///
/// # Errors
/// What is wrong with the text, or with the start.
pub fn read_start(text: &str) -> Result<Start, ReadError> {
    const FORM: ReadError = ReadError::Form("4,4,4,3,4,4/4,5,4,4,4,4 0 0");
    let mut words = text.split_whitespace();
    let (north, south) = words.next().and_then(|rows| rows.split_once('/')).ok_or(FORM)?;
    let (mut north, south) = (numbers(north)?, numbers(south)?);
    north.reverse();
    let stores = match words.next() {
        None => [0, 0],
        Some(store) => match (numbers(store)?.as_slice(), numbers(words.next().ok_or(FORM)?)?.as_slice()) {
            ([south], [north]) => [*south, *north],
            _ => return Err(FORM),
        },
    };
    if words.next().is_some() {
        return Err(FORM);
    }
    Ok(Start::new([&south, &north], stores)?)
}

/// `444344-454444`: the holes of [`write_start`] with a sign for each, a digit of Crockford's base 32 (no I, L, O,
/// U); and `-10` behind it, the stores, unless both are empty. It needs no escapes in an address.
#[must_use]
pub fn write_start_code(start: &Start) -> String {
    let [south, north] = Side::BOTH.map(|side| start.row(side));
    let stores = Side::BOTH.map(|side| start.store(side));
    let mut code = String::with_capacity(LONGEST_CODE);
    let sign = |stones: &u8| char::from(BASE32.get(usize::from(*stones)).copied().unwrap_or(b'?'));
    code.extend(north.iter().rev().map(sign));
    code.push('-');
    code.extend(south.iter().map(sign));
    if stores != [0, 0] {
        code.push('-');
        code.extend(stores.iter().map(sign));
    }
    code
}

/// Parses a code exactly as [`write_start_code`] writes it: each start has one code, so that equal texts are equal
/// starts.
///
/// # Errors
/// [`ReadError::StartCode`] if the text is not written so, [`ReadError::Start`] if its stones are no start.
pub fn read_start_code(text: &str) -> Result<Start, ReadError> {
    if text.len() > LONGEST_CODE {
        return Err(ReadError::StartCode);
    }
    let mut groups = text.split('-').map(|group| {
        let value = |sign| BASE32.iter().position(|known| *known == sign).map(|value| value as u8);
        group.bytes().map(value).collect::<Option<Vec<u8>>>().ok_or(ReadError::StartCode)
    });
    let (Some(north), Some(south)) = (groups.next(), groups.next()) else { return Err(ReadError::StartCode) };
    let (mut north, south) = (north?, south?);
    north.reverse();
    let stores = match groups.next().transpose()?.as_deref() {
        None => [0, 0],
        Some([south, north]) => [*south, *north],
        Some(_) => return Err(ReadError::StartCode),
    };
    let start = Start::new([&south, &north], stores)?;
    // Other ways to write the same start: with both stores empty, or with something behind them.
    if write_start_code(&start) == text { Ok(start) } else { Err(ReadError::StartCode) }
}

/// The start that a tag names, if its stones are those of the variant.
pub(super) fn checked(start: Option<Start>, variant: &Variant) -> Result<Option<Start>, ReadError> {
    match start {
        Some(start) if !start.fits(variant) => Err(crate::SetupError::Start.into()),
        start => Ok(start),
    }
}

impl From<Start> for String {
    fn from(start: Start) -> String {
        write_start_code(&start)
    }
}

impl TryFrom<String> for Start {
    type Error = ReadError;
    fn try_from(code: String) -> Result<Start, ReadError> {
        read_start_code(&code)
    }
}
