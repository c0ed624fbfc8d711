//! The profile page over HTTP: its counts and ratings, and that each guest sees only the own one.

mod export;
mod matches;
mod ratings;

use crate::common::*;
use crate::find::Page;
use room::{Command, Room, RoomCode, Settings};
use serde_json::{Value, json};

/// GET as a guest, or without a cookie.
pub async fn get(host: &str, path: &str, guest: Option<u128>) -> String {
    let cookie = guest.map(|n| format!("\nCookie: duello_guest={}", cookie(n))).unwrap_or_default();
    http(host, &format!("GET {path}{cookie}"), "").await
}

async fn profile_page(host: &str, guest: u128) -> String {
    let page = get(host, "/me", Some(guest)).await;
    assert_eq!(status(&page), 200);
    page
}

/// Plays a few moves, then the player to move resigns; the index of the winner.
async fn play_and_resign(tabs: &mut [Tab; 2]) -> usize {
    play(tabs, &mut 7, 4).await;
    let mover = mover(tabs).unwrap();
    assert_eq!(tabs[mover].ask(Command::Resign).await, Answer::Happened);
    1 - mover
}

/// A game of two friends; the room and the winner.
pub async fn play_friends(host: &str, settings: Settings, guests: [u128; 2]) -> (RoomCode, usize) {
    let code = open_room(host, settings).await;
    let mut tabs = two_players(host, code, guests).await;
    let winner = play_and_resign(&mut tabs).await;
    (code, winner)
}

/// A timed match of two strangers from matchmaking; the winner.
pub async fn play_strangers(host: &str, guests: [u128; 2]) -> usize {
    play_rated(host, guests).await.1
}

/// A timed match of two strangers from matchmaking, whose loser resigns both games, the second one at once; the room and
/// the winner.
async fn play_rated(host: &str, guests: [u128; 2]) -> (RoomCode, usize) {
    play_match(host, guests, json!({})).await
}

/// As [`play_rated`], by seeks with these terms.
pub async fn play_match(host: &str, guests: [u128; 2], terms: Value) -> (RoomCode, usize) {
    let mut pages = [Page::open_lobby(host, guests[0]).await, Page::open_lobby(host, guests[1]).await];
    pages[0].seek_on(["kalah", "3+2"], &terms).await;
    pages[0].until_waiting().await;
    pages[1].seek_on(["any", "any"], &terms).await;
    let code = pages[0].until_room().await;
    let [first, second] = guests.map(cookie);
    let mut tabs = [Tab::join(host, code, Some(&first)).await, Tab::join(host, code, Some(&second)).await];
    let winner = play_and_resign(&mut tabs).await;
    tabs[winner].until(Room::is_match_break).await;
    get_ready(&mut tabs).await;
    assert_eq!(tabs[1 - winner].ask(Command::Resign).await, Answer::Happened);
    (code, winner)
}

/// The archive id of a room's first game.
pub async fn game_id(host: &str, code: RoomCode) -> String {
    let answer = get(host, &format!("/r/{code}/g/1"), None).await;
    header(&answer, "location").unwrap().trim_start_matches("/g/").to_owned()
}

/// A row of a table: games, won, drawn, lost.
fn row(page: &str, name: &str) -> Option<String> {
    let row = page.split("<tr").find(|row| row.contains(&format!(">{name}</th>")))?;
    let cells = row.split("<td>").skip(1).map(|cell| cell.split('<').next().unwrap());
    Some(cells.collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn the_profile_counts_own_finished_games_and_is_not_cached() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let [mancala, mapello] = both_games();
    let (_, winner) = play_friends(&host, mancala, [1, 2]).await;
    play_friends(&host, mapello, [1, 2]).await;
    let page = profile_page(&host, 1).await;
    assert_eq!(header(&page, "cache-control"), Some("no-store"));
    assert_eq!(header(&page, "x-robots-tag"), Some("noindex"));
    for (guest, own) in [(1, 0), (2, 1)] {
        let score = if winner == own { "1 1 0 0" } else { "1 0 0 1" };
        let page = profile_page(&host, guest).await;
        assert_eq!(row(&page, "Kalah, without a clock").as_deref(), Some(score));
        assert!(row(&page, "Random board, with a clock").is_some(), "{page}");
        assert!(page.contains("href=\"/me/with/"));
    }
    let nobody = profile_page(&host, 3).await;
    assert!(row(&nobody, "Kalah, without a clock").is_none() && !nobody.contains("/me/with/"));
    let new = get(&host, "/me", None).await;
    assert!(status(&new) == 200 && !new.contains("/me/with/"));
}

#[tokio::test]
async fn games_with_an_opponent_are_listed_only_for_their_players() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut codes = Vec::new();
    for guests in [[1, 2], [2, 1], [1, 3], [2, 3]] {
        codes.push(play_friends(&host, Settings::default(), guests).await.0);
    }
    let mut ids = Vec::new();
    for code in &codes {
        ids.push(game_id(&host, *code).await);
    }
    for known in &ids[..2] {
        let page = get(&host, &format!("/me/with/{known}"), Some(1)).await;
        assert_eq!((status(&page), header(&page, "cache-control")), (200, Some("no-store")));
        assert!(ids[..2].iter().all(|id| page.contains(&format!("/g/{id}"))), "{page}");
        assert!(ids[2..].iter().all(|id| !page.contains(id.as_str())));
    }
    let foreign = [(Some(1), &ids[3]), (Some(3), &ids[0]), (Some(9), &ids[0]), (None, &ids[0])];
    for (guest, id) in foreign {
        let page = get(&host, &format!("/me/with/{id}"), guest).await;
        assert!(status(&page) == 404 && !page.contains("/g/"), "{guest:?}");
    }
    for odd in ["x", "0123456789abcdef", "%00", "..", "0123456789ABCDEF"] {
        assert_eq!(status(&get(&host, &format!("/me/with/{odd}"), Some(1)).await), 404, "{odd}");
    }
    // Nothing that could identify the guest elsewhere: no cookie, no key, no room.
    let page = profile_page(&host, 1).await;
    for code in &codes {
        assert!(!page.contains(&code.to_string()));
    }
    let body = page.split_once("\r\n\r\n").unwrap().1;
    for secret in [1, 2, 3].map(cookie) {
        assert!(!body.contains(&secret));
    }
}

