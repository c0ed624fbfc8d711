//! Ways from one camera to another.

use std::f32::consts::{PI, TAU};

use super::Camera;
use super::views::{Axes, Extent, View, camera_further};

/// The camera between two others at this part of the way, 0 to 1: it sets out and arrives slowly, goes around the board the
/// shorter way, and is never tilted to the side.
pub fn between(from: &Camera, to: &Camera, part: f32) -> Camera {
    // Written so that what is no number is the end.
    let part = if part < 1.0 { part.max(0.0) } else { 1.0 };
    // Exactly, so that a path ends in the camera of a view.
    if part >= 1.0 {
        return *to;
    }
    let way = eased(part);
    let (start, end) = (Place::of(from), Place::of(to));
    let lerp = |from: f32, to: f32| from + (to - from) * way;
    let around = (end.turn - start.turn + PI).rem_euclid(TAU) - PI;
    let axes = Axes::new(start.turn + around * way, lerp(start.tilt, end.tilt));
    let target = from.target.lerp(to.target, way);
    let eye = target - axes.forwards * lerp(start.distance, end.distance);
    Camera { eye, target, up: axes.up, field_of_view: lerp(from.field_of_view, to.field_of_view) }
}

/// The camera of a view while the table is turned to the other player: at 0 as the one saw it who has moved, at 1 as the one
/// sees it who is to move. The whole board is seen on the way. The view is raised by an angle ([`raise`](super::raise)).
pub fn half_turn(view: View, extent: Extent, aspect: f32, raise: f32, part: f32) -> Camera {
    let part = if part < 1.0 { part.max(0.0) } else { 1.0 };
    camera_further(view, extent, aspect, [PI * (eased(part) - 1.0), raise])
}

/// Sets out and arrives slowly, without a jolt (smootherstep).
fn eased(part: f32) -> f32 {
    part * part * part * (part * (part * 6.0 - 15.0) + 10.0)
}

/// Where an eye is, seen from its target.
struct Place {
    turn: f32,
    tilt: f32,
    distance: f32,
}

impl Place {
    fn of(camera: &Camera) -> Place {
        let offset = camera.eye - camera.target;
        let across = (offset.x * offset.x + offset.z * offset.z).sqrt();
        let distance = offset.length();
        let tilt = offset.y.atan2(across);
        // Horizontally away from the eye. Straight from above only the upper edge of the picture says where that is.
        let away = (camera.up * offset.y - offset * (across / distance.max(1e-6))) / distance.max(1e-6);
        Place { turn: (-away.x).atan2(-away.z), tilt, distance }
    }
}
