//! The games of one node are listed at the others and shown on their TV, and its guests are online there.

use room::{Audience, Command, Settings, TimeControl};

use super::*;
use crate::faults::times;
use crate::find::Page;
use crate::players::{page, player, submit};
use crate::tv::until_shown;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_at_one_node_is_listed_and_on_tv_at_the_other() {
    let Some(nodes) = Nodes::start(2, &["--idle-unload=1"]).await else { return };
    let hosts = nodes.hosts();
    let clock = TimeControl::Increment { base: 300, increment: 3 };
    let public = Settings { audience: Audience::Public, clock, ..Settings::default() };
    let code = open_room(&hosts[0], public).await;
    let mut tabs = two_players(&hosts[0], code, [1, 2]).await;
    play(&mut tabs, &mut 5, 2).await;
    let room = format!("/r/{code}");

    let mut home = Page::open(&hosts[1], "of=home", None).await;
    home.until_part("games", |games| games.contains(&room)).await;
    home.until_part("counts", |counts| counts.contains("1 game")).await;
    let mut page = Page::open(&hosts[1], "of=tv", None).await;
    until_shown(&mut page, code).await;
    for _ in 0..3 {
        // Nobody is in the room at this node, which nevertheless keeps it while the game is shown.
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        let before = page.parts()["tv-game"].clone();
        play(&mut tabs, &mut 9, 1).await;
        page.until_part("tv-game", |game| *game != before).await;
    }
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    page.until_part("tv-said", |said| said.contains("wins")).await;
    home.until_part("games", |games| !games.contains(&room)).await;

    // A room that is closed to others while it is played is gone from the other node as well.
    for tab in &mut tabs {
        assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
    }
    play(&mut tabs, &mut 5, 1).await;
    home.until_part("games", |games| games.contains(&room)).await;
    assert_eq!(tabs[0].ask(Command::Close(true)).await, Answer::Happened);
    home.until_part("games", |games| !games.contains(&room)).await;
    nodes.log(code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_at_a_table_of_one_node_is_online_at_the_other() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts: Vec<String> =
        nodes.hosts().iter().map(|host| host.replace("127.0.0.1", "localhost")).collect();
    let (_, ada) = player(&hosts[0], 1, "Ada").await;
    let bert = cookie(2);
    assert_eq!(submit(&hosts[1], "/me/relation", &bert, "act=follow&player=Ada").await, "/@Ada");
    let is_online = async || page(&hosts[1], "/find", &bert).await.contains("Friends online");
    assert!(!is_online().await);
    let code = open_room(&hosts[0], Settings::default()).await;
    let tab = Tab::watch(&hosts[0], code, Some(&ada)).await.unwrap();
    eventually("Ada is online at the other node", is_online).await;
    // For longer than what is told once counts.
    for _ in 0..times(1, 30) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(is_online().await);
    }
    drop(tab);
    eventually("Ada is gone at the other node", async || !is_online().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_at_one_node_and_its_end_show_in_the_lobby_of_the_other() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts: Vec<String> =
        nodes.hosts().iter().map(|host| host.replace("127.0.0.1", "localhost")).collect();
    let (_, ada) = player(&hosts[0], 1, "Ada").await;
    let (_, bert) = player(&hosts[0], 2, "Bert").await;
    let mut lobby = Page::open_with(&hosts[1], "of=find", Some(&ada)).await;
    lobby.until_part("challenges", |list| !list.contains("Bert")).await;
    let room = submit(&hosts[0], "/me/challenge", &bert, "player=Ada&game=mancala&speed=none").await;
    assert!(room.starts_with("/r/"), "{room}");
    lobby.until_part("challenges", |list| list.contains("Bert")).await;
    assert_eq!(submit(&hosts[0], "/me/decline", &ada, &format!("room={}", &room[3..])).await, "/find");
    // The lobby reads them again by itself, but not before a minute.
    let is_told = lobby.until_part("challenges", |list| !list.contains("Bert"));
    tokio::time::timeout(Duration::from_secs(20), is_told).await.unwrap();
}
