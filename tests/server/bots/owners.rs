//! Bots of accounts: what becomes of them when the operator does not let their owner in, or when the account is deleted.

use super::*;
use crate::account::authenticator::Passkey;

/// A bot of an account that was made for the nth guest.
pub struct OwnBot {
    /// Its token.
    pub token: String,
    /// The cookie of its owner.
    pub owner: String,
}

impl OwnBot {
    /// Makes an account, and a bot of it.
    pub async fn make(host: &str, n: u128, name: &str) -> Self {
        let (_, owner) = Passkey::register(host, &cookie(n)).await;
        let token = new_token(&submit(host, &owner, "bot", &format!("name={name}")).await);
        Self { token, owner }
    }
}

/// Posts a form of the security page; the whole answer.
pub async fn submit(host: &str, cookie: &str, form: &str, fields: &str) -> String {
    let more = format!("Cookie: duello_guest={cookie}\nContent-Type: application/x-www-form-urlencoded");
    http(host, &format!("POST /security/{form}\n{more}"), fields).await
}

/// The token that an answer gives to the page.
pub fn new_token(answer: &str) -> String {
    let cookie = answer.lines().find_map(|line| line.split_once("duello_token=")).map(|(_, value)| value);
    cookie
        .and_then(|value| value.split(';').next())
        .unwrap_or_else(|| panic!("no token: {answer}"))
        .to_owned()
}

/// A server with passkeys, and its address by name.
pub async fn start(flags: &[&str]) -> (Server, String) {
    let server = Server::start(flags).await;
    let host = format!("localhost:{}", server.running.addr.port());
    (server, host)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_owner_does_not_go_on_through_bots() {
    let (server, host) = start(&[]).await;
    let data = server.folder.path().join("data");
    let desk = async |words: &[&str]| desk(&["--data", data.to_str().unwrap()], words).await.unwrap();
    let ada = OwnBot::make(&host, 1, "Ada").await;
    let bob = desk(&["bot", "add", "Bob"]).await.trim().to_owned();
    let mut streams = [Stream::open(&host, &ada.token, "").await, Stream::open(&host, &bob, "games=4").await];
    let asked = |opponent: &str| json!({ "opponent": opponent, "game": "mapello", "speed": "60" });
    let (status, answer) = post(&host, &ada.token, "challenge", &asked("BOT Bob")).await;
    assert_eq!(status, 200, "{answer}");
    streams[1].until(|line| line["type"] == "game").await;
    let about = http(&host, &format!("GET /me\nCookie: duello_guest={}", ada.owner), "").await;
    let guest = about.split_once("name=\"guest\" value=\"").unwrap().1[..SECRET_LENGTH].to_owned();
    desk(&["guest", &guest, "suspend", "--for", "1h"]).await;
    in_force("the bot is not let in", async || get(&host, &ada.token, "me").await.0 == 403).await;
    let refused = post(&host, &ada.token, "challenge", &asked("BOT Bob")).await;
    assert_eq!(refused, (403, json!({ "error": "suspended" })));
    streams[0].until(|line| line["type"] == "closing").await;
    assert!(streams[0].next().await.is_none());
    assert_eq!(post(&host, &bob, "challenge", &asked("BOT Ada")).await.0, 404, "it cannot be asked");
    // The game goes on by its rules: the other one can still act in it.
    let path = format!("games/{}/do", answer["room"].as_str().unwrap());
    assert_eq!(post(&host, &bob, &path, &json!({ "do": "say_hello" })).await.0, 200);
    desk(&["guest", &guest, "lift"]).await;
    in_force("the bot is let in again", async || get(&host, &ada.token, "me").await.0 == 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_operator_switches_off_is_off_for_bots_as_well() {
    let site = Site::start();
    let host = site.server.host.clone();
    let tokens = [site.bot("Ada").await, site.bot("Bob").await];
    let _streams = [Stream::open(&host, &tokens[0], "").await, Stream::open(&host, &tokens[1], "").await];
    // Nobody is online under this name, so that asking begins no game.
    let wanted = json!({ "opponent": "BOT Nobody", "game": "mapello", "speed": "60" });
    for feature in ["lobby", "rooms"] {
        site.desk(&["switch", feature, "off"]).await;
        in_force("it is off", async || {
            post(&host, &tokens[0], "challenge", &wanted).await == (403, json!({ "error": "switched_off" }))
        })
        .await;
        let mut page = crate::find::Page::open_lobby(&host, 1).await;
        page.play_bot("BOT Bob").await;
        page.until_part("said", |said| said.contains("switched off")).await;
        site.desk(&["switch", feature, "on"]).await;
        in_force("it is on", async || post(&host, &tokens[0], "challenge", &wanted).await.0 == 404).await;
    }
}
