//! Tournaments over real sockets and forms: entering, pairing, results, standings, and what happens if a server stops.

mod berserk;
mod chaos;
mod forms;
mod nodes;
mod stored;

use std::path::{Path, PathBuf};
use std::time::Duration;

use room::{Command, RoomCode};
use serde_json::Value;

use crate::common::*;
use crate::find::Page;
use crate::moderation::desk;

/// An arena of Kalah that begins at once.
pub const ARENA: &str =
    "title=Evening+arena&game=kalah&format=arena&arena_clock=3%2B2&minutes=20&start=0&mode=rated&listed=yes";
/// The folder of a server's data.
pub fn data(server: &Server) -> PathBuf {
    server.folder.path().join("data")
}

/// Posts a form as the browser with this cookie; where it leads, or the status of the answer.
pub async fn submit(host: &str, path: &str, guest: u128, fields: &str) -> String {
    let more =
        format!("Cookie: duello_guest={}\nContent-Type: application/x-www-form-urlencoded", cookie(guest));
    let answer = http(host, &format!("POST {path}\n{more}"), fields).await;
    header(&answer, "location").map_or_else(|| status(&answer).to_string(), str::to_owned)
}

/// A page as a guest sees it.
pub async fn page(host: &str, path: &str, guest: u128) -> String {
    http(host, &format!("GET {path}\nCookie: duello_guest={}", cookie(guest)), "").await
}

/// Opens a tournament; its code.
pub async fn open(host: &str, guest: u128, fields: &str) -> RoomCode {
    let led = submit(host, "/events/new", guest, fields).await;
    let code = led.strip_prefix("/e/").unwrap_or_else(|| panic!("it leads to {led}"));
    code.parse().unwrap()
}

/// An entrant with the page of the tournament open.
pub struct Present {
    pub guest: u128,
    pub page: Page,
}

impl Present {
    /// Enters, and opens the page.
    pub async fn enter(host: &str, code: RoomCode, guest: u128) -> Self {
        assert_eq!(submit(host, &format!("/e/{code}/enter"), guest, "").await, format!("/e/{code}"));
        Self::back(host, code, guest).await
    }

    /// Opens the page again.
    pub async fn back(host: &str, code: RoomCode, guest: u128) -> Self {
        Self { guest, page: Page::open(host, &format!("of=event/{code}"), Some(guest)).await }
    }
}

/// Waits until so many of these are led to a room; who they are, with their rooms.
pub async fn until_paired(present: &mut [Present], number: usize) -> Vec<(u128, RoomCode)> {
    let mut found: Vec<(u128, RoomCode)> = Vec::new();
    let round = async {
        while found.len() < number {
            for one in present
                .iter_mut()
                .filter(|one| found.iter().all(|(guest, _)| *guest != one.guest))
                .collect::<Vec<_>>()
            {
                let room = one.page.until_room();
                if let Ok(room) = tokio::time::timeout(Duration::from_millis(100), room).await {
                    found.push((one.guest, room));
                }
            }
        }
    };
    patiently("a round of pairings", round).await;
    found
}

/// Loses the pairing that is played in a room, as this guest.
pub async fn lose(host: &str, room: RoomCode, guest: u128) {
    let mut tab = Tab::watch(host, room, Some(&cookie(guest))).await.unwrap();
    assert!(tab.seat().is_some(), "an entrant has the seat");
    tab.ask(Command::Resign).await;
    // Whoever leaves in the break of a match forfeits it.
    tab.ask(Command::Leave).await;
}

/// A tournament as the operator's command shows it.
pub async fn card(data: &Path, code: RoomCode) -> Value {
    let flags = ["--data", data.to_str().unwrap(), "--json"];
    let shown = desk(&flags, &["tournament", &code.to_string()]).await.unwrap();
    serde_json::from_str(&shown).unwrap()
}

/// The points in the standing, from the best on, once so many games of entrants are over.
pub async fn points_after(data: &Path, code: RoomCode, games: u64) -> Vec<u64> {
    let counted = async {
        loop {
            let card = card(data, code).await;
            let rows = card["entrants"].as_array().unwrap();
            let number = |row: &Value, of: &str| row[of].as_u64().unwrap();
            if rows.iter().map(|row| number(row, "games")).sum::<u64>() >= games {
                return rows.iter().map(|row| number(row, "points")).collect();
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    patiently("results are counted", counted).await
}

#[tokio::test]
async fn an_arena_pairs_who_is_there_and_counts_what_they_play() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open(&host, 1, ARENA).await;
    let mut present = Vec::new();
    for guest in [1, 2, 3] {
        present.push(Present::enter(&host, code, guest).await);
    }
    // Whoever is not at the page is not paired.
    assert_eq!(submit(&host, &format!("/e/{code}/enter"), 4, "").await, format!("/e/{code}"));
    let paired = until_paired(&mut present, 2).await;
    let [(loser, room), (winner, same)] = paired[..] else { panic!("{paired:?}") };
    assert_eq!(room, same, "both are led to one room");
    let waits = [1, 2, 3].into_iter().find(|guest| ![loser, winner].contains(guest)).unwrap();
    // A page is no more open once its visitor is at the table.
    present.retain(|one| one.guest == waits);
    lose(&host, room, loser).await;
    assert_eq!(points_after(&data(&server), code, 2).await, [2, 0, 0, 0]);
    // The one who has waited meets one of the two, not both of them each other again.
    for guest in [loser, winner] {
        present.push(Present::back(&host, code, guest).await);
    }
    let again = until_paired(&mut present, 2).await;
    assert!(again.iter().any(|(guest, _)| *guest == waits), "{again:?}");
    assert!(again.iter().all(|(_, next)| *next != room && *next == again[0].1));
}

#[tokio::test]
async fn two_entrants_who_have_just_met_wait_for_a_third_one() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open(&host, 1, ARENA).await;
    let mut present = vec![Present::enter(&host, code, 1).await, Present::enter(&host, code, 2).await];
    let paired = until_paired(&mut present, 2).await;
    lose(&host, paired[0].1, paired[0].0).await;
    let mut present = vec![Present::back(&host, code, 1).await, Present::back(&host, code, 2).await];
    for one in &mut present {
        let room = tokio::time::timeout(Duration::from_secs(5), one.page.until_room()).await;
        assert!(room.is_err(), "nobody meets the same one twice in a row");
    }
    present.push(Present::enter(&host, code, 3).await);
    let paired = until_paired(&mut present, 2).await;
    assert!(paired.iter().any(|(guest, _)| *guest == 3), "{paired:?}");
}
