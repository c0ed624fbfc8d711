//! The dialog "Settings": all settings of this device in one table, with their controls.

use leptos::prelude::*;

use super::dialog::dialog;
use super::el::{El, button, el};
use super::extra;
use super::icon::{Icon, icon};
use super::language::language_choice;
use super::live::{flag, part_if};
use crate::app::text::words;
use crate::client::{self, look, stage};

/// A value, as [`look`] stores it, and its name. The empty value is the default, which is not stored.
type Value = (&'static str, fn() -> String);

/// A setting with a few values.
struct Setting {
    /// Its name in [`look`].
    name: &'static str,
    legend: fn() -> String,
    values: &'static [Value],
    /// The index of the value that holds if none is stored.
    default: usize,
}

const SETTINGS: [Setting; 9] = [
    Setting {
        name: "theme",
        legend: words::look_theme,
        values: &[
            ("walnut", words::look_walnut),
            ("marble", words::look_marble),
            ("night", words::look_night),
            ("garden", words::look_garden),
            ("contrast", words::look_contrast),
        ],
        default: 0,
    },
    Setting {
        name: "camera",
        legend: words::look_camera,
        values: &[
            ("flat", words::look_flat),
            ("table", words::look_table),
            ("seat", words::look_seat),
            ("side", words::look_side),
            ("above", words::look_above),
            ("free", words::look_free),
        ],
        default: 0,
    },
    Setting {
        name: "scheme",
        legend: words::look_scheme,
        values: &[("", words::look_system), ("light", words::look_bright), ("dark", words::look_dark)],
        default: 0,
    },
    Setting {
        name: "motion",
        legend: words::look_motion,
        values: &[
            ("off", words::look_off),
            ("fast", words::look_fast),
            ("", words::look_normal),
            ("slow", words::look_slow),
        ],
        default: 2,
    },
    Setting { name: "vibration", legend: words::look_vibration, values: &ON_OR_OFF, default: 0 },
    Setting { name: "counts", legend: words::look_counts, values: &ON_OR_OFF, default: 0 },
    Setting {
        name: "turn",
        legend: words::look_turn,
        values: &[("on", words::look_on), ("", words::look_off)],
        default: 1,
    },
    Setting { name: "premove", legend: words::look_premove, values: &ON_OR_OFF, default: 0 },
    Setting {
        name: "confirm",
        legend: words::look_confirm,
        values: &[
            ("off", words::look_confirm_never),
            ("", words::look_confirm_days),
            ("on", words::look_confirm_always),
        ],
        default: 1,
    },
];

const ON_OR_OFF: [Value; 2] = [("", words::look_on), ("off", words::look_off)];

/// What the lights of [`look::LIGHTS`] are called.
const LIGHT_NAMES: [fn() -> String; 3] = [words::look_window, words::look_lamp, words::look_candle];

/// The default volume, in percent.
const VOLUME: &str = "70";

/// The button that opens the dialog; `class` is its appearance.
pub fn settings_button(open: RwSignal<bool>, class: &'static str, label: bool) -> El {
    let button = button(class).child(icon(Icon::Look));
    let button = button.on_click(move || {
        // The dialog restores the focus to the menu that may contain this button, so the menu closes first.
        close_menu();
        open.set(true);
    });
    if label { button.child(words::LOOK_TITLE) } else { button.aria_label(words::LOOK_TITLE) }
}

/// Closes the menu of the control bar, if it is open.
pub fn close_menu() {
    if let Some(menu) = client::find(".menu[open]") {
        client::focus(".menu summary");
        let _ = menu.remove_attribute("open");
    }
}

/// The dialog, which is open while `open` is true. Changes take effect at once.
pub fn settings_dialog(open: RwSignal<bool>) -> AnyView {
    let content = part_if(move || open.get().then(|| extra::load_now(move |extras| (extras.settings)(open))));
    dialog(open, "look-title", "look", vec![el("div").class("look-sheet").child(content).any()])
}

/// The content of the dialog: its code is loaded when it is first opened (lazy loading, `app::parts`).
pub fn settings_content(open: RwSignal<bool>) -> AnyView {
    let close = button("button quiet square dialog-close")
        .aria_label(words::CLOSE)
        .on_click(move || open.set(false))
        .child(icon(Icon::Close));
    let mut groups: Vec<AnyView> = SETTINGS.iter().map(setting_field).collect();
    groups.insert(4, volume_field());
    groups.insert(1, lights_field());
    groups.insert(0, el("h2").id("look-title").child(words::LOOK_TITLE).any());
    groups.push(language_choice());
    groups.push(close.any());
    groups.into_any()
}

fn setting_field(choice: &'static Setting) -> AnyView {
    let stored = look::get(choice.name);
    let chosen = match &stored {
        Some(stored) => choice.values.iter().position(|(value, _)| value == stored).unwrap_or(choice.default),
        None => choice.default,
    };
    let pictured = matches!(choice.name, "theme" | "camera");
    let values = choice.values.iter().enumerate().map(|(place, (value, name))| {
        let value: &'static str = value;
        let input = el("input")
            .attr("type", "radio")
            .attr("name", choice.name)
            .attr("value", value)
            .prop_flag("checked", flag(move || place == chosen))
            .on_change(move |_| {
                look::set(choice.name, (!value.is_empty()).then_some(value));
                // A theme has a sound of its own.
                if choice.name == "theme" {
                    stage::sound("stone");
                }
            });
        // Each theme and camera is shown by a sample of the board in it.
        let swatch = pictured
            .then(|| swatch(if choice.name == "theme" { "data-theme" } else { "data-camera" }, value));
        el("label").child(input).child(el("span").child(swatch).child(name()))
    });
    let class = if pictured { "choices pictures" } else { "choices" };
    let values = el("div").class(class).children(values);
    let class = if choice.values.len() == 2 { "switch" } else { "" };
    let note = (choice.name == "camera").then(|| el("p").class("soft small").child(words::look_3d()));
    el("fieldset").class(class).child(el("legend").child((choice.legend)())).child(values).child(note).any()
}

/// A piece of the board as it looks with a value of a setting.
fn swatch(attribute: &'static str, value: &'static str) -> El {
    el("i").class("swatch").attr(attribute, value).child(el("i").class("stone").attr("data-c", "3"))
}

/// The lights: each is on or off.
fn lights_field() -> AnyView {
    let lights = look::LIGHTS.into_iter().zip(LIGHT_NAMES).map(|(light, name)| {
        let is_lit = look::is_lit(light);
        let input = el("input")
            .attr("type", "checkbox")
            .attr("name", light)
            .prop_flag("checked", flag(move || is_lit))
            .on_change(move |_| look::switch_light(light));
        el("label").child(input).child(el("span").child(swatch("data-light", light)).child(name()))
    });
    let lights = el("div").class("choices pictures").children(lights);
    el("fieldset").child(el("legend").child(words::look_light())).child(lights).any()
}

fn volume_field() -> AnyView {
    let slider = el("input")
        .class("slider")
        .id("look-sound")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", "100")
        .attr("step", "10")
        .attr("value", look::get("sound").unwrap_or_else(|| VOLUME.to_owned()))
        .on_input(move |volume| {
            look::set("sound", Some(&volume));
            stage::sound("stone");
        });
    el("div")
        .class("field")
        .child(el("label").attr("for", "look-sound").child(words::LOOK_SOUND))
        .child(slider)
        .any()
}
