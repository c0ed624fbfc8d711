//! Id of a finished game in the archive. It is random, not derived: it leads to no room and to no other game.

use std::fmt;
use std::str::FromStr;

/// 80 random bits, written as 16 lower-case letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId([u8; GameId::LENGTH]);

/// Text that is no valid id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidGameId;

impl GameId {
    const LENGTH: usize = 16;
    /// Crockford's Base32 alphabet, without letters that are easily confused: I, L, O, U.
    const ALPHABET: &'static [u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    /// A new id.
    ///
    /// # Errors
    /// The system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut characters = [0; Self::LENGTH];
        getrandom::fill(&mut characters)?;
        Ok(Self(characters.map(|bits| Self::ALPHABET[usize::from(bits & 31)])))
    }
}

impl FromStr for GameId {
    type Err = InvalidGameId;

    fn from_str(text: &str) -> Result<Self, InvalidGameId> {
        let characters: [u8; Self::LENGTH] = text.as_bytes().try_into().map_err(|_| InvalidGameId)?;
        characters
            .iter()
            .all(|character| Self::ALPHABET.contains(character))
            .then_some(Self(characters))
            .ok_or(InvalidGameId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&character| write!(f, "{}", char::from(character)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_ids_are_unique_and_round_trip_and_other_text_is_refused() {
        let ids: Vec<GameId> = (0..100).map(|_| GameId::random().unwrap()).collect();
        let different: std::collections::HashSet<_> = ids.iter().collect();
        assert_eq!(different.len(), ids.len());
        for id in ids {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in
            ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcdeu", "éééééééé"]
        {
            assert_eq!(text.parse::<GameId>(), Err(InvalidGameId), "{text}");
        }
    }
}
