//! The cross table of a round robin: everybody's results against everybody.

use tournament::EntrantId;

use super::describe::Stage;
use super::table::{cell, points, rank, score, tr, who};
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::tournaments::{TournamentRow, TournamentTable, TournamentView};

/// The table. It may be wider than a phone: it is scrolled in a frame of its own, which the keyboard reaches.
pub(super) fn cross_table(
    view: &TournamentView,
    table: &TournamentTable,
    own: Option<EntrantId>,
    caption: String,
) -> El {
    let heading = |class: &'static str, text: String| {
        el("th").class(class).role("columnheader").attr("scope", "col").child(text)
    };
    let opponents = table.rows.iter().enumerate().map(|(at, row)| {
        let name = shown_name(&row.name);
        heading("against", (at + 1).to_string()).attr("title", name.clone()).aria_label(name)
    });
    let head = el("tr")
        .role("row")
        .child(heading("rank", "#".to_owned()).aria_label(words::LEADERBOARD_PLACE))
        .child(heading("who", words::leaderboard_player()))
        .children(opponents)
        .child(heading("points", words::tournament_points_head()))
        .child(heading("tie", "SB".to_owned()).attr("title", words::tournament_sonneborn()));
    let is_over = Stage::of(&view.line, view.now) == Stage::Finished;
    let row = |row: &TournamentRow| {
        tr(row, own == Some(row.standing.entrant))
            .child(rank(row))
            .child(who(view.line.code, row))
            .children(table.rows.iter().map(|other| against(row, other, is_over)))
            .child(points(row))
            .child(cell("tie").child(row.standing.sonneborn_berger.to_string()))
    };
    let rows = el("table")
        .class("standing cross")
        .role("table")
        .child(el("caption").class("hidden").child(caption))
        .child(el("thead").role("rowgroup").child(head))
        .child(el("tbody").role("rowgroup").children(table.rows.iter().map(row)));
    el("div")
        .class("cross-frame")
        .role("region")
        .attr("tabindex", "0")
        .aria_label(words::TOURNAMENT_RESULTS)
        .child(rows)
}

/// What an entrant took from another one: one result, or two in a double round robin.
fn against(row: &TournamentRow, other: &TournamentRow, is_over: bool) -> El {
    let cell = cell("against");
    if row.standing.entrant == other.standing.entrant {
        return cell.attr("data-self", true);
    }
    let results = row.standing.played.iter().zip(&row.games);
    let of_other: Vec<El> = results
        .filter(|(played, _)| played.opponent == other.standing.entrant)
        .map(|(played, game)| score(game.room, played))
        .collect();
    match of_other.is_empty() && !is_over {
        true => cell.child(el("span").class("soft").attr("aria-hidden", "true").child("·")),
        false => cell.children(of_other),
    }
}
