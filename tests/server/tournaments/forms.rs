//! What the forms of tournaments take, and what they refuse.

use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::{StreamExt, stream};

use super::*;

/// The form of an arena with one field changed.
fn with(field: &str) -> String {
    let name = field.split('=').next().unwrap();
    let others = ARENA.split('&').filter(|one| one.split('=').next() != Some(name));
    others.chain([field]).collect::<Vec<_>>().join("&")
}

#[tokio::test]
async fn a_form_with_a_value_that_is_not_offered_opens_nothing() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for field in [
        "title=ab",
        "title=%20%20%20%20",
        "game=chess",
        "game=kalah6",
        "format=knockout",
        "arena_clock=2d",
        "arena_clock=",
        "minutes=5",
        "minutes=1000",
        "minutes=-20",
        "mode=serious",
        "start=never",
        "start=999999999",
        "start=at&date=2020-01-01&time=20:00",
        "start=at&date=2026-02-31T&time=20:00",
        "start=at&date=9999999999-01-01&time=20:00",
        "start=at&date=2026-12-01&time=2000",
        "format=round_robin&day_clock=3%2B2",
    ] {
        assert_eq!(
            submit(&host, "/events/new", 1, &with(field)).await,
            "200",
            "{field}: the form comes again"
        );
    }
    assert_eq!(submit(&host, "/events/new", 1, "title=Nothing").await, "200");
    let in_a_month =
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap() + Duration::from_secs(30 * 24 * 3_600);
    let date = room::day(in_a_month.as_millis() as room::Millis);
    let at = format!("start=at&date={date}&time=20:00&zone=-60");
    let without_cookie =
        http(&host, "POST /events/new\nContent-Type: application/x-www-form-urlencoded", ARENA).await;
    assert!(header(&without_cookie, "location").is_none(), "nobody opens one without a cookie");
    for field in ["start=30", &at, "game=reversi", "berserk=on", "listed=no"] {
        open(&host, 2, &with(field)).await;
    }
    let sixth = submit(&host, "/events/new", 2, ARENA).await;
    assert_eq!(sixth, "200", "nobody has more than five that are not over");
}

#[tokio::test]
async fn who_enters_twice_is_one_and_only_the_maker_cancels() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open(&host, 1, &with("start=30")).await;
    let path = |what: &str| format!("/e/{code}/{what}");
    let home = format!("/e/{code}");
    for _ in 0..2 {
        assert_eq!(submit(&host, &path("enter"), 2, "").await, home);
    }
    assert_eq!(card(&data(&server), code).await["entrants"].as_array().unwrap().len(), 1);
    for _ in 0..2 {
        assert_eq!(submit(&host, &path("leave"), 2, "").await, home);
    }
    assert_eq!(submit(&host, &path("leave"), 7, "").await, home, "whoever is not in it has left already");
    assert!(card(&data(&server), code).await["entrants"].as_array().unwrap().is_empty());
    assert_eq!(submit(&host, &path("enter"), 2, "").await, home, "and comes back");
    assert_eq!(submit(&host, &path("cancel"), 2, "").await, format!("{home}?not_maker"));
    assert_eq!(submit(&host, &path("cancel"), 1, "").await, home);
    assert_eq!(card(&data(&server), code).await["phase"], "cancelled");
    assert_eq!(submit(&host, &path("enter"), 3, "").await, format!("{home}?entry_closed"));
    assert_eq!(submit(&host, "/e/BQHRKM/enter", 3, "").await, "404");
    assert_eq!(submit(&host, "/e/nothing/enter", 3, "").await, "404");
    let anonymous = http(&host, &format!("POST {}", path("enter")), "").await;
    assert_eq!(status(&anonymous), 403);
    assert_eq!(status(&page(&host, "/e/BQHRKM", 3).await), 404);
}

#[tokio::test]
async fn three_hundred_who_enter_at_once_are_all_in_it_once() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open(&host, 1, &with("start=30")).await;
    // Everybody presses twice.
    let path = format!("/e/{code}/enter");
    let enter = (0..600).map(|n| submit(&host, &path, n % 300, ""));
    // Not all at once: some systems allow a process no more open files than that.
    let answers: Vec<String> = stream::iter(enter).buffer_unordered(100).collect().await;
    assert!(answers.iter().all(|led| *led == format!("/e/{code}")), "{answers:?}");
    let card = card(&data(&server), code).await;
    assert_eq!(card["entrants"].as_array().unwrap().len(), 300);
}

#[tokio::test]
async fn an_unlisted_tournament_is_found_by_its_link_alone() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open(&host, 1, &with("listed=no").replace("Evening", "Private")).await;
    assert!(!page(&host, "/events", 9).await.contains("Private"));
    assert!(page(&host, &format!("/e/{code}"), 9).await.contains("Private arena"));
    assert!(page(&host, "/events", 1).await.contains("Private"), "its maker finds it");
    submit(&host, &format!("/e/{code}/enter"), 9, "").await;
    assert!(page(&host, "/events", 9).await.contains("Private"), "and whoever takes part");
}

#[tokio::test]
async fn one_address_opens_a_few_tournaments_a_day_whoever_it_is() {
    let server = Server::start(&["--tournaments-per-day=3"]).await;
    let host = server.host();
    for guest in 0..3 {
        open(&host, guest, &with("start=30")).await;
    }
    let refused = submit(&host, "/events/new", 9, ARENA).await;
    assert_eq!(refused, "200", "the form comes again");
}
