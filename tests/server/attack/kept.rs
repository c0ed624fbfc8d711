//! S5: what is kept for ever, finished games and names, and what pages cost that read it.

use room::{Command, Rejection, Settings};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;

use super::*;

/// Plays short games with rematches until one is refused; how many were played.
async fn games_until_refused(tabs: &mut [Tab; 2]) -> usize {
    let mut games = 0;
    loop {
        play(tabs, &mut 5, 2).await;
        assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
        games += 1;
        let [a, b] = tabs;
        both_until([a, b], |room| room.running().is_none()).await;
        match tabs[0].ask(Command::Rematch).await {
            Answer::Happened => {}
            Answer::Refused(Rejection::Wait(wait)) => {
                assert!((1..=1_800_000).contains(&wait), "{wait} ms");
                return games;
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(tabs[1].ask(Command::Rematch).await, Answer::Happened);
        let [a, b] = tabs;
        both_until([a, b], |room| room.running().is_some()).await;
    }
}

async fn page(host: &str, path: &str, guest: u128) -> String {
    http(host, &format!("GET {path}\nCookie: duello_guest={}", cookie(guest)), "").await
}

#[tokio::test]
async fn s5_further_games_are_rate_limited_per_guest_and_per_address() {
    for (flag, games_of_others) in [("--guest-games-per-hour=2", 3), ("--games-per-hour=2", 1)] {
        let server = Server::start(&[flag]).await;
        let host = server.host();
        for (guests, expected) in [([1, 2], 3), ([3, 4], games_of_others)] {
            let code = open_room(&host, Settings::default()).await;
            let mut tabs = two_players(&host, code, guests).await;
            assert_eq!(games_until_refused(&mut tabs).await, expected, "{flag}, {guests:?}");
            // Whatever was begun is kept.
            let list = page(&host, "/games", guests[0]).await;
            assert_eq!(list.matches("href=\"/g/").count(), expected, "{list}");
        }
    }
}

/// Gives every player so many finished games more.
async fn add_games(server: &Server, count: u32) {
    let database = server.folder.path().join("data").join("duello.sqlite");
    let options = SqliteConnectOptions::new().filename(database);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let numbers =
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})");
    for sql in [
        "INSERT INTO games (id, room, number, ended, body, game, way, timed, winner) \
         SELECT printf('%016x', i), room, i + 9, i, body, game, way, timed, winner FROM n, games",
        "INSERT INTO players (game, side, guest, ended) \
         SELECT printf('%016x', i), side, guest, i FROM n, players",
    ] {
        sqlx::query(sqlx::AssertSqlSafe(format!("{numbers} {sql}"))).execute(&pool).await.unwrap();
    }
}

#[tokio::test]
async fn s5_who_has_many_games_pays_for_pages_that_read_them() {
    let server = Server::start(&["--request-points=3000"]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 5, 2).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    for _ in 0..2 {
        assert_eq!(status(&page(&host, "/me", 1).await), 200);
    }
    add_games(&server, 40_000).await;
    let list = page(&host, "/games?page=5000", 1).await;
    assert!(list.contains("page=999") && !list.contains("page=1001"), "lists end: {list}");
    let profile = page(&host, "/me", 1).await;
    assert_eq!(status(&profile), 200, "{profile}");
    assert_eq!(status(&page(&host, "/me", 1).await), 429);
}

#[tokio::test]
async fn s5_names_under_which_guests_sit_down_count_as_names_chosen() {
    let server = Server::start(&["--names-per-hour=2"]).await;
    let host = server.host();
    let mut kept = Vec::new();
    for guest in 1..5 {
        let code = open_room(&host, Settings::default()).await;
        let mut tab = Tab::watch(&host, code, Some(&cookie(guest))).await.unwrap();
        let name = format!("Typed {guest}");
        assert_eq!(tab.ask(Command::Sit { name: name.clone() }).await, Answer::Happened);
        let seat = tab.seat().unwrap();
        assert_eq!(tab.room.occupant(seat).unwrap().name, name, "in the room it counts");
        // The name is kept after the answer, and before the room handles anything else.
        tab.ask(Command::SendChat("Hello".to_owned())).await;
        kept.push(page(&host, "/me", guest).await.contains(&name));
    }
    assert_eq!(kept, [true, true, false, false]);
}
