//! The views: each is a direction from which the board is seen. Where the eye is follows from the picture: as near as the
//! whole board allows.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Quat, Vec3};

use super::Camera;
use crate::geometry::{JOKER_HEIGHT, TRAY_CORNER, TRAY_HALF, WALL_HEIGHT};
use crate::plan::{CORNER, FRAME_HEIGHT, MANCALA_THICKNESS, MAPELLO_HALF, MAPELLO_THICKNESS, Row, WIDTH};
use crate::still::tray_place;
use crate::table::{Content, Table};

/// The share of the picture that stays free on each side.
const MARGIN: f32 = 0.025;
/// Pictures are taken to be so many times wider than high at least and at most.
const ASPECTS: [f32; 2] = [0.2, 5.0];
/// The height of heaps above a Mancala board, and how far they are from its edge.
const HEAPS: f32 = 0.45;
const HEAPS_WITHIN: f32 = 0.28;

/// An eye that comes nearer stays so high above the board.
const LOWEST: f32 = 1.4;
/// Points around a quarter of a circle of radius 1: the corners of an octagon that it touches.
const ROUND: [[f32; 2]; 2] = [[1.0, 0.4143], [0.4143, 1.0]];

/// A way to look at the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum View {
    /// As one sits at a table, a little bent over it.
    Table,
    /// From one's own seat: low, from the near side.
    Seat,
    /// From the right, so that both sides are seen.
    Side,
    /// From straight above, with perspective.
    Above,
    /// From where one likes.
    Free(Orbit),
}

impl View {
    /// All views; the free one at its home.
    pub const ALL: [View; 5] = [View::Table, View::Seat, View::Side, View::Above, View::Free(Orbit::HOME)];

    /// Its name, by which settings and attributes know it.
    pub fn name(self) -> &'static str {
        match self {
            View::Table => "table",
            View::Seat => "seat",
            View::Side => "side",
            View::Above => "above",
            View::Free(_) => "free",
        }
    }

    /// The view of a name; the free one at its home.
    pub fn of_name(name: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.name() == name)
    }

    /// From where it looks at the board: a hand that turns it begins there.
    pub fn orbit(self) -> Orbit {
        self.direction().0
    }

    /// From where it looks, and the tangent of half the angle that it sees, as a mean of width and height.
    fn direction(self) -> (Orbit, f32) {
        let orbit = |turn: f32, tilt: f32| Orbit { turn, tilt, zoom: 1.0 };
        match self {
            View::Table => (orbit(0.0, 0.95), 0.34),
            View::Seat => (orbit(0.0, 0.52), 0.46),
            View::Side => (orbit(0.85, 0.62), 0.36),
            View::Above => (orbit(0.0, FRAC_PI_2), 0.4),
            View::Free(orbit) => (orbit.limited(), 0.36),
        }
    }
}

/// From where the free view looks at the board. Nobody gets lost: the board stays in the middle, the eye above the table.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Orbit {
    /// How far it is turned around the board from the near side to the right, in radians.
    pub turn: f32,
    /// How high it stands above the horizon, in radians: see [`Orbit::TILTS`].
    pub tilt: f32,
    /// How much nearer it is than where the whole board is seen: see [`Orbit::ZOOMS`].
    pub zoom: f32,
}

impl Orbit {
    /// Where one key leads back to.
    pub const HOME: Orbit = Orbit { turn: 0.4, tilt: 0.75, zoom: 1.0 };
    /// The lowest and the highest tilt: 20 degrees, and straight above.
    pub const TILTS: [f32; 2] = [0.35, FRAC_PI_2];
    /// The smallest and the largest zoom.
    pub const ZOOMS: [f32; 2] = [0.7, 3.0];

    /// The same one within its limits, its turn within one turn. What is no number is that of the home.
    pub fn limited(self) -> Orbit {
        let finite = |value: f32, home: f32| if value.is_finite() { value } else { home };
        Orbit {
            turn: finite(self.turn, Orbit::HOME.turn).rem_euclid(TAU),
            tilt: finite(self.tilt, Orbit::HOME.tilt).clamp(Orbit::TILTS[0], Orbit::TILTS[1]),
            zoom: finite(self.zoom, Orbit::HOME.zoom).clamp(Orbit::ZOOMS[0], Orbit::ZOOMS[1]),
        }
    }

    /// After a drag by these fractions of the picture's width and height: the board follows the pointer.
    pub fn dragged(self, across: f32, down: f32) -> Orbit {
        Orbit { turn: self.turn - across * 0.5 * TAU, tilt: self.tilt + down * FRAC_PI_2, ..self }.limited()
    }

    /// Nearer by this factor; less than 1 is further away.
    pub fn zoomed(self, factor: f32) -> Orbit {
        Orbit { zoom: self.zoom * factor, ..self }.limited()
    }
}

/// How much room a board takes with what stands on it and beside it: a box, and a smaller one upon it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// Half the length of the lower box along `x` and along `z`.
    pub half: [f32; 2],
    /// The radius of the lower box's upright edges.
    pub corner: f32,
    /// The same of the upper box.
    pub inner: [f32; 2],
    /// The lowest point, the height at which the upper box begins, and the highest point.
    pub heights: [f32; 3],
}

