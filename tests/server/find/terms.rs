//! Seeks that are casual, or ask for an opponent's rating.

use super::*;
use crate::profile::{play_match, play_strangers};

/// The offer that another page lists.
async fn listed(viewer: &mut Page) -> String {
    viewer.until_part("offers", |list| list.contains("data-say")).await
}

#[tokio::test]
async fn casual_seeks_meet_casual_ones_and_their_match_changes_no_rating() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let casual = json!({"mode": "casual"});
    let mut anna = Page::open_lobby(&host, 1).await;
    anna.seek_on(["kalah", "5+3"], &casual).await;
    anna.until_waiting().await;
    assert!(anna.parts["waiting"].contains("Kalah · 5+3 · Casual"), "{}", anna.parts["waiting"]);
    // A page from before there was a choice means rated games.
    let mut bert = Page::open_lobby(&host, 2).await;
    assert!(listed(&mut bert).await.contains("Mancala · Kalah · 5+3 · Casual"));
    bert.seek("kalah", "5+3").await;
    bert.until_waiting().await;
    let mut carl = Page::open_lobby(&host, 3).await;
    carl.seek_on(["any", "any"], &casual).await;
    assert_eq!(carl.until_room().await, anna.until_room().await);
    assert!(bert.parts["offer"].parse::<u64>().is_ok() && !bert.parts.contains_key("go"));

    let (code, _) = play_match(&host, [4, 5], casual).await;
    let tab = Tab::join(&host, code, Some(&cookie(4))).await;
    assert!(!tab.room.settings.is_rated());
    let ratings = http(&host, &format!("GET /r/{code}/ratings?of=mancala&speed=rapid&number=2"), "").await;
    assert_eq!(json(&ratings), json!({"seats": [null, null], "change": null}));
    let profile = http(&host, &format!("GET /me\nCookie: duello_guest={}", cookie(4)), "").await;
    assert!(profile.contains("Kalah, with a clock") && !profile.contains("Rating:"), "{profile}");
}

#[tokio::test]
async fn a_seek_for_a_range_of_ratings_is_not_paired_with_anybody_outside() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let winner = 1 + play_strangers(&host, [1, 2]).await as u128;
    let mut anna = Page::open_lobby(&host, 3).await;
    // Anna has no rating yet, which counts as 1500, and the winner of that match has 1662.
    anna.seek_on(["kalah", "5+3"], &json!({"lowest": "-200", "highest": "100"})).await;
    let offer: u64 = anna.until_waiting().await.parse().unwrap();
    let mut strong = Page::open_lobby(&host, winner).await;
    let list = listed(&mut strong).await;
    assert!(list.contains("Mancala · Kalah · 5+3 · Rated · Rating 1300–1600"), "{list}");
    strong.send(&json!({"t": "take", "offer": offer})).await;
    let said = strong.until_part("said", |text| !text.is_empty()).await;
    assert!(said.contains("outside the range"), "{said}");
    strong.seek("kalah", "5+3").await;
    strong.until_waiting().await;
    // The loser has 1338.
    let mut weak = Page::open_lobby(&host, 3 - winner).await;
    weak.seek_on(["any", "5+3"], &json!({"highest": "200"})).await;
    assert_eq!(weak.until_room().await, anna.until_room().await);
    assert!(!strong.parts.contains_key("go"));
}

#[tokio::test]
async fn terms_that_are_not_offered_close_the_socket() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for terms in [
        json!({"mode": "ranked"}),
        json!({"mode": 1}),
        json!({"lowest": "100", "highest": "-100"}),
        json!({"lowest": "0", "highest": "0"}),
        json!({"lowest": "-99999999999999999999"}),
        json!({"highest": null}),
        json!({"highest": ""}),
    ] {
        let mut page = Page::open_lobby(&host, 1).await;
        page.seek_on(["kalah", "5+3"], &terms).await;
        assert_eq!(page.until_closed().await, Some(1008), "{terms}");
    }
}
