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
    // The style sheet makes a capital of it: the browser knows every alphabet already.
    let letter: String = name.chars().take(1).collect();
    let hue = name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % HUES;
    view! {
        <span class="mark" data-hue=hue.to_string() aria-hidden="true">
            {letter}
        </span>
    }
}
