//! The coloured mark (avatar) of a person: the first letter of the name. Its colour follows from the name, so
//! it is the same for everybody.

use leptos::prelude::*;
use room::{BOT_MARK, claimed_name};

use super::el::el;
use crate::app::text::isolate::first_letter;

/// The hues, in degrees, far enough apart to be told from each other.
const HUES: [u32; 6] = [28, 68, 152, 222, 268, 322];

/// A person's mark.
pub fn mark(name: String) -> AnyView {
    render_mark(hue(&name), name)
}

/// The mark of a person opposite another one: its colour differs on this page, whatever their names are.
pub fn mark_opposite(name: String, other: &str) -> AnyView {
    let own = hue(&name);
    render_mark(if own == hue(other) { own + 1 } else { own }, name)
}

/// A placeholder for a mark that is not known yet.
pub fn empty_mark() -> AnyView {
    el("span").class("mark mark-empty").attr("aria-hidden", "true").any()
}

/// The index of a name's hue.
fn hue(name: &str) -> usize {
    let sum = name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    sum as usize % HUES.len()
}

fn render_mark(hue: usize, name: String) -> AnyView {
    // The style sheet capitalises it: the browser knows every alphabet already.
    let letter =
        first_letter(name.strip_prefix(BOT_MARK).or(claimed_name(&name)).unwrap_or(&name)).to_owned();
    el("span")
        .class("mark")
        .attr("style", format!("--hue:{}", HUES[hue % HUES.len()]))
        .attr("aria-hidden", "true")
        .child(letter)
        .any()
}
