//! The page with the lists of tournaments: those that are running, those to come, and those that are over.

use leptos::prelude::*;
use tournament::{Millis, Phase, Visibility};

use super::describe::{Stage, countdown, facts, is_arena, moment};
use super::{card, frame, typed};
use crate::app::pages::page_head;
use crate::app::text::names::shown_name;
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::mark;
use crate::model::tournaments::{TournamentLine, TournamentLists};

/// The page.
pub fn tournaments_page() -> AnyView {
    let lists: TournamentLists = use_context().unwrap_or_default();
    let now = lists.now;
    let has_any = !lists.running.is_empty() || !lists.upcoming.is_empty();
    let open = el("a").class("button primary big").href("/events/new").child(words::NEW_TOURNAMENT);
    let text = el("p").class("soft");
    let text = text.child(if has_any { words::tournaments_about() } else { words::tournaments_none() });
    let tv = el("a").href("/tv").child(words::TV);
    let about = el("section")
        .class("card event-open")
        .aria_label(words::NEW_TOURNAMENT)
        .child(text.child(" ").child(tv))
        .child(open);
    let list = |id: &'static str, heading: String, lines: &[TournamentLine]| {
        (!lines.is_empty()).then(|| card("card", id, heading).child(tournament_rows(lines, now)))
    };
    let finished = list("finished", words::tournaments_finished(), &lists.finished)
        .map(|card| card.child(pages(lists.page.max(1), lists.has_more)));
    frame(page_head(el("h1").child(words::TOURNAMENTS)))
        .child(about)
        .child(list("running", words::tournaments_running(), &lists.running))
        .child(list("upcoming", words::tournaments_upcoming(), &lists.upcoming))
        .child(finished)
        .any()
}

/// A list of tournaments, each a link.
pub fn tournament_rows<'l>(lines: impl IntoIterator<Item = &'l TournamentLine>, now: Millis) -> El {
    el("ul").class("games event-list").children(lines.into_iter().map(|line| row(line, now)))
}

/// The links to the pages of the finished ones.
fn pages(page: u32, has_more: bool) -> Option<El> {
    let link = |page: u32, text: String| {
        el("a").class("button quiet").href(format!("/events?page={page}")).child(text)
    };
    let newer = (page > 1).then(|| link(page - 1, words::newer_games()));
    let older = has_more.then(|| link(page.saturating_add(1), words::older_games()));
    let is_needed = newer.is_some() || older.is_some();
    is_needed.then(|| {
        el("nav").class("event-pages").aria_label(words::TOURNAMENTS_FINISHED).child(newer).child(older)
    })
}

fn row(line: &TournamentLine, now: Millis) -> El {
    let stage = Stage::of(line, now);
    let private = (line.plan.visibility == Visibility::Private).then(words::watch_invited);
    let what = joined(" · ", facts(&line.plan).into_iter().chain(private));
    let players = u32::try_from(line.entrants).unwrap_or(u32::MAX);
    let leader = line.leader.as_deref().map(shown_name);
    let leads = leader.as_deref().and_then(|name| match stage {
        Stage::Running | Stage::LastGames => Some(words::tournament_leads(name)),
        Stage::Finished => Some(words::tournament_winner(name)),
        Stage::Announced | Stage::Missed | Stage::Cancelled => None,
    });
    let who = joined(" · ", [words::tournament_players(players)].into_iter().chain(leads));
    let own = line
        .is_own
        .then(|| el("span").class("badge").attr("data-kind", "strong").child(words::TOURNAMENT_ENTERED));
    let words_of = el("span")
        .class("grow")
        .child(el("span").class("name").child(typed(line.plan.title.clone())).child(own))
        .child(el("span").class("small soft").child(what))
        .child(el("span").class("small who").child(who));
    let face = leader.filter(|_| stage == Stage::Finished).map(mark);
    let link = el("a").class("game-row event-row").href(format!("/e/{}", line.code));
    el("li").child(link.child(when(line, stage, now)).child(words_of).child(face))
}

/// The tile with the time that matters at this stage.
fn when(line: &TournamentLine, stage: Stage, now: Millis) -> El {
    let tile = el("span").class("event-when").attr("data-stage", stage.is_running().then_some("running"));
    let label = |text: String| el("span").class("small").child(text);
    match (stage, line.ends_at, line.phase) {
        (Stage::Announced, ..) => tile
            .child(label(words::tournament_starts_in()))
            .child(countdown(line.plan.starts_at.saturating_sub(now)))
            .child(el("span").class("small").child(moment(line.plan.starts_at))),
        (Stage::Running, Some(end), _) if is_arena(&line.plan) => {
            tile.child(label(words::tournament_time_left())).child(countdown(end.saturating_sub(now)))
        }
        (_, _, Phase::Running(at) | Phase::Finished(at)) => {
            tile.child(label(stage.name())).child(el("span").class("small").child(moment(at)))
        }
        _ => tile
            .child(label(stage.name()))
            .child(el("span").class("small").child(moment(line.plan.starts_at))),
    }
}
