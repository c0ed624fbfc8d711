//! Who agents are and how others find them: tokens, people in the lobby, bots over HTTP, bots of whoever runs the server.

use std::process::{Command, Stdio};

use super::games::room_of;
use super::*;
use crate::find::Page;
use crate::moderation::desk;
use crate::process::limits::KilledOnDrop;

/// Makes a bot; its token.
async fn bot(server: &Server, name: &str) -> String {
    let data = server.folder.path().join("data");
    desk(&["--data", data.to_str().unwrap()], &["bot", "add", name]).await.unwrap().trim().to_owned()
}

/// An agent that comes in with a token.
async fn with_token(server: &Server, token: &str) -> Agent {
    let mut agent = Agent::tcp(&port(server)).await;
    agent.say(None, &format!("set auth:token {token}")).await;
    agent.named("Whatever", "freeplay").await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_waits_is_listed_as_a_bot_and_a_person_can_take_it() {
    let server = start(&[]).await;
    let host = server.host();
    let mut agent = Agent::tcp(&port(&server)).await.named("Ada", "freeplay").await;
    let mut page = Page::open_lobby(&host, 1).await;
    page.until_part("bots", |bots| bots.contains("data-bot=\"BOT Guest Ada\"")).await;
    page.play_bot("BOT Guest Ada").await;
    let code = page.until_room().await;
    let mut tab = Tab::join(&host, code, Some(&cookie(1))).await;
    let mut seed = 5;
    let person = async {
        while tab.room.game.as_ref().is_none_or(|game| game.is_running()) {
            let seat = tab.seat().unwrap();
            match some_move(&tab.room, seat, &mut seed) {
                Some(command) => assert_eq!(tab.ask(command).await, Answer::Happened),
                None => {
                    let seq = tab.room.seq;
                    tab.until(|room| room.seq > seq).await;
                }
            }
        }
    };
    tokio::join!(person, agent.play(1));
    assert!(agent.errors.is_empty(), "{:?}", agent.errors);
    assert_eq!(room_of(&agent.games[0]), code);
    // With the first game won or lost, whoever leaves has lost the match: among people that is rated.
    assert_eq!(tab.ask(room::Command::Leave).await, Answer::Happened);
    let own = http(&host, &format!("GET /me\nCookie: duello_guest={}", cookie(1)), "").await;
    assert!(own.contains("BOT Guest Ada") || own.contains("Kalah"), "the game is kept: {own}");
    assert!(!own.contains("Rating:"), "nobody is rated by a game with a program that nobody knows");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_with_a_token_is_that_bot_and_comes_back_to_its_game() {
    let server = start(&[]).await;
    let host = server.host();
    let [ada, bobs] = [bot(&server, "Ada").await, bot(&server, "Bob").await];
    let mut agent = with_token(&server, &ada).await;
    agent.until("ok").await;
    let mut bob = with_token(&server, &bobs).await;
    bob.until("ok").await;
    // Beside the game that both have found by waiting.
    let body =
        serde_json::json!({ "opponent": "BOT Ada", "game": "mancala", "variant": "kalah", "speed": "3+2" });
    let head = format!("POST /api/bot/challenge\nAuthorization: Bearer {bobs}");
    let answer = json(&http(&host, &head, &body.to_string()).await);
    let code = answer["room"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    // The same bot comes in once more, and takes its games over.
    let mut again = with_token(&server, &ada).await;
    let (errors, (), ()) = tokio::join!(agent.until_end(), again.play_in(&code), bob.play_in(&code));
    assert_eq!(errors, ["this bot has come in elsewhere"]);
    assert!(again.errors.is_empty() && bob.errors.is_empty(), "{:?} {:?}", again.errors, bob.errors);
    assert!(again.opponents.contains(&"BOT Bob".to_owned()) && bob.opponents.contains(&"BOT Ada".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_with_an_unknown_token_hears_it_and_plays_as_a_guest() {
    let server = start(&[]).await;
    let mut agent = with_token(&server, &format!("duello_{}", "0".repeat(32))).await;
    let error = agent.until("error").await.to_string();
    assert!(error.contains("plays as a guest"), "{error}");
    let mut other = Agent::tcp(&port(&server)).await.named("Other", "freeplay").await;
    tokio::join!(agent.play(1), other.play(1));
    assert_eq!(other.opponents, ["BOT Guest Whatever"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_waits_alone_plays_a_bot_of_whoever_runs_the_server() {
    let server = start(&[]).await;
    let token = bot(&server, "House").await;
    let mut house = Command::new("python3");
    house
        .arg(format!("{}/examples/bot.py", env!("CARGO_MANIFEST_DIR")))
        .arg(format!("http://{}", server.host()))
        .env("DUELLO_TOKEN", token)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let house = KilledOnDrop(house.spawn().unwrap());
    let mut agent = Agent::tcp(&port(&server)).await.named("Ada", "simple").await;
    agent.play(1).await;
    drop(house);
    assert_eq!(agent.opponents, ["BOT House"]);
    assert!(agent.errors.is_empty(), "{:?}", agent.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_the_rating_that_an_agent_has_by_now() {
    let server = start(&[]).await;
    let [ada, bobs] = [bot(&server, "Ada").await, bot(&server, "Bob").await];
    let mut page = Page::open_lobby(&server.host(), 1).await;
    let (mut ada, mut bob) = (with_token(&server, &ada).await, with_token(&server, &bobs).await);
    page.until_part("bots", |bots| bots.contains("BOT Ada") && !bots.contains("Mancala")).await;
    tokio::join!(ada.play(1), bob.play(1));
    page.until_part("bots", |bots| bots.matches("Mancala").count() == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_without_a_token_that_connects_again_has_the_limit_of_before() {
    let server = start(&["--guest-games-per-hour=1"]).await;
    let connect = async || {
        [
            Agent::tcp(&port(&server)).await.named("Ada", "simple").await,
            Agent::tcp(&port(&server)).await.named("Bert", "simple").await,
        ]
    };
    let [mut ada, mut bert] = connect().await;
    tokio::join!(ada.play(1), bert.play(1));
    drop((ada, bert));
    // Until the server has seen that they have gone, newcomers have numbers of their own.
    let refused = async {
        loop {
            let [mut ada, mut bert] = connect().await;
            let heard = tokio::time::timeout(std::time::Duration::from_secs(1), ada.until("error")).await;
            let is_refused = heard.is_ok_and(|error| error.to_string().contains("too many games"));
            if is_refused {
                return bert.until("error").await;
            }
        }
    };
    let error = patiently("both are refused", refused).await.to_string();
    assert!(error.contains("too many games"), "{error}");
}
