//! The inside of a hole: its profile, which is the curve that is swept around the hole's middle segment. The mesh is made of
//! it, and stones rest on it.
//!
//! The profile consists of circular arcs that meet without an edge, from the middle outwards: a floor that is slightly
//! hollow, a fillet, a steep wall, and a lip that is rounded into the board's upper surface.

use glam::Vec2;

/// The depth of a hole in its middle.
pub const DEPTH: f32 = 0.34;
/// The radius of the floor's curvature.
const FLOOR: f32 = 0.8;
/// The radius of the fillet between floor and wall. It is larger than any stone's, so a stone touches it in one point.
const FILLET: f32 = 0.2;
/// The radius of the lip.
const LIP: f32 = 0.03;
/// The direction of the wall's surface, towards the middle of the hole and up: six degrees of draft.
const WALL: Vec2 = Vec2::new(-0.994_521_9, 0.104_528_46);

/// The profile of a hole. Points have the distance from the hole's middle segment as `x`, and the height as `y`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Profile {
    /// Where the board's upper surface begins.
    half_width: f32,
    /// The centres of the three arcs.
    floor: Vec2,
    fillet: Vec2,
    lip: Vec2,
    /// The direction of the surface where the floor ends.
    floor_end: Vec2,
}

/// A point of a profile, with the direction of the surface there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProfilePoint {
    /// Where it is.
    pub at: Vec2,
    /// The direction of the surface, of length 1.
    pub normal: Vec2,
}

impl Profile {
    /// The profile of a hole whose opening is this wide, from its middle.
    pub fn new(half_width: f32) -> Profile {
        let floor = Vec2::new(0.0, FLOOR - DEPTH);
        let lip = Vec2::new(half_width, -LIP);
        // The wall goes down from the lip. The centre of the fillet is beside it, where the fillet touches the floor as well.
        let top = lip + LIP * WALL;
        let down = Vec2::new(-WALL.y, WALL.x);
        let from = top + FILLET * WALL - floor;
        let reach = FLOOR - FILLET;
        let ahead = from.dot(down);
        let length = (ahead * ahead - from.length_squared() + reach * reach).max(0.0).sqrt() - ahead;
        let fillet = floor + from + length * down;
        Profile { half_width, floor, fillet, lip, floor_end: (floor - fillet) / reach }
    }

    /// Points along the profile from the lip, where the upper surface of the board ends, to the middle: so many steps along
    /// the lip, the fillet and the floor, and one down the wall.
    pub fn points(&self, lip: u8, fillet: u8, floor: u8) -> Vec<ProfilePoint> {
        let up = Vec2::Y;
        let arc = |centre: Vec2, radius: f32, from: Vec2, to: Vec2, steps: u8, first: u8| {
            (first..=steps).map(move |step| {
                let normal = turned(from, to, f32::from(step) / f32::from(steps.max(1)));
                ProfilePoint { at: centre + radius * normal, normal }
            })
        };
        let lip = arc(self.lip, LIP, up, WALL, lip, 0);
        let fillet = arc(self.fillet, -FILLET, WALL, self.floor_end, fillet, 0);
        let floor = arc(self.floor, -FLOOR, self.floor_end, up, floor, 1);
        let mut points: Vec<ProfilePoint> = lip.chain(fillet).chain(floor).collect();
        // Exactly, so that the parts of a mesh meet.
        if let Some(first) = points.first_mut() {
            *first = ProfilePoint { at: Vec2::new(self.half_width, 0.0), normal: up };
        }
        if let Some(last) = points.last_mut() {
            *last = ProfilePoint { at: Vec2::new(0.0, -DEPTH), normal: up };
        }
        points
    }

    /// The height at which the centre of a ball of this radius comes to rest that is let down so far from the middle segment.
    /// The radius is less than that of the fillet. Beyond [`Profile::reach`] the ball is held by the wall or the rim.
    pub fn rest(&self, away: f32, radius: f32) -> f32 {
        // The centre of a ball that touches a hollow arc is on an arc of a smaller radius around the same centre.
        let hollow = |centre: Vec2, arc: f32| {
            let aside = away - centre.x;
            centre.y - ((arc - radius) * (arc - radius) - aside * aside).max(0.0).sqrt()
        };
        let floor_reach = -(FLOOR - radius) * self.floor_end.x;
        if away <= floor_reach {
            return hollow(self.floor, FLOOR);
        }
        let fillet_reach = self.fillet.x - (FILLET - radius) * WALL.x;
        if away <= fillet_reach {
            return hollow(self.fillet, FILLET);
        }
        // The wall: a straight line, beside it a parallel one.
        if away <= self.wall_reach(radius) {
            let foot = self.fillet - (FILLET - radius) * WALL;
            return foot.y - (away - foot.x) * WALL.x / WALL.y;
        }
        // The lip is rounded the other way; beyond it the ball lies on the board.
        let aside = (self.lip.x - away).max(0.0);
        self.lip.y + ((LIP + radius) * (LIP + radius) - aside * aside).max(0.0).sqrt()
    }

    /// How far from the middle segment a ball of this radius may lie that rests in the hole by itself: further out the
    /// fillet is so steep (60 degrees) that the wall holds the ball.
    pub fn reach(&self, radius: f32) -> f32 {
        self.fillet.x + (FILLET - radius) * 0.866
    }

    /// How far from the middle segment a ball of this radius may lie that touches the wall: further out it touches the lip.
    pub fn wall_reach(&self, radius: f32) -> f32 {
        self.lip.x + (LIP + radius) * WALL.x
    }

    /// How far a point within the hole is from its surface, if its distance from the middle segment and its height are
    /// these. It is negative below the surface.
    pub fn clearance(&self, away: f32, height: f32) -> f32 {
        let point = Vec2::new(away, height);
        let floor = FLOOR - point.distance(self.floor);
        let fillet = point - self.fillet;
        // Beside which arc the point is, follows from the directions in which their ends lie.
        if (point - self.floor).normalize_or(Vec2::NEG_Y).x <= -self.floor_end.x {
            return floor;
        }
        let foot = self.fillet - FILLET * WALL;
        let below_wall = (point - foot).dot(Vec2::new(WALL.y, -WALL.x)) < 0.0;
        if below_wall {
            return FILLET - fillet.length();
        }
        let top = self.lip + LIP * WALL;
        if (point - top).dot(Vec2::new(WALL.y, -WALL.x)) < 0.0 {
            return (point - foot).dot(WALL);
        }
        if away < self.lip.x { point.distance(self.lip) - LIP } else { height }
    }
}

/// The direction between two directions, at this part of the way; both have length 1 and are less than half a turn apart.
fn turned(from: Vec2, to: Vec2, part: f32) -> Vec2 {
    let angle = from.angle_to(to) * part;
    Vec2::from_angle(angle).rotate(from)
}
