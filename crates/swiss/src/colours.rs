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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::entrant;

    /// The colour of the higher-ranked one of two players with these colours so far, number 1 having begun with White.
    fn higher(number: u32, own: &str, others: &str) -> Colour {
        allocate(&entrant(number, 4, own), &entrant(9, 2, others), Colour::White)
    }

    #[test]
    fn both_wishes_are_granted_if_they_differ() {
        assert_eq!(higher(1, "WB", "BW"), Colour::White);
        assert_eq!(higher(1, "BW", "WB"), Colour::Black);
        assert_eq!(higher(1, "BW", ""), Colour::Black);
        assert_eq!(higher(1, "", "BW"), Colour::White);
    }

    #[test]
    fn the_stronger_wish_is_granted() {
        assert_eq!(higher(1, "WB", "B"), Colour::Black, "strong before mild");
        assert_eq!(higher(1, "WBB", "B"), Colour::White, "absolute before strong");
        assert_eq!(higher(1, "BBWBB", "WBB"), Colour::White, "the wider difference of two absolute ones");
        assert_eq!(higher(1, "WBB", "BBWBB"), Colour::Black, "the wider difference of two absolute ones");
    }

    #[test]
    fn equal_wishes_alternate_to_the_latest_difference() {
        assert_eq!(higher(1, "WBWB", "BWWB"), Colour::White);
        assert_eq!(higher(1, "BWWB", "WBWB"), Colour::Black);
        // Rounds without a game do not count: the latest games are compared with each other.
        assert_eq!(higher(1, "WB", "WBWB"), Colour::White);
    }

    #[test]
    fn the_higher_ranked_player_gets_the_wish_if_nothing_else_decides() {
        assert_eq!(higher(1, "WB", "WB"), Colour::White);
        assert_eq!(higher(1, "BW", "BW"), Colour::Black);
    }

    #[test]
    fn without_a_wish_odd_numbers_begin_with_the_first_colour() {
        assert_eq!(higher(1, "", ""), Colour::White);
        assert_eq!(higher(2, "", ""), Colour::Black);
        assert_eq!(allocate(&entrant(1, 0, ""), &entrant(5, 0, ""), Colour::Black), Colour::Black);
    }

    #[test]
    fn two_absolute_wishes_for_a_colour_meet_only_with_a_topscorer() {
        let (one, mut other) = (entrant(1, 4, "WBB"), entrant(2, 4, "BB"));
        assert!(!compatible(&one, &other));
        assert!(compatible(&one, &entrant(3, 4, "WW")) && compatible(&one, &entrant(4, 4, "WB")));
        other.topscorer = true;
        assert!(compatible(&one, &other));
    }

    #[test]
    fn what_a_pairing_fails_in_is_counted() {
        let fails = |own, others| failures(&entrant(1, 4, own), &entrant(2, 4, others), Colour::White);
        assert_eq!(fails("WB", "BW"), [false, false, false, false]);
        assert_eq!(fails("WB", "WB"), [false, false, true, false]);
        assert_eq!(fails("WBB", "WBWBB"), [false, true, true, false], "a third time in a row");
        assert_eq!(fails("WBB", "B"), [false, false, true, true], "a strong wish");
        assert_eq!(fails("BBWB", "BBWWBB"), [true, false, true, false], "a difference of three");
        assert_eq!(fails("WWBWW", "WWBBWWBWW"), [true, true, true, false], "a difference of four");
    }
}
