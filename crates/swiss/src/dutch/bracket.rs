//! One bracket (C.04.3, article 3): the moved-down players and the residents of a score group. Of all complete pairings
//! with the greatest weight the one is chosen that article 4 generates first.

use super::{criteria::Criteria, remainder};
use crate::{
    history::Entrant,
    matching::{Matcher, NoPerfectMatching, Weight},
    tournament::Colour,
};

/// Everybody who is not paired yet, when a bracket is paired.
pub struct Bracket<'a> {
    /// In order of rank. First the moved-down players, then the residents, then everybody below.
    pub entrants: Vec<&'a Entrant>,
    /// How many are moved down.
    pub moved_down: usize,
    /// Where the bracket ends.
    pub end: usize,
    /// Where the next score group ends.
    pub next_end: usize,
    /// Who may get the bye, if somebody has to; one for each entrant.
    pub bye: Option<Vec<bool>>,
    /// Whether the one downfloater of this bracket gets the bye (the condition of criterion C9).
    pub gives_bye: bool,
    /// The colour of number 1 in the first round.
    pub first_colour: Colour,
    /// A complete pairing as found before: the mate of each entrant. The bye counts as one more, the last.
    pub guess: Vec<Option<usize>>,
}

impl Bracket<'_> {
    /// The number of vertices of its graph: entrants, and the bye.
    fn size(&self) -> usize {
        self.entrants.len() + usize::from(self.bye.is_some())
    }

    /// Pairs the bracket: the mate of each entrant in a complete pairing, of which the pairs within the bracket hold.
    pub fn pair(
        &self,
        may_meet: impl Fn(&Entrant, &Entrant) -> bool,
    ) -> Result<Vec<usize>, super::PairingError> {
        let (criteria, words) = Criteria::new(self);
        let found = match words {
            0..=2 => self.pair_with::<2>(&criteria, may_meet),
            3..=4 => self.pair_with::<4>(&criteria, may_meet),
            5..=8 => self.pair_with::<8>(&criteria, may_meet),
            9..=64 => self.pair_with::<64>(&criteria, may_meet),
            _ => return Err(super::PairingError::TooLarge),
        };
        found.map_err(|NoPerfectMatching| super::PairingError::NoLegalPairing)
    }

    fn pair_with<const N: usize>(
        &self,
        criteria: &Criteria,
        may_meet: impl Fn(&Entrant, &Entrant) -> bool,
    ) -> Result<Vec<usize>, NoPerfectMatching> {
        let size = self.size();
        let mut matcher = Matcher::<N>::new(size);
        for (place, higher) in self.entrants.iter().enumerate() {
            for (lower_place, lower) in self.entrants.iter().enumerate().skip(place + 1) {
                let moved_down = lower_place < self.moved_down;
                if !moved_down && may_meet(higher, lower) {
                    matcher.set(place, lower_place, criteria.weight(self, place, lower_place));
                }
            }
            if self.bye.as_ref().is_some_and(|bye| bye[place]) {
                matcher.set(place, size - 1, criteria.bye_weight(self, place));
            }
        }
        matcher.start(&self.guess);
        matcher.solve()?;
        let choice = criteria.choice();
        let paired = self.choose_moved_down(&mut matcher, choice)?;
        let residents: Vec<usize> = (self.moved_down..self.end).collect();
        for &place in &paired {
            choose_partner(&mut matcher, place, &residents, choice)?;
        }
        let remainder: Vec<usize> =
            residents.into_iter().filter(|&place| matcher.mate(place) >= self.moved_down).collect();
        remainder::pair(&mut matcher, &remainder, self.end, criteria)?;
        Ok((0..size).map(|place| matcher.mate(place)).collect())
    }

    /// Chooses which moved-down players are paired (article 4.4): the set with the smallest numbers.
    fn choose_moved_down<const N: usize>(
        &self,
        matcher: &mut Matcher<N>,
        choice: Weight<N>,
    ) -> Result<Vec<usize>, NoPerfectMatching> {
        let within = self.moved_down..self.end;
        let mut paired = Vec::new();
        for place in 0..self.moved_down {
            if !within.contains(&matcher.mate(place)) && within.clone().any(|to| matcher.is_tight(place, to))
            {
                matcher.raise(place, |to| if within.contains(&to) { choice } else { Weight::ZERO });
                matcher.solve()?;
            }
            let is_paired = within.contains(&matcher.mate(place));
            for to in 0..self.size() {
                if within.contains(&to) != is_paired {
                    matcher.forbid(place, to);
                }
            }
            matcher.solve()?;
            if is_paired {
                paired.push(place);
            }
        }
        Ok(paired)
    }
}

/// Gives a player the first of the candidates that leaves the weight what it is, and makes the pair final. The player is
/// matched with one of them already.
pub fn choose_partner<const N: usize>(
    matcher: &mut Matcher<N>,
    place: usize,
    candidates: &[usize],
    choice: Weight<N>,
) -> Result<(), NoPerfectMatching> {
    let mate = matcher.mate(place);
    let before = candidates.iter().position(|&candidate| candidate == mate).unwrap_or(0);
    let better = &candidates[..before];
    if better.iter().any(|&candidate| matcher.is_tight(place, candidate)) {
        // The present mate is raised too, so that it does not give way to somebody behind it.
        matcher.raise(place, |to| {
            match candidates[..=before].iter().position(|&candidate| candidate == to) {
                Some(at) => choice.times((before + 1 - at) as i64),
                None => Weight::ZERO,
            }
        });
        matcher.solve()?;
    }
    let mate = matcher.mate(place);
    for to in 0..matcher.size() {
        if to != place && to != mate {
            matcher.forbid(place, to);
            matcher.forbid(mate, to);
        }
    }
    matcher.solve()
}
