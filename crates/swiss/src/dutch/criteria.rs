//! The quality criteria of a bracket (C.04.3, article 2.4) as weights of pairings: of all complete pairings the heaviest one
//! fulfils them best.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    bracket::Bracket,
    layout::{Field, lay_out},
};
use crate::{
    colours,
    history::{Entrant, Float},
    matching::Weight,
};

/// The fields of a weight, the most important first.
pub struct Criteria {
    /// C6: pairs in this bracket.
    pairs: Field,
    /// C7: pairs of moved-down players, for each of their scores.
    paired_scores: Vec<Field>,
    /// C8, first part: pairs in the next bracket.
    next_pairs: Field,
    /// C8, second part: pairs there of players from this bracket, for each of their scores.
    next_scores: Vec<Field>,
    /// C9: unplayed rounds of whoever gets the bye.
    unplayed: Field,
    /// C10 to C13.
    colours: [Field; 4],
    /// C14 to C17: repeated downfloats and upfloats, of the last round and of the one before.
    floats: [Field; 4],
    /// C18 to C21: the same by score of the moved-down player.
    float_scores: [Vec<Field>; 4],
    /// How many players change between S1 and S2 (article 4.3.2).
    pub exchanges: Field,
    /// The sum of the numbers in the bracket of the players in S1 (article 4.3.2).
    pub numbers: Field,
    /// Room to prefer one choice of a single player.
    pub choice: Field,
    /// The scores of moved-down players, the highest first; the last one is that of the residents.
    scores: Vec<u32>,
}

impl Criteria {
    /// Lays out the fields for a bracket; says as well how many words a weight has.
    pub fn new(bracket: &Bracket) -> (Criteria, usize) {
        let (all, down) = (&bracket.entrants[..bracket.end], &bracket.entrants[..bracket.moved_down]);
        let residents = &bracket.entrants[bracket.moved_down..bracket.end];
        let distinct: BTreeSet<_> = all.iter().map(|entrant| Reverse(entrant.score)).collect();
        let scores: Vec<u32> = distinct.into_iter().map(|Reverse(score)| score).collect();
        let size = all.len() as i64;
        let moved = |score: &u32| down.iter().filter(|entrant| entrant.score == *score).count() as i64;
        let floated = |back: usize, float: Float| {
            residents.iter().filter(|entrant| entrant.floats[back] == Some(float)).count() as i64
        };
        let next = (bracket.next_end - bracket.end) as i64;
        let most_unplayed = all.iter().map(|entrant| i64::from(entrant.unplayed)).max().unwrap_or(0);
        let mut ranges = vec![size / 2];
        ranges.extend(scores.iter().map(moved));
        ranges.push(next.min((size + next) / 2));
        ranges.extend(scores.iter().map(|score| {
            (moved(score) + residents.len() as i64 * i64::from(bracket.is_score(*score))).min(next)
        }));
        ranges.push(if bracket.gives_bye { most_unplayed } else { 0 });
        ranges.extend([size / 2; 4]);
        for back in [0, 1] {
            ranges.push(floated(back, Float::Down));
            ranges.push(floated(back, Float::Up).min(down.len() as i64));
        }
        for back in [0, 1] {
            let fell = |score: &u32| {
                let fell = |entrant: &&&Entrant| {
                    entrant.score == *score && entrant.floats[back] == Some(Float::Down)
                };
                down.iter().filter(fell).count() as i64
            };
            ranges.extend(scores.iter().map(fell));
            ranges.extend(scores.iter().map(|score| moved(score).min(floated(back, Float::Up))));
        }
        ranges.extend([size / 2, size * size / 2, size + 1]);
        let (fields, words) = lay_out(&ranges);
        let mut fields = fields.into_iter();
        let mut one = || fields.next().unwrap_or_default();
        let levels = scores.len();
        let criteria = Criteria {
            pairs: one(),
            paired_scores: (0..levels).map(|_| one()).collect(),
            next_pairs: one(),
            next_scores: (0..levels).map(|_| one()).collect(),
            unplayed: one(),
            colours: [one(), one(), one(), one()],
            floats: [one(), one(), one(), one()],
            float_scores: std::array::from_fn(|_| (0..levels).map(|_| one()).collect()),
            exchanges: one(),
            numbers: one(),
            choice: one(),
            scores,
        };
        (criteria, words)
    }

    /// The weight of pairing two players, the higher-ranked one first, by their places in the bracket's list.
    pub fn weight<const N: usize>(&self, bracket: &Bracket, higher: usize, lower: usize) -> Weight<N> {
        let (one, other) = (bracket.entrants[higher], bracket.entrants[lower]);
        let level = self.scores.iter().position(|&score| score == one.score).unwrap_or(0);
        let mut weight = Weight::ZERO;
        if lower >= bracket.next_end {
            return weight;
        }
        if lower >= bracket.end {
            weight += self.next_pairs.weight(1);
            if higher < bracket.end {
                weight += self.next_scores[level].weight(1);
            }
            return weight;
        }
        let mut add = |field: Field, value: i64| {
            if value != 0 {
                weight += field.weight(value);
            }
        };
        add(self.pairs, 1);
        for (field, failed) in self.colours.iter().zip(colours::failures(one, other, bracket.first_colour)) {
            add(*field, -i64::from(failed));
        }
        let moved_down = higher < bracket.moved_down;
        if moved_down {
            add(self.paired_scores[level], 1);
        }
        for back in [0, 1] {
            let fell = |entrant: &Entrant| i64::from(entrant.floats[back] == Some(Float::Down));
            let rose = i64::from(other.floats[back] == Some(Float::Up));
            if moved_down {
                add(self.floats[2 * back], fell(other));
                add(self.floats[2 * back + 1], -rose);
                add(self.float_scores[2 * back][level], fell(one));
                add(self.float_scores[2 * back + 1][level], -rose);
            } else {
                add(self.floats[2 * back], fell(one) + fell(other));
            }
        }
        weight
    }

    /// The weight of giving the bye to a player.
    pub fn bye_weight<const N: usize>(&self, bracket: &Bracket, place: usize) -> Weight<N> {
        if bracket.gives_bye && place < bracket.end {
            self.unplayed.weight(-i64::from(bracket.entrants[place].unplayed))
        } else {
            Weight::ZERO
        }
    }
}
