//! The pairing of a homogeneous bracket, or of what is left of a heterogeneous one after its moved-down players have been
//! paired (C.04.3, articles 3.6 and 4.1 to 4.3): first the exchange between S1 and S2, then the order of S2.
//!
//! The players of S1 are the higher-ranked ones of their pairs: of all exchanges that lead to the same pairs that is the
//! one which article 4.3.2 puts first.

use super::{bracket::choose_partner, criteria::Criteria};
use crate::matching::{Matcher, NoPerfectMatching, Weight};

/// Pairs the players of a remainder, given by their places in order of rank. `end` is where the bracket ends.
pub fn pair<const N: usize>(
    matcher: &mut Matcher<N>,
    players: &[usize],
    end: usize,
    criteria: &Criteria,
) -> Result<(), NoPerfectMatching> {
    let paired = players.iter().filter(|&&place| matcher.mate(place) < end).count();
    let (upper, lower) = players.split_at(paired / 2);
    let choice = criteria.choice();
    let (upper, lower) = if upper.is_empty() || without_exchange(matcher, upper, lower)? {
        (upper.to_vec(), lower.to_vec())
    } else {
        Exchange { matcher, players, pairs: paired / 2, choice }.choose(criteria)?
    };
    for place in upper {
        choose_partner(matcher, place, &lower, choice)?;
    }
    Ok(())
}

/// Whether S1 and S2 can stay as they are at first. If so, only pairs between them are allowed from now on.
fn without_exchange<const N: usize>(
    matcher: &mut Matcher<N>,
    upper: &[usize],
    lower: &[usize],
) -> Result<bool, NoPerfectMatching> {
    let total = matcher.total();
    let snapshot = matcher.snapshot();
    let forbidden = keep_between(matcher, upper, lower);
    if matcher.solve().is_ok() && matcher.total() == total {
        return Ok(true);
    }
    for (from, to) in forbidden {
        matcher.allow(from, to);
    }
    matcher.restore(snapshot);
    Ok(false)
}

/// Forbids all pairs within S1, all within S2, and all of S1 with anybody else. Returns the edges that were forbidden.
fn keep_between<const N: usize>(
    matcher: &mut Matcher<N>,
    upper: &[usize],
    lower: &[usize],
) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for &from in upper {
        edges.extend((0..matcher.size()).filter(|to| !lower.contains(to)).map(|to| (from, to)));
    }
    for (at, &from) in lower.iter().enumerate() {
        edges.extend(lower[at + 1..].iter().map(|&to| (from, to)));
    }
    edges.retain(|&(from, to)| matcher.allows(from, to));
    for &(from, to) in &edges {
        matcher.forbid(from, to);
    }
    edges
}

/// The search for the exchange between S1 and S2.
struct Exchange<'a, const N: usize> {
    matcher: &'a mut Matcher<N>,
    players: &'a [usize],
    pairs: usize,
    choice: Weight<N>,
}

impl<const N: usize> Exchange<'_, N> {
    /// Finds S1 and S2 by the four rules of article 4.3.2, and allows only pairs between them from then on.
    fn choose(mut self, criteria: &Criteria) -> Result<(Vec<usize>, Vec<usize>), NoPerfectMatching> {
        self.fewest(criteria)?;
        let (players, pairs) = (self.players, self.pairs);
        let count = (pairs..players.len()).filter(|&at| self.is_upper(at)).count();
        // Rule 3: the largest number that leaves S1 is to be as large as possible, then the next largest, and so on.
        let mut leave = Vec::new();
        for at in (0..pairs).rev() {
            if leave.len() < count && !self.prefer(at, false)? {
                leave.push(at);
            }
        }
        // Rule 4: the smallest number that enters S1 is to be as small as possible, and so on.
        let mut enter = Vec::new();
        for at in pairs..players.len() {
            if enter.len() < count && self.prefer(at, true)? {
                enter.push(at);
            }
        }
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for (at, &place) in players.iter().enumerate() {
            let is_upper = if at < pairs { !leave.contains(&at) } else { enter.contains(&at) };
            if is_upper { upper.push(place) } else { lower.push(place) }
        }
        keep_between(self.matcher, &upper, &lower);
        self.matcher.solve()?;
        Ok((upper, lower))
    }

    /// Rules 1 and 2: as few players as possible are exchanged, and the sums of their numbers differ as little as possible.
    fn fewest(&mut self, criteria: &Criteria) -> Result<(), NoPerfectMatching> {
        let place_of = |place: usize| self.players.iter().position(|&other| other == place).unwrap_or(0);
        let pairs = self.pairs;
        self.matcher.lower(self.players, |higher, _| {
            let at = place_of(higher);
            criteria.exchange(at >= pairs, at)
        });
        self.matcher.solve()
    }

    /// Whether a player is the higher-ranked one of a pair.
    fn is_upper(&self, at: usize) -> bool {
        self.players[at + 1..].contains(&self.matcher.mate(self.players[at]))
    }

    /// Makes a player the higher-ranked one of a pair, or something else, if the weight stays what it is; then it is final.
    /// Returns whether the player is the higher-ranked one.
    fn prefer(&mut self, at: usize, upper: bool) -> Result<bool, NoPerfectMatching> {
        let (place, below) = (self.players[at], &self.players[at + 1..]);
        let wanted = |to: &usize| below.contains(to) == upper;
        if self.is_upper(at) != upper
            && (0..self.matcher.size()).filter(wanted).any(|to| self.matcher.is_tight(place, to))
        {
            self.matcher.raise(place, |to| if wanted(&to) { self.choice } else { Weight::ZERO });
            self.matcher.solve()?;
        }
        let is_upper = self.is_upper(at);
        for to in 0..self.matcher.size() {
            if below.contains(&to) != is_upper {
                self.matcher.forbid(place, to);
            }
        }
        self.matcher.solve()?;
        Ok(is_upper)
    }
}
