//! What needs a browser: the socket, storage, clipboard, time. Compiled into the server as well, because it renders the
//! same components, but reached only from event handlers and effects, which run in browsers alone.

pub mod engine_worker;
pub mod json;
pub mod look;
pub mod panic;
pub mod share;
pub mod socket;
pub mod stage;
pub mod storage;

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use leptos::prelude::{IntervalHandle, document, on_cleanup, set_interval_with_handle, set_timeout, window};
use room::Millis;
use wasm_bindgen::{JsCast, JsValue};

/// Now, on this device's clock.
pub fn now() -> Millis {
    js_sys::Date::now() as Millis
}

/// Whether the browser shows this page at the moment.
pub fn is_visible() -> bool {
    !document().hidden()
}

/// Gives the focus to the board, where the keys of the game work, if what had it is gone from the page.
pub fn focus_board() {
    focus_instead(".board");
}

/// Gives the focus to the first element that this selector finds, if what had it is gone from the page.
pub fn focus_instead(selector: &str) {
    if document().active_element().is_none_or(|element| element.tag_name() == "BODY") {
        focus(selector);
    }
}

/// Gives the focus to the first element that `to` finds, if it is within what `from` finds, or what had it is gone.
pub fn focus_from(from: &str, to: &str) {
    let leaves = |element: web_sys::Element| {
        element.tag_name() == "BODY" || element.closest(from).is_ok_and(|found| found.is_some())
    };
    if document().active_element().is_none_or(leaves) {
        focus(to);
    }
}

/// The first element that this selector finds.
pub fn find(selector: &str) -> Option<web_sys::Element> {
    document().query_selector(selector).ok().flatten()
}

/// Gives the focus to the first element that this selector finds.
pub fn focus(selector: &str) {
    if let Some(element) = find(selector) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Sets a custom property of the first element that this selector finds: a number that its style sheet reckons with.
pub fn set_property(selector: &str, name: &str, value: &str) {
    if let Some(element) = find(selector) {
        // It fails only on what is no custom property.
        let _ = element.unchecked_into::<web_sys::HtmlElement>().style().set_property(name, value);
    }
}

/// Presses the first element that this selector finds.
pub fn click(selector: &str) {
    if let Some(element) = find(selector) {
        element.unchecked_into::<web_sys::HtmlElement>().click();
    }
}

/// Something to be done, once.
pub type Act = Box<dyn FnOnce()>;

/// Does something after so long.
pub fn after(wait: Duration, act: impl FnOnce() + 'static) {
    // Boxed, so that it is compiled once and not for each that waits.
    let act: Act = Box::new(act);
    set_timeout(act, wait);
}

/// How many of the page's own tasks are still to come.
static DUE: AtomicU32 = AtomicU32::new(0);

/// Does something in a task of its own, after those that are due: between two of them the browser answers and draws.
/// Once none is left, the page is ready.
pub fn soon(act: impl FnOnce() + 'static) {
    // Boxed here as well: what counts is compiled once.
    in_turn(Duration::ZERO, Box::new(act));
}

/// Does something when what is due now has been done, and most likely drawn: no frame is waited for, because a page that
/// nobody sees draws none.
pub fn once_drawn(act: impl FnOnce() + 'static) {
    let act: Act = Box::new(act);
    in_turn(Duration::ZERO, Box::new(move || in_turn(FRAME, act)));
}

/// How long most screens show a picture, and a little more.
const FRAME: Duration = Duration::from_millis(20);

fn in_turn(wait: Duration, act: Act) {
    DUE.fetch_add(1, Relaxed);
    after(wait, move || {
        act();
        // What it has changed is drawn when it has ended, and may ask for more.
        after(Duration::ZERO, || {
            if DUE.fetch_sub(1, Relaxed) == 1 {
                mark_ready();
            }
        });
    });
}

/// Does something each time so long has passed.
pub fn every(wait: Duration, act: impl Fn() + 'static) -> Option<IntervalHandle> {
    let act: Box<dyn Fn()> = Box::new(act);
    set_interval_with_handle(act, wait).ok()
}

/// Does something each time so long has passed, until the effect that asks for it runs again or goes.
pub fn meanwhile(wait: Duration, act: impl Fn() + 'static) {
    if let Some(pulse) = every(wait, act) {
        on_cleanup(move || pulse.clear());
    }
}

/// Tells tests and style sheets that the page answers to input, and does what has waited for that.
fn mark_ready() {
    set_flag("data-ready", true);
    for act in WAITING.take() {
        act();
    }
}

thread_local! {
    /// What is done when the page is ready.
    static WAITING: RefCell<Vec<Act>> = const { RefCell::new(Vec::new()) };
}

/// Does something when the page is ready, or now if it is.
pub fn when_ready(act: Act) {
    if find("[data-ready]").is_some() {
        act();
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push(act));
    }
}

/// Says on the document whether it is the turn of whoever looks at it: `public/notify.js` shows it in the icon.
pub fn mark_turn(mine: bool) {
    set_flag("data-mine", mine);
}

fn set_flag(name: &str, on: bool) {
    if let Some(root) = document().document_element() {
        // An attribute name made of letters is always accepted.
        let _ = root.toggle_attribute_with_force(name, on);
    }
}

/// Has the address say this path, without going anywhere.
pub fn show_path(path: &str) {
    if let Ok(history) = window().history() {
        // Refused only when it is done again and again; then the address says what it said.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Asks whether to go on with something that cannot be taken back.
pub fn is_agreed(question: &str) -> bool {
    window().confirm_with_message(question).unwrap_or(false)
}

/// Leads to the page of this path; to the one that is shown, anew.
pub fn go(path: &str) {
    // Refused only for what is no address.
    let _ = window().location().set_href(path);
}

/// What the address says behind this name: `?board=…`. Only letters, digits and hyphens are to be expected there.
pub fn query(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    let pairs = query.strip_prefix('?')?.split('&');
    pairs
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
}

/// The day, counted from 1 January 1970, the same all over the world.
pub fn today() -> u32 {
    u32::try_from(now() / 86_400_000).unwrap_or(0)
}

/// A number below `bound`, by chance.
pub fn chance(bound: u32) -> u32 {
    (js_sys::Math::random() * f64::from(bound)) as u32
}
