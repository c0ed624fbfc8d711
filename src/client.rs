//! The browser APIs of the page: socket, local storage, clipboard, focus, timers. The server compiles them as
//! well, because it renders the same components, but they are reached only from event handlers and effects,
//! which run in browsers alone.

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
use wasm_bindgen_futures::JsFuture;

/// The time on this device's clock.
pub fn now() -> Millis {
    js_sys::Date::now() as Millis
}

/// When the input happened that is being handled now, in milliseconds since the page was opened; the present outside of
/// an input's handler. A busy page handles an input later than it happens: the time between two of them is measured by
/// this, and never by the clock.
pub fn input_time() -> Millis {
    let current = window().event().dyn_into::<web_sys::Event>().or_else(|_| web_sys::Event::new("now"));
    current.map_or(0, |event| event.time_stamp() as Millis)
}

/// Whether the page is visible at the moment.
pub fn is_visible() -> bool {
    !document().hidden()
}

/// Moves the focus to the board, where the keys of the game work, if the focused element is gone from the
/// page.
pub fn focus_board() {
    focus_instead(".board");
}

/// Moves the focus to the first element matching this selector, if the focused element is gone from the page.
pub fn focus_instead(selector: &str) {
    if document().active_element().is_none_or(|element| element.tag_name() == "BODY") {
        focus(selector);
    }
}

/// Moves the focus to the first element matching `to`, if it is within an element matching `from`, or if the
/// focused element is gone from the page.
pub fn focus_from(from: &str, to: &str) {
    let leaves = |element: web_sys::Element| {
        element.tag_name() == "BODY" || element.closest(from).is_ok_and(|found| found.is_some())
    };
    if document().active_element().is_none_or(leaves) {
        focus(to);
    }
}

/// The first element matching this selector.
pub fn find(selector: &str) -> Option<web_sys::Element> {
    document().query_selector(selector).ok().flatten()
}

/// The value of the first field matching this selector.
pub fn field_value(selector: &str) -> Option<String> {
    find(selector).map(|field| field.unchecked_into::<web_sys::HtmlInputElement>().value())
}

