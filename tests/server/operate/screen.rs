//! `duello screen`: rated games between persons are assessed, others are not, in both databases.

use super::*;
use crate::common::postgres::new_database;
use crate::find::Page;
use room::Room;
use serde_json::Value;

/// Has two strangers play a rated match of Kalah, both games to their ends.
pub async fn play_rated(host: &str, guests: [u128; 2]) {
    let mut pages = [Page::open_lobby(host, guests[0]).await, Page::open_lobby(host, guests[1]).await];
    pages[0].seek("kalah", "10+5").await;
    pages[0].until_waiting().await;
    pages[1].seek("kalah", "10+5").await;
    let code = pages[0].until_room().await;
    let [first, second] = guests.map(cookie);
    let mut tabs = [Tab::join(host, code, Some(&first)).await, Tab::join(host, code, Some(&second)).await];
    play(&mut tabs, &mut 5, usize::MAX).await;
    both_until(tabs.each_mut(), Room::is_match_break).await;
    get_ready(&mut tabs).await;
    both_until(tabs.each_mut(), |room| room.running().is_some()).await;
    play(&mut tabs, &mut 6, usize::MAX).await;
    both_until(tabs.each_mut(), |room| room.running().is_none()).await;
}

fn screened(data: &Path, words: &[&str]) -> Value {
    serde_json::from_str(&output_of(data, &[&["screen", "--json"], words].concat())).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_command_ranks_the_players_of_rated_games() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Process::start(&data);
    play_rated(&server.host, [1, 2]).await;
    // A game of friends is not rated, and is nobody's business.
    drop(some_games(&server.host).await);
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    let found = screened(&data, &[]);
    // A match is rated once, and both its games were played for it.
    assert_eq!((found["games"].as_u64(), found["left_out"].as_u64()), (Some(2), Some(0)), "{found}");
    let players = found["players"].as_array().unwrap();
    assert_eq!(players.len(), 2, "{found}");
    for player in players {
        assert_eq!((player["category"].as_str(), player["games"].as_u64()), (Some("mancala"), Some(2)));
        assert_eq!(player["look"], false, "two games are too few: {player}");
        assert!(player["moves"].as_u64().is_some_and(|moves| moves > 0), "{player}");
        assert!(player["rating"].as_f64().is_some_and(|points| points > 1_000.0), "{player}");
    }
    let table = output_of(&data, &["screen"]);
    assert!(table.contains("2 games of 2 players") && table.contains("Nobody is above"), "{table}");
    assert_eq!(screened(&data, &["--since", "2999-01-01"])["players"].as_array().map(Vec::len), Some(0));

    if cfg!(target_os = "linux") {
        let address = new_database().await;
        let copy = folder.path().join("copy.sqlite").to_str().unwrap().to_owned();
        let again = tokio::task::spawn_blocking(move || {
            output_of(&data, &["backup", &copy]);
            output_of(&data, &["restore", &copy, "--db", &address]);
            screened(&data, &["--db", &address])
        });
        assert_eq!(again.await.unwrap(), found, "PostgreSQL answers as SQLite does");
    }
}
