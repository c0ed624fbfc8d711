//! What the rules of pairing ask of a player's past: points, opponents, colours, floats, byes.

use crate::tournament::{Bye, Colour, Outcome, Tournament};

/// How much a player wants a colour (C.04.3, article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// To alternate.
    Mild,
    /// To even out a difference of one.
    Strong,
    /// A difference of two or more, or the same colour twice in a row.
    Absolute,
}

/// A float in a round (article 1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Float {
    /// Against somebody with fewer points, or points without a game.
    Down,
    /// Against somebody with more points.
    Up,
}

/// A player who is to be paired.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Index in `Tournament::players`.
    pub player: usize,
    /// Pairing number.
    pub number: u32,
    /// Whether the number is odd if those who have never been paired are not counted: late entries get theirs when they
    /// come (C.04.2, article 2).
    pub odd: bool,
    /// Points in halves.
    pub score: u32,
    /// Indices of the players met in games that were played.
    pub met: Vec<usize>,
    /// The colours of the games that were played, the first one first.
    pub colours: Vec<Colour>,
    /// Games with White less games with Black.
    pub difference: i32,
    /// The colour that is due, and how much.
    pub preference: Option<(Colour, Strength)>,
    /// The floats one and two rounds ago.
    pub floats: [Option<Float>; 2],
    /// Whether the player may get the pairing-allocated bye (criterion C2).
    pub may_get_bye: bool,
    /// Rounds without a game that was played.
    pub unplayed: u32,
    /// More than half of the points that could be won so far, in the last round (article 1.8).
    pub topscorer: bool,
}

impl Entrant {
    /// Reads the past of a player.
    pub fn new(tournament: &Tournament, index: usize) -> Entrant {
        let player = &tournament.players[index];
        let past = &player.outcomes[..tournament.played];
        let score = tournament.half_points(index);
        let (mut met, mut colours) = (Vec::new(), Vec::new());
        for &outcome in past {
            if let Outcome::Played { opponent, colour, .. } = outcome {
                met.push(opponent);
                colours.push(colour);
            }
        }
        let whites = colours.iter().filter(|&&colour| colour == Colour::White).count() as i32;
        let difference = 2 * whites - colours.len() as i32;
        let excludes_bye = |outcome: &Outcome| match outcome {
            Outcome::Played { .. } => false,
            Outcome::Forfeit { won, .. } => *won,
            Outcome::Bye(bye) => matches!(bye, Bye::Pairing | Bye::Full),
        };
        Entrant {
            player: index,
            number: player.number,
            odd: tournament
                .players
                .iter()
                .filter(|other| other.number < player.number && other.was_paired(tournament.played))
                .count()
                .is_multiple_of(2),
            score,
            preference: preference(&colours, difference),
            floats: [1, 2]
                .map(|back| Some(float(tournament, index, tournament.played.checked_sub(back)?)).flatten()),
            may_get_bye: !past.iter().any(excludes_bye),
            unplayed: (past.len() - colours.len()) as u32,
            topscorer: tournament.played + 1 == tournament.rounds && score as usize > tournament.played,
            met,
            colours,
            difference,
        }
    }

    /// The colour that was played twice or more in a row at last.
    pub fn repeated(&self) -> Option<Colour> {
        match self.colours[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }
}

fn preference(colours: &[Colour], difference: i32) -> Option<(Colour, Strength)> {
    let last = *colours.last()?;
    let repeats = colours.len() > 1 && colours[colours.len() - 2] == last;
    Some(match difference {
        2.. => (Colour::Black, Strength::Absolute),
        ..=-2 => (Colour::White, Strength::Absolute),
        _ if repeats => (last.opposite(), Strength::Absolute),
        1 => (Colour::Black, Strength::Strong),
        -1 => (Colour::White, Strength::Strong),
        _ => (last.opposite(), Strength::Mild),
    })
}

/// The float of a player in a round (0 for the first).
fn float(tournament: &Tournament, index: usize, round: usize) -> Option<Float> {
    let player = &tournament.players[index];
    match player.outcomes[round] {
        Outcome::Played { opponent, .. } => {
            let opponents = tournament.players[opponent].half_points_before(round);
            match player.half_points_before(round).cmp(&opponents) {
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Float::Down),
            }
        }
        outcome => (outcome.half_points() > 0).then_some(Float::Down),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A player by number, half points and colours of the games so far (`W` and `B`).
    pub fn entrant(number: u32, score: u32, colours: &str) -> Entrant {
        let colour = |letter| if letter == 'W' { Colour::White } else { Colour::Black };
        let colours: Vec<Colour> = colours.chars().map(colour).collect();
        let difference = colours.iter().map(|&colour| if colour == Colour::White { 1 } else { -1 }).sum();
        Entrant {
            player: number as usize - 1,
            number,
            odd: number % 2 == 1,
            score,
            met: Vec::new(),
            preference: preference(&colours, difference),
            floats: [None, None],
            may_get_bye: true,
            unplayed: 0,
            topscorer: false,
            colours,
            difference,
        }
    }

    #[test]
    fn a_wish_for_a_colour_is_as_strong_as_the_past_makes_it() {
        use Strength::{Absolute, Mild, Strong};
        let cases = [
            ("", None),
            ("W", Some((Colour::Black, Strong))),
            ("WB", Some((Colour::White, Mild))),
            ("BW", Some((Colour::Black, Mild))),
            ("WBB", Some((Colour::White, Absolute))),
            ("BWW", Some((Colour::Black, Absolute))),
            ("WBW", Some((Colour::Black, Strong))),
            ("BBWB", Some((Colour::White, Absolute))),
            ("WWBB", Some((Colour::White, Absolute))),
        ];
        for (colours, wish) in cases {
            assert_eq!(entrant(1, 0, colours).preference, wish, "{colours}");
        }
    }
}
