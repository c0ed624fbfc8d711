//! Privacy: what a deleted guest was called and has said is shown by nobody, also not by pages that were open.

use room::{Command, RoomCode, Settings};
use sqlx::{Connection, SqliteConnection};

use crate::common::*;
use crate::profile::rename;

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
    let answer = http(host, &format!("POST /me/forget\nCookie: duello_guest={}", cookie(guest)), "").await;
    assert_eq!(status(&answer), 303);
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
