//! House bots as a process of their own beside a server: they play several games at a time, and lose none on time.

use std::io::Read;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::{Site, Stream, get, post};
use crate::common::{Tab, cookie, eventually, some_move};
use crate::tournaments::{self, ARENA, Present};

/// The process of the house bots, which ends with the test.
struct House(Child);

impl House {
    async fn start(site: &Site) -> Self {
        let tokens = site.folder.path().join("bots.txt");
        let tokens = tokens.to_str().unwrap();
        let made = site.desk(&["bot", "levels", tokens]).await;
        assert!(made.starts_with("8 bots were made"), "{made}");
        assert!(site.desk(&["bot", "levels", tokens]).await.starts_with("0 bots were made"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_duello"));
        command.args(["bots", "--server", &format!("http://{}", site.server.host), "--tokens", tokens]);
        command.args(["--games", "32", "--searches", "2"]);
        Self(command.stdout(Stdio::null()).stderr(Stdio::piped()).env("RUST_LOG", "warn").spawn().unwrap())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let mut said = String::new();
        self.0.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
        let _ = self.0.wait();
        println!("the house bots said: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn house_bots_of_all_levels_play_at_once_and_lose_none_on_time() {
    // All at once: 24 games in a short form, 200 in the long one.
    let (askers, each) = if std::env::var_os("LONG").is_some() { (13, 16) } else { (2, 12) };
    let site = Site::start();
    let host = site.server.host.clone();
    let house = House::start(&site).await;
    let mut guests = Vec::new();
    for n in 0..askers {
        let token = site.bot(&format!("Guest {n}")).await;
        let stream = Stream::open(&host, &token, "from=nobody&games=16").await;
        guests.push((token, stream));
    }
    let (token, _) = &guests[0];
    let mut levels = Vec::new();
    eventually("all levels are online", async || {
        let (_, answer) = get(&host, token, "online").await;
        let online = answer["bots"].as_array().unwrap().iter().filter(|bot| bot["house"] == true);
        // Guests of this test are of the house as well.
        let named = online.filter_map(|bot| bot["bot"].as_str()).filter(|name| !name.contains("Guest"));
        levels = named.map(str::to_owned).collect();
        levels.len() == 8
    })
    .await;
    let mut playing = tokio::task::JoinSet::new();
    for (n, (token, mut stream)) in guests.into_iter().enumerate() {
        let (host, levels) = (host.clone(), levels.clone());
        playing.spawn(async move {
            for game in 0..each {
                let opponent = &levels[(n + game) % levels.len()];
                let kind = if game % 2 == 0 { ("mapello", "othello") } else { ("mancala", "no_capture") };
                let wanted =
                    json!({ "opponent": opponent, "game": kind.0, "variant": kind.1, "speed": "3+2" });
                let (status, answer) = post(&host, &token, "challenge", &wanted).await;
                assert_eq!(status, 200, "{answer}");
            }
            let mut reasons = Vec::new();
            while reasons.len() < each {
                let line = stream.until(|line| line["type"] == "over" || line["your_turn"] == true).await;
                if line["type"] == "over" {
                    if line["asks"].as_array().is_some_and(Vec::is_empty) && line["more"] == false {
                        reasons.push(line["result"].clone());
                    }
                    continue;
                }
                let legal = line["legal"].as_array().unwrap();
                let ply = line["ply"].as_u64().unwrap();
                let mv = &legal[(ply as usize * 7 + n) % legal.len()];
                let path = format!("games/{}/move", line["room"].as_str().unwrap());
                post(&host, &token, &path, &json!({ "game": line["game"], "ply": ply, "move": mv })).await;
            }
            reasons
        });
    }
    let results: Vec<_> = playing.join_all().await.into_iter().flatten().collect();
    assert_eq!(results.len(), askers * each);
    let lost_on_time = results.iter().filter(|result| result["reason"] != "played").count();
    assert_eq!(lost_on_time, 0, "{results:?}");
    drop(house);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_alone_in_an_arena_plays_a_house_bot() {
    let site = Site::start();
    let host = site.server.host.clone();
    let _house = House::start(&site).await;
    let code = tournaments::open(&host, 1, &format!("{ARENA}&house_bots=on")).await;
    let mut waits = Present::enter(&host, code, 1).await;
    let room = waits.page.until_room().await;
    let mut tab = Tab::watch(&host, room, Some(&cookie(1))).await.unwrap();
    let seat = tab.seat().unwrap();
    let opponent = tab.room.occupant(seat.other()).unwrap().name.clone();
    assert!(room::is_bot_name(&opponent), "{opponent}");
    // The bot has come to its room and plays. A move of the guest may bring another turn, so that one is not enough.
    let mut seed = 5;
    while let Some(command) = some_move(&tab.room, seat, &mut seed) {
        tab.ask(command).await;
    }
    tab.until(|room| {
        let moves = room.running().map(|game| game.moves_by_side()[game.side_of(seat.other()).index()]);
        moves.is_some_and(|moves| moves > 0)
    })
    .await;
    let data = site.folder.path().join("data");
    drop(tab);
    tournaments::lose(&host, room, 1).await;
    let points = tournaments::points_after(&data, code, 2).await;
    assert_eq!(points[0], 2, "the bot has won, without a rank: {points:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_enters_a_tournament_only_where_bots_are_wanted() {
    let site = Site::start();
    let host = site.server.host.clone();
    let token = site.bot("Rabbit").await;
    let people = tournaments::open(&host, 1, ARENA).await;
    let (status, answer) = post(&host, &token, &format!("tournaments/{people}/enter"), &json!({})).await;
    assert_eq!((status, &answer["reason"]), (409, &json!("no_bots")), "{answer}");
    let (status, answer) = post(&host, &token, "tournaments/HAAAAAAA/enter", &json!({})).await;
    assert_eq!((status, &answer["error"]), (404, &json!("no_such_tournament")));
    let both = tournaments::open(&host, 1, &format!("{ARENA}&house_bots=on")).await;
    let mut stream = Stream::open(&host, &token, "from=people").await;
    for _ in 0..2 {
        let (status, answer) = post(&host, &token, &format!("tournaments/{both}/enter"), &json!({})).await;
        assert_eq!(status, 200, "{answer}");
    }
    let mut waits = Present::enter(&host, both, 1).await;
    let room = waits.page.until_room().await;
    stream.until(|line| line["room"] == room.to_string()).await;
    let (status, _) = post(&host, &token, &format!("tournaments/{both}/leave"), &json!({})).await;
    assert_eq!(status, 200);
}
