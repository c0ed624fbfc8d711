//! The best three of a tournament that is over.

use super::typed;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::mark;
use crate::model::tournaments::{TournamentRow, TournamentTable, TournamentView, entrant_path};

/// The three on their steps. Bots of the server have no rank, and stand on none.
pub(super) fn podium(view: &TournamentView, table: &TournamentTable) -> El {
    let ranked = table.rows.iter().filter_map(|row| Some((row.standing.rank?, row)));
    let step = |(at, (rank, row)): (usize, (u32, &TournamentRow))| {
        let name = shown_name(&row.name);
        let link = el("a")
            .href(entrant_path(view.line.code, row.standing.entrant))
            .child(mark(name.clone()))
            .child(typed(name));
        let block = el("span")
            .class("step")
            .child(el("b").child(rank.to_string()))
            .child(el("span").class("small").child(words::tournament_points(row.standing.score.points)));
        el("li").attr("data-step", (at + 1).to_string()).child(link).child(block)
    };
    el("ol")
        .class("podium")
        .aria_label(words::TOURNAMENT_PODIUM)
        .children(ranked.take(3).enumerate().map(step))
}
