//! Who gets which colour (C.04.3, article 5), and which wishes a pairing does not fulfil (criteria C3 and C10 to C13).

use crate::{
    history::{Entrant, Strength},
    tournament::Colour,
};

/// Whether two players may meet as far as colours are concerned (criterion C3).
pub fn compatible(one: &Entrant, other: &Entrant) -> bool {
    match (one.preference, other.preference) {
        (Some((colour, Strength::Absolute)), Some((same, Strength::Absolute))) if colour == same => {
            one.topscorer || other.topscorer
        }
        _ => true,
    }
}

/// The colour of the higher-ranked player in a pairing (article 5.2).
pub fn allocate(higher: &Entrant, lower: &Entrant, first_colour: Colour) -> Colour {
    let (wish, strength) = match (higher.preference, lower.preference) {
        (None, None) => {
            return if higher.odd { first_colour } else { first_colour.opposite() };
        }
        (Some((wish, _)), None) => return wish,
        (None, Some((wish, _))) => return wish.opposite(),
        (Some((wish, _)), Some((other, _))) if wish != other => return wish,
        (Some(wish), Some(_)) => wish,
    };
    // Both want the same: the stronger wish counts, of two absolute ones that with the wider difference.
    let lower_strength = lower.preference.map_or(Strength::Mild, |(_, strength)| strength);
    let width = |entrant: &Entrant, strength| {
        if strength == Strength::Absolute { entrant.difference.abs() } else { 0 }
    };
    let claims = (strength, width(higher, strength)).cmp(&(lower_strength, width(lower, lower_strength)));
    match claims {
        std::cmp::Ordering::Greater => wish,
        std::cmp::Ordering::Less => wish.opposite(),
        // They alternate to the latest game in which their colours differed, not counting rounds without a game
        // (C.04.2, article 3.4), or else the higher-ranked player's wish counts.
        std::cmp::Ordering::Equal => higher
            .colours
            .iter()
            .rev()
            .zip(lower.colours.iter().rev())
            .find(|(own, other)| own != other)
            .map_or(wish, |(own, _)| own.opposite()),
    }
}

/// Which of the criteria C10 to C13 a pairing fails: a topscorer's or its opponent's difference beyond two, the third
/// time the same colour, a wish that is not granted, a strong wish that is not granted.
pub fn failures(higher: &Entrant, lower: &Entrant, first_colour: Colour) -> [bool; 4] {
    let (Some((wish, _)), Some((other, _))) = (higher.preference, lower.preference) else {
        return [false; 4];
    };
    if wish != other {
        return [false; 4];
    }
    let granted = allocate(higher, lower, first_colour) == wish;
    let disappointed = if granted { lower } else { higher };
    let strength = disappointed.preference.map(|(_, strength)| strength);
    let colour = wish.opposite();
    let beyond = match colour {
        Colour::White => disappointed.difference + 1 > 2,
        Colour::Black => disappointed.difference - 1 < -2,
    };
    let third = disappointed.repeated() == Some(colour);
    [beyond, third, true, strength == Some(Strength::Strong)]
}
