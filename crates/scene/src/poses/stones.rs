//! How stones move: when each is lifted, flies, lands, and is pushed aside by others.

use glam::{Quat, Vec3};

use super::easing::{bump, lerp, part, smooth};
use super::text::Leg;
use crate::heaps::{Lying, Resting, hole_of, rest, rest_in};
use crate::picture::Pose;
use crate::plan::{Hole, Plan};
use crate::still::{Built, orientation};
use crate::table::Mancala;

/// How long it takes to lift a stone, in milliseconds, and how high it is held then, in stones.
const LIFT_MS: u32 = 90;
const HELD: f32 = 0.5;
/// How long a stone is on its way that another one pushes aside.
const PUSH_MS: u32 = 100;
/// After landing a stone bounces once more: how long and how high, in stones; and trembles.
const BOUNCE_MS: u32 = 100;
const BOUNCE: f32 = 0.2;
const TREMBLE_MS: u32 = 30;
const TREMBLE: f32 = 0.05;
/// The height of a flight's arc, in columns: so much, and so much more for each column of its length. A stone that leaves a bowl
/// is above its rim before it comes there.
const ARC: f32 = 0.75;
const ARC_PER_COLUMN: f32 = 0.06;

/// A stone that has to go further than this, in columns, hops over what lies in its way: so high, for each column more.
const ROLLS: f32 = 0.12;
const HOP: f32 = 0.6;
/// A flight that takes less time is too short for a whole turn.
const TURN_MS: u32 = 150;

/// One movement of a stone.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Motion {
    lift: u32,
    start: u32,
    land: u32,
    /// Whether it flies; otherwise it rolls.
    flies: bool,
    from: Resting,
    to: Resting,
}

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
        Some(if motion.flies { motion.flight(plan, millis) } else { motion.rolling(plan, millis) })
    }
}

/// How high a stone bounces so long after it has landed, in stones.
fn bounce(since: f32) -> f32 {
    let first = BOUNCE * bump(since / BOUNCE_MS as f32);
    first + TREMBLE * bump((since - BOUNCE_MS as f32) / TREMBLE_MS as f32)
}

impl Motion {
    fn flight(&self, plan: Plan, millis: f32) -> Pose {
        let Motion { from, to, .. } = *self;
        // Held as long as it waits for its turn.
        let held = if self.lift < self.start { HELD * from.diameter } else { 0.0 };
        if millis < self.start as f32 {
            let lifting = part(millis, self.lift, (self.lift + LIFT_MS).min(self.start));
            return resting_pose(plan, from, HELD * smooth(lifting));
        }
        let s = part(millis, self.start, self.land);
        let way = smooth(s);
        let across = Vec3::new(to.centre.x - from.centre.x, 0.0, to.centre.z - from.centre.z);
        let distance = across.length();
        let arc = ARC + ARC_PER_COLUMN * distance;
        let mut position = from.centre.lerp(to.centre, way);
        position.y = lerp(from.centre.y, to.centre.y, s) + held * (1.0 - s) + arc * 4.0 * s * (1.0 - s);
        let diameter = lerp(from.diameter, to.diameter, way);
        // It makes a whole turn forwards, if there is time for one, besides what it lies turned.
        let [first, last] = [from, to].map(|at| orientation(plan, at.centre, at.diameter));
        let axis = Vec3::new(across.z, 0.0, -across.x).normalize_or(Vec3::X);
        let whole = if self.land - self.start < TURN_MS { 0.0 } else { std::f32::consts::TAU };
        let turn = Quat::from_axis_angle(axis, whole * way);
        Pose { position, rotation: turn * first.slerp(last, way), scale: Vec3::splat(diameter) }
    }

    fn rolling(&self, plan: Plan, millis: f32) -> Pose {
        let way = smooth(part(millis, self.start, self.land));
        let centre = self.from.centre.lerp(self.to.centre, way);
        let diameter = lerp(self.from.diameter, self.to.diameter, way);
        let hop = HOP * (self.from.centre.distance(self.to.centre) - ROLLS).max(0.0);
        resting_pose(plan, Resting { centre, diameter }, hop * bump(way) / diameter)
    }
}

/// The pose of a stone that rests there, or is so many stones above.
fn resting_pose(plan: Plan, Resting { centre, diameter }: Resting, high: f32) -> Pose {
    let position = centre + Vec3::new(0.0, high * diameter, 0.0);
    Pose { position, rotation: orientation(plan, centre, diameter), scale: Vec3::splat(diameter) }
}

fn hole_below(plan: Plan, at: Vec3) -> Hole {
    plan.hole_at(glam::Vec2::new(at.x, at.z))
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
    legs.sort_by_key(|(_, leg)| leg.land);
    let mut landed = 0;
    while let Some((_, first)) = legs.get(landed) {
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
        for hole in holes {
            let lies = |(number, lying): (usize, &Option<Lying>)| Some((number, (*lying)?));
            let heap: Vec<(usize, Lying)> = flat
                .iter()
                .enumerate()
                .filter_map(lies)
                .filter(|(_, lying)| hole_of(plan, *lying) == hole)
                .collect();
            for (stone, to) in rest_in(plan, hole, &heap) {
                let Some(from) = resting[stone].replace(to) else { continue };
                let leg = landing.iter().find(|(landing, leg)| *landing == stone && leg.flies);
                if let Some((_, leg)) = leg {
                    let Leg { lift, start, land, flies, .. } = *leg;
                    motions[stone].push(Motion { lift, start, land, flies, from, to });
                } else if from != to {
                    let start = now.saturating_sub(PUSH_MS).max(settled[stone]);
                    motions[stone].push(Motion { lift: start, start, land: now, flies: false, from, to });
                }
                settled[stone] = now;
            }
        }
        landed += landing.len();
    }
    let mut tracks = Vec::new();
    for (stone, mut motions) in motions.into_iter().enumerate() {
        let Some((to, piece)) = built.stones.get(stone).copied().flatten() else { continue };
        // A timeline of another move: the rest of the way is rolled.
        if let Some(from) = resting[stone].filter(|from| *from != to) {
            let start = end.saturating_sub(PUSH_MS).max(settled[stone]);
            motions.push(Motion { lift: start, start, land: end.max(start), flies: false, from, to });
        }
        tracks.push(Track { piece, hole: hole_below(plan, to.centre), motions });
    }
    tracks
}

/// The legs of stones that there are, each stone's one after the other. The last one ends where the stone lies on the table:
/// the text of a timeline has four decimals only.
fn ordered(board: &Mancala, legs: &[Leg]) -> Vec<(usize, Leg)> {
    let mut ordered: Vec<(usize, Leg)> = legs.iter().map(|leg| (usize::from(leg.stone), *leg)).collect();
    ordered.retain(|(stone, _)| board.stones.get(*stone).is_some_and(Option::is_some));
    ordered.sort_by_key(|(stone, leg)| (*stone, leg.land, leg.start));
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
