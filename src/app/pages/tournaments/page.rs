//! The page of a tournament.

use leptos::prelude::*;

use super::describe::{Stage, facts};
use super::own::tournament_own;
use super::problem::problem_said;
use super::rules::rules_card;
use super::share::share_card;
use super::state::tournament_state;
use super::table::table_for;
use super::{not_found, page_head, typed};
use crate::app::pages::lobby::part;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::tournaments::{TournamentData, TournamentView};

/// The page of a tournament; "not found" without one.
pub fn tournament_page() -> AnyView {
    let Some(data) = use_context::<TournamentData>() else { return not_found() };
    page(&data).any()
}

/// What can be done now comes first, then the standing, then games to watch, and the rules.
pub(super) fn page(data: &TournamentData) -> El {
    let TournamentData { tournament, table, own, problem, .. } = data;
    let known = own.as_ref().map_or(0, |own| own.last_pairing);
    let own_row = own.as_ref().and_then(|own| own.row.as_ref()).map(|row| row.standing.entrant);
    // The rules are unfolded for whoever may still decide to enter.
    let stage = Stage::of(&tournament.line, tournament.now);
    let may_come = matches!(stage, Stage::Announced | Stage::Running) && own_row.is_none();
    let share = (!stage.is_off()).then(|| share_card(data));
    let reconnecting = el("p").class("problem").id("lost").role("status").attr("hidden", true);
    let heading = el("h1").attr("tabindex", "-1").child(typed(tournament.line.plan.title.clone()));
    let top = el("div")
        .class("event-top")
        .child(page_head("/events", words::tournaments(), heading))
        .child(reconnecting.child(words::TRYING_AGAIN))
        .child(problem.map(problem_said))
        .child(head_card(tournament));
    let own = part("event-own").attr("aria-live", "polite").child(tournament_own(tournament, own.as_ref()));
    el("main")
        .id("main")
        .class("page cards event event-page")
        .attr("data-lobby", format!("event/{}", tournament.line.code))
        .attr("data-table-from", table.from.to_string())
        .attr("data-known", known.to_string())
        .child(top)
        .child(own)
        .child(part("event-table").child(table_for(tournament, table, own_row)))
        .child(el("div").class("event-more").child(rules_card(&tournament.line.plan, may_come)).child(share))
}

/// What is played, and how far it has come.
fn head_card(tournament: &TournamentView) -> El {
    let fact = |fact: String| el("li").child(fact);
    let private =
        (tournament.line.plan.visibility == tournament::Visibility::Private).then(words::watch_invited);
    let all = facts(&tournament.line.plan).into_iter().chain(private);
    let facts = el("ul").class("facts").children(all.map(fact));
    el("section")
        .class("card event-head")
        .aria_label(words::TOURNAMENT_FORMAT)
        .child(facts)
        .child(part("event-state").child(tournament_state(tournament)))
}
