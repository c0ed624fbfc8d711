//! How the page looks, moves and sounds, as somebody has set it on this device: attributes of the document element, so that
//! style sheets and scripts read them, kept together in one entry of local storage, in the form of a query.

use leptos::prelude::document;

use super::{stage, storage};

/// Where it is kept. The script in the page's head reads it before anything is drawn.
pub const KEY: &str = "duello.look";
/// All that can be set; the attribute of each is `data-` and its name. `tilt` and `spin` are the angles of the free camera.
/// `loud` is the volume that comes back when the sound is switched on again.
pub const NAMES: [&str; 13] = [
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
    "tilt",
    "spin",
];
/// The attribute that says that the theme is the one that the system wishes.
const OF_SYSTEM: &str = "data-system";
/// The cameras, in the order in which a key goes through them.
pub const CAMERAS: [&str; 4] = ["flat", "table", "low", "free"];

/// What something is set to; none while it is as usual.
pub fn get(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(&format!("data-{name}"))
}

/// Sets something, for now and for later visits; with `None` it is as usual again.
pub fn set(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    let attribute = format!("data-{name}");
    if name == "theme" {
        let _ = root.remove_attribute(OF_SYSTEM);
    }
    // Names of attributes that are made of letters are always accepted.
    let _ = match value {
        Some(value) => root.set_attribute(&attribute, value),
        None => root.remove_attribute(&attribute),
    };
    if name == "scheme"
        && let Some(meta) = super::find("meta[name=color-scheme]")
    {
        let _ = meta.set_attribute("content", value.unwrap_or("light dark"));
    }
    let mut kept = String::new();
    for name in NAMES {
        // What the system wishes is not kept: it may wish another thing tomorrow.
        let chosen = name != "theme" || !root.has_attribute(OF_SYSTEM);
        if let Some(value) = get(name).filter(|_| chosen) {
            for part in [if kept.is_empty() { "" } else { "&" }, name, "=", &value] {
                kept.push_str(part);
            }
        }
    }
    storage::save(KEY, &kept);
}

/// Switches the sound off, or on as loud as it was; says whether it is on now.
pub fn switch_sound() -> bool {
    let now = get("sound");
    let on = now.as_deref() == Some("0");
    set("sound", if on { get("loud") } else { Some("0".to_owned()) }.as_deref());
    set("loud", now.filter(|_| !on).as_deref());
    if on {
        stage::sound("turn");
    }
    on
}

/// Looks at the board through the next camera, and says through which.
pub fn next_camera() -> usize {
    let now = get("camera").and_then(|camera| CAMERAS.iter().position(|name| *name == camera));
    let next = (now.unwrap_or(0) + 1) % CAMERAS.len();
    set("camera", Some(CAMERAS[next]));
    next
}
