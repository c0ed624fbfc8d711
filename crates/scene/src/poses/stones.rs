//! How the stones of a board move: when each is lifted, flies, lands, and is pushed aside by others.

use super::clear::{fly_clear, hop_over};
use super::motion::{BOUNCE_MS, Motion, TREMBLE_MS, bounce, hole_below, resting_pose};
use super::text::Leg;
use crate::heaps::{Lying, Resting, hole_of, rest, rest_in};
use crate::picture::Pose;
use crate::plan::{Hole, Plan};
use crate::still::Built;
use crate::table::Mancala;

/// How long a stone is on its way that another one pushes aside.
const PUSH_MS: u32 = 100;
/// Heaps are laid until the squares of their numbers of stones sum up to this, which takes less than a second. The largest moves
/// come to 80,000. What a text that no page has made asks for beyond it is left out.
const MOST_WORK: usize = 500_000;

/// The movements of a stone, one after the other.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Track {
    /// Its place among the pieces of the picture.
    pub piece: usize,
    /// Where it rests in the end.
    pub hole: Hole,
    motions: Vec<Motion>,
}

impl Track {
    /// When it takes off from this hole, if it does.
    pub fn leaves(&self, plan: Plan, hole: Hole) -> impl Iterator<Item = u32> {
        let from = move |motion: &&Motion| motion.flies && hole_below(plan, motion.from.centre) == hole;
        self.motions.iter().filter(from).map(|motion| motion.start)
    }

    /// Whether it moves at all.
    pub fn moves(&self) -> bool {
        !self.motions.is_empty()
    }

    /// Where it is at a time; `None` if it rests already where it rests in the end.
    pub fn pose(&self, plan: Plan, millis: f32) -> Option<Pose> {
        let next = self.motions.iter().position(|motion| motion.lift as f32 > millis);
        let begun = next.unwrap_or(self.motions.len());
        let Some(motion) = begun.checked_sub(1).and_then(|last| self.motions.get(last)) else {
            return self.motions.first().map(|first| resting_pose(plan, first.from, 0.0));
        };
        if millis >= motion.land as f32 {
            let since = millis - motion.land as f32;
            let until = next.and_then(|next| self.motions.get(next)).map_or(u32::MAX, |next| next.lift);
            // Who has to leave at once does not bounce.
            let bounces = motion.flies && until >= motion.land + BOUNCE_MS + TREMBLE_MS;
            let high = if bounces { bounce(since) } else { 0.0 };
            let rests = next.is_none() && high == 0.0;
            return (!rests).then(|| resting_pose(plan, motion.to, high));
        }
        Some(motion.pose(plan, millis))
    }
}