/// Moves the focus to the first element matching this selector.
pub fn focus(selector: &str) {
    if let Some(element) = find(selector) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Sets a custom property of the first element matching this selector: a number for its style sheet.
pub fn set_property(selector: &str, name: &str, value: &str) {
    if let Some(element) = find(selector) {
        // It fails only for a name that is no custom property.
        let _ = element.unchecked_into::<web_sys::HtmlElement>().style().set_property(name, value);
    }
}

/// Clicks the first element matching this selector.
pub fn click(selector: &str) {
    if let Some(element) = find(selector) {
        element.unchecked_into::<web_sys::HtmlElement>().click();
    }
}

/// A task that runs once.
pub type Act = Box<dyn FnOnce()>;

/// Runs a task after so long.
pub fn after(wait: Duration, act: impl FnOnce() + 'static) {
    // Boxed: `set_timeout` is compiled for one type, not for every closure.
    let act: Act = Box::new(act);
    set_timeout(act, wait);
}

/// The number of tasks that the page has yet to run before it is ready.
static TASKS_DUE: AtomicU32 = AtomicU32::new(0);

/// Runs a task after the tasks already due: between two of them the browser can respond and paint. When none
/// is left, the page is ready.
pub fn defer(act: impl FnOnce() + 'static) {
    // Boxed here as well: the counting is compiled once.
    queue_task(Duration::ZERO, Box::new(act));
}

/// Runs a task after the tasks due now and most likely after the next paint. It does not wait for an
/// animation frame, because hidden pages get none.
pub fn after_paint(act: impl FnOnce() + 'static) {
    let act: Act = Box::new(act);
    queue_task(Duration::ZERO, Box::new(move || queue_task(FRAME, act)));
}

/// A little more than a frame of most screens.
const FRAME: Duration = Duration::from_millis(20);

fn queue_task(wait: Duration, act: Act) {
    begin_task();
    after(wait, move || {
        act();
        end_task();
    });
}

/// Begins a task before whose end the page is not ready.
pub fn begin_task() {
    TASKS_DUE.fetch_add(1, Relaxed);
}

/// Ends a task.
pub fn end_task() {
    // Effects of the task run after it ends, and may schedule further tasks.
    after(Duration::ZERO, || {
        if TASKS_DUE.fetch_sub(1, Relaxed) == 1 {
            mark_ready();
        }
    });
}

/// Runs a task at this interval.
pub fn set_interval(wait: Duration, act: impl Fn() + 'static) -> Option<IntervalHandle> {
    let act: Box<dyn Fn()> = Box::new(act);
    set_interval_with_handle(act, wait).ok()
}

/// Runs a task at this interval, until the calling effect runs again or is disposed of.
pub fn interval(wait: Duration, act: impl Fn() + 'static) {
    if let Some(handle) = set_interval(wait, act) {
        on_cleanup(move || handle.clear());
    }
}

/// Marks the page as ready, for tests and style sheets, and runs the waiting tasks.
fn mark_ready() {
    set_flag("data-ready", true);
    for act in READY_TASKS.take() {
        act();
    }
}

thread_local! {
    /// The tasks that wait until the page is ready.
    static READY_TASKS: RefCell<Vec<Act>> = const { RefCell::new(Vec::new()) };
}

/// Runs a task when the page is ready, or now if it is.
pub fn when_ready(act: Act) {
    if find("[data-ready]").is_some() {
        act();
    } else {
        READY_TASKS.with_borrow_mut(|waiting| waiting.push(act));
    }
}

/// Marks on the document whether it is the viewer's turn: `public/notify.js` shows it in the icon.
pub fn mark_turn(mine: bool) {
    set_flag("data-mine", mine);
}

/// Marks on the document whether there is an opponent at the table: `public/notify.js` tells a hidden tab.
pub fn mark_opponent(there: bool) {
    set_flag("data-opponent", there);
}

fn set_flag(name: &str, on: bool) {
    if let Some(root) = document().document_element() {
        // An attribute name made of letters is always accepted.
        let _ = root.toggle_attribute_with_force(name, on);
    }
}

/// Replaces the path in the address bar without navigating.
pub fn replace_path(path: &str) {
    if let Ok(history) = window().history() {
        // Browsers refuse this only when it is called very often; the address then stays as it is.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Puts another path into the address bar without navigating; the browser's way back leads to the one before.
pub fn push_path(path: &str) {
    if let Ok(history) = window().history() {
        // As for `replace_path`.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Fetches a file or an answer of this server as text.
///
/// # Errors
/// It cannot be had: no connection, or the server answers with an error.
pub async fn fetch_text(address: &str) -> Result<String, JsValue> {
    let answer = JsFuture::from(window().fetch_with_str(address)).await?;
    let answer: web_sys::Response = answer.unchecked_into();
    if !answer.ok() {
        return Err(JsValue::from_str(address));
    }
    let text = JsFuture::from(answer.text()?).await?;
    Ok(text.as_string().unwrap_or_default())
}

/// Navigates to this path; reloads if it is the current one.
pub fn navigate(path: &str) {
    // It fails only for an invalid address.
    let _ = window().location().set_href(path);
}

/// Navigates to this path in the place of the current one: the browser's way back does not lead here.
pub fn redirect(path: &str) {
    // As for `navigate`.
    let _ = window().location().replace(path);
}

/// The value of a query parameter of the address: `?board=…`. Values are expected to contain only letters,
/// digits and hyphens, which are not encoded.
pub fn query_parameter(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    let pairs = query.strip_prefix('?')?.split('&');
    pairs
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
}

/// The last part of the address's path.
pub fn last_of_path() -> Option<String> {
    window().location().pathname().ok()?.rsplit('/').next().map(str::to_owned)
}

/// Whether the query of the address is this word.
pub fn is_query(word: &str) -> bool {
    window().location().search().is_ok_and(|query| query.strip_prefix('?') == Some(word))
}

/// Today, as days since 1 January 1970 in UTC.
pub fn today() -> u32 {
    u32::try_from(now() / 86_400_000).unwrap_or(0)
}

/// A random number below `bound`.
pub fn random_below(bound: u32) -> u32 {
    (js_sys::Math::random() * f64::from(bound)) as u32
}
