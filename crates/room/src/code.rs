//! The room code: six letters that can be typed on a phone and read aloud, and that are part of the link.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A room's public name: six letters of [`RoomCode::ALPHABET`]. Knowing it lets one in; it is never a secret
/// that proves who somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode([u8; RoomCode::LENGTH]);

/// Text that is not a room code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadCode;

impl RoomCode {
    /// How many letters a code has.
    pub const LENGTH: usize = 6;
    /// The letters used: without those that are taken for a digit or for one another (I, L, O).
    pub const ALPHABET: &'static [u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

    /// A code out of random bits: `seed` is reduced to one of the 23⁶ (148 million) codes.
    pub fn from_seed(mut seed: u64) -> Self {
        let base = Self::ALPHABET.len() as u64;
        let mut letters = [0; Self::LENGTH];
        for letter in &mut letters {
            *letter = Self::ALPHABET[(seed % base) as usize];
            seed /= base;
        }
        Self(letters)
    }
}

/// The hyphen, and the dashes that keyboards make of it.
fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}')
}

impl FromStr for RoomCode {
    type Err = BadCode;

    /// Reads a code as people write it: either case, with white space or hyphens anywhere.
    fn from_str(text: &str) -> Result<Self, BadCode> {
        let mut letters = [0; Self::LENGTH];
        let mut count = 0;
        for c in text.chars().filter(|&c| !c.is_whitespace() && !is_hyphen(c)) {
            let upper = c.to_ascii_uppercase();
            let letter = u8::try_from(upper).map_err(|_| BadCode)?;
            if count == Self::LENGTH || !Self::ALPHABET.contains(&letter) {
                return Err(BadCode);
            }
            letters[count] = letter;
            count += 1;
        }
        if count == Self::LENGTH { Ok(Self(letters)) } else { Err(BadCode) }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomCode({self})")
    }
}

impl TryFrom<String> for RoomCode {
    type Error = BadCode;
    fn try_from(text: String) -> Result<Self, BadCode> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.to_string()
    }
}

impl fmt::Display for BadCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A room code has six letters, for example BQHRKM.")
    }
}

impl core::error::Error for BadCode {}
