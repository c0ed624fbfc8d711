//! The page as an installed app (PWA): links and colours in its head, the script for installed apps
//! (`public/installed.js`), and how to install it. Rendered by the server alone.

use leptos::prelude::*;

use super::text::language::Language;
use super::text::words;
use super::ui::el::{button, el, fragment};
use super::ui::icon::{Icon, icon};

/// The background of the default theme by day and by night, in which a browser draws its own bar. For other
/// themes the script reads the colour from the style sheet.
const THEME_COLOURS: [(&str, &str); 2] = [("light", "#f6ede0"), ("dark", "#16130e")];

/// The links and colours for the head of the document.
pub fn links(language: Language) -> AnyView {
    let colour = |(scheme, paper): (&str, &'static str)| {
        el("meta")
            .attr("name", "theme-color")
            .attr("media", format!("(prefers-color-scheme: {scheme})"))
            .attr("content", paper)
    };
    let metadata =
        |name: &'static str, content: &'static str| el("meta").attr("name", name).attr("content", content);
    let manifest = format!("/{}.webmanifest", language.tag());
    let [day, night] = THEME_COLOURS.map(colour);
    fragment([
        el("link").attr("rel", "manifest").href(manifest),
        day,
        night,
        el("link").attr("rel", "apple-touch-icon").href("/icons/touch-180.png"),
        metadata("mobile-web-app-capable", "yes"),
        metadata("apple-mobile-web-app-capable", "yes"),
        metadata("apple-mobile-web-app-title", "Duello"),
    ])
}

/// The install hint at the foot of the home page: a button where the browser can install, a sentence where
/// people have to do it by its menu. Both are hidden until the script knows which.
pub fn install_hint() -> AnyView {
    let close_button = button("button quiet square").aria_label(words::CLOSE).child(icon(Icon::Close));
    let install_button = button("button quiet")
        .id("install")
        .attr("hidden", true)
        .child(icon(Icon::Device))
        .child(words::INSTALL);
    let hint = el("p").id("install-ios").class("card").attr("hidden", true);
    let hint = hint.child(icon(Icon::Share)).child(el("span").child(words::INSTALL_IOS)).child(close_button);
    fragment([install_button, hint])
}
