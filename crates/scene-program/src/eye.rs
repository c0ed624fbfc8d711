//! The eye: which view is chosen, and the way there from the one before it. Time is an argument, in milliseconds of any clock.

use scene::cameras::{Camera, Extent, Orbit, View, between, half_turn, raised_camera};

/// How long the eye is on its way to another view, and how long the table takes to be turned.
const WAY_MS: f64 = 700.0;
/// See [`WAY_MS`].
const TURN_MS: f64 = 1_100.0;

/// The way on which the eye is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    /// At rest.
    None,
    /// From the last camera to the chosen view; begins with the first picture.
    View(Camera, Option<f64>),
    /// Half a turn around the board; begins with the first picture.
    HalfTurn(Option<f64>),
}

/// The eye above the table.
#[derive(Clone, Debug)]
pub struct Eye {
    view: View,
    way: Way,
    last: Option<Camera>,
    /// Whether it is at once where it goes.
    pub is_calm: bool,
    /// By how much the view is raised, so that far cells can be hit, in radians.
    pub raise: f32,
}

impl Default for Eye {
    fn default() -> Eye {
        Eye { view: View::Table, way: Way::None, last: None, is_calm: false, raise: 0.0 }
    }
}

impl Eye {
    /// The view that is chosen.
    pub fn view(&self) -> View {
        self.view
    }

    /// Goes to another view.
    pub fn go(&mut self, view: View) {
        if self.view != view {
            self.view = view;
            self.way = self.last.map_or(Way::None, |last| Way::View(last, None));
        }
    }

    /// Goes around the board to the side of the other player.
    pub fn go_around(&mut self) {
        self.way = Way::HalfTurn(None);
    }

    /// Follows a hand, from where the eye looks.
    pub fn follow(&mut self, change: impl FnOnce(Orbit) -> Orbit) {
        let orbit = self.view.orbit();
        let seen = Orbit { tilt: orbit.tilt + self.raise, ..orbit };
        (self.view, self.way, self.raise) = (View::Free(change(seen)), Way::None, 0.0);
    }

    /// The camera at a time, and whether it still moves.
    pub fn camera(&mut self, extent: Extent, aspect: f32, now: f64) -> (Camera, bool) {
        let part = |begins: &mut Option<f64>, lasts: f64| ((now - *begins.get_or_insert(now)) / lasts) as f32;
        let end = raised_camera(self.view, extent, aspect, self.raise);
        let (camera, part) = match &mut self.way {
            Way::None => (end, 1.0),
            _ if self.is_calm => (end, 1.0),
            Way::View(from, begins) => {
                let part = part(begins, WAY_MS);
                (between(from, &end, part), part)
            }
            Way::HalfTurn(begins) => {
                let part = part(begins, TURN_MS);
                (half_turn(self.view, extent, aspect, self.raise, part), part)
            }
        };
        // Written so that what is no number is the end.
        let moves = part < 1.0;
        if !moves {
            self.way = Way::None;
        }
        self.last = Some(camera);
        (camera, moves)
    }
}

#[cfg(test)]
mod tests {
    use scene::cameras::{Extent, View, camera};

    use super::{Eye, TURN_MS, WAY_MS};

    const EXTENT: Extent =
        Extent { half: [4.2, 2.0], corner: 0.48, inner: [3.9, 1.7], heights: [-0.55, 0.0, 0.3] };

    #[test]
    fn the_eye_begins_in_its_view_and_goes_to_the_next_one() {
        let mut eye = Eye::default();
        assert_eq!(eye.camera(EXTENT, 1.7, 0.0), (camera(View::Table, EXTENT, 1.7), false));
        eye.go(View::Side);
        assert!(eye.camera(EXTENT, 1.7, 10.0).1);
        assert!(eye.camera(EXTENT, 1.7, 9.0 + WAY_MS).1);
        assert_eq!(eye.camera(EXTENT, 1.7, 10.0 + WAY_MS), (camera(View::Side, EXTENT, 1.7), false));
    }

    #[test]
    fn a_calm_eye_is_at_once_where_it_goes() {
        let mut eye = Eye { is_calm: true, ..Eye::default() };
        eye.camera(EXTENT, 1.7, 0.0);
        eye.go(View::Above);
        assert_eq!(eye.camera(EXTENT, 1.7, 0.0), (camera(View::Above, EXTENT, 1.7), false));
        eye.go_around();
        assert!(!eye.camera(EXTENT, 1.7, 0.0).1);
    }

    #[test]
    fn half_a_turn_ends_in_the_same_view() {
        let mut eye = Eye::default();
        let (before, _) = eye.camera(EXTENT, 1.7, 0.0);
        eye.go_around();
        let (other_side, moves) = eye.camera(EXTENT, 1.7, 5.0);
        assert!(moves && other_side.eye.z < 0.0 && before.eye.z > 0.0);
        assert_eq!(eye.camera(EXTENT, 1.7, 5.0 + TURN_MS), (before, false));
    }

    #[test]
    fn a_time_that_is_no_number_leaves_no_eye_on_its_way() {
        let mut eye = Eye::default();
        eye.camera(EXTENT, 1.7, 0.0);
        eye.go(View::Seat);
        eye.camera(EXTENT, 1.7, 0.0);
        assert_eq!(eye.camera(EXTENT, 1.7, f64::NAN), (camera(View::Seat, EXTENT, 1.7), false));
    }

    #[test]
    fn a_hand_moves_the_free_view_without_a_way() {
        let mut eye = Eye::default();
        eye.camera(EXTENT, 1.7, 0.0);
        eye.follow(|orbit| orbit.dragged(0.1, 0.0));
        eye.camera(EXTENT, 1.7, 0.0);
        eye.follow(|orbit| orbit.dragged(0.1, 0.0));
        let turned = View::Table.orbit().dragged(0.1, 0.0).dragged(0.1, 0.0);
        assert_eq!(eye.camera(EXTENT, 1.7, WAY_MS), (camera(View::Free(turned), EXTENT, 1.7), false));
    }
}
