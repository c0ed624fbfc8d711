//! Against the text of C.04.3: in small tournaments all candidates of each bracket are listed and compared criterion by
//! criterion, and ties decided by the order in which article 4 generates them. Nothing here knows of weights or matchings.

use std::cmp::Reverse;

use proptest::prelude::*;

use super::{complete, may_meet, pair};
use crate::{
    colours,
    history::{Entrant, Float},
    tournament::{Colour, Tournament},
};

#[path = "../../tests/common/mod.rs"]
mod common;

/// A pairing of a bracket: pairs with the higher-ranked player first, and the downfloaters, by place.
struct Candidate {
    pairs: Vec<(usize, usize)>,
    down: Vec<usize>,
}

/// Players who are not paired yet.
struct Field<'a> {
    entrants: &'a [Entrant],
    bye_score: Option<u32>,
    first_colour: Colour,
}

impl Field<'_> {
    /// Whether all of these can be paired, but the one who gets the bye.
    fn can_be_completed(&self, left: &[usize]) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        let one = &self.entrants[first];
        let without =
            |place: usize| -> Vec<usize> { others.iter().copied().filter(|&other| other != place).collect() };
        let byes = left.len() % 2 == 1 && one.may_get_bye && Some(one.score) == self.bye_score;
        byes && self.can_be_completed(others)
            || others
                .iter()
                .any(|&place| may_meet(one, &self.entrants[place]) && self.can_be_completed(&without(place)))
    }

    /// All candidates of a bracket that leave something that can be completed.
    fn candidates(&self, moved: &[usize], residents: &[usize], below: &[usize]) -> Vec<Candidate> {
        let all = [moved, residents].concat();
        let mut found = Vec::new();
        self.list(&all, residents, Candidate { pairs: Vec::new(), down: Vec::new() }, &mut found);
        found.retain(|candidate| self.can_be_completed(&[&candidate.down, below].concat()));
        found
    }

    fn list(&self, left: &[usize], residents: &[usize], so_far: Candidate, found: &mut Vec<Candidate>) {
        let Some((&first, others)) = left.split_first() else { return found.push(so_far) };
        let with = |pair: Option<usize>| {
            let (mut pairs, mut down) = (so_far.pairs.clone(), so_far.down.clone());
            match pair {
                Some(place) => pairs.push((first, place)),
                None => down.push(first),
            }
            Candidate { pairs, down }
        };
        for &place in others {
            if residents.contains(&place) && may_meet(&self.entrants[first], &self.entrants[place]) {
                let rest: Vec<_> = others.iter().copied().filter(|&other| other != place).collect();
                self.list(&rest, residents, with(Some(place)), found);
            }
        }
        self.list(others, residents, with(None), found);
    }

    fn scores(&self, places: &[usize]) -> Vec<i64> {
        let mut scores: Vec<_> = places.iter().map(|&place| i64::from(self.entrants[place].score)).collect();
        scores.sort_by_key(|&score| Reverse(score));
        scores
    }

    /// How many downfloaters a candidate has, and their scores.
    fn downfloaters(&self, candidate: &Candidate) -> Vec<i64> {
        [vec![candidate.down.len() as i64], self.scores(&candidate.down)].concat()
    }

    /// What a candidate fails in, criterion by criterion from C6 to C21; the least is the best.
    fn failures(
        &self,
        candidate: &Candidate,
        moved: &[usize],
        next: &[usize],
        below: &[usize],
    ) -> Vec<Vec<i64>> {
        let entrant = |place: usize| &self.entrants[place];
        let Candidate { pairs, down } = candidate;
        let following = self.candidates(down, next, below).iter().map(|other| self.downfloaters(other)).min();
        let lowest = pairs
            .iter()
            .map(|pair| pair.1)
            .chain(down.iter().copied())
            .max()
            .map_or(0, |place| entrant(place).score);
        let gives_bye = down.len() == 1 && self.bye_score.is_some_and(|score| score >= lowest);
        let unplayed = if gives_bye { i64::from(entrant(down[0]).unplayed) } else { 0 };
        let mut found = vec![self.downfloaters(candidate), following.unwrap_or_default(), vec![unplayed]];
        for criterion in 0..4 {
            let failed = |&&(one, other): &&(usize, usize)| {
                colours::failures(entrant(one), entrant(other), self.first_colour)[criterion]
            };
            found.push(vec![pairs.iter().filter(failed).count() as i64]);
        }
        let is_moved = |place: &usize| moved.contains(place);
        let fell = |place: usize, back: usize| entrant(place).floats[back] == Some(Float::Down);
        let rose = |place: usize, back: usize| entrant(place).floats[back] == Some(Float::Up);
        for back in [0, 1] {
            found.push(vec![
                down.iter().filter(|&&place| !is_moved(&place) && fell(place, back)).count() as i64
            ]);
            found.push(vec![
                pairs.iter().filter(|pair| is_moved(&pair.0) && rose(pair.1, back)).count() as i64
            ]);
        }
        let difference =
            |pair: &&(usize, usize)| i64::from(entrant(pair.0).score) - i64::from(entrant(pair.1).score);
        let sorted = |mut list: Vec<i64>| {
            list.sort_by_key(|&value| Reverse(value));
            list
        };
        for back in [0, 1] {
            let paired = pairs
                .iter()
                .filter(|pair| is_moved(&pair.0) && fell(pair.0, back))
                .map(|pair| difference(&pair));
            // Who stays unpaired counts for more than anybody who is paired.
            let again = down.iter().filter(|&&place| is_moved(&place) && fell(place, back));
            found.push(sorted(
                paired.chain(again.map(|&place| 1000 + i64::from(entrant(place).score))).collect(),
            ));
            let risen = pairs.iter().filter(|pair| is_moved(&pair.0) && rose(pair.1, back));
            found.push(sorted(risen.map(|pair| difference(&pair)).collect()));
        }
        found
    }

    /// The place of a candidate in the order of article 4; the least is generated first.
    fn order(&self, candidate: &Candidate, moved: &[usize], residents: &[usize]) -> Vec<Vec<i64>> {
        let pairs = &candidate.pairs;
        let met: Vec<_> = pairs.iter().filter(|pair| moved.contains(&pair.0)).collect();
        let numbers = |list: Vec<usize>| list.into_iter().map(|place| place as i64).collect::<Vec<_>>();
        let remainder: Vec<usize> =
            residents.iter().copied().filter(|place| !met.iter().any(|pair| pair.1 == *place)).collect();
        let number =
            |place: usize| remainder.iter().position(|&other| other == place).expect("in the remainder");
        let rest: Vec<_> = pairs.iter().filter(|pair| !moved.contains(&pair.0)).collect();
        let upper: Vec<usize> = rest.iter().map(|pair| number(pair.0)).collect();
        let leave: Vec<i64> =
            (0..rest.len()).rev().filter(|at| !upper.contains(at)).map(|at| at as i64).collect();
        let enter: Vec<i64> = upper.iter().filter(|&&at| at >= rest.len()).map(|&at| at as i64).collect();
        vec![
            numbers(met.iter().map(|pair| pair.0).collect()),
            numbers(met.iter().map(|pair| pair.1).collect()),
            vec![enter.len() as i64, enter.iter().sum::<i64>() - leave.iter().sum::<i64>()],
            leave.iter().map(|at| -at).collect(),
            enter,
            numbers(rest.iter().map(|pair| pair.1).collect()),
        ]
    }

    /// All pairs of the round, by place.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let scores: Vec<u32> = self.entrants.iter().map(|entrant| entrant.score).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in 0..scores.len() {
            match groups.last_mut() {
                Some(group) if scores[group[0]] == scores[place] => group.push(place),
                _ => groups.push(vec![place]),
            }
        }
        let (mut pairs, mut moved) = (Vec::new(), Vec::new());
        for (at, residents) in groups.iter().enumerate() {
            let next = groups.get(at + 1).cloned().unwrap_or_default();
            let below = groups[at + 1..].concat();
            let after = groups.get(at + 2..).unwrap_or_default().concat();
            let best = self.candidates(&moved, residents, &below).into_iter().min_by_key(|candidate| {
                (self.failures(candidate, &moved, &next, &after), self.order(candidate, &moved, residents))
            });
            let best = best.expect("a pairing can be completed");
            pairs.extend(best.pairs);
            moved = best.down;
        }
        pairs.extend(moved.first().map(|&place| (place, scores.len())));
        pairs
    }
}

fn compare(tournament: &Tournament) -> Option<crate::Round> {
    let round = pair(tournament).ok()?;
    let present = |&index: &usize| tournament.players[index].outcomes.len() == tournament.played;
    let mut entrants: Vec<Entrant> =
        (0..tournament.players.len()).filter(present).map(|index| Entrant::new(tournament, index)).collect();
    entrants.sort_by_key(|entrant| (Reverse(entrant.score), entrant.number));
    let (_, bye_score) = complete(&entrants).ok()?;
    let field = Field { entrants: &entrants, bye_score, first_colour: tournament.first_colour };
    let number = |place: usize| entrants.get(place).map(|entrant| entrant.player);
    let mut expected: Vec<_> =
        field.pairs().into_iter().map(|(one, other)| [number(one), number(other)]).collect();
    let mut found: Vec<_> = round.pairs.iter().map(|pair| [Some(pair.white), Some(pair.black)]).collect();
    found.extend(round.bye.map(|bye| [Some(bye), None]));
    for pairs in [&mut expected, &mut found] {
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
    }
    assert_eq!(found, expected);
    Some(round)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn small_tournaments_are_paired_as_the_text_says(seed in any::<u64>(), size in 4usize..10) {
        common::play(seed, size, compare);
    }
}
