//! One movement of a stone: it flies or it rolls.

use glam::{Quat, Vec2, Vec3};

use super::easing::{bump, lerp, part, smooth};
use crate::heaps::Resting;
use crate::picture::Pose;
use crate::plan::{Hole, Plan};
use crate::still::orientation;

/// How long it takes to lift a stone, in milliseconds, and how high it is held then, in stones.
const LIFT_MS: u32 = 90;
const HELD: f32 = 0.5;
/// After landing a stone bounces once more: how long and how high, in stones; and trembles.
pub(super) const BOUNCE_MS: u32 = 100;
const BOUNCE: f32 = 0.2;
pub(super) const TREMBLE_MS: u32 = 30;
const TREMBLE: f32 = 0.05;
/// The height of a flight's arc, in columns: so much, and so much more for each column of its length. A stone that leaves a bowl
/// is above its rim before it comes there.
const ARC: f32 = 0.75;
const ARC_PER_COLUMN: f32 = 0.06;

/// A flight that takes less time is too short for a whole turn.
const TURN_MS: u32 = 150;

/// One movement of a stone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Motion {
    pub lift: u32,
    pub start: u32,
    pub land: u32,
    /// Whether it flies; otherwise it rolls.
    pub flies: bool,
    pub from: Resting,
    pub to: Resting,
    /// How far it goes aside and up on its way, so as not to meet others, in columns.
    pub detour: [f32; 2],
}

impl Motion {
    /// Its pose at a time between its lift and its landing.
    pub fn pose(&self, plan: Plan, millis: f32) -> Pose {
        let Motion { from, to, .. } = *self;
        if millis < self.start as f32 {
            let lifting = part(millis, self.lift, (self.lift + LIFT_MS).min(self.start));
            return resting_pose(plan, from, HELD * smooth(lifting));
        }
        let (position, diameter) = self.place(millis);
        if !self.flies {
            // It is turned as its place in the bowl says, whether it hops or not.
            return Pose {
                position,
                rotation: orientation(plan, position, diameter),
                scale: Vec3::splat(diameter),
            };
        }
        // It makes a whole turn forwards, if there is time for one, besides what it lies turned.
        let way = smooth(part(millis, self.start, self.land));
        let [first, last] = [from, to].map(|at| orientation(plan, at.centre, at.diameter));
        let whole = if self.land - self.start < TURN_MS { 0.0 } else { std::f32::consts::TAU };
        let turn = Quat::from_axis_angle(self.aside(), whole * way);
        Pose { position, rotation: turn * first.slerp(last, way), scale: Vec3::splat(diameter) }
    }

    /// Where it is at a time between its start and its landing, and its diameter then.
    pub fn place(&self, millis: f32) -> (Vec3, f32) {
        let Motion { from, to, detour: [aside, up], .. } = *self;
        let s = part(millis, self.start, self.land);
        let way = smooth(s);
        let mut position = from.centre.lerp(to.centre, way);
        let diameter = lerp(from.diameter, to.diameter, way);
        if self.flies {
            // Held as long as it has waited for its turn.
            let held = if self.lift < self.start { HELD * from.diameter } else { 0.0 };
            let distance = Vec2::new(to.centre.x - from.centre.x, to.centre.z - from.centre.z).length();
            let arc = ARC + ARC_PER_COLUMN * distance + up;
            position.y = lerp(from.centre.y, to.centre.y, s) + held * (1.0 - s) + arc * bump(s);
            // Aside only above the rim.
            position += self.aside() * (aside * bump(s) * bump(s));
        } else {
            position.y += up * bump(way);
        }
        (position, diameter)
    }

    /// The direction across its way, which is the axis around which it turns forwards.
    fn aside(&self) -> Vec3 {
        let across = self.to.centre - self.from.centre;
        Vec3::new(across.z, 0.0, -across.x).normalize_or(Vec3::X)
    }
}

/// How high a stone bounces so long after it has landed, in stones.
pub(super) fn bounce(since: f32) -> f32 {
    let first = BOUNCE * bump(since / BOUNCE_MS as f32);
    first + TREMBLE * bump((since - BOUNCE_MS as f32) / TREMBLE_MS as f32)
}

/// The pose of a stone that rests there, or is so many stones above.
pub(super) fn resting_pose(plan: Plan, Resting { centre, diameter }: Resting, high: f32) -> Pose {
    let position = centre + Vec3::new(0.0, high * diameter, 0.0);
    Pose { position, rotation: orientation(plan, centre, diameter), scale: Vec3::splat(diameter) }
}

pub(super) fn hole_below(plan: Plan, at: Vec3) -> Hole {
    plan.hole_at(Vec2::new(at.x, at.z))
}
