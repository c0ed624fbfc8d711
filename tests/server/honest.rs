//! Honest use is never refused: a guest who plays all day, a browser with many tabs, a class behind one
//! address. All limits are as delivered. What a page asks for is computed from the page.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;

use futures_util::future::join_all;
use room::{Command, RoomCode, Settings};

use crate::common::*;
use crate::find::Page;

/// The files that the program of a page fetches besides those that the page names, generously counted.
const FILES: usize = 20;
/// The first guest of a round has this times the number of the round, and one.
const ROUND: u128 = 100;

struct Site {
    server: Server,
    host: String,
    /// Files that a browser has.
    cached: Mutex<HashSet<(u128, String)>>,
}

impl Site {
    async fn start(more: &[&str]) -> Self {
        let server = Server::start_as_delivered(&[&["--metrics=127.0.0.1:0"], more].concat()).await;
        let host = server.host();
        Self { server, host, cached: Mutex::default() }
    }

    /// Opens a page in the guest's browser: the page, and every file that it names and that the browser does
    /// not have. The first page of all fetches [`FILES`].
    async fn visit(&self, path: &str, guest: u128) {
        let page = self.get(path, guest).await;
        let mut wanted: Vec<String> =
            page.split(['"', '\'']).filter(|text| is_file(text)).map(str::to_owned).collect();
        // What the page's program fetches later, and what a page names only if the site is built.
        wanted.extend((0..FILES).map(|n| format!("/icons/{n}.png")));
        for file in wanted {
            // Browsers of later rounds are those of the first, see below.
            let is_new = self.cached.lock().unwrap().insert((guest % ROUND, file.clone()));
            if is_new {
                self.get(&file, guest).await;
            }
        }
    }

    async fn get(&self, path: &str, guest: u128) -> String {
        let answer =
            http(&self.host, &format!("GET {path}\nCookie: duello_guest={}", cookie(guest)), "").await;
        assert_ne!(status(&answer), 429, "{path}: {answer}");
        answer
    }

    /// Opens a room by a press on the home page.
    async fn open_room(&self, guest: u128) -> RoomCode {
        let body = serde_json::json!({ "settings": Settings::default() }).to_string();
        let answer = call(&self.host, "create_room", &cookie(guest), &body).await;
        assert_eq!(status(&answer), 200, "{answer}");
        serde_json::from_value(json(&answer)).unwrap()
    }

    /// Joins a room over its socket, and sits down by the button of the invitation, as the page's program does it.
    async fn join(&self, code: RoomCode, guest: u128) -> Tab {
        let mut tab = Tab::watch(&self.host, code, Some(&cookie(guest))).await.unwrap();
        if tab.seat().is_none() {
            assert_eq!(tab.ask(Command::Sit { name: "Friend".to_owned() }).await, Answer::Happened);
        }
        tab
    }

    /// Nobody was refused anything.
    async fn assert_nobody_refused(&self) {
        let metrics = self.server.running.metrics.unwrap().to_string();
        let all = http(&metrics, "GET /metrics", "").await;
        let refused: Vec<_> =
            all.lines().filter(|line| line.starts_with("duello_turned_away_total{")).collect();
        assert!(refused.is_empty(), "{refused:?}");
    }
}

/// Whether a text of a page is the address of a file beside it.
fn is_file(text: &str) -> bool {
    let path = text.split('?').next().unwrap_or_default();
    path.starts_with('/')
        && [".js", ".css", ".wasm", ".svg", ".png", ".webmanifest", ".txt", ".woff2"]
            .iter()
            .any(|ending| path.ends_with(ending))
}

/// Plays so many games in one room, each with some moves at once, and given up.
async fn play_games(tabs: &mut [Tab; 2], games: u32, seed: &mut u64) {
    for number in 0..games {
        if number > 0 {
            for tab in tabs.iter_mut() {
                assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
            }
            let [a, b] = tabs;
            both_until([a, b], |room| room.running().is_some()).await;
        }
        play(tabs, seed, 4).await;
        assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
        let [a, b] = tabs;
        both_until([a, b], |room| room.running().is_none()).await;
    }
}

/// Two guests follow the link to a room, and play so many games.
async fn pair_by_link(site: &Site, guests: [u128; 2], games: u32) {
    site.visit("/", guests[0]).await;
    let code = site.open_room(guests[0]).await;
    for guest in guests {
        site.visit(&format!("/r/{code}"), guest).await;
    }
    let mut tabs = [site.join(code, guests[0]).await, site.join(code, guests[1]).await];
    get_ready(&mut tabs).await;
    play_games(&mut tabs, games, &mut (guests[0] as u64 + 7)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_plays_forty_games_with_rematches_is_not_refused() {
    // The games of an hour are played in seconds here, so messages, which count within seconds, are not limited.
    let site = Site::start(&["--player-messages=0"]).await;
    pair_by_link(&site, [1, 2], 40).await;
    for path in ["/", "/me", "/games", "/find"] {
        site.visit(path, 1).await;
    }
    site.assert_nobody_refused().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_tabs_of_one_browser_are_not_refused() {
    let site = Site::start(&[]).await;
    let mut tabs = Vec::new();
    let code = site.open_room(1).await;
    let rooms =
        [format!("/r/{code}"), "/".to_owned(), "/find".to_owned(), "/me".to_owned(), "/games".to_owned()];
    for path in rooms.iter().cycle().take(20) {
        site.visit(path, 1).await;
    }
    for _ in 0..20 {
        tabs.push(site.join(code, 1).await);
    }
    site.assert_nobody_refused().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_of_thirty_behind_one_address_plays_three_rounds_by_link() {
    let site = Site::start(&[]).await;
    for round in 0..3 {
        let pairs = (0..15).map(|n| pair_by_link(&site, [2 * n + 1, 2 * n + 2], 1 + round % 2));
        join_all(pairs).await;
    }
    // Some mistype their code.
    for n in 0..10 {
        site.get(&format!("/r/{}", RoomCode::from_seed(9_000_000 + n)), 1).await;
    }
    site.assert_nobody_refused().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_of_thirty_pairs_up_by_the_lobby_three_times() {
    let site = Site::start(&[]).await;
    for round in 0..3 {
        // Other guests each time: whoever seeks again within three seconds is sent to the same room.
        let first = u128::from(round) * ROUND + 1;
        let enter = async |guest: u128| {
            site.visit("/find", guest).await;
            Page::open_lobby(&site.host, guest).await
        };
        let mut pages = join_all((first..first + 30).map(enter)).await;
        join_all(pages.iter_mut().map(|page| page.seek("kalah", "3+2"))).await;
        let rooms: Vec<RoomCode> = join_all(pages.iter_mut().map(Page::until_room)).await;
        let mut guests = BTreeMap::<RoomCode, Vec<u128>>::new();
        for (guest, code) in (first..).zip(rooms) {
            guests.entry(code).or_default().push(guest);
        }
        let play = async |code: RoomCode, two: Vec<u128>| {
            let mut tabs = Vec::new();
            for guest in two {
                site.visit(&format!("/r/{code}"), guest).await;
                tabs.push(site.join(code, guest).await);
            }
            let mut tabs: [Tab; 2] = tabs.try_into().ok().expect("two in each room");
            play_games(&mut tabs, 1, &mut (round + 3)).await;
        };
        join_all(guests.into_iter().map(|(code, two)| play(code, two))).await;
    }
    site.assert_nobody_refused().await;
}
