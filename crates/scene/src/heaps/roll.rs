//! Lets a ball down into a bowl in which others lie, and lets it roll until it is carried.

use glam::{Vec2, Vec3, Vec3Swizzles};

use crate::bowl::Profile;
use crate::plan::Bowl;

/// What is nearer than this share of a ball's radius touches it.
const TOUCHES: f32 = 0.02;
/// So near to each other two heights are the same.
const SAME: f32 = 1e-6;
/// Ways to roll that are compared, and the cosine and sine of the angle between two of them.
const WAYS: u8 = 16;
const TURN: Vec2 = Vec2::new(0.923_879_5, 0.382_683_43);
/// Steps along a way, as a share of the ball's radius, and how far it goes at most, in radii.
const STEP: f32 = 0.25;
const FURTHEST: f32 = 3.0;
/// Bisections between two steps: as many as single precision can tell apart.
const BISECTIONS: u8 = 22;
/// What a ball's way is worth that leads as much down.
const DOWN: f32 = 0.6;
/// A ball stays so far within the opening of its hole.
const WITHIN: f32 = 0.008;

/// A ball in a hole: `x` and `y` are across and along the hole, from its centre, and `z` is the height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ball {
    pub at: Vec3,
    pub radius: f32,
}

/// What a ball would lie on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Carrier {
    Bowl,
    Ball(usize),
}

/// A bowl with the balls that lie in it already.
pub(super) struct Basin {
    /// The bowl, its centre moved to the origin.
    bowl: Bowl,
    profile: Profile,
    balls: Vec<Ball>,
}

impl Basin {
    pub fn new(bowl: Bowl) -> Basin {
        let profile = Profile::new(bowl.half_width);
        Basin { bowl: Bowl { centre: Vec2::ZERO, ..bowl }, profile, balls: Vec::new() }
    }

    /// The balls in the order in which they were let down.
    pub fn balls(&self) -> &[Ball] {
        &self.balls
    }

    /// Lets a ball down at this place, and keeps it where it comes to rest.
    pub fn let_down(&mut self, place: Vec2, radius: f32, layer: u8) {
        let most = if layer == 0 { self.profile.reach(radius) } else { self.profile.wall_reach(radius) };
        let (away, out) = self.bowl.outwards(place);
        // Inwards, if it is too near to the wall.
        let place = if away > most { place + out * (most - away) } else { place };
        let at = self.beside(place, radius).settle(place, radius);
        self.balls.push(Ball { at, radius });
    }

    /// The same bowl with those balls only that this one can touch on its way: a large heap has many others.
    fn beside(&self, place: Vec2, radius: f32) -> Basin {
        let near = |ball: &&Ball| {
            let reach = (FURTHEST + STEP + 1.0) * radius + ball.radius;
            place.distance_squared(ball.at.xy()) < reach * reach
        };
        Basin { balls: self.balls.iter().filter(near).copied().collect(), ..*self }
    }

    /// Where a ball comes to rest that is let down there.
    fn settle(&self, place: Vec2, radius: f32) -> Vec3 {
        let (height, carrier) = self.height(place, radius);
        match carrier {
            Carrier::Bowl => self.slide_in(place, radius),
            Carrier::Ball(first) => {
                self.roll_off(place, radius, first).unwrap_or_else(|| place.extend(height))
            }
        }
    }

    /// How high the centre of a ball is that is let down there, and what carries it.
    fn height(&self, place: Vec2, radius: f32) -> (f32, Carrier) {
        self.height_below(place, radius, f32::INFINITY)
    }

    /// The same for a ball that is let down from so high: what it is under already does not carry it.
    fn height_below(&self, place: Vec2, radius: f32, from: f32) -> (f32, Carrier) {
        let on_bowl = self.profile.rest(self.bowl.outwards(place).0, radius);
        let mut highest = (on_bowl, Carrier::Bowl);
        for at in 0..self.balls.len() {
            if let Some(height) = self.height_on(at, place, radius)
                && height > highest.0 + SAME
                && height <= from
            {
                highest = (height, Carrier::Ball(at));
            }
        }
        highest
    }

    /// How high a ball is whose lowest contact is this other one; none if it would fall past it.
    fn height_on(&self, other: usize, place: Vec2, radius: f32) -> Option<f32> {
        let ball = self.balls.get(other)?;
        let reach = ball.radius + radius;
        let room = reach * reach - place.distance_squared(ball.at.xy());
        (room > 0.0).then(|| ball.at.z + room.sqrt())
    }

