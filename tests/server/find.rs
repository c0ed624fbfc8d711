//! Lobby and matchmaking over real sockets: which seeks are paired, and what is listed for whom.

mod no_show;
mod page;
mod refused;
mod terms;
mod unread;

use std::collections::{HashMap, HashSet};
use std::time::Instant;

pub use self::page::Page;
use crate::common::*;
use futures_util::future::join_all;
use room::{Audience, Command, RoomCode, Seat, Settings, TimeControl};
use serde_json::json;

#[tokio::test]
async fn matching_seeks_are_seated_in_a_public_room_with_a_clock() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut anna = Page::open_lobby(&host, 1).await;
    anna.seek("kalah", "3+2").await;
    anna.until_waiting().await;
    assert!(anna.parts["waiting"].contains("Kalah") && anna.parts["waiting"].contains("3+2"));
    let mut bert = Page::open_lobby(&host, 2).await;
    bert.seek("any", "any").await;
    let code = bert.until_room().await;
    assert_eq!(anna.until_room().await, code);
    let mut tabs =
        [Tab::join(&host, code, Some(&cookie(1))).await, Tab::join(&host, code, Some(&cookie(2))).await];
    assert_eq!([0, 1].map(|n| tabs[n].seat()), Seat::BOTH.map(Some), "who waited sits at the bottom");
    let settings = tabs[0].room.settings;
    assert_eq!(settings.audience, Audience::Public);
    assert_eq!(settings.clock, TimeControl::Increment { base: 180, increment: 2 });
    assert!(tabs[0].room.due().is_some(), "the clock runs");
    play(&mut tabs, &mut 7, 4).await;
    let mine = serde_json::to_string(&json(&call(&host, "my_games", &cookie(1), "").await)).unwrap();
    assert!(mine.contains(&code.to_string()));
}

#[tokio::test]
async fn a_hundred_concurrent_seeks_are_all_paired_exactly_once() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut pages = join_all((0..100).map(|n| Page::open_lobby(&host, n))).await;
    // An even number of each kind, and no kind fits another, so that all get paired.
    let kinds = [("kalah", "3+2"), ("kalah", "60"), ("quick", "3+2"), ("any", "10+5"), ("avalanche", "5+3")];
    let pressing = pages.iter_mut().zip(kinds.iter().cycle());
    join_all(pressing.map(|(page, (way, speed))| page.seek(way, speed))).await;
    let mut rooms: HashMap<RoomCode, Vec<usize>> = HashMap::new();
    for (n, code) in join_all(pages.iter_mut().map(Page::until_room)).await.into_iter().enumerate() {
        rooms.entry(code).or_default().push(n);
    }
    assert!(rooms.len() == 50 && rooms.values().all(|two| two.len() == 2), "{rooms:?}");
    assert!(rooms.values().all(|two| two[0] % kinds.len() == two[1] % kinds.len()), "{rooms:?}");
    // The rooms agree: two different guests are seated in each.
    for (code, two) in rooms {
        let tab = Tab::join(&host, code, None).await;
        let members: HashSet<_> = tab.room.seats.iter().flatten().map(|seat| seat.member).collect();
        assert_eq!(members.len(), 2, "{two:?}");
        assert!(tab.room.running().is_some());
    }
}

#[tokio::test]
async fn matching_seeks_are_paired_in_order_of_arrival() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let ways = ["kalah", "quick", "avalanche"];
    let mut first = Vec::new();
    for (n, way) in (0..).zip(ways) {
        let mut page = Page::open_lobby(&host, n).await;
        page.seek(way, "60").await;
        page.until_waiting().await;
        first.push(page);
    }
    for (n, page) in (10..).zip(&mut first) {
        let mut next = Page::open_lobby(&host, n).await;
        next.seek("any", "any").await;
        assert_eq!(next.until_room().await, page.until_room().await);
    }
}

#[tokio::test]
async fn two_tabs_of_a_guest_are_not_paired_and_both_get_the_room() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (mut one, mut two) = (Page::open_lobby(&host, 1).await, Page::open_lobby(&host, 1).await);
    one.seek("kalah", "3+2").await;
    let offer = one.until_waiting().await;
    two.seek("kalah", "3+2").await;
    assert_eq!(two.until_waiting().await, offer);
    assert!(
        one.until_part("offers", |list| list.contains("your challenge")).await.matches("<li").count() == 1
    );
    two.send(&json!({"t": "take", "offer": offer.parse::<u64>().unwrap()})).await;
    let notice = two.until_part("said", |text| !text.is_empty()).await;
    assert!(notice.starts_with("Someone was faster"), "{notice}");
    let mut other = Page::open_lobby(&host, 2).await;
    other.until_part("offers", |list| list.contains("offer-")).await;
    other.seek("kalah", "any").await;
    let code = other.until_room().await;
    assert_eq!((one.until_room().await, two.until_room().await), (code, code));
}

