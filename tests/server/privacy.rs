//! Privacy: what a deleted guest was called and has said is shown by nobody, also not by pages that were open.

use room::{Command, RoomCode, Settings};
use sqlx::{Connection, SqliteConnection};

use crate::common::*;
use crate::profile::{get, rename};

/// Words that no server says by itself.
const NAME: &str = "Zebulonia";
const LINE: &str = "quokka street 5";

/// A server with a room in which guest 1 has that name, has said that line, and has resigned a game.
async fn talked() -> (Server, RoomCode, [Tab; 2]) {
    let server = Server::start(&[]).await;
    let host = server.host();
    rename(&host, 1, NAME).await;
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    assert_eq!(tabs[0].ask(Command::SendChat(LINE.to_owned())).await, Answer::Happened);
    play(&mut tabs, &mut 7, 4).await;
    let mover = mover(&tabs).unwrap();
    assert_eq!(tabs[mover].ask(Command::Resign).await, Answer::Happened);
    tabs[1].until(|room| room.running().is_none()).await;
    (server, code, tabs)
}

fn tells(text: &str) -> bool {
    text.contains(NAME) || text.contains(LINE)
}

/// What a newcomer is told.
async fn welcome(host: &str, code: RoomCode, guest: u128) -> String {
    let tab = Tab::join(host, code, Some(&cookie(guest))).await;
    format!("{:?}", tab.room)
}

/// Deletes everything of a guest.
pub async fn delete(host: &str, guest: u128) {
    assert_eq!(status(&delete_everything(host, &cookie(guest), "").await), 303);
}

#[tokio::test]
async fn a_deleted_name_and_line_vanish_from_open_pages_and_logs() {
    let (server, code, mut tabs) = talked().await;
    let host = server.host();
    assert!(tells(&format!("{:?}", tabs[1].room)) && tells(&welcome(&host, code, 3).await));
    delete(&host, 1).await;
    tabs[1].until(|room| !tells(&format!("{room:?}"))).await;
    // What comes later tells nothing either, nor does what a page asks for that was away.
    tabs[1].until(|room| room.seats.iter().flatten().count() == 1).await;
    assert!(!tells(&format!("{:?}", tabs[1].room)));
    assert!(!tells(&welcome(&host, code, 3).await));
    let server = server.restart().await;
    assert!(!tells(&welcome(&server.host(), code, 3).await));
}

#[tokio::test]
async fn a_page_that_was_away_during_a_deletion_gets_the_log_anew() {
    let (server, _code, tabs) = talked().await;
    let host = server.host();
    let [_anna, bert] = tabs;
    // Away with the whole log: its client asks only for what comes after.
    let leave = |tab: Tab| (tab.guest, tab.client);
    let (guest, client) = leave(bert);
    delete(&host, 1).await;
    let back = Tab::rejoin(&host, Some(&guest), client).await.unwrap();
    assert!(!tells(&format!("{:?}", back.room)), "{:?}", back.room);
}

#[tokio::test]
async fn what_another_process_hides_is_gone_from_open_pages_within_seconds() {
    let (server, code, mut tabs) = talked().await;
    let file = format!("sqlite:{}", server.folder.path().join("data/duello.sqlite").display());
    let mut database = SqliteConnection::connect(&file).await.unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    let hide = "INSERT INTO redactions (room, kind, subject, at) VALUES ($1, 'member', $2, $3)";
    let hide = sqlx::query(hide).bind(code.to_string()).bind(tabs[0].me.to_string()).bind(now);
    hide.execute(&mut database).await.unwrap();
    let hidden = tabs[1].until(|room| !tells(&format!("{room:?}")));
    tokio::time::timeout(std::time::Duration::from_secs(5), hidden).await.unwrap();
    // Who is hidden can do nothing more that would be seen.
    let said = tabs[0].ask(Command::SendChat("again".to_owned())).await;
    assert_eq!(said, Answer::Refused(room::Rejection::NotSeated));
}

/// Whether a file of the data folder has one of the words in it.
fn files_tell(server: &Server) -> bool {
    let files = std::fs::read_dir(server.folder.path().join("data")).unwrap();
    let has = |bytes: &[u8], word: &str| bytes.windows(word.len()).any(|some| some == word.as_bytes());
    files
        .filter_map(|file| std::fs::read(file.unwrap().path()).ok())
        .any(|bytes| [NAME, LINE].into_iter().any(|word| has(&bytes, word)))
}