#[tokio::test]
async fn all_stored_data_is_exported_to_its_owner_alone() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    assert_eq!(tabs[0].ask(Command::SendChat("from one".to_owned())).await, Answer::Happened);
    assert_eq!(tabs[1].ask(Command::SendChat("from two".to_owned())).await, Answer::Happened);
    play_and_resign(&mut tabs).await;
    play_strangers(&host, [1, 3]).await;
    rename(&host, 1, "Ada").await;
    let left = open_room(&host, Settings::default()).await;
    let mut leaver = Tab::join(&host, left, Some(&cookie(1))).await;
    assert_eq!(leaver.ask(Command::SendChat("and gone".to_owned())).await, Answer::Happened);
    assert_eq!(leaver.ask(Command::Leave).await, Answer::Happened);
    let file = get(&host, "/me/data.json", Some(1)).await;
    assert_eq!((status(&file), header(&file, "cache-control")), (200, Some("no-store")));
    let data = json(&file);
    assert_eq!(data["name"], "Ada");
    assert_eq!(data["games"].as_array().unwrap().len(), 2);
    assert_eq!(data["ratings"].as_array().unwrap().len(), 1);
    assert_eq!([&data["ratings"][0]["game"], &data["ratings"][0]["speed"]], ["mancala", "rapid"]);
    assert_eq!(data["rooms"].as_array().unwrap().len(), 3);
    let text = data.to_string();
    assert!(text.contains("from one") && !text.contains("from two"), "one's own words alone");
    assert!(text.contains("and gone") && text.contains(&left.to_string()));
    assert!([1, 2, 3].iter().all(|n| !text.contains(&secret(*n))));
    let stranger = json(&get(&host, "/me/data.json", Some(9)).await).to_string();
    assert!(!stranger.contains("Ada") && !stranger.contains(&code.to_string()));
    assert_eq!(status(&get(&host, "/me/data.json", None).await), 403);
}

/// Renames a guest.
pub async fn rename(host: &str, guest: u128, name: &str) {
    let head = format!(
        "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(guest)
    );
    assert_eq!(status(&http(host, &head, &format!("name={name}")).await), 200);
}

/// Deletes a guest's data; the whole answer.
async fn delete_data(host: &str, guest: u128, more: &str) -> String {
    delete_everything(host, &cookie(guest), more).await
}

