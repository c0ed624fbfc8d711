//! The TV page over real sockets: which game is shown, that it is shown move by move, and what is never shown.

use std::time::Duration;

use room::{Audience, Command, GameSettings, RoomCode, Settings, TimeControl};

use crate::common::*;
use crate::find::Page;
use crate::moderation::{desk, in_force};
use crate::tournaments::{ARENA, Present, data, open, until_paired};

const CLOCK: TimeControl = TimeControl::Increment { base: 300, increment: 3 };

/// A room that everybody may watch, with a clock.
fn public() -> Settings {
    Settings { audience: Audience::Public, clock: CLOCK, ..Settings::default() }
}

/// Two who play with these settings.
async fn begin(host: &str, settings: Settings, guests: [u128; 2]) -> (RoomCode, [Tab; 2]) {
    let code = open_room(host, settings).await;
    let mut tabs = two_players(host, code, guests).await;
    play(&mut tabs, &mut 5, 2).await;
    (code, tabs)
}

/// Waits until the page leads to this room.
pub async fn until_shown(page: &mut Page, code: RoomCode) -> String {
    page.until_part("tv-way", |way| way.contains(&format!("\"/r/{code}\""))).await
}

async fn tv(host: &str, path: &str) -> String {
    http(host, &format!("GET {path}\nAccept-Language: en"), "").await
}

#[tokio::test]
async fn the_tv_shows_a_public_game_move_by_move_and_its_result() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut page = Page::open(&host, "of=tv", None).await;
    page.until_part("tv-game", |game| game.contains("tv-nothing")).await;
    let (code, mut tabs) = begin(&host, public(), [1, 2]).await;
    until_shown(&mut page, code).await;
    for _ in 0..3 {
        let before = page.parts()["tv-game"].clone();
        play(&mut tabs, &mut 9, 1).await;
        page.until_part("tv-game", |game| *game != before).await;
    }
    assert!(page.parts()["tv-game"].contains("tv-clock"));
    assert_eq!(page.parts()["tv-said"], "", "moves are not said");
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    page.until_part("tv-said", |said| said.contains("wins")).await;
    assert!(page.parts()["tv-way"].contains(&format!("/r/{code}/g/1")), "the way to its moves");
}

#[tokio::test]
async fn private_games_and_those_without_a_quick_clock_are_never_shown() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut rooms = Vec::new();
    for (n, settings) in [
        Settings { audience: Audience::Invited, ..public() },
        Settings { audience: Audience::Nobody, ..public() },
        Settings { clock: TimeControl::None, ..public() },
        Settings { clock: TimeControl::DaysPerMove { days: 1 }, ..public() },
        Settings { clock: TimeControl::PerMove { seconds: 3_600 }, ..public() },
        Settings { clock: TimeControl::Increment { base: 5_400, increment: 30 }, ..public() },
    ]
    .into_iter()
    .enumerate()
    {
        let n = n as u128 * 2 + 1;
        rooms.push(begin(&host, settings, [n, n + 1]).await);
    }
    let mut page = Page::open(&host, "of=tv", None).await;
    let waits = until_shown(&mut page, rooms[0].0);
    assert!(tokio::time::timeout(Duration::from_secs(2), waits).await.is_err());
    let shown = tv(&host, "/tv").await;
    assert!(shown.contains("tv-nothing") && !shown.contains("record-board"), "{shown}");
    for (code, _) in &rooms {
        assert!(!shown.contains(&code.to_string()));
    }
}

#[tokio::test]
async fn a_game_that_is_over_vanishes_when_its_host_closes_the_room() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut page = Page::open(&host, "of=tv", None).await;
    let (code, mut tabs) = begin(&host, public(), [1, 2]).await;
    play(&mut tabs, &mut 4, 6).await;
    until_shown(&mut page, code).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    page.until_part("tv-said", |said| said.contains("wins")).await;
    assert_eq!(tabs[0].ask(Command::Close(true)).await, Answer::Happened);
    page.until_part("tv-game", |game| game.contains("tv-nothing")).await;
    assert!(!tv(&host, "/tv").await.contains(&code.to_string()));
}

#[tokio::test]
async fn a_running_game_stays_and_the_next_one_follows_its_result() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut page = Page::open(&host, "of=tv", None).await;
    let (first, mut tabs) = begin(&host, public(), [1, 2]).await;
    until_shown(&mut page, first).await;
    let (second, mut others) = begin(&host, public(), [3, 4]).await;
    play(&mut others, &mut 4, 2).await;
    play(&mut tabs, &mut 4, 2).await;
    let jumps = until_shown(&mut page, second);
    assert!(tokio::time::timeout(Duration::from_secs(2), jumps).await.is_err(), "it is not interrupted");
    assert_eq!(tabs[1].ask(Command::Resign).await, Answer::Happened);
    page.until_part("tv-said", |said| said.contains("wins")).await;
    let early = until_shown(&mut page, second);
    assert!(tokio::time::timeout(Duration::from_secs(4), early).await.is_err(), "the result is to be seen");
    until_shown(&mut page, second).await;
    assert_eq!(page.parts()["tv-said"], "");
}

