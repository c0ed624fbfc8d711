//! The coloured mark of a person: the first letter of the name. The colour comes from the name, so it is the same for
//! everybody who sees it.

use leptos::prelude::*;

/// How many colours there are in `style/tokens.css`.
const HUES: u32 = 6;

/// A person's mark.
#[component]
pub fn Mark(
    /// The person's name.
    #[prop(into)]
    name: String,
) -> impl IntoView {
    let letter: String = name.chars().next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    let hue = name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % HUES;
    view! {
        <span class="mark" data-hue=hue.to_string() aria-hidden="true">
            {letter}
        </span>
    }
}
