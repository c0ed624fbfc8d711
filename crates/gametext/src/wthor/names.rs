//! The names beside WTHOR files: of players (`.jou`) and of tournaments (`.trn`), by their numbers.

use super::{Fault, HEADER, MAX_BYTES, What};

/// Which names a file has, and so how long each is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// Of players, `.jou`: 20 bytes each.
    Players,
    /// Of tournaments, `.trn`: 26 bytes each.
    Tournaments,
}

impl Names {
    const fn length(self) -> usize {
        match self {
            Names::Players => 20,
            Names::Tournaments => 26,
        }
    }
}

/// Reads the names of a file: the one at a number's place is that number's. A name ends with its first zero byte, and its
/// bytes are characters of Latin-1.
///
/// # Errors
/// What is wrong with the file as a whole: it has the header of a file of games, with the number of names where that of
/// the other records stands.
pub fn read_names(bytes: &[u8], names: Names) -> Result<Vec<String>, Fault> {
    let fails = |what| Fault { game: None, what };
    if bytes.len() > MAX_BYTES {
        return Err(fails(What::TooLong));
    }
    let (header, rest) = bytes.split_first_chunk::<HEADER>().ok_or(fails(What::NoHeader))?;
    let said = u32::from(u16::from_le_bytes([header[8], header[9]]));
    let records = rest.chunks_exact(names.length());
    let (there, over) = (records.len() as u32, records.remainder().len() as u32);
    if said != there || over > 0 {
        return Err(fails(What::Length { said, there, over }));
    }
    let text =
        |record: &[u8]| record.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    Ok(records.map(text).collect())
}
