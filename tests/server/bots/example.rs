//! The client of `examples/`, where a test of whole games does not see it: it reads its stream whatever it waits for.

use std::process::{Command, Stdio};

use super::*;
use crate::process::limits::KilledOnDrop;

#[tokio::test(flavor = "multi_thread")]
async fn the_example_client_plays_on_while_the_bot_that_it_asks_is_busy() {
    let site = Site::start();
    let host = site.server.host.clone();
    let tokens = [site.bot("Ada").await, site.bot("Bob").await, site.bot("Cleo").await];
    let _bob = Stream::open(&host, &tokens[1], "").await;
    let mut cleo = Stream::open(&host, &tokens[2], "games=2").await;
    let ask = async |opponent: &str| {
        let wanted = json!({ "opponent": opponent, "game": "mapello", "speed": "60" });
        post(&host, &tokens[2], "challenge", &wanted).await
    };
    assert_eq!(ask("BOT Bob").await.0, 200, "Bob has no time for Ada");
    let mut client = Command::new("python3");
    client.arg(format!("{}/examples/bot.py", env!("CARGO_MANIFEST_DIR")));
    client.arg(format!("http://{host}")).args(["--ask", "BOT Bob"]);
    client.env("DUELLO_TOKEN", &tokens[0]).env("PYTHONDONTWRITEBYTECODE", "1").stdout(Stdio::null());
    let _client = KilledOnDrop(client.spawn().unwrap());
    let mut room = String::new();
    eventually("Ada is online and takes a game", async || {
        let (_, answer) = ask("BOT Ada").await;
        room = answer["room"].as_str().unwrap_or_default().to_owned();
        !room.is_empty()
    })
    .await;
    // It answers a move, or makes the first one.
    loop {
        let line = cleo.until(|line| line["room"] == *room).await;
        let moves = line["moves"].as_array().unwrap().len();
        if moves == 2 || moves == 1 && line["you"] == "second" {
            break;
        }
        if line["your_turn"] == true {
            let body = json!({ "game": 1, "ply": line["ply"], "move": line["legal"][0] });
            post(&host, &tokens[2], &format!("games/{room}/move"), &body).await;
        }
    }
}