#[tokio::test]
async fn no_byte_of_a_deleted_name_or_line_is_left_in_the_database() {
    let (server, code, mut tabs) = talked().await;
    let host = server.host();
    // A report has both, too; the line stays there for whoever runs the server, and the name does not.
    let about = tabs[0].me;
    assert!(files_tell(&server));
    let left = open_room(&host, Settings::default()).await;
    let mut elsewhere = Tab::join(&host, left, Some(&cookie(1))).await;
    assert_eq!(elsewhere.ask(Command::Leave).await, Answer::Happened);
    assert_eq!(tabs[1].ask(Command::SendChat("bye".to_owned())).await, Answer::Happened);
    delete(&host, 1).await;
    tabs[1].until(|room| room.seat_of(about).is_none()).await;
    let erased = async {
        while files_tell(&server) {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    patiently("the files forget", erased).await;
    for code in [code, left] {
        assert!(!tells(&welcome(&host, code, 3).await));
    }
}

#[tokio::test]
async fn rooms_that_were_left_are_exported_and_lose_the_name_at_deletion() {
    let (server, code, mut tabs) = talked().await;
    let host = server.host();
    assert_eq!(tabs[0].ask(Command::Leave).await, Answer::Happened);
    let data = json(&get(&host, "/me/data.json", Some(1)).await);
    let rooms = data["rooms"].as_array().unwrap();
    assert_eq!((rooms.len(), &rooms[0]["room"]), (1, &serde_json::json!(code)));
    assert!(rooms[0]["seat"].is_null() && rooms[0]["events"].to_string().contains(LINE), "{rooms:?}");
    assert!(tells(&welcome(&host, code, 3).await));
    delete(&host, 1).await;
    tabs[1].until(|room| !tells(&format!("{room:?}"))).await;
    assert!(!tells(&welcome(&host, code, 3).await));
}

#[tokio::test]
async fn a_report_loses_the_name_and_the_other_players_export_the_line() {
    let (server, _code, mut tabs) = talked().await;
    let host = server.host();
    let about = tabs[0].me;
    assert_eq!(tabs[1].ask(Command::Report(about)).await, Answer::Done);
    let export = async || json(&get(&host, "/me/data.json", Some(2)).await)["reports"].to_string();
    assert!(tells(&export().await));
    delete(&host, 1).await;
    assert!(!tells(&export().await), "what others export is redacted as well");
    let file = format!("sqlite:{}", server.folder.path().join("data/duello.sqlite").display());
    let mut database = SqliteConnection::connect(&file).await.unwrap();
    let (name, lines): (String, String) =
        sqlx::query_as("SELECT name, lines FROM reports").fetch_one(&mut database).await.unwrap();
    assert_eq!(name, room::REMOVED_NAME);
    assert!(
        !lines.contains(NAME) && lines.contains(LINE),
        "what was reported stays for the operator: {lines}"
    );
}

#[tokio::test]
async fn a_deleted_cookie_is_nobody_for_ever() {
    let (server, code, _tabs) = talked().await;
    delete(&server.host(), 1).await;
    let server = server.restart().await;
    let host = server.host();
    let page = get(&host, "/", Some(1)).await;
    let new = header(&page, "set-cookie").unwrap();
    assert!(!new.contains(&secret(1)), "{new}");
    // The seat is free, and a socket with that cookie only watches.
    let mut tab = Tab::join(&host, code, Some(&cookie(1))).await;
    assert_eq!(tab.seat(), None);
    let sit = Command::Sit { name: NAME.to_owned() };
    assert_eq!(tab.ask(sit).await, Answer::Refused(room::Rejection::NotSeated));
    rename(&host, 1, NAME).await;
    assert!(!tells(&get(&host, "/me", Some(1)).await));
}

#[tokio::test]
async fn caches_have_to_ask_before_they_show_a_game_file_again() {
    let (server, code, _tabs) = talked().await;
    let host = server.host();
    let path = crate::profile::game_id(&host, code).await;
    for ending in ["json", "kgp", "png"] {
        let file = format!("/g/{path}.{ending}");
        let ask = async |tag: &str| {
            let answer = String::from_utf8_lossy(&http_bytes(&host, &file).await).into_owned();
            let known = http(&host, &format!("GET {file}\nIf-None-Match: {tag}"), "").await;
            (header(&answer, "etag").unwrap().to_owned(), status(&known))
        };
        let (tag, _) = ask("\"none\"").await;
        assert_eq!(ask(&tag).await, (tag, 304));
    }
    let tag =
        async || header(&get(&host, &format!("/g/{path}.json"), None).await, "etag").unwrap().to_owned();
    let before = tag().await;
    delete(&host, 1).await;
    assert_ne!(before, tag().await);
}

#[tokio::test]
async fn the_privacy_page_gives_the_figures_of_the_running_server() {
    let flags = ["--recoverable-days=3", "--session-idle-days=41", "--session-days=0"];
    let contact = "--security-contact=mailto:ada@example.org";
    let server = Server::start(&[&flags[..], &[contact]].concat()).await;
    let host = server.host();
    let page = async |language: &str| {
        let page = http(&host, &format!("GET /privacy\nAccept-Language: {language}"), "").await;
        assert_eq!(status(&page), 200);
        page
    };
    let english = page("en").await;
    for said in [
        "deleted for good 3 days later",
        "after 41 days without use",
        "30 days after",
        "Reports for 180 days.",
    ] {
        assert!(english.contains(said), "{said}: {english}");
    }
    assert!(english.contains("mailto:ada@example.org") && english.contains("“Deleted player”"));
    assert!(!english.contains("in any case"), "a sign-in that never ends has no such day");
    assert!(
        page("de").await.contains("wird 3 Tage später") && page("pt").await.contains("3 dias mais tarde")
    );
    for link in ["/", "/me"] {
        assert!(get(&host, link, Some(1)).await.contains("href=\"/privacy\""), "{link}");
    }
}