    /// The place to which a ball slides that lies on the bowl: inwards, as long as the bowl is steep and nothing else carries
    /// it.
    fn slide_in(&self, place: Vec2, radius: f32) -> Vec3 {
        let (away, out) = self.bowl.outwards(place);
        let far = (away - self.profile.reach(radius)).max(0.0);
        let at = |gone: f32| {
            let place = place - out * gone;
            let (height, carrier) = self.height(place, radius);
            (place.extend(height), carrier)
        };
        let (end, carrier) = at(far);
        if carrier == Carrier::Bowl {
            return end;
        }
        // Between here and there it meets another one.
        let [mut free, mut touching] = [0.0, far];
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (free + touching);
            if at(middle).1 == Carrier::Bowl { free = middle } else { touching = middle }
        }
        at(free).0
    }

    /// The best place to which a ball rolls that was let down on another one.
    fn roll_off(&self, place: Vec2, radius: f32, first: usize) -> Option<Vec3> {
        let from = self.balls.get(first)?.at.xy();
        let inwards = -self.bowl.outwards(place).1;
        let mut way = (place - from).normalize_or(if inwards == Vec2::ZERO { Vec2::Y } else { inwards });
        let mut best: Option<(f32, Vec3)> = None;
        for _ in 0..WAYS {
            // It has to end nearer than the best one so far, for it does not come to lie lower than the floor.
            let floor = self.profile.rest(0.0, radius);
            let furthest = best.map_or(f32::INFINITY, |(least, _)| least - DOWN * floor);
            if let Some(end) = self.roll(place, way, radius, first, furthest) {
                let cost = end.xy().distance(place) + DOWN * end.z;
                if best.is_none_or(|(least, _)| cost < least - SAME) {
                    best = Some((cost, end));
                }
            }
            way = TURN.rotate(way);
        }
        best.map(|(_, end)| end)
    }

    /// Rolls a ball off another one in one direction until it touches something else as well, or lies on the bowl.
    /// It is not followed further than that.
    fn roll(&self, start: Vec2, way: Vec2, radius: f32, first: usize, furthest: f32) -> Option<Vec3> {
        let mut carrier = first;
        let mut gone = 0.0;
        // Whether it lies on its carrier there, and touches nothing else.
        let on_carrier = |carrier: usize, gone: f32| {
            let place = start + way * gone;
            self.height_on(carrier, place, radius).map(|height| place.extend(height))
        };
        while gone < furthest.min(FURTHEST * radius) {
            let next = gone + STEP * radius;
            let rolls = |gone: f32| on_carrier(carrier, gone).filter(|at| self.is_free(*at, radius, carrier));
            if rolls(next).is_some() {
                gone = next;
                continue;
            }
            let [mut free, mut ended] = [gone, next];
            for _ in 0..BISECTIONS {
                let middle = 0.5 * (free + ended);
                if rolls(middle).is_some() { free = middle } else { ended = middle }
            }
            if on_carrier(carrier, ended).is_some() {
                return self.admissible(rolls(free)?, radius);
            }
            // It has come to the side of its carrier, touches nothing else there, and falls.
            let from = on_carrier(carrier, free)?.z;
            let place = start + way * ended;
            match self.height_below(place, radius, from) {
                (_, Carrier::Bowl) => return self.admissible(self.slide_in(place, radius), radius),
                (_, Carrier::Ball(below)) => carrier = below,
            }
            gone = ended;
        }
        None
    }

    /// Whether a ball there touches nothing but the one that carries it.
    fn is_free(&self, at: Vec3, radius: f32, carrier: usize) -> bool {
        let others = self.balls.iter().enumerate().filter(|(number, _)| *number != carrier);
        let mut apart = others.map(|(_, ball)| {
            let reach = ball.radius + radius;
            at.distance_squared(ball.at) > reach * reach
        });
        at.z > self.profile.rest(self.bowl.outwards(at.xy()).0, radius) && apart.all(|apart| apart)
    }

    /// A place, if the rim does not carry the ball there, and the ball does not stand over the rim.
    fn admissible(&self, at: Vec3, radius: f32) -> Option<Vec3> {
        let (away, _) = self.bowl.outwards(at.xy());
        let within = away + radius <= self.bowl.half_width - WITHIN;
        let by_rim = away > self.profile.wall_reach(radius)
            && self.profile.clearance(away, at.z) < radius * (1.0 + TOUCHES);
        (within && !by_rim).then_some(at)
    }
}
