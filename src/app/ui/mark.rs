//! The coloured mark of a person: the first letter of the name. The colour comes from the name, so it is the same for
//! everybody who sees it.

use leptos::prelude::*;

use super::el::el;

/// Their hues, in degrees: far enough from each other to be told apart.
const HUES: [u32; 6] = [28, 68, 152, 222, 268, 322];

/// A person's mark.
pub fn mark(name: String) -> AnyView {
    drawn(hue(&name), name)
}

/// The mark of a person who sits opposite another one: of another colour on this page, whatever the two are called.
pub fn mark_opposite(name: String, other: &str) -> AnyView {
    let own = hue(&name);
    drawn(if own == hue(other) { own + 1 } else { own }, name)
}

/// In the place of a mark, where nobody knows yet whose it is.
pub fn no_mark() -> AnyView {
    el("span").class("mark mark-empty").attr("aria-hidden", "true").any()
}

/// Which of the hues a name has.
fn hue(name: &str) -> usize {
    let sum = name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    sum as usize % HUES.len()
}

fn drawn(hue: usize, name: String) -> AnyView {
    // The style sheet makes a capital of it: the browser knows every alphabet already.
    let letter: String = name.chars().take(1).collect();
    el("span")
        .class("mark")
        .attr("style", format!("--hue:{}", HUES[hue % HUES.len()]))
        .attr("aria-hidden", "true")
        .child(letter)
        .any()
}
