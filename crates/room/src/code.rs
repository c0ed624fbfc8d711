//! The room code: letters that can be typed on a phone and read aloud, and that are part of the link.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A room's public name: eight letters of [`RoomCode::ALPHABET`], six in a room from before codes had eight. Knowing
/// it lets one in; it is never a secret that proves who somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode([u8; RoomCode::LENGTH]);

/// Text that is not a room code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadCode;

impl RoomCode {
    /// How many letters a new code has.
    pub const LENGTH: usize = 8;
    /// How many letters codes had before. The array of such a code ends with zeros.
    pub const OLD_LENGTH: usize = 6;
    /// The letters used: without those that are taken for a digit or for one another (I, L, O).
    pub const ALPHABET: &'static [u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

    /// A code out of random bits: `seed` is reduced to one of the 23⁸ (78 billion) codes.
    pub fn from_seed(mut seed: u64) -> Self {
        let base = Self::ALPHABET.len() as u64;
        let mut letters = [0; Self::LENGTH];
        for letter in &mut letters {
            *letter = Self::ALPHABET[(seed % base) as usize];
            seed /= base;
        }
        Self(letters)
    }

    /// The code as people read it: its halves with a hyphen between them, `BQHR-KMTW`.
    pub fn grouped(&self) -> String {
        let [first, second] = self.halves();
        format!("{first}-{second}")
    }

    /// The code as a screen reader should say it, letter by letter and in two groups: `B Q H R, K M T W`.
    pub fn spoken(&self) -> String {
        let spaced = |half: String| half.chars().map(String::from).collect::<Vec<_>>().join(" ");
        self.halves().map(spaced).join(", ")
    }

    fn halves(&self) -> [String; 2] {
        let mut first = self.to_string();
        let second = first.split_off(first.len() / 2);
        [first, second]
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
        if matches!(count, Self::LENGTH | Self::OLD_LENGTH) { Ok(Self(letters)) } else { Err(BadCode) }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.iter().filter(|&&letter| letter != 0);
        letters.try_for_each(|&letter| write!(f, "{}", char::from(letter)))
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
        f.write_str("A room code has eight letters, for example BQHR-KMTW.")
    }
}

impl core::error::Error for BadCode {}
