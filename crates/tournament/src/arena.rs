//! The pairing of an arena: a pure function of who is free, how they stand and how long they have waited.
//!
//! Everybody who is free is set in the order of the standing. A pair costs by how many ranks the two are further apart than
//! neighbours, measured against the whole field; to go on waiting costs more the longer somebody has waited. The pairing
//! with the least cost is taken, so those who have waited long are paired first and with nearly anybody, the others with a
//! neighbour. Nobody meets the same opponent twice in a row.

mod matching;

use core::cmp::Reverse;

use room::Millis;
use rules::hash;

use self::matching::cheapest;
use crate::entrant::EntrantId;
use crate::state::BOT_AFTER_MS;

/// The cost of a pair that lies a whole field apart.
const FIELD_COST: u64 = 10_000;
/// The cost of letting somebody wait who has just become free: 1 % of the field.
const WAITING_COST: u64 = 100;
/// By how much it grows with every second: so two who have waited for a second more may be 2 % of the field further apart.
/// By the example `arenas`, opponents then are 228 points of Elo apart, and one of a hundred waits for more than 35 s. With
/// twice as much it would be 242 and 27 s, with half of it 218 and 45 s.
const COST_A_SECOND: u64 = 100;
/// From how many milliseconds on it grows no more: by then it is worth more than any pair costs.
const MAX_WAIT_MS: Millis = 600_000;

/// An entrant who is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who.
    pub entrant: EntrantId,
    /// How many entrants stand before this one, by points and then by rating; bots of the server do not count.
    pub rank: u32,
    /// The rating.
    pub rating: u16,
    /// Since when the entrant has been free and present.
    pub free_since: Millis,
    /// Whom the entrant was paired with last, and is not to meet now.
    pub last_opponent: Option<EntrantId>,
    /// How many more pairings the entrant has begun than the opponents have.
    pub first_moves: i32,
    /// Whether the entrant began the last one.
    pub began_last: bool,
    /// Whether it is a bot of the server: it plays only whoever would wait for long otherwise.
    pub is_house_bot: bool,
}

impl Candidate {
    fn waited(&self, now: Millis) -> Millis {
        // The distance: whoever has become free before the clock was set back does not wait until it has caught up.
        now.saturating_sub(self.free_since).saturating_abs().min(MAX_WAIT_MS)
    }

    fn may_meet(&self, other: &Self) -> bool {
        self.last_opponent != Some(other.entrant) && other.last_opponent != Some(self.entrant)
    }
}

/// Pairs whoever is free, out of a field of so many entrants; the first one of each pair begins. The seed, a random number,
/// decides between equals. Some may be left waiting.
pub fn pair(free: &[Candidate], field: u32, now: Millis, seed: u64) -> Vec<[EntrantId; 2]> {
    let lot = |candidate: &Candidate| hash::fold([seed, u64::from(candidate.entrant.0)]);
    let (mut bots, mut people): (Vec<Candidate>, Vec<Candidate>) =
        free.iter().copied().partition(|candidate| candidate.is_house_bot);
    people.sort_by_key(|candidate| (candidate.rank, lot(candidate), candidate.entrant));
    let field = u64::from(field.max(1));
    let waiting = |one: &Candidate| WAITING_COST + one.waited(now) as u64 * COST_A_SECOND / 1000;
    let apart = |one: &Candidate, other: &Candidate| {
        let between = one.rank.abs_diff(other.rank).saturating_sub(1);
        one.may_meet(other).then(|| u64::from(between) * FIELD_COST / field)
    };
    let partners = cheapest(&people, waiting, apart);
    let mut pairs = Vec::with_capacity(people.len() / 2);
    let mut left = Vec::new();
    for (index, partner) in partners.iter().enumerate() {
        match partner {
            Some(other) if *other > index => pairs.push([people[index], people[*other]]),
            Some(_) => {}
            None => left.push(people[index]),
        }
    }
    left.sort_by_key(|candidate| Reverse(candidate.waited(now)));
    for candidate in left.iter().filter(|candidate| candidate.waited(now) >= BOT_AFTER_MS) {
        let nearest = (0..bots.len())
            .filter(|&bot| candidate.may_meet(&bots[bot]))
            .min_by_key(|&bot| (bots[bot].rating.abs_diff(candidate.rating), lot(&bots[bot])));
        if let Some(bot) = nearest {
            pairs.push([*candidate, bots.swap_remove(bot)]);
        }
    }
    pairs.into_iter().map(|pair| in_order(pair, &lot)).collect()
}

/// Who begins: whoever has begun less often, else whoever did not begin last, else chance.
fn in_order(pair: [Candidate; 2], lot: &impl Fn(&Candidate) -> u64) -> [EntrantId; 2] {
    let [one, other] = pair;
    let key = |candidate: &Candidate| (candidate.first_moves, candidate.began_last, lot(candidate));
    if key(&one) <= key(&other) { [one.entrant, other.entrant] } else { [other.entrant, one.entrant] }
}
