//! The look-and-sound settings of this device in local storage. Each is an attribute of the document element,
//! so that style sheets and scripts can read it; together they are one entry, written as a query string.

use leptos::prelude::document;

use super::{stage, storage};

/// The names of all settings; the attribute of each is `data-` and its name. `tilt`, `spin` and `zoom` are where
/// the free camera was left (`public/scene.js`). `loud` is the volume to restore when the sound is switched on again.
pub const NAMES: [&str; 16] = [
    "theme",
    "light",
    "camera",
    "scheme",
    "motion",
    "sound",
    "loud",
    "vibration",
    "counts",
    "turn",
    "zen",
    "premove",
    "confirm",
    "tilt",
    "spin",
    "zoom",
];
/// The attribute that says that the theme is the one preferred by the system.
const FROM_SYSTEM: &str = "data-system";
/// The cameras, in the order in which a key cycles through them: the flat board, then the views of the board in
/// three dimensions (`public/scene.js`).
pub const CAMERAS: [&str; 6] = ["flat", "table", "seat", "side", "above", "free"];
/// The lights, which are on or off. All that are on are one value, with blanks between them.
pub const LIGHTS: [&str; 3] = ["window", "lamp", "candle"];
/// What is stored while no light is on: the default has one.
const DARK: &str = "none";

/// The value of a setting; `None` while it is the default.
pub fn get(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(&format!("data-{name}"))
}

/// Changes a setting, now and for later visits; `None` restores the default.
pub fn set(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    let attribute = format!("data-{name}");
    if name == "theme" {
        let _ = root.remove_attribute(FROM_SYSTEM);
    }
    // Attribute names made of letters are always accepted.
    let _ = match value {
        Some(value) => root.set_attribute(&attribute, value),
        None => root.remove_attribute(&attribute),
    };
    if name == "scheme"
        && let Some(meta) = super::find("meta[name=color-scheme]")
    {
        let _ = meta.set_attribute("content", value.unwrap_or("light dark"));
    }
    let mut stored = String::new();
    for name in NAMES {
        // The theme preferred by the system is not stored, because it may change.
        let chosen = name != "theme" || !root.has_attribute(FROM_SYSTEM);
        if let Some(value) = get(name).filter(|_| chosen) {
            for part in [if stored.is_empty() { "" } else { "&" }, name, "=", &value] {
                stored.push_str(part);
            }
        }
    }
    storage::save(storage::keys::LOOK, &stored);
}

/// Mutes or unmutes the sound at its former volume; returns whether it is on now.
pub fn toggle_sound() -> bool {
    let now = get("sound");
    let on = now.as_deref() == Some("0");
    set("sound", if on { get("loud") } else { Some("0".to_owned()) }.as_deref());
    set("loud", now.filter(|_| !on).as_deref());
    if on {
        stage::sound("turn");
    }
    on
}

/// Whether a light of [`LIGHTS`] is on.
pub fn is_lit(light: &str) -> bool {
    match get("light") {
        Some(lit) => lit.split(' ').any(|lit| lit == light),
        None => light == LIGHTS[0],
    }
}

/// Switches a light of [`LIGHTS`] on or off.
pub fn switch_light(light: &str) {
    let mut lit = String::new();
    for name in LIGHTS {
        if is_lit(name) != (name == light) {
            if !lit.is_empty() {
                lit.push(' ');
            }
            lit.push_str(name);
        }
    }
    let lit = if lit.is_empty() { DARK } else { &lit };
    set("light", (lit != LIGHTS[0]).then_some(lit));
}

/// Switches to the next camera; returns its index.
pub fn next_camera() -> usize {
    let now = get("camera").and_then(|camera| CAMERAS.iter().position(|name| *name == camera));
    let next = (now.unwrap_or(0) + 1) % CAMERAS.len();
    set("camera", Some(CAMERAS[next]));
    next
}
