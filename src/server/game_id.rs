//! Id of a finished game in the archive. It is random, not derived: it leads to no room and to no other game.

use std::fmt;
use std::str::FromStr;

/// 80 random bits, written as 16 lower-case letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId([u8; GameId::LENGTH]);

/// Text that is no valid id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGameId;

impl GameId {
    const LENGTH: usize = 16;
    /// Crockford's Base32 alphabet, without letters that are easily confused: I, L, O, U.
    const SIGNS: &'static [u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    /// A new id.
    ///
    /// # Errors
    /// The system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut signs = [0; Self::LENGTH];
        getrandom::fill(&mut signs)?;
        Ok(Self(signs.map(|bits| Self::SIGNS[usize::from(bits & 31)])))
    }
}

impl FromStr for GameId {
    type Err = NoGameId;

    fn from_str(text: &str) -> Result<Self, NoGameId> {
        let signs: [u8; Self::LENGTH] = text.as_bytes().try_into().map_err(|_| NoGameId)?;
        signs.iter().all(|sign| Self::SIGNS.contains(sign)).then_some(Self(signs)).ok_or(NoGameId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&sign| write!(f, "{}", char::from(sign)))
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
            assert_eq!(text.parse::<GameId>(), Err(NoGameId), "{text}");
        }
    }
}
