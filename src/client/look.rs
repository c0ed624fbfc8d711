//! The look-and-sound settings of this device in local storage. Each is an attribute of the document element,
//! so that style sheets and scripts can read it; together they are one entry, written as a query string.

use leptos::prelude::document;

use super::{stage, storage};

/// The names of all settings; the attribute of each is `data-` and its name. `tilt` and `spin` are the angles
/// of the free camera. `loud` is the volume to restore when the sound is switched on again.
pub const NAMES: [&str; 15] = [
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
];
/// The attribute that says that the theme is the one preferred by the system.
const FROM_SYSTEM: &str = "data-system";
/// The cameras, in the order in which a key cycles through them.
pub const CAMERAS: [&str; 5] = ["flat", "table", "low", "free", "scene"];

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

/// Switches to the next camera; returns its index.
pub fn next_camera() -> usize {
    let now = get("camera").and_then(|camera| CAMERAS.iter().position(|name| *name == camera));
    let next = (now.unwrap_or(0) + 1) % CAMERAS.len();
    set("camera", Some(CAMERAS[next]));
    next
}
