//! Tests of the visitor's own part.

use tournament::Phase;

use super::sample::{ARENA, NOW, ROUND_ROBIN, arena, code, own_of, running, with_phase};
use super::{count, html};
use crate::app::pages::tournaments::tournament_own;
use crate::model::tournaments::{OwnPart, RunningPairing, TournamentView};

fn own_html(view: &TournamentView, own: &OwnPart) -> String {
    html(tournament_own(view, Some(own)))
}

fn pairing(room: &str) -> RunningPairing {
    RunningPairing { room: code(room), names: ["Zoë".to_owned(), "Anna".to_owned()] }
}

#[test]
fn every_state_has_at_most_one_primary_button() {
    let (entered, outside) = (own_of(Some(1)), own_of(None));
    let playing = OwnPart { rooms: vec![pairing("RAAAAAAA"), pairing("SAAAAAAA")], ..entered.clone() };
    let absent = OwnPart { is_in: false, was_absent: true, may_enter: true, ..entered.clone() };
    let gone = OwnPart { is_in: false, may_enter: true, ..playing.clone() };
    let maker = OwnPart { may_cancel: true, ..outside.clone() };
    for view in [arena(), running(ARENA), running(ROUND_ROBIN), with_phase(ARENA, Phase::Finished(NOW))] {
        for own in [&entered, &outside, &playing, &absent, &gone, &maker] {
            let part = own_html(&view, own);
            assert!(count(&part, "primary") <= 1, "{part}");
        }
    }
}

#[test]
fn whoever_enters_is_told_under_which_name() {
    let part = own_html(&arena(), &own_of(None));
    assert!(part.contains("action=\"/e/ABCDEFGH/enter\" method=\"post\""), "{part}");
    assert!(part.contains("You enter as Zoë.") && part.contains("href=\"/me\""), "{part}");
    assert!(!part.contains("data-entrant"), "{part}");
}

#[test]
fn whoever_is_playing_is_sent_to_the_game_first() {
    let own = OwnPart { rooms: vec![pairing("RAAAAAAA")], ..own_of(Some(1)) };
    let part = own_html(&running(ARENA), &own);
    assert!(part.contains("class=\"button primary big\" href=\"/r/RAAAAAAA\""), "{part}");
    assert!(part.contains("data-entrant=\"1\"") && !part.contains("Waiting"), "{part}");
}

#[test]
fn whoever_was_absent_comes_back_with_one_press() {
    let own = OwnPart { is_in: false, was_absent: true, may_enter: true, ..own_of(Some(1)) };
    let part = own_html(&running(ARENA), &own);
    assert!(part.contains("make a move in your last game") && part.contains("Come back"), "{part}");
    assert!(!part.contains("You enter as"), "{part}");
}

#[test]
fn leaving_a_round_robin_that_is_running_takes_a_second_press() {
    let own = OwnPart { rooms: vec![pairing("RAAAAAAA")], ..own_of(Some(1)) };
    let part = own_html(&running(ROUND_ROBIN), &own);
    let details = part.split("<details").nth(1).unwrap();
    assert!(details.contains("/e/ABCDEFGH/leave") && details.contains("resigned"), "{part}");
    assert!(!own_html(&running(ARENA), &own).contains("<details"));
}

#[test]
fn the_maker_can_cancel_before_the_start_only() {
    let own = OwnPart { may_cancel: true, ..own_of(None) };
    assert!(own_html(&arena(), &own).contains("/e/ABCDEFGH/cancel"));
    assert!(!own_html(&running(ARENA), &own).contains("/cancel"));
}

#[test]
fn the_own_part_does_not_change_with_time_alone() {
    let own = own_of(Some(1));
    let later = |view: TournamentView| TournamentView { now: NOW + 60_000, ..view };
    for view in [arena(), running(ARENA), running(ROUND_ROBIN)] {
        assert_eq!(own_html(&view, &own), own_html(&later(view), &own));
    }
}

#[test]
fn a_browser_without_cookies_is_told_why_it_cannot_enter() {
    assert!(html(tournament_own(&arena(), None)).contains("cookies"));
    assert!(!html(tournament_own(&with_phase(ARENA, Phase::Finished(NOW)), None)).contains("cookies"));
}

#[test]
fn whoever_cannot_enter_is_told_why() {
    let own = OwnPart { may_enter: false, ..own_of(None) };
    assert!(own_html(&running(ROUND_ROBIN), &own).contains("Nobody can enter any more"));
    let mut full = arena();
    full.line.entrants = 2_000;
    assert!(own_html(&full, &own).contains("full"));
    assert!(own_html(&arena(), &own).contains("enter this tournament"));
}
