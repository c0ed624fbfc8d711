//! People who play bots from the lobby: a button that is pressed twice, and games at a time.

use super::*;
use crate::find::Page;

/// A server with bots of these names online.
async fn with_bots(names: &[&str]) -> (Site, Vec<Stream>) {
    let site = Site::start();
    let mut streams = Vec::new();
    for name in names {
        let token = site.bot(name).await;
        streams.push(Stream::open(&site.server.host, &token, "games=9").await);
    }
    (site, streams)
}

/// Presses a bot, whatever the page was led to before; the room of the game.
async fn press(page: &mut Page, bot: &str) -> RoomCode {
    page.forget("go");
    page.play_bot(bot).await;
    page.until_room().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_press_on_a_bot_leads_to_the_game_of_the_first() {
    let (site, _streams) = with_bots(&["Ada", "Bob"]).await;
    let host = &site.server.host;
    let [mut page, mut tab] = [Page::open_lobby(host, 1).await, Page::open_lobby(host, 1).await];
    let code = press(&mut page, "BOT Ada").await;
    page.play_bot("BOT Ada").await;
    page.ping().await;
    assert_eq!(page.until_room().await, code);
    assert_eq!(press(&mut tab, "BOT Ada").await, code, "in another tab as well");
    assert!(press(&mut tab, "BOT Bob").await != code);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_three_games_with_bots_at_a_time() {
    let (site, mut streams) = with_bots(&["Ada", "Bob", "Cleo", "Dora"]).await;
    let host = &site.server.host;
    let mut page = Page::open_lobby(host, 1).await;
    let mut rooms = Vec::new();
    for bot in ["BOT Ada", "BOT Bob", "BOT Cleo"] {
        rooms.push(press(&mut page, bot).await);
    }
    page.play_bot("BOT Dora").await;
    page.until_part("said", |said| said.contains("as many games against bots")).await;
    // Another guest has the bot, and when a game is over there is one more.
    press(&mut Page::open_lobby(host, 2).await, "BOT Dora").await;
    let mut tab = Tab::join(host, rooms[0], Some(&cookie(1))).await;
    for _ in 0..2 {
        assert_eq!(tab.ask(room::Command::Resign).await, Answer::Happened);
        if tab.ask(room::Command::Leave).await == Answer::Happened {
            break;
        }
    }
    streams[0].until(|line| line["type"] == "over" && line["more"] == false).await;
    page.forget("go");
    let led = async {
        while page.parts().get("go").is_none_or(String::is_empty) {
            page.play_bot("BOT Dora").await;
            page.ping().await;
        }
    };
    patiently("there is one more", led).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_presses_a_bot_is_not_told_that_their_challenge_has_ended() {
    let (site, _streams) = with_bots(&["Ada"]).await;
    let host = &site.server.host;
    let mut page = Page::open_lobby(host, 1).await;
    page.seek("kalah", "3+2").await;
    page.until_waiting().await;
    press(&mut page, "BOT Ada").await;
    page.until_part("offer", str::is_empty).await;
    page.ping().await;
    assert_eq!(page.parts().get("said").map_or("", String::as_str), "");
    // The challenge is gone all the same.
    let mut viewer = Page::open_lobby(host, 2).await;
    viewer.ping().await;
    assert!(viewer.parts().get("offers").is_none_or(|list| !list.contains("data-say")));
}