/// The movements of all stones on the way to the table that is shown: `built` is its picture, `end` the end of the timeline.
///
/// The heap of a hole is laid anew whenever a stone lands there: then it rests where it will rest as long as nothing else
/// comes, and each stone of the heap that lies elsewhere than before rolls there.
pub(super) fn tracks(board: &Mancala, built: &Built, legs: &[Leg], end: u32) -> Vec<Track> {
    let plan = board.plan();
    let mut legs = ordered(board, legs);
    let mut flat: Vec<Option<Lying>> =
        board.stones.iter().map(|stone| stone.map(|stone| stone.lying)).collect();
    // Before the move each stone is where its first leg begins.
    for (stone, leg) in legs.iter().rev() {
        flat[*stone] = Some(leg.from);
    }
    let mut resting = rest(plan, &flat);
    let mut settled = vec![0; flat.len()];
    let mut motions: Vec<Vec<Motion>> = vec![Vec::new(); flat.len()];
    sort_legs(&mut legs, |(stone, leg)| [leg.land, *stone as u32, leg.start]);
    let mut flown = Vec::new();
    let mut landed = 0;
    let mut work = 0;
    while let Some((_, first)) = legs.get(landed).filter(|_| work < MOST_WORK) {
        let now = first.land;
        for (stone, leg) in legs.iter().skip(landed) {
            // What is in the hand does not lie in its heap any more.
            if leg.flies && leg.lift < now && leg.lift >= settled[*stone] {
                flat[*stone] = None;
            }
        }
        let landing: Vec<(usize, Leg)> =
            legs.iter().skip(landed).take_while(|(_, leg)| leg.land == now).copied().collect();
        let mut holes: Vec<Hole> = Vec::new();
        for (stone, leg) in &landing {
            flat[*stone] = Some(leg.to);
            let hole = hole_of(plan, leg.to);
            if !holes.contains(&hole) {
                holes.push(hole);
            }
        }
        let mut flights = Vec::new();
        for hole in holes {
            let lies = |(number, lying): (usize, &Option<Lying>)| Some((number, (*lying)?));
            let heap: Vec<(usize, Lying)> = flat
                .iter()
                .enumerate()
                .filter_map(lies)
                .filter(|(_, lying)| hole_of(plan, *lying) == hole)
                .collect();
            work += heap.len() * heap.len();
            let (mut rolls, mut lying) = (Vec::new(), Vec::new());
            for (stone, to) in rest_in(plan, hole, &heap) {
                let Some(from) = resting[stone].replace(to) else { continue };
                let leg = landing.iter().find(|(landing, leg)| *landing == stone && leg.flies);
                if let Some((_, leg)) = leg {
                    let Leg { lift, start, land, flies, .. } = *leg;
                    flights.push((stone, Motion { lift, start, land, flies, from, to, detour: [0.0; 2] }));
                } else if from != to {
                    rolls.push((stone, roll(from, to, settled[stone], now)));
                } else {
                    lying.push(to);
                }
                settled[stone] = now;
            }
            hop_over(&mut rolls, &lying);
            rolls.drain(..).for_each(|(stone, motion)| motions[stone].push(motion));
        }
        fly_clear(&mut flights, &flown);
        for (stone, motion) in flights {
            motions[stone].push(motion);
            flown.push(motion);
        }
        landed += landing.len();
    }
    let mut tracks = Vec::new();
    for (stone, mut motions) in motions.into_iter().enumerate() {
        let Some((to, piece)) = built.stones.get(stone).copied().flatten() else { continue };
        // A timeline of another move: the rest of the way is rolled.
        if let Some(from) = resting[stone].filter(|from| *from != to) {
            motions.push(roll(from, to, settled[stone], end.max(settled[stone])));
        }
        tracks.push(Track { piece, hole: hole_below(plan, to.centre), motions });
    }
    tracks
}

/// A stone rolls from where it has settled at that time, and arrives at this one.
fn roll(from: Resting, to: Resting, settled: u32, land: u32) -> Motion {
    let start = land.saturating_sub(PUSH_MS).max(settled);
    Motion { lift: start, start, land, flies: false, from, to, detour: [0.0; 2] }
}

/// Sorts legs by a key that tells all of them apart.
// size: as a function of a function it is compiled once.
fn sort_legs(legs: &mut [(usize, Leg)], key: fn(&(usize, Leg)) -> [u32; 3]) {
    legs.sort_unstable_by_key(key);
}

/// The legs of stones that there are, each stone's one after the other. The last one ends where the stone lies on the table:
/// the text of a timeline has four decimals only.
fn ordered(board: &Mancala, legs: &[Leg]) -> Vec<(usize, Leg)> {
    let mut ordered: Vec<(usize, Leg)> = legs.iter().map(|leg| (usize::from(leg.stone), *leg)).collect();
    ordered.retain(|(stone, _)| board.stones.get(*stone).is_some_and(Option::is_some));
    sort_legs(&mut ordered, |(stone, leg)| [*stone as u32, leg.land, leg.start]);
    let mut before: Option<(usize, u32)> = None;
    for (stone, leg) in &mut ordered {
        let landed = before.filter(|(known, _)| known == stone).map_or(0, |(_, landed)| landed);
        leg.land = leg.land.max(landed);
        leg.start = leg.start.max(landed);
        leg.lift = leg.lift.max(landed);
        before = Some((*stone, leg.land));
    }
    let mut after = None;
    for (stone, leg) in ordered.iter_mut().rev() {
        if after != Some(*stone) {
            leg.to = board.stones.get(*stone).copied().flatten().map_or(leg.to, |stone| stone.lying);
        }
        after = Some(*stone);
    }
    ordered
}
