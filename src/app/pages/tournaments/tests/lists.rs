//! Tests of the page with the lists.

use leptos::prelude::{Owner, RenderHtml, provide_context};
use tournament::{Phase, Visibility};

use super::count;
use super::sample::{ARENA, NOW, ROUND_ROBIN, line};
use crate::app::pages::tournaments::tournaments_page;
use crate::model::tournaments::{TournamentLine, TournamentLists};

fn page(lists: TournamentLists) -> String {
    Owner::new().with(|| {
        provide_context(lists);
        tournaments_page().to_html()
    })
}

#[test]
fn without_tournaments_the_page_invites_to_open_one() {
    let shown = page(TournamentLists { now: NOW, ..TournamentLists::default() });
    assert!(
        shown.contains("No tournament is announced") && shown.contains("href=\"/events/new\""),
        "{shown}"
    );
    assert_eq!(count(&shown, "<h2"), 0, "{shown}");
}

#[test]
fn each_list_says_what_matters_at_its_stage() {
    let own = TournamentLine { is_own: true, ..line(ARENA, Phase::Announced) };
    let mut private = line(ROUND_ROBIN, Phase::Running(NOW));
    private.plan.visibility = Visibility::Private;
    let shown = page(TournamentLists {
        now: NOW,
        running: vec![line(ARENA, Phase::Running(NOW)), private],
        upcoming: vec![own],
        finished: vec![line(ARENA, Phase::Finished(NOW)), line(ARENA, Phase::Cancelled)],
        page: 2,
        has_more: true,
    });
    assert!(shown.contains("Anna leads") && shown.contains("Winner: Anna"), "{shown}");
    assert!(shown.contains("Time left") && shown.contains("Starts in"), "{shown}");
    assert_eq!((count(&shown, "You’re in"), count(&shown, "With the link")), (1, 1), "{shown}");
    assert!(shown.contains("/events?page=1") && shown.contains("/events?page=3"), "{shown}");
    assert!(shown.contains("Cancelled"), "{shown}");
}

#[test]
fn a_tournament_whose_start_was_missed_is_not_announced_any_more() {
    let mut missed = line(ARENA, Phase::Announced);
    missed.plan.starts_at = NOW - tournament::MAX_LATE_MS - 1;
    let shown = page(TournamentLists { now: NOW, finished: vec![missed], ..TournamentLists::default() });
    assert!(shown.contains("take place") && !shown.contains("Starts in"), "{shown}");
}
