//! Matches of two games over real sockets: strangers are paired for one, and the ratings change once.

use std::time::{SystemTime, UNIX_EPOCH};

use room::{Event, GameSettings, MatchGame, MatchLength, Rejection, Room, Seat};

use super::*;
use crate::clocks::{open_database, until_logged};

/// Two guests who were paired for Kalah, at the table.
async fn paired(host: &str) -> (RoomCode, [Tab; 2]) {
    let mut pages = [Page::open_lobby(host, 1).await, Page::open_lobby(host, 2).await];
    pages[0].seek("kalah", "3+2").await;
    pages[0].until_waiting().await;
    pages[1].seek("any", "any").await;
    let code = pages[0].until_room().await;
    let [first, second] = [1, 2].map(cookie);
    (code, [Tab::join(host, code, Some(&first)).await, Tab::join(host, code, Some(&second)).await])
}

/// What the room's game of this number has brought, in points, by side.
async fn change(host: &str, code: RoomCode, number: u32) -> serde_json::Value {
    json(&get(host, &format!("/r/{code}/ratings?of=mancala&number={number}"), None).await)["change"].clone()
}

/// The first game, whose loser is whoever is to move after four moves; the loser.
async fn lose_the_first_game(tabs: &mut [Tab; 2]) -> usize {
    let winner = play_and_resign(tabs).await;
    both_until(tabs.each_mut(), Room::is_match_break).await;
    1 - winner
}

#[tokio::test]
async fn strangers_play_a_match_and_the_ratings_change_once() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (code, mut tabs) = paired(&host).await;
    let settings = tabs[0].room.settings;
    assert_eq!(settings.match_length, MatchLength::Two);
    assert!(matches!(settings.game, GameSettings::Mancala(game) if game.is_fair()));
    let (first, setup) = tabs[0].room.game.as_ref().map(|game| (game.first, game.setup)).unwrap();
    let loser = lose_the_first_game(&mut tabs).await;
    assert_eq!(tabs[0].ask(Command::Rematch).await, Answer::Refused(Rejection::MatchRunning));
    assert_eq!(tabs[1].ask(Command::Configure(settings)).await, Answer::Refused(Rejection::MatchRunning));
    assert!(change(&host, code, 1).await.is_null(), "the match is not over");
    assert!(!profile_page(&host, 1).await.contains("Rating:"));

    get_ready(&mut tabs).await;
    let second = tabs[0].room.game.as_ref().unwrap();
    assert_eq!((second.setup, second.first), (setup, first.other()), "from the same start, sides swapped");
    assert_eq!(second.match_game, Some(MatchGame::Second));
    play(&mut tabs, &mut 9, 2).await;
    // By the sum: the loser of the first game wins the second one by less.
    assert_eq!(tabs[loser].ask(Command::OfferDraw).await, Answer::Happened);
    tabs[1 - loser].until(|room| room.running().is_some_and(|game| game.draw_offer.is_some())).await;
    assert_eq!(tabs[1 - loser].ask(Command::AnswerDraw(true)).await, Answer::Happened);
    let over = tabs[1 - loser].room.current_match.unwrap();
    assert_eq!((over.is_over(), over.leader()), (true, tabs[1 - loser].seat()));
    assert_eq!(over.stones().iter().sum::<u16>(), 96);
    assert!(change(&host, code, 1).await.is_null());
    let points = change(&host, code, 2).await;
    let side = |seat: Seat| if seat == first { 1 } else { 0 };
    assert_eq!(points[side(tabs[1 - loser].seat().unwrap())], 162, "{points}");
    assert_eq!(points[side(tabs[loser].seat().unwrap())], -162, "{points}");
    assert!(profile_page(&host, 2 - loser as u128).await.contains("<strong>1662, provisional</strong>"));
    let data = json(&get(&host, "/me/data.json", Some(1)).await);
    assert_eq!(data["ratings"][0]["games"], 1, "a match is one rated game");
    // Both games are in the archive, the last one with the change, and the room's series has one.
    let games = data["games"].as_array().unwrap();
    let rated: Vec<bool> = games.iter().map(|game| !game["rating_change"].is_null()).collect();
    assert_eq!((rated, tabs[1 - loser].room.series.games()), (vec![true, false], 1), "{data}");
}

#[tokio::test]
async fn leaving_in_the_break_of_a_match_forfeits_it() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (code, mut tabs) = paired(&host).await;
    let loser = lose_the_first_game(&mut tabs).await;
    let winner = tabs[1 - loser].seat();
    // Whoever has everything deleted leaves as well, and is no less beaten.
    assert_eq!(tabs[loser].ask(Command::Leave).await, Answer::Happened);
    tabs[1 - loser].until(|room| room.free_seat().is_some()).await;
    let room = &tabs[1 - loser].room;
    let over = room.current_match.unwrap();
    assert_eq!((over.is_over(), over.leader(), room.is_match_break()), (true, winner, false));
    let first = room.game.as_ref().unwrap().first;
    let points = change(&host, code, 2).await;
    assert_eq!(points[usize::from(winner != Some(first))], 162, "{points}");
    assert!(change(&host, code, 1).await.is_null(), "the second game has ended the match");
    assert!(profile_page(&host, 2 - loser as u128).await.contains("<strong>1662, provisional</strong>"));
    assert!(profile_page(&host, 1 + loser as u128).await.contains("<strong>1338, provisional</strong>"));
}

#[tokio::test]
async fn the_second_game_of_a_match_starts_without_anybody_after_a_restart() {
    let server = Server::start(&[]).await;
    let (code, mut tabs) = paired(&server.host()).await;
    lose_the_first_game(&mut tabs).await;
    drop(tabs);
    let server = server.restart().await;
    // Nobody comes: the break begins anew, and the second game after it.
    let pool = open_database(&server.folder.path().join("data")).await;
    let is_second = |event: &Event| matches!(event, Event::Started { number: 2, .. });
    until_logged(&pool, code, is_second).await;
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let came = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as room::Millis;
    let viewer = Tab::watch(&server.host(), code, None).await.unwrap();
    let second = viewer.room.running().filter(|game| game.number == 2).map(|game| game.running_since());
    assert!(second.is_some_and(|since| since < came - 500), "{second:?}, and somebody came at {came}");
}
