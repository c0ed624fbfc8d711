//! What is switched off for everybody: chat, the lobby, new rooms, new accounts.

use super::*;
use crate::find::Page;

/// A lobby's page; the texts that it says, until it has said something.
async fn said_in_lobby(host: &str, guest: u128, send: Option<&str>) -> Vec<String> {
    let mut request = format!("ws://{host}/find/ws?of=find").into_client_request().unwrap();
    let value = format!("duello_guest={}", cookie(guest));
    request.headers_mut().insert("cookie", value.parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    if let Some(text) = send {
        socket.send(Message::text(text)).await.unwrap();
    }
    let mut said: Vec<String> = Vec::new();
    let listen = async {
        while said.iter().all(String::is_empty) {
            let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
            let parts: serde_json::Value = serde_json::from_str(&text).unwrap();
            said.extend(parts.get("said").and_then(|said| Some(said.as_str()?.to_owned())));
        }
    };
    patiently("the lobby says something", listen).await;
    said
}

const SEEK: &str = r#"{"t":"seek","game":"mancala","mancala":"any","mapello":"any","speed":"any"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_switched_off_is_refused_and_games_go_on() {
    let site = Site::start(&[]);
    let host = site.host();
    let (_, mut tabs) = anna_and_bert(&site).await;
    let shown = site.desk(&["switch"]).await;
    assert_eq!(shown.matches(" on").count(), 4, "{shown}");
    for feature in ["chat", "lobby", "rooms", "accounts"] {
        site.desk(&["switch", feature, "off"]).await;
    }
    let room = serde_json::json!({ "settings": Settings::default() }).to_string();
    let create = async || call(&host, "create_room", &cookie(9), &room).await;
    in_force("rooms are off", async || json(&create().await) == "rooms_off").await;
    assert_eq!(status(&create().await), 403);
    let opened = form(&host, "open_room", "game=mancala").await;
    assert_eq!(header(&opened, "location"), Some("/?problem=rooms_off"));
    let home = page(&host, "/?problem=rooms_off", 9, "pt").await;
    assert!(home.contains("desativaram a criação de salas"), "the page says so: {home}");
    for tab in &mut tabs {
        for line in [Command::SendChat("Hi".to_owned()), Command::SendPreset(room::Preset::Hello)] {
            assert_eq!(tab.ask(line).await, Answer::Refused(Rejection::ChatOff));
        }
    }
    for (guest, send) in [(5, None), (6, Some(SEEK)), (7, Some(SEEK))] {
        let said = said_in_lobby(&host, guest, send).await;
        assert!(said.iter().any(|said| said.contains("switched off games with strangers")), "{said:?}");
    }
    let challenge =
        format!("POST /me/passkey/make\nOrigin: http://localhost\nCookie: duello_guest={}", cookie(8));
    let local = host.replace("127.0.0.1", "localhost");
    let origin = challenge.replace("http://localhost", &format!("http://{local}"));
    assert_eq!(status(&http(&local, &origin, "").await), 403);
    play(&mut tabs, &mut 7, 4).await;
    // One is switched on by hand, another by its time.
    site.desk(&["switch", "chat", "off", "--for", "1s"]).await;
    site.desk(&["switch", "rooms", "on"]).await;
    in_force("rooms are on", async || status(&create().await) == 200).await;
    in_force("chat is on", async || {
        tokio::time::sleep(Duration::from_millis(700)).await;
        tabs[0].ask(Command::SendPreset(room::Preset::Hello)).await == Answer::Happened
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_end_when_the_lobby_is_switched_off() {
    let site = Site::start(&[]);
    let host = site.host();
    let mut request = format!("ws://{host}/find/ws?of=find").into_client_request().unwrap();
    let value = format!("duello_guest={}", cookie(5));
    request.headers_mut().insert("cookie", value.parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    socket.send(Message::text(SEEK)).await.unwrap();
    let mut until = async |so: &mut dyn FnMut(&serde_json::Value) -> bool| {
        let heard = async {
            loop {
                let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
                if so(&serde_json::from_str(&text).unwrap()) {
                    return;
                }
            }
        };
        tokio::time::timeout(IN_FORCE, heard).await.expect("within five seconds");
    };
    until(&mut |parts| parts["offer"].as_str().is_some_and(|offer| !offer.is_empty())).await;
    site.desk(&["switch", "lobby", "off"]).await;
    let (mut ended, mut said) = (false, false);
    until(&mut |parts| {
        ended |= parts["offer"] == "";
        said |= parts["said"].as_str().is_some_and(|said| said.contains("switched off"));
        ended && said
    })
    .await;
    site.desk(&["switch", "lobby", "on"]).await;
    // It does not have to be reloaded.
    until(&mut |parts| parts["said"] == "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_was_removed_vanishes_from_an_open_seek() {
    let site = Site::start(&[]);
    let host = site.host();
    rename(&host, 5, "Nasty").await;
    let mut nasty = Page::open_lobby(&host, 5).await;
    nasty.seek("kalah", "3+2").await;
    nasty.until_waiting().await;
    let mut other = Page::open_lobby(&host, 6).await;
    other.until_part("offers", |list| list.contains("Nasty")).await;
    site.desk(&["guest", "Nasty", "rename-away"]).await;
    let gone = other.until_part("offers", |list| list.contains("3+2") && !list.contains("Nasty"));
    tokio::time::timeout(IN_FORCE, gone).await.expect("within five seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_gets_the_names_that_it_has_when_it_is_paired() {
    let site = Site::start(&[]);
    let host = site.host();
    rename(&host, 5, "Before").await;
    let mut first = Page::open_lobby(&host, 5).await;
    first.seek("kalah", "3+2").await;
    first.until_waiting().await;
    rename(&host, 5, "Later").await;
    let mut second = Page::open_lobby(&host, 6).await;
    second.seek("kalah", "3+2").await;
    let tab = Tab::join(&host, second.until_room().await, Some(&cookie(6))).await;
    assert_eq!(tab.room.occupant(room::Seat::Bottom).unwrap().name, "Later");
    let paired = second.until_part("waiting", |text| !text.is_empty()).await;
    assert!(paired.contains("Later") && !paired.contains("Before"), "{paired}");
}

async fn rename(host: &str, guest: u128, name: &str) {
    let kind = "Content-Type: application/x-www-form-urlencoded";
    let head = format!("POST /api/rename\n{kind}\nCookie: duello_guest={}", cookie(guest));
    assert_eq!(status(&http(host, &head, &format!("name={name}")).await), 200);
}