#[tokio::test]
async fn each_channel_of_the_tv_shows_its_own_game() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mapello =
        Settings { audience: Audience::Public, clock: CLOCK, ..Settings::for_game(rules::Game::Mapello) };
    assert!(matches!(mapello.game, GameSettings::Mapello(_)));
    let (of_mancala, _tabs) = begin(&host, public(), [1, 2]).await;
    let (of_mapello, _others) = begin(&host, mapello, [3, 4]).await;
    for (filter, code) in [("mancala", of_mancala), ("mapello", of_mapello)] {
        until_shown(&mut Page::open(&host, &format!("of=tv/{filter}"), None).await, code).await;
        // Without a script as well.
        let shown = tv(&host, &format!("/tv?game={filter}")).await;
        assert!(shown.contains(&format!("\"/r/{code}\"")) && shown.contains("record-board"), "{shown}");
        assert!(shown.contains(&format!("data-lobby=\"tv/{filter}\"")));
    }
    assert!(tv(&host, "/tv?game=chess").await.contains("data-lobby=\"tv\""));
    assert!(connect_fails(&host, "of=tv/chess").await);
}

/// Whether there is no socket for such a page.
async fn connect_fails(host: &str, query: &str) -> bool {
    tokio_tungstenite::connect_async(format!("ws://{host}/find/ws?{query}")).await.is_err()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_room_and_a_removed_name_vanish_from_the_tv() {
    let server = Server::start(&[]).await;
    let (host, folder) = (server.host(), data(&server));
    let database = ["--data", folder.to_str().unwrap()];
    let name = "Content-Type: application/x-www-form-urlencoded";
    let rename = format!("POST /api/rename\n{name}\nCookie: duello_guest={}", cookie(1));
    assert_eq!(status(&http(&host, &rename, "name=Anna").await), 200);
    let (code, mut tabs) = begin(&host, public(), [1, 2]).await;
    play(&mut tabs, &mut 4, 6).await;
    let mut page = Page::open(&host, "of=tv", None).await;
    until_shown(&mut page, code).await;
    page.until_part("tv-game", |game| game.contains("Anna")).await;
    let (room, member) = (code.to_string(), tabs[0].me.to_string());
    desk(&database, &["room", &room, "remove-name", &member]).await.unwrap();
    in_force("the name vanishes", async || !tv(&host, "/tv").await.contains("Anna")).await;
    page.until_part("tv-game", |game| game.contains("record-board") && !game.contains("Anna")).await;
    desk(&database, &["room", &room, "close"]).await.unwrap();
    in_force("the room vanishes", async || !tv(&host, "/tv").await.contains(&room)).await;
    page.until_part("tv-game", |game| game.contains("tv-nothing")).await;
}

#[tokio::test]
async fn the_tv_lists_tournaments_of_today_but_no_private_one() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut page = Page::open(&host, "of=tv", None).await;
    let later = |title: &str, rest: &str| {
        let form = ARENA.replace("Evening+arena", title).replace("start=0", "start=30");
        form.replace("listed=yes", rest)
    };
    let listed = open(&host, 1, &later("Open+arena", "listed=yes")).await;
    let private = open(&host, 2, &later("Secret+arena", "listed=no")).await;
    page.until_part("tv-today", |today| today.contains(&format!("/e/{listed}"))).await;
    // A private tournament that is running: neither it nor its games.
    let running = open(&host, 3, &ARENA.replace("listed=yes", "listed=no")).await;
    let mut present = vec![Present::enter(&host, running, 3).await, Present::enter(&host, running, 4).await];
    let paired = until_paired(&mut present, 2).await;
    let shown = until_shown(&mut page, paired[0].1);
    assert!(tokio::time::timeout(Duration::from_secs(3), shown).await.is_err());
    let shown = tv(&host, "/tv").await;
    assert!(shown.contains("Open arena") && shown.contains("datetime="), "{shown}");
    for code in [private, running, paired[0].1] {
        assert!(!shown.contains(&code.to_string()), "{code} in {shown}");
    }
    for page in ["/", "/find", "/events"] {
        assert!(tv(&host, page).await.contains("href=\"/tv\""), "{page} leads to the TV");
    }
}