#[tokio::test]
async fn a_seek_leaves_the_list_when_cancelled_or_5_s_after_its_tab_closes() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (mut anna, mut viewer) = (Page::open_lobby(&host, 1).await, Page::open_lobby(&host, 2).await);
    anna.seek("kalah", "3+2").await;
    anna.until_waiting().await;
    viewer.until_part("offers", |list| list.contains("data-say")).await;
    anna.send(&json!({"t": "cancel"})).await;
    anna.until_part("waiting", str::is_empty).await;
    viewer.until_part("offers", |list| !list.contains("data-say")).await;
    anna.seek("quick", "3+2").await;
    let offer = anna.until_waiting().await;
    viewer.until_part("offers", |list| list.contains("data-say")).await;
    let closed = Instant::now();
    drop(anna);
    viewer.until_part("offers", |list| !list.contains("data-say")).await;
    assert!(closed.elapsed().as_millis() >= 4_900, "a page that is loaded again has its time");
    viewer.send(&json!({"t": "take", "offer": offer.parse::<u64>().unwrap()})).await;
    viewer.until_part("said", |text| !text.is_empty()).await;
}

#[tokio::test]
async fn only_its_own_reconnecting_page_learns_the_room_of_a_seek() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut anna = Page::open_lobby(&host, 1).await;
    anna.seek("kalah", "3+2").await;
    let offer = anna.until_waiting().await;
    drop(anna);
    let mut bert = Page::open_lobby(&host, 2).await;
    bert.seek("kalah", "3+2").await;
    let code = bert.until_room().await;
    let query = format!("of=find&offer={offer}");
    let mut eve = Page::open(&host, &query, Some(3)).await;
    eve.until_part("said", |text| !text.is_empty()).await;
    assert!(!eve.parts.contains_key("go"));
    assert_eq!(Page::open(&host, &query, Some(1)).await.until_room().await, code);
}

#[tokio::test]
async fn the_lobby_lists_public_games_and_only_counts_private_ones() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut home = Page::open(&host, "of=home", None).await;
    home.until_part("counts", |text| text.contains("no games in progress")).await;
    let private = open_room(&host, Settings::default()).await;
    let _friends = two_players(&host, private, [1, 2]).await;
    home.until_part("counts", |text| text.contains("1 game in progress")).await;
    let public = open_room(&host, Settings { audience: Audience::Public, ..Settings::default() }).await;
    let mut open = two_players(&host, public, [3, 4]).await;
    let games = home.until_part("games", |list| list.contains("/r/")).await;
    assert!(games.contains(&public.to_string()) && !games.contains(&private.to_string()), "{games}");
    let page = http(&host, "GET /", "").await;
    assert!(page.contains(&format!("/r/{public}")) && !page.contains(&private.to_string()));
    assert_eq!(open[0].ask(Command::Resign).await, Answer::Happened);
    home.until_part("games", |list| !list.contains("/r/")).await;
}

#[tokio::test]
async fn a_restart_forgets_seeks_and_keeps_games() {
    let server = Server::start(&[]).await;
    let (mut anna, mut bert) =
        (Page::open_lobby(&server.host(), 1).await, Page::open_lobby(&server.host(), 2).await);
    anna.seek("kalah", "3+2").await;
    anna.until_waiting().await;
    bert.seek("kalah", "3+2").await;
    let code = bert.until_room().await;
    let mut carl = Page::open_lobby(&server.host(), 3).await;
    carl.seek("kalah", "3+2").await;
    let offer = carl.until_waiting().await;
    let server = server.restart().await;
    // The game is loaded although nobody has joined: its clock runs.
    let mut home = Page::open(&server.host(), "of=home", None).await;
    home.until_part("games", |list| list.contains(&format!("/r/{code}"))).await;
    let mut carl = Page::open(&server.host(), &format!("of=find&offer={offer}"), Some(3)).await;
    assert!(carl.until_part("said", |text| !text.is_empty()).await.contains("no longer open"));
    assert!(Tab::join(&server.host(), code, Some(&cookie(1))).await.seat().is_some());
}

#[tokio::test]
async fn the_lobby_page_renders_for_both_games_without_wasm() {
    let server = Server::start(&[]).await;
    for path in ["/find", "/find/mapello"] {
        let page = http(&server.host(), &format!("GET {path}"), "").await;
        assert_eq!(status(&page), 200, "{path}");
        assert!(
            page.contains("id=\"seek\"") && page.contains("/find.js") && !page.contains(".wasm"),
            "{path}"
        );
    }
    assert_eq!(status(&http(&server.host(), "GET /find/chess", "").await), 404);
}
