//! The quality criteria of a bracket (C.04.3, article 2.4) as weights of pairings: of all complete pairings the heaviest one
//! fulfils them best.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    bracket::Bracket,
    layout::{Field, Layout},
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
    /// C14 to C17: downfloats and upfloats again after one in the last round, and in the one before.
    floats: [[Field; 2]; 2],
    /// C18 to C21: the same for each score of a moved-down player.
    float_scores: [[Vec<Field>; 2]; 2],
    /// How many players change between S1 and S2 (article 4.3.2).
    exchanges: Field,
    /// The sum of the numbers in the bracket of the players in S1 (article 4.3.2).
    numbers: Field,
    /// Room to prefer one choice of a single player.
    choice: Field,
    /// The scores in the bracket, the highest first.
    scores: Vec<u32>,
    layout: Layout,
}

impl Criteria {
    /// Lays out the fields for a bracket; says as well how many words a weight has.
    pub fn new(bracket: &Bracket) -> (Criteria, usize) {
        let (moved_down, residents) = bracket.entrants[..bracket.end].split_at(bracket.moved_down);
        let (size, next) = (bracket.end as i64, (bracket.next_end - bracket.end) as i64);
        let all = || moved_down.iter().chain(residents);
        let distinct: BTreeSet<_> = all().map(|entrant| Reverse(entrant.score)).collect();
        let scores: Vec<u32> = distinct.into_iter().map(|Reverse(score)| score).collect();
        let count =
            |group: &[&Entrant], score: u32| group.iter().filter(|entrant| entrant.score == score).count();
        let moved = |score: u32| count(moved_down, score) as i64;
        let floated = |group: &[&Entrant], back: usize, float: Float| -> i64 {
            group.iter().filter(|entrant| entrant.floats[back] == Some(float)).count() as i64
        };
        let fell = |score: u32, back: usize| -> i64 {
            let group: Vec<_> = moved_down.iter().copied().filter(|entrant| entrant.score == score).collect();
            floated(&group, back, Float::Down)
        };
        let rose = |back: usize| floated(residents, back, Float::Up);
        let most_unplayed = all().map(|entrant| i64::from(entrant.unplayed)).max().unwrap_or(0);
        let mut layout = Layout::default();
        // Fields are added in the order of their importance.
        let mut criteria = Criteria {
            pairs: layout.add(size / 2),
            paired_scores: scores.iter().map(|&score| layout.add(moved(score))).collect(),
            next_pairs: layout.add(next),
            next_scores: scores
                .iter()
                .map(|&score| layout.add(next.min(moved(score) + count(residents, score) as i64)))
                .collect(),
            unplayed: layout.add(if bracket.gives_bye { most_unplayed } else { 0 }),
            colours: [(); 4].map(|()| layout.add(size / 2)),
            floats: [0, 1].map(|back| {
                let again = layout.add(floated(residents, back, Float::Down));
                [again, layout.add(rose(back).min(moved_down.len() as i64))]
            }),
            float_scores: [0, 1].map(|back| {
                let again = scores.iter().map(|&score| layout.add(fell(score, back))).collect();
                [again, scores.iter().map(|&score| layout.add(moved(score).min(rose(back)))).collect()]
            }),
            exchanges: layout.add(size / 2),
            numbers: layout.add(size * size / 2),
            choice: layout.add(size + 1),
            scores,
            layout,
        };
        let words = criteria.layout.pack();
        (criteria, words)
    }

    /// The weight of pairing two players, the higher-ranked one first, by their places in the bracket's list.
    pub fn weight<const N: usize>(&self, bracket: &Bracket, higher: usize, lower: usize) -> Weight<N> {
        let (one, other) = (bracket.entrants[higher], bracket.entrants[lower]);
        let level = self.scores.iter().position(|&score| score == one.score);
        let mut weight = Weight::ZERO;
        let mut add = |field: Field, value: i64| {
            if value != 0 {
                weight += self.layout.weight(field, value);
            }
        };
        if lower >= bracket.next_end {
            return weight;
        }
        if lower >= bracket.end {
            add(self.next_pairs, 1);
            if let Some(level) = level.filter(|_| higher < bracket.end) {
                add(self.next_scores[level], 1);
            }
            return weight;
        }
        add(self.pairs, 1);
        for (field, failed) in self.colours.iter().zip(colours::failures(one, other, bracket.first_colour)) {
            add(*field, -i64::from(failed));
        }
        let level = level.filter(|_| higher < bracket.moved_down);
        if let Some(level) = level {
            add(self.paired_scores[level], 1);
        }
        for back in [0, 1] {
            let fell = |entrant: &Entrant| i64::from(entrant.floats[back] == Some(Float::Down));
            let rose = i64::from(other.floats[back] == Some(Float::Up));
            // A pair keeps residents from floating down once more, and may make them float up once more.
            add(self.floats[back][0], fell(other));
            match level {
                Some(level) => {
                    add(self.floats[back][1], -rose);
                    add(self.float_scores[back][0][level], fell(one));
                    add(self.float_scores[back][1][level], -rose);
                }
                None => add(self.floats[back][0], fell(one)),
            }
        }
        weight
    }

    /// The weight of giving the bye to a player.
    pub fn bye_weight<const N: usize>(&self, bracket: &Bracket, place: usize) -> Weight<N> {
        let counts = bracket.gives_bye && place < bracket.end;
        let unplayed = if counts { i64::from(bracket.entrants[place].unplayed) } else { 0 };
        self.layout.weight(self.unplayed, -unplayed)
    }

    /// What is added to the weight of an edge to prefer it by one to others.
    pub fn choice<const N: usize>(&self) -> Weight<N> {
        self.layout.weight(self.choice, 1)
    }

    /// What a pair in a remainder costs by the first two rules of article 4.3.2: whether its higher-ranked player is not in
    /// S1 at first, and that player's number.
    pub fn exchange<const N: usize>(&self, enters: bool, number: usize) -> Weight<N> {
        self.layout.weight(self.exchanges, i64::from(enters))
            + self.layout.weight(self.numbers, number as i64)
    }
}
