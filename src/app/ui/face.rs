//! The faces of the computer's levels: a lacquered disc with a drawn face, from scatterbrained to crowned.

use engine_protocol::Level;
use leptos::prelude::*;

use super::el::el;

/// The picture of a level. It has no name: the level's stands beside it.
pub fn face(level: Level) -> AnyView {
    let (hue, lines) = drawing(level);
    el("span")
        .class("mark face")
        .attr("style", format!("--hue:{hue}"))
        .attr("aria-hidden", "true")
        .child(el("svg").attr("viewBox", "0 0 48 48").child(el("path").attr("d", lines)))
        .any()
}

/// The hue of a level's disc, in degrees, and the lines of its face.
fn drawing(level: Level) -> (u32, &'static str) {
    match level {
        // One eye a cross, one a dot, a wavy mouth.
        Level::Random => (60, "M14 18l5 5m0-5l-5 5M31 20v1M14 33q3-4 6 0t6 0t7 0"),
        // Wide eyes and a grin full of teeth.
        Level::Greedy => (
            35,
            "M14 20a3 3 0 1 0 6 0a3 3 0 1 0-6 0M28 20a3 3 0 1 0 6 0a3 3 0 1 0-6 0M13 29h22q-2 9-11 9t-11-9M20 29v4M28 29v4",
        ),
        // A sprout grows on its head.
        Level::Beginner => (130, "M24 13V7q-2-4-8-3q1 5 8 5q1-5 8-5q-1 5-8 6M17 22v1M31 22v1M19 32q5 4 10 0"),
        // It smiles with its eyes.
        Level::Easy => (160, "M13 22q3.500-5 7 0M28 22q3.500-5 7 0M15 30q9 9 18 0"),
        // Glasses.
        Level::Medium => (
            230,
            "M12 22a5 5 0 1 0 10 0a5 5 0 1 0-10 0M26 22a5 5 0 1 0 10 0a5 5 0 1 0-10 0M22 21q2-2 4 0M17 22v1M31 22v1M19 34h10",
        ),
        // Frowning.
        Level::Hard => (268, "M13 15l8 4M35 15l-8 4M17 23v1M31 23v1M18 34q6-4 12 0"),
        // A monocle and a moustache.
        Level::Expert => (
            322,
            "M17 20v1M26 20a5 5 0 1 0 10 0a5 5 0 1 0-10 0M31 20v1M36 21v9M24 31q-5-5-11 1q6 3 11-1q5 4 11 1q-6-6-11-1",
        ),
        // A crown, eyes that need not look, a beard.
        Level::Master => {
            (15, "M14 15V7l5 4l5-6l5 6l5-4v8zM14 24h6M28 24h6M15 31q9 5 18 0q-1 10-9 11q-8-1-9-11")
        }
        // A flawless diamond on its forehead, and at rest.
        Level::Perfect => {
            (200, "M17 11l4-5h6l4 5l-7 8zM17 11h14M13 25q3.500 4 7 0M28 25q3.500 4 7 0M18 34q6 4 12 0")
        }
    }
}
