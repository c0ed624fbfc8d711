//! The link to a tournament, and its result as a text: both to be handed on. The buttons are those of `app/tournament.js`.

use std::fmt::Write;

use super::describe::{Stage, facts};
use super::{card, hint};
use crate::app::text::names::shown_name;
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::model::tournaments::TournamentData;

/// How many rows of the standing the text has.
const ROWS: usize = 10;

/// The card.
pub(super) fn share_card(data: &TournamentData) -> El {
    let line = &data.tournament.line;
    let stage = Stage::of(line, data.tournament.now);
    let link = format!("{}/e/{}", data.base, line.code);
    let is_over = stage == Stage::Finished;
    let how = if is_over { words::tournament_share_how_over() } else { words::tournament_share_how() };
    let share = button("button")
        .attr("hidden", true)
        .attr("data-share-link", link.clone())
        .attr("data-title", line.plan.title.clone())
        .child(icon(Icon::Share))
        .child(words::SHARE);
    let text = (is_over && data.table.from <= 1 && !data.table.rows.is_empty()).then(|| {
        let text = result_text(data, &link);
        let lines = text.lines().count().to_string();
        let field = el("textarea")
            .class("input")
            .attr("readonly", true)
            .attr("rows", lines)
            .attr("dir", "auto")
            .aria_label(words::TOURNAMENT_AS_TEXT)
            .child(text.clone());
        el("details")
            .child(el("summary").child(words::TOURNAMENT_AS_TEXT))
            .child(field)
            .child(copy_button(words::tournament_as_text(), text))
    });
    let report = ((data.tournament.rounds > 1 || is_over) && data.tournament.rounds_planned().is_some())
        .then(|| {
            let report = el("a").href(format!("/e/{}/report.trf", line.code)).attr("download", true);
            el("p").class("small").child(report.child(words::TOURNAMENT_REPORT))
        });
    card("card event-share", "share", words::share())
        .child(hint(how))
        .child(el("p").class("link").child(link.clone()))
        .child(el("div").class("actions").child(share).child(copy_button(words::copy_link(), link)))
        .child(text)
        .child(report)
        .child(el("p").id("copied").class("small").role("status"))
}

fn copy_button(name: String, text: String) -> El {
    button("button")
        .attr("hidden", true)
        .attr("data-copy", text)
        .attr("data-done", words::IS_COPIED)
        .attr("data-shut", words::CANNOT_COPY)
        .child(icon(Icon::Copy))
        .child(name)
}

/// The result in plain text: the title, what was played, the first rows, the link.
pub(super) fn result_text(data: &TournamentData, link: &str) -> String {
    let plan = &data.tournament.line.plan;
    let mut text = format!("{}\n{}\n", plan.title, joined(" · ", facts(plan)));
    let ranked = data.table.rows.iter().filter_map(|row| Some((row.standing.rank?, row)));
    for (rank, row) in ranked.take(ROWS) {
        let points = words::tournament_points(row.standing.score.points);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{rank}. {}: {points}", shown_name(&row.name));
    }
    text.push_str(link);
    text
}
