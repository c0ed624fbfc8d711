//! Ratings over HTTP: games of strangers with a clock are rated, and their table shows both ratings.

use room::{RoomCode, Settings};

use super::{delete_data, get, play_friends, play_rated, play_strangers, profile_page, row};
use crate::common::*;
use crate::find::Page;

#[tokio::test]
async fn strangers_with_a_clock_are_rated_and_friends_are_not() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let timed = Settings { clock: room::TimeControl::PerMove { seconds: 60 }, ..Settings::default() };
    play_friends(&host, timed, [1, 2]).await;
    assert!(!profile_page(&host, 1).await.contains("Rating:"));
    let winner = play_strangers(&host, [1, 2]).await;
    let (won, lost) =
        (profile_page(&host, 1 + winner as u128).await, profile_page(&host, 2 - winner as u128).await);
    assert!(won.contains("<strong>1662, provisional</strong>"), "{won}");
    assert!(lost.contains("<strong>1338, provisional</strong>"), "{lost}");
    assert!(won.contains("points=\"0,60 300,0\"") && lost.contains("points=\"0,0 300,60\""), "{won}");
    assert!(row(&won, "Kalah, with a clock").is_some());
    // It survives a restart, and is written once.
    let server = server.restart().await;
    let host = server.host();
    assert!(profile_page(&host, 1 + winner as u128).await.contains("1662"));
    // Others see it in the lobby, and so does the opponent after pairing.
    let mut seeker = Page::open_lobby(&host, 1 + winner as u128).await;
    seeker.seek("kalah", "3+2").await;
    seeker.until_waiting().await;
    let mut viewer = Page::open_lobby(&host, 5).await;
    viewer.until_part("offers", |offers| offers.contains("1662, provisional")).await;
    viewer.seek("any", "any").await;
    viewer.until_room().await;
    assert!(viewer.parts()["waiting"].contains("1662, provisional"));
    seeker.until_room().await;
    assert!(!seeker.parts()["waiting"].contains("provisional"), "somebody new has no rating");
}

#[tokio::test]
async fn a_table_of_strangers_shows_both_ratings_and_what_a_game_brought() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let ratings =
        async |code: RoomCode, more: &str| get(&host, &format!("/r/{code}/ratings?{more}"), None).await;
    let (code, _) = play_rated(&host, [1, 2]).await;
    let answer = ratings(code, "of=mancala&number=2").await;
    assert_eq!((status(&answer), header(&answer, "cache-control")), (200, Some("no-store")));
    let told = json(&answer);
    let both = |told: &serde_json::Value, part: &str| {
        let numbers = [&told[part][0], &told[part][1]].map(|one| one["points"].as_i64().or(one.as_i64()));
        let mut numbers = numbers.map(|number| number.unwrap_or_default());
        numbers.sort_unstable();
        numbers
    };
    assert_eq!((both(&told, "seats"), both(&told, "change")), ([1338, 1662], [-162, 162]), "{told}");
    assert_eq!(told["seats"][0]["provisional"], true);
    // A game that is not over, and the other game, at which both are new.
    assert_eq!(json(&ratings(code, "of=mancala&number=3").await)["change"], serde_json::Value::Null);
    assert_eq!(both(&json(&ratings(code, "of=mapello&number=9").await), "seats"), [1500, 1500]);
    // At another speed both are new as well; a page of an earlier version, which does not name one, means rapid.
    let at_speed = async |speed: &str| {
        both(&json(&ratings(code, &format!("of=mancala&speed={speed}&number=2")).await), "seats")
    };
    assert_eq!([at_speed("rapid").await, at_speed("bullet").await], [[1338, 1662], [1500, 1500]]);
    // Friends are not rated, and their ratings are nobody's business.
    let timed = Settings { clock: room::TimeControl::PerMove { seconds: 60 }, ..Settings::default() };
    let (friends, _) = play_friends(&host, timed, [1, 2]).await;
    let told = json(&ratings(friends, "of=mancala&number=1").await);
    assert_eq!(told, serde_json::json!({ "seats": [null, null], "change": null }));
    // A seat whose player has deleted everything has no rating.
    delete_data(&host, 1, "").await;
    let told = json(&ratings(code, "of=mancala&number=2").await);
    assert!(matches!(both(&told, "seats"), [0, 1338 | 1662]) && told["change"].is_null(), "{told}");
    for (path, expected) in
        [("of=chess&number=1", 400), ("of=mancala", 400), ("of=mancala&speed=blitz&number=1", 400)]
    {
        assert_eq!(status(&ratings(code, path).await), expected, "{path}");
    }
    for odd in ["x", "ZZZZZZZZ", ".."] {
        assert_eq!(
            status(&get(&host, &format!("/r/{odd}/ratings?of=mancala&number=1"), None).await),
            404,
            "{odd}"
        );
    }
}
