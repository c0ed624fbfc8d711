//! Tests of the pages of tournaments, rendered with made-up tournaments in every stage and language.

mod form;
mod lists;
mod own;
mod sample;
mod table;

use leptos::prelude::RenderHtml;
use tournament::{Format, Phase, Rejection};

use self::sample::{ARENA, NOW, ROUND_ROBIN, arena, data, own_of, running, with_game, with_phase};
use super::describe::{duration_text, moment};
use super::problem::problem_text;
use super::{page, rules, tournament_table};
use crate::app::text::language::Language;
use crate::app::ui::el::El;
use crate::model::rating::BERSERK_MOVES;
use crate::model::tournaments::{GAMES, TournamentData, TournamentProblem};

/// An element as the server sends it.
fn html(element: El) -> String {
    element.any().to_html()
}

/// How often a text stands in a page.
fn count(page: &str, text: &str) -> usize {
    page.matches(text).count()
}

#[test]
fn a_page_is_complete_in_every_stage_and_language() {
    let phases = [Phase::Announced, Phase::Running(NOW), Phase::Finished(NOW), Phase::Cancelled];
    for (language, format, phase) in Language::ALL
        .into_iter()
        .flat_map(|language| [ARENA, ROUND_ROBIN].map(|format| (language, format)))
        .flat_map(|(language, format)| phases.map(|phase| (language, format, phase)))
    {
        for own in [None, Some(own_of(None)), Some(own_of(Some(1)))] {
            let data = TournamentData { own, ..data(with_phase(format, phase)) };
            let page = language.during(|| html(page::page(&data)));
            assert!(!page.contains(['{', '}']), "a placeholder is left: {page}");
            for part in ["live-event-own", "live-event-state", "live-event-table"] {
                assert_eq!(count(&page, &format!("id=\"{part}\"")), 1, "{part}");
            }
            assert!(page.contains("data-lobby=\"event/ABCDEFGH\" data-table-from=\"1\""), "{page}");
        }
    }
}

#[test]
fn titles_and_names_are_escaped_everywhere() {
    let mut data = data(with_phase(ARENA, Phase::Finished(NOW)));
    let nasty = "<img src=x>\"&";
    data.tournament.line.plan.title = nasty.to_owned();
    data.tournament.line.leader = Some(nasty.to_owned());
    data.table.rows[0].name = nasty.to_owned();
    data.table.rows[0].games[0].opponent = nasty.to_owned();
    data.own = Some(own_of(Some(0)));
    let page = html(page::page(&data));
    assert!(!page.contains("<img") && page.contains("&lt;img src=x&gt;"), "{page}");
    assert!(!page.contains("title=\"<") && !page.contains("x>\"&\""), "{page}");
}

#[test]
fn the_rules_say_what_the_maker_has_chosen() {
    let english = |format, game| rules::rules(&with_game(format, game)).join("\n");
    let mancala = english(ARENA, GAMES[0].1);
    assert!(mancala.contains("at least 14 moves") && mancala.contains("match of two games"), "{mancala}");
    assert!(mancala.contains("within 10 minutes") && mancala.contains("2000 players"), "{mancala}");
    let mapello = english(ARENA, GAMES[4].1);
    assert!(mapello.contains("at least 7 moves") && !mapello.contains("match of two"), "{mapello}");
    assert!(!mapello.contains("half of your time") && !mapello.contains("20 seconds"), "{mapello}");
    let half = Format::Arena { minutes: 30, berserk: true };
    assert!(english(half, GAMES[4].1).contains("half of your time"));
    assert_eq!(BERSERK_MOVES, u32::from(tournament::BERSERK_MOVES), "a table tells the same as the rules");
    let robin = english(ROUND_ROBIN, GAMES[0].1);
    assert!(
        robin.contains("16 players") && robin.contains("Sonneborn") && !robin.contains("fire"),
        "{robin}"
    );
    assert!(english(Format::RoundRobin { double: true }, GAMES[0].1).contains("8 players"));
}

#[test]
fn every_problem_is_said_in_every_language() {
    let problems = [
        TournamentProblem::TooMany,
        TournamentProblem::Off,
        TournamentProblem::NotUnderstood,
        TournamentProblem::Unavailable,
        TournamentProblem::Rejected(Rejection::BadStart),
        TournamentProblem::Rejected(Rejection::Full),
        TournamentProblem::Rejected(Rejection::Wait(1)),
    ];
    for problem in problems {
        let all = Language::ALL.map(|language| language.during(|| problem_text(problem)));
        assert!(all.iter().all(|text| text.chars().count() > 10), "{all:?}");
        let mut data = data(arena());
        data.problem = Some(problem);
        assert!(html(page::page(&data)).contains("role=\"alert\""));
    }
}

#[test]
fn a_tournament_that_is_off_has_no_standing_and_nothing_to_share() {
    let mut missed = arena();
    missed.line.plan.starts_at = NOW - tournament::MAX_LATE_MS - 1;
    for tournament in [with_phase(ARENA, Phase::Cancelled), missed] {
        let page = html(page::page(&TournamentData { own: Some(own_of(None)), ..data(tournament) }));
        assert!(!page.contains("id=\"standing\"") && !page.contains("data-copy"), "{page}");
        assert!(!page.contains("<form") && page.contains("id=\"live-event-table\""), "{page}");
    }
}

#[test]
fn times_are_right_without_a_script() {
    for (ms, text) in [
        (-5, "1 min"),
        (1, "1 min"),
        (60_001, "2 min"),
        (59 * 60_000, "59 min"),
        (3_600_000, "1h 0m"),
        (90_000_000, "1d 1h"),
    ] {
        assert_eq!(duration_text(ms), text, "{ms}");
    }
    let start = html(moment(1_795_896_300_000));
    assert!(start.contains("datetime=\"2026-11-28T20:05Z\" data-local"), "{start}");
    assert!(start.contains("28 Nov 2026, 20:05 UTC"), "{start}");
}

#[test]
fn a_running_arena_shows_how_much_time_is_left() {
    let page = html(page::page(&data(running(ARENA))));
    assert!(page.contains("data-until=\"1500000\"") && page.contains("25 min"), "{page}");
    assert!(html(tournament_table(&running(ARENA), &data(arena()).table)).contains("href=\"/r/PAYNGAAA\""));
}
