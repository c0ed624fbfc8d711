//! How much higher a view looks from in a small picture, so that a finger can hit the cells at the far end of the board.

use std::f32::consts::FRAC_PI_2;

use super::views::{View, extent, raised_camera};
use crate::pick::{Cell, cells, outline};
use crate::plan::is_border;
use crate::table::Table;

/// How high a pit and a square are at least, in pixels of the page.
pub const LEAST_PIT: f32 = 38.0;
/// See [`LEAST_PIT`].
pub const LEAST_SQUARE: f32 = 20.0;
/// The step in which the eye is raised, in radians: about a degree.
const STEP: f32 = 0.02;

/// By how much the eye of a view is raised, in radians, in a picture that is so many times wider than high and has this height in
/// pixels of the page: just so far that each pit is [`LEAST_PIT`] high, each square [`LEAST_SQUARE`], or straight above. The free
/// view is never raised: somebody has chosen it.
pub fn raise(view: View, table: &Table, aspect: f32, height: f32) -> f32 {
    if matches!(view, View::Free(_)) {
        return 0.0;
    }
    let extent = extent(table);
    let most = FRAC_PI_2 - view.orbit().tilt;
    let mut raise = 0.0;
    while raise < most {
        let camera = raised_camera(view, extent, aspect, raise);
        let is_in_reach = |cell: Cell| {
            let Some(outline) = outline(table, &camera, aspect, cell) else { return true };
            let ys = outline.iter().map(|corner| corner[1]);
            let [low, high] = [ys.clone().fold(f32::MAX, f32::min), ys.fold(f32::MIN, f32::max)];
            (high - low) * height >= if table.as_mancala().is_some() { LEAST_PIT } else { LEAST_SQUARE }
        };
        // Nobody presses the border.
        if cells(table)
            .into_iter()
            .filter(|cell| !matches!(cell, Cell::Square(place) if is_border(*place)))
            .all(is_in_reach)
        {
            return raise;
        }
        raise += STEP;
    }
    most
}