/// The extent of what lies on a table.
pub fn extent(table: &Table) -> Extent {
    match table.content() {
        Content::Mancala(board) => {
            let half = [0.5 * board.plan().length(), 0.5 * WIDTH];
            Extent {
                half,
                corner: CORNER,
                inner: half.map(|half| half - HEAPS_WITHIN),
                heights: [-MANCALA_THICKNESS, 0.0, HEAPS],
            }
        }
        Content::Mapello(board) => {
            let tray = tray_place(Row::Near, 0).z + TRAY_HALF[1];
            let half = [MAPELLO_HALF, if board.trays.is_some() { tray } else { MAPELLO_HALF }];
            Extent {
                half,
                corner: TRAY_CORNER,
                inner: [4.0; 2],
                heights: [-MAPELLO_THICKNESS, FRAME_HEIGHT + JOKER_HEIGHT, WALL_HEIGHT],
            }
        }
    }
}

/// Whether a board is seen turned by a quarter, its near side on the right: a long one, in a picture that is higher than wide.
pub fn is_upright(extent: Extent, aspect: f32) -> bool {
    aspect < 1.0 && extent.half[0] > 1.5 * extent.half[1]
}

/// The camera of a view in a picture that is so many times wider than high.
pub fn camera(view: View, extent: Extent, aspect: f32) -> Camera {
    raised_camera(view, extent, aspect, 0.0)
}

/// The camera of a view that looks from higher, by an angle in radians: see [`raise`](super::raise).
pub fn raised_camera(view: View, extent: Extent, aspect: f32, raise: f32) -> Camera {
    camera_further(view, extent, aspect, [0.0, raise])
}

/// The camera of a view that is turned further around the board and looks from higher, by angles in radians.
pub(super) fn camera_further(view: View, extent: Extent, aspect: f32, [further, raise]: [f32; 2]) -> Camera {
    let aspect = if aspect.is_finite() { aspect.clamp(ASPECTS[0], ASPECTS[1]) } else { 1.0 };
    let (orbit, tangent) = view.direction();
    // A board that stands upright is turned less to the side: it would lie across the picture again.
    let turn = match view {
        View::Side if is_upright(extent, aspect) => 0.45 * orbit.turn - FRAC_PI_2,
        _ if is_upright(extent, aspect) => orbit.turn - FRAC_PI_2,
        _ => orbit.turn,
    };
    let axes = Axes::new(turn + further, orbit.tilt + raise);
    // A wide picture sees further to the sides than up and down, but does not see everything that is more at the sides.
    let vertical = tangent / aspect.sqrt();
    let fitted =
        axes.fit(extent, [vertical * aspect, vertical].map(|tangent| tangent * (1.0 - 2.0 * MARGIN)));
    let ahead = axes.forwards * (fitted.y / -axes.forwards.y);
    let target = fitted + ahead;
    // Nearer to the middle of the board, so that it stays in the picture, but not down among the heaps.
    let near = (1.0 / orbit.zoom).max((LOWEST / fitted.y).min(1.0));
    Camera { eye: fitted * near, target: target * near, up: axes.up, field_of_view: 2.0 * vertical.atan() }
}

/// The directions of a camera that is not tilted to the side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub right: Vec3,
    pub up: Vec3,
    pub forwards: Vec3,
}

impl Axes {
    pub fn new(turn: f32, tilt: f32) -> Axes {
        let right = Quat::from_rotation_y(turn) * Vec3::X;
        let away = Quat::from_rotation_y(turn) * Vec3::NEG_Z;
        let (sine, cosine) = tilt.sin_cos();
        Axes { right, up: away * sine + Vec3::Y * cosine, forwards: away * cosine - Vec3::Y * sine }
    }

    /// The place of the eye nearest to a box from where it is seen as a whole. The tangents are those of half the angles that
    /// are seen, from left to right and from below to above.
    ///
    /// Each corner of the box has to be within four planes through the eye. Two opposite planes say how far away the eye is at
    /// least, and where between them it is.
    fn fit(&self, extent: Extent, tangents: [f32; 2]) -> Vec3 {
        let mut furthest = [[f32::NEG_INFINITY; 2]; 2];
        for corner in corners(extent) {
            let depth = corner.dot(self.forwards);
            for (axis, (way, tangent)) in [self.right, self.up].into_iter().zip(tangents).enumerate() {
                let aside = corner.dot(way);
                for (side, aside) in [aside, -aside].into_iter().enumerate() {
                    let known = &mut furthest[axis][side];
                    *known = known.max(aside - tangent * depth);
                }
            }
        }
        let [x, y] = [0, 1].map(|axis| {
            let [more, less] = furthest[axis];
            (0.5 * (more - less), -0.5 * (more + less) / tangents[axis])
        });
        self.right * x.0 + self.up * y.0 + self.forwards * x.1.min(y.1)
    }
}

/// The corners of the boxes that a board takes. An upright edge that is rounded has some points around it.
fn corners(
    Extent { half, corner, inner, heights: [bottom, edge, top] }: Extent,
) -> impl Iterator<Item = Vec3> {
    let signs = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
    let round = ROUND.into_iter().flat_map(move |out| {
        [bottom, edge].map(|height| {
            let [x, z] = [0, 1].map(|axis| half[axis] - corner * (1.0 - out[axis]));
            ([x, z], height)
        })
    });
    let at = move |([x, z], height): ([f32; 2], f32)| {
        signs.map(|[along, aside]| Vec3::new(along * x, height, aside * z))
    };
    round.chain([(inner, top)]).flat_map(at)
}
