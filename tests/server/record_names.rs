//! Names on the page of a finished game that are written from right to left.

use room::{Command, Settings};

use crate::common::*;
use crate::record::{game_page_path, get, resign};

#[tokio::test]
async fn right_to_left_names_keep_their_places_in_headings_and_titles() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    for (tab, name) in tabs.iter_mut().zip(["אנה כהן", "דן לוי"]) {
        assert_eq!(tab.ask(Command::Rename { name: name.to_owned() }).await, Answer::Happened);
    }
    play(&mut tabs, &mut 7, 6).await;
    resign(&mut tabs).await;
    let path = game_page_path(&host, code, 1).await.unwrap();
    let page = get(&host, &path).await;
    let pair =
        |first: &str, second: &str| format!("\u{2068}{first}\u{2069} \u{2013} \u{2068}{second}\u{2069}");
    let pairs = [pair("אנה כהן", "דן לוי"), pair("דן לוי", "אנה כהן")];
    for begins in ["<h1", "<title", "property=\"og:title\""] {
        let there = page.split(begins).nth(1).unwrap_or_default().chars().take(400).collect::<String>();
        assert!(pairs.iter().any(|pair| there.contains(pair)), "{begins}: {there}");
    }
}
