//! The other half of a double tap: a button that has another meaning by then, or that has come to lie under the finger, is
//! not pressed by it.

use std::cell::RefCell;

use web_sys::{Element, MouseEvent};

/// Two presses within this time and distance, in milliseconds and CSS pixels, are one double tap. People who mean to press
/// twice are slower.
const DOUBLE_TAP_MS: f64 = 350.;
const SAME_PLACE: i32 = 24;

/// A press on a button, and what the button said then.
#[derive(Clone, PartialEq, Debug)]
struct Press<T> {
    button: T,
    says: String,
    at: f64,
    point: (i32, i32),
}

impl<T: PartialEq> Press<T> {
    /// Whether this press, soon after `last`, meets something else than that one did.
    fn is_echo_of(&self, last: &Press<T>) -> bool {
        let (dx, dy) = (self.point.0 - last.point.0, self.point.1 - last.point.1);
        let is_double = self.at - last.at < DOUBLE_TAP_MS && dx.abs().max(dy.abs()) < SAME_PLACE;
        is_double && (&self.button, &self.says) != (&last.button, &last.says)
    }
}

thread_local! {
    static LAST: RefCell<Option<Press<Element>>> = const { RefCell::new(None) };
}

/// Whether a click is meant for the button that it meets. Keys and programs, which press no pointer, always mean it.
pub(super) fn is_meant(event: &MouseEvent) -> bool {
    let Some(button) = event.current_target().map(wasm_bindgen::JsCast::unchecked_into::<Element>) else {
        return true;
    };
    if event.detail() == 0 {
        return true;
    }
    let says = button.get_attribute("aria-label").or_else(|| button.text_content()).unwrap_or_default();
    let press = Press { button, says, at: event.time_stamp(), point: (event.client_x(), event.client_y()) };
    LAST.with_borrow_mut(|last| {
        let is_meant = !last.as_ref().is_some_and(|last| press.is_echo_of(last));
        if is_meant {
            *last = Some(press);
        }
        is_meant
    })
}

#[cfg(test)]
mod tests {
    use super::Press;

    fn press(button: u8, says: &str, at: f64, x: i32) -> Press<u8> {
        Press { button, says: says.to_owned(), at, point: (x, 100) }
    }

    #[test]
    fn a_double_tap_does_not_undo_itself_nor_press_what_came_there() {
        let first = press(1, "I’m ready", 1_000., 50);
        assert!(press(1, "Take back", 1_200., 52).is_echo_of(&first), "it says something else now");
        assert!(press(2, "Accept", 1_200., 52).is_echo_of(&first), "another button lies there now");
        assert!(!press(1, "I’m ready", 1_200., 52).is_echo_of(&first), "one step after the other");
        assert!(!press(1, "Take back", 1_400., 52).is_echo_of(&first), "that is meant");
        assert!(!press(2, "Decline", 1_200., 150).is_echo_of(&first), "another place");
    }
}
