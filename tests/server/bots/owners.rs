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

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_is_shown_once_by_a_page_that_names_its_parts() {
    let (_server, host) = start(&[]).await;
    let (_, owner) = Passkey::register(&host, &cookie(1)).await;
    let token = new_token(&submit(&host, &owner, "bot", "name=Ada").await);
    let page = async |cookies: &str| {
        http(&host, &format!("GET /security\nCookie: duello_guest={owner}{cookies}"), "").await
    };
    let first = page(&format!("; duello_token={token}")).await;
    assert!(first.contains(&token) && first.contains("autofocus"), "{first}");
    let ends = first.lines().find(|line| line.contains("duello_token=;")).unwrap_or_default();
    assert!(ends.contains("Max-Age=0"), "the cookie ends: {first}");
    assert!(!page("").await.contains("duello_token="), "there is nothing to end");
    let heading =
        first.split_once("<section class=\"bot\" aria-labelledby=\"").unwrap().1.split('"').next().unwrap();
    assert!(first.contains(&format!("<h3 id=\"{heading}\">BOT Ada</h3>")), "{first}");
    assert!(
        first.contains("What may the new token of BOT Ada do?")
            && first.contains("<details><summary>Delete the bot")
    );
    let id = first.split_once("/security/token/revoke").unwrap().1.split_once("value=\"").unwrap().1;
    submit(&host, &owner, "token/revoke", &format!("id={}", &id[..SECRET_LENGTH])).await;
    let without = page("").await;
    assert!(
        without.contains("BOT Ada") && !without.contains("<ul class=\"account-rows\"></ul>"),
        "{without}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_export_of_an_account_has_the_games_and_rooms_of_its_bots() {
    let (_server, host) = start(&[]).await;
    let [ada, bob] = [OwnBot::make(&host, 1, "Ada").await, OwnBot::make(&host, 2, "Bob").await];
    let mut streams = [Stream::open(&host, &ada.token, "").await, Stream::open(&host, &bob.token, "").await];
    let wanted = json!({ "opponent": "BOT Bob", "game": "mapello", "speed": "60" });
    let (_, answer) = post(&host, &ada.token, "challenge", &wanted).await;
    let room = answer["room"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    let over = streams[0].until(|line| line["type"] == "game").await;
    // A game is kept once both have moved; the first one to move plays the first legal cell.
    let mut line = over;
    for _ in 0..4 {
        let mover = usize::from(line["your_turn"] != true);
        let token = [&ada.token, &bob.token][mover];
        let line_of_mover =
            if mover == 0 { line.clone() } else { streams[1].until(|own| own["ply"] == line["ply"]).await };
        let body = json!({ "game": 1, "ply": line["ply"], "move": line_of_mover["legal"][0] });
        assert_eq!(post(&host, token, &format!("games/{room}/move"), &body).await.0, 200, "{body}");
        let ply = line["ply"].as_u64().unwrap();
        line = streams[0].until(|own| own["ply"].as_u64().unwrap() > ply).await;
    }
    assert_eq!(post(&host, &ada.token, &format!("games/{room}/do"), &json!({ "do": "resign" })).await.0, 200);
    streams[0].until(|line| line["type"] == "over").await;
    let export =
        json(&http(&host, &format!("GET /me/data.json\nCookie: duello_guest={}", ada.owner), "").await);
    let own = &export["bots"][0];
    assert_eq!((&own["name"], &own["sanctions"]), (&json!("BOT Ada"), &json!([])));
    assert_eq!(own["games"].as_array().unwrap().len(), 1, "{own}");
    assert_eq!(own["rooms"][0]["room"], *room);
    assert!(!own["rooms"][0]["events"].as_array().unwrap().is_empty(), "{own}");
    assert_eq!(export["games"], json!([]), "the person has played nothing");
}