#[tokio::test]
async fn a_deleted_guest_leaves_games_without_the_name_and_no_opponent() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for (guest, name) in [(1, "Ada"), (2, "Bert"), (3, "Cleo")] {
        rename(&host, guest, name).await;
    }
    let (code, _) = play_friends(&host, Settings::default(), [1, 2]).await;
    let id = game_id(&host, code).await;
    play_strangers(&host, [1, 3]).await;
    // A game under way, and a room without a game.
    let running = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, running, [1, 2]).await;
    play(&mut tabs, &mut 7, 3).await;
    let empty = open_room(&host, Settings::default()).await;
    drop(Tab::join(&host, empty, Some(&cookie(1))).await);

    for foreign in ["\nOrigin: https://evil.example", "\nSec-Fetch-Site: cross-site"] {
        assert_eq!(status(&delete_data(&host, 1, foreign).await), 403);
    }
    assert_eq!(status(&get(&host, "/me/forget", Some(1)).await), 405, "a link deletes nothing");
    assert!(profile_page(&host, 1).await.contains("Ada"));

    let answer = delete_data(&host, 1, "").await;
    assert_eq!((status(&answer), header(&answer, "location")), (303, Some("/me?deleted")));
    let new = header(&answer, "set-cookie").unwrap();
    assert!(new.starts_with("duello_guest=") && !new.contains(&secret(1)), "a new secret");
    tabs[1].until(|room| room.running().is_none() && room.seats.iter().flatten().count() == 1).await;
    let page = profile_page(&host, 1).await;
    assert!(!page.contains("Ada") && !page.contains("/me/with/") && !page.contains("provisional"));
    let data = json(&get(&host, "/me/data.json", Some(1)).await);
    assert_eq!(
        data,
        serde_json::json!({"name": null, "ratings": [], "bot_ratings": [], "bots": [], "claimed_names": [], "follows": [], "blocks": [], "challenges": [], "tournaments": [], "called_off": [], "games": [], "passkeys": [], "sign_ins": [], "notices": [], "pushes": [], "push_rooms": [], "sanctions": [], "screenings": [], "rooms": [],
            "reports": [], "reported": []})
    );
    for file in ["", ".json", ".txt"] {
        let game = get(&host, &format!("/g/{id}{file}"), None).await;
        assert!(status(&game) == 200 && !game.contains("Ada") && game.contains("Bert"), "{file}: {game}");
    }
    for room in [code, running, empty] {
        let shown = format!("{:?}", Tab::join(&host, room, Some(&cookie(8))).await.room);
        assert!(!shown.contains("Ada"), "nor has a room: {shown}");
    }
    let other = profile_page(&host, 2).await;
    assert!(!other.contains("Ada") && !other.contains("/me/with/"), "nobody is met who is nobody");
    assert!(row(&other, "Kalah, without a clock").unwrap().starts_with("2 "), "and one's own games stay");
    assert!(profile_page(&host, 3).await.contains("provisional"));
    for guest in [1, 9] {
        assert_eq!(status(&delete_data(&host, guest, "").await), 303);
    }
}

#[tokio::test]
async fn passkey_ceremonies_start_only_for_allowed_requests() {
    let server = Server::start(&["--private-actions=60"]).await;
    let numbers = server.host();
    let named = format!("localhost:{}", server.running.addr.port());
    let post = async |host: &str, path: &str, guest: Option<u128>, more: &str, body: &str| {
        let cookie = guest.map(|n| format!("\nCookie: duello_guest={}", cookie(n))).unwrap_or_default();
        let head = format!("POST /me/passkey/{path}\nContent-Type: application/json{cookie}{more}");
        http(host, &head, body).await
    };
    for path in ["make", "made", "ask", "enter"] {
        assert_eq!(
            status(&post(&numbers, path, Some(1), "", "{}").await),
            404,
            "an address has no name: {path}"
        );
        assert_eq!(status(&post(&named, path, None, "", "{}").await), 403, "nobody: {path}");
        let foreign = "\nOrigin: https://evil.example";
        assert_eq!(status(&post(&named, path, Some(1), foreign, "{}").await), 403, "another site: {path}");
        assert_eq!(status(&get(&named, &format!("/me/passkey/{path}"), Some(1)).await), 405);
    }
    for path in ["make", "ask"] {
        let answer = post(&named, path, Some(1), "", "").await;
        assert_eq!((status(&answer), header(&answer, "cache-control")), (200, Some("no-store")));
        let answer = json(&answer);
        assert!(answer["publicKey"]["challenge"].as_str().unwrap().len() >= 22 && answer["id"].is_string());
        let options = answer.to_string();
        assert!(options.contains("localhost") && !options.contains(&secret(1)));
    }
    for path in ["made", "enter"] {
        for body in ["", "{}", "[]", r#"{"id":"x","credential":{}}"#, r#"{"id":null}"#] {
            let answer = post(&named, path, Some(1), "", body).await;
            assert_eq!(status(&answer), 400, "{path} {body}");
            assert_eq!(header(&answer, "set-cookie"), None);
        }
        assert_eq!(status(&post(&named, path, Some(1), "", &"x".repeat(20_000)).await), 413);
    }
    // Signing out without being signed in changes nothing.
    let left = post(&named, "leave", Some(1), "", "").await;
    assert_eq!((status(&left), header(&left, "set-cookie")), (303, None));
    assert!(get(&named, "/me", Some(1)).await.contains("data-passkey=\"make\""));
    assert!(!profile_page(&numbers, 1).await.contains("data-passkey=\"make\""));
    let mut last = 200;
    for _ in 0..100 {
        last = status(&post(&named, "ask", Some(1), "", "").await);
        if last != 200 {
            break;
        }
    }
    assert_eq!(last, 429, "an address may not ask for ever");
}
