//! The FIDE Dutch system (C.04.3, in force from 1 February 2026): brackets from the top down, each as a perfect matching
//! of everybody who is not paired yet, so that what is paired can always be completed (criterion C4).

mod bracket;
mod criteria;
mod layout;
mod remainder;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use bracket::Bracket;

use crate::{
    colours,
    history::Entrant,
    matching::{Matcher, NoPerfectMatching, Weight},
    tournament::{Colour, Tournament, TournamentError},
};

/// Why a round cannot be paired.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PairingError {
    /// No pairing fulfils the absolute criteria. FIDE leaves it to the arbiter what happens then.
    #[error("no pairing keeps everybody from meeting twice, getting two byes or a colour too often")]
    NoLegalPairing,
    /// All rounds are over.
    #[error("all rounds are over")]
    Over,
    /// It is no tournament.
    #[error(transparent)]
    Invalid(#[from] TournamentError),
    /// There are too many different scores in one bracket. No event of 500 players and 20 rounds comes near it.
    #[error("there are too many different scores in one bracket")]
    TooLarge,
}

/// Two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    /// Index of the player with White in `Tournament::players`.
    pub white: usize,
    /// Index of the player with Black.
    pub black: usize,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// In the order of the boards: by the points of the higher-ranked player, the sum of both, and the pairing number.
    pub pairs: Vec<Pair>,
    /// Who gets the pairing-allocated bye.
    pub bye: Option<usize>,
}

/// Pairs the next round of a tournament.
pub fn pair(tournament: &Tournament) -> Result<Round, PairingError> {
    tournament.check()?;
    if tournament.played >= tournament.rounds {
        return Err(PairingError::Over);
    }
    let present = |&index: &usize| tournament.players[index].outcomes.len() == tournament.played;
    let mut entrants: Vec<Entrant> =
        (0..tournament.players.len()).filter(present).map(|index| Entrant::new(tournament, index)).collect();
    entrants.sort_by_key(|entrant| (Reverse(entrant.score), entrant.number));
    let (mates, bye_score) = complete(&entrants)?;
    let mut places = pair_brackets(&entrants, mates, bye_score, tournament.first_colour)?;
    // The higher-ranked player's score and number; with equal scores the sum of both is decided by the other's score.
    places.sort_by_key(|&(higher, lower)| {
        let other = entrants.get(lower).map(|other| other.score);
        (Reverse(entrants[higher].score), Reverse(other), entrants[higher].number)
    });
    let mut round = Round::default();
    for (higher, lower) in places {
        let (one, other) = (&entrants[higher], entrants.get(lower));
        match other.map(|other| (other.player, colours::allocate(one, other, tournament.first_colour))) {
            Some((other, Colour::White)) => round.pairs.push(Pair { white: one.player, black: other }),
            Some((other, Colour::Black)) => round.pairs.push(Pair { white: other, black: one.player }),
            None => round.bye = Some(one.player),
        }
    }
    Ok(round)
}

/// Whether two players may meet (criteria C1 and C3).
fn may_meet(one: &Entrant, other: &Entrant) -> bool {
    !one.met.contains(&other.player) && colours::compatible(one, other)
}

/// A complete pairing, and the lowest score that who gets the bye can have (criterion C5).
fn complete(entrants: &[Entrant]) -> Result<(Vec<Option<usize>>, Option<u32>), PairingError> {
    let count = entrants.len();
    let size = count + count % 2;
    let mut matcher = Matcher::<1>::new(size);
    for (place, higher) in entrants.iter().enumerate() {
        for (lower, entrant) in entrants.iter().enumerate().skip(place + 1) {
            if may_meet(higher, entrant) {
                matcher.set(place, lower, Weight::ZERO);
            }
        }
        if count < size && higher.may_get_bye {
            matcher.set(place, count, Weight([-i64::from(higher.score)]));
        }
    }
    matcher.start(&vec![None; size]);
    matcher.solve().map_err(|NoPerfectMatching| PairingError::NoLegalPairing)?;
    let bye_score = (count < size).then(|| entrants[matcher.mate(count)].score);
    Ok(((0..size).map(|place| Some(matcher.mate(place))).collect(), bye_score))
}

/// Pairs bracket after bracket. The places of each pair, the higher-ranked player first; the bye is the place after all.
fn pair_brackets(
    entrants: &[Entrant],
    mut guess: Vec<Option<usize>>,
    bye_score: Option<u32>,
    first_colour: Colour,
) -> Result<Vec<(usize, usize)>, PairingError> {
    let mut pairs = Vec::new();
    // Places of those who are not paired yet. The first bracket is empty: it finds how many can be paired in the next one.
    let mut left: Vec<usize> = (0..entrants.len()).collect();
    let (mut moved_down, mut end) = (0, 0);
    let mut gives_bye = false;
    loop {
        let next_end = group_end(entrants, &left, end);
        let bye = bye_score.map(|score| {
            left.iter().map(|&place| entrants[place].may_get_bye && entrants[place].score == score).collect()
        });
        let bracket = Bracket {
            entrants: left.iter().map(|&place| &entrants[place]).collect(),
            moved_down,
            end,
            next_end,
            bye,
            gives_bye,
            first_colour,
            guess,
        };
        let mates = bracket.pair(may_meet)?;
        let within = |&at: &usize| at < end && mates[at] < end;
        pairs.extend(
            (0..end).filter(|at| within(at) && *at < mates[*at]).map(|at| (left[at], left[mates[at]])),
        );
        let staying: Vec<usize> = (0..mates.len()).filter(|at| !within(at)).collect();
        if end == left.len() {
            pairs.extend(
                staying.first().filter(|_| bye_score.is_some()).map(|&at| (left[at], entrants.len())),
            );
            return Ok(pairs);
        }
        let stay = |at: usize| staying.binary_search(&at).ok();
        guess = staying.iter().map(|&at| stay(mates[at])).collect();
        moved_down = staying.iter().filter(|&&at| at < end).count();
        let bottom = entrants[left[end]].score;
        gives_bye = bye_score.is_some_and(|score| score >= bottom)
            && staying
                .iter()
                .filter(|&&at| at < next_end)
                .all(|&at| mates[at] < next_end || mates[at] == left.len());
        left = staying.into_iter().filter_map(|at| left.get(at).copied()).collect();
        end = moved_down + next_end - end;
    }
}

/// Where the score group ends that begins at a place.
fn group_end(entrants: &[Entrant], left: &[usize], begin: usize) -> usize {
    left[begin..]
        .iter()
        .position(|&place| entrants[place].score != entrants[left[begin]].score)
        .map_or(left.len(), |length| begin + length)
}
