//! The games of one node are listed at the others, and are shown on their TV.

use room::{Audience, Command, Settings, TimeControl};

use super::*;
use crate::find::Page;
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
