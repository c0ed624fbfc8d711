//! The graph of a rating over the last rated games.

use crate::app::text::words;
use crate::app::ui::el::{El, el};

/// The size of the graph in its own units.
const SIZE: (u32, u32) = (300, 60);
/// The least range that its height shows, in points: a small change is no steep line.
const LEAST_RANGE: u32 = 50;

/// The graph of these points, the oldest first, with what it shows in words; `None` for a single one.
pub(super) fn rating_graph(points: &[u32]) -> Option<El> {
    let [first, .., last] = points else { return None };
    let (least, most) = (points.iter().min()?, points.iter().max()?);
    let range = (most - least).max(LEAST_RANGE);
    let place = |(at, point): (usize, &u32)| {
        let x = SIZE.0 as usize * at / (points.len() - 1);
        let y = SIZE.1 - SIZE.1 * (point - least) / range;
        format!("{x},{y}")
    };
    let line = points.iter().enumerate().map(place).collect::<Vec<_>>().join(" ");
    let games = u32::try_from(points.len() - 1).unwrap_or(u32::MAX);
    let [first, last, most] = [first, last, most].map(u32::to_string);
    let said = words::rating_graph(games, &first, &last, &most);
    let graph = el("svg")
        .attr("viewBox", format!("-2 -2 {} {}", SIZE.0 + 4, SIZE.1 + 4))
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(el("polyline").attr("points", line));
    Some(
        el("figure")
            .class("rating-graph")
            .child(graph)
            .child(el("figcaption").class("soft small").child(said)),
    )
}
