//! Access control over all routes and commands: each route requested by a visitor without rights, each
//! command sent by a client without a seat.

use std::collections::BTreeSet;

use crate::common::*;
use room::message::ClientMessage;
use room::{Audience, Command, Settings};

/// Source of the router, so that new routes are covered automatically; its pages are in the table of pages.
const ROUTER: &str = include_str!("../../src/server/router.rs");
/// Source of the server functions, for the same reason.
const FUNCTIONS: &str = include_str!("../../src/app/api.rs");
/// One of every message of the protocol.
const WIRE: &str = include_str!("../../crates/room/tests/room/data/wire.jsonl");

const NAMES: [&str; 2] = ["Zebulonia", "Quirinus"];
const LINE: &str = "meet me under the clock tower";

/// Every path of the router, with its parameters filled in.
pub fn paths(code: &str) -> BTreeSet<String> {
    let routes = ROUTER.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let pages = duello::app::PAGES.iter().flat_map(|spec| spec.paths.iter().copied());
    let functions = FUNCTIONS.split("pub async fn ").skip(1).filter_map(|rest| rest.split('(').next());
    let functions: Vec<&str> = functions.collect();
    let filled = |route: &str| {
        let route = route.replace("{code}", code).replace("{number}", "1").replace("{at}", "0");
        let route = route.replace("{day}", "2026-11-27");
        let route = route.replace("{id}", "AAAAAAAAAAAAAAAA").replace("{game}", "AAAAAAAAAAAAAAAA");
        let route = route.replace("{file}", "en.txt").replace("{*path}", "duello.js");
        match route.split_once("{*function}") {
            Some((before, _)) => functions.iter().map(|name| format!("{before}{name}")).collect(),
            None => vec![route],
        }
    };
    routes.chain(pages).flat_map(filled).collect()
}

#[tokio::test]
async fn no_route_shows_or_changes_a_closed_room_for_an_outsider() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings { audience: Audience::Nobody, ..Settings::default() }).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    for (tab, name) in tabs.iter_mut().zip(NAMES) {
        assert_eq!(tab.ask(Command::Rename { name: name.to_owned() }).await, Answer::Happened);
    }
    assert_eq!(tabs[0].ask(Command::SendChat(LINE.to_owned())).await, Answer::Happened);
    play(&mut tabs, &mut 7, 4).await;
    let room = Tab::join(&host, code, Some(&cookie(1))).await.room;

    let secrets = [NAMES[0], NAMES[1], LINE, &cookie(1), &cookie(2)].map(str::to_owned);
    let found = |answer: &str| secrets.iter().find(|secret| answer.contains(*secret)).cloned();
    let as_guest = |guest: u128| format!("\nCookie: duello_guest={}", cookie(guest));
    // The data searched for is there, for its owner.
    assert!(found(&http(&host, &format!("GET /me/data.json{}", as_guest(1)), "").await).is_some());
    assert!(found(&http(&host, &format!("GET /games{}", as_guest(1)), "").await).is_some());

    let paths = paths(&code.to_string());
    assert!(paths.len() > 50 && paths.contains(&format!("/r/{code}/move")), "{paths:?}");
    let form = "Content-Type: application/x-www-form-urlencoded";
    let fields = format!("code={code}&room={code}&name=Mallory&secret=0&game=mancala&guest={}", cookie(3));
    let body =
        serde_json::json!({ "code": code, "room": code, "name": "Mallory", "settings": {} }).to_string();
    for path in &paths {
        for guest in [String::new(), as_guest(3), "\nCookie: duello_guest=1".to_owned()] {
            for (way, more, body) in [
                ("GET", "", ""),
                ("POST", form, &*fields),
                ("POST", "Content-Type: application/json", &*body),
            ] {
                let answer = http(&host, &format!("{way} {path}{guest}\n{more}"), body).await;
                assert_eq!(found(&answer), None, "{way} {path}");
                assert!(status(&answer) < 500, "{way} {path}: {answer}");
            }
        }
    }
    let after = Tab::join(&host, code, Some(&cookie(1))).await;
    assert_eq!(
        (after.room.seq, after.room.fingerprint()),
        (room.seq, room.fingerprint()),
        "nothing has happened"
    );
}

#[tokio::test]
async fn no_command_of_a_spectator_changes_a_game() {
    for settings in both_games() {
        let server = Server::start(&["--watcher-messages", "0"]).await;
        let host = server.host();
        let code = open_room(&host, settings).await;
        let mut tabs = two_players(&host, code, [1, 2]).await;
        play(&mut tabs, &mut 7, 4).await;
        let mut outsiders =
            [Tab::join(&host, code, Some(&cookie(3))).await, Tab::join(&host, code, None).await];
        let (seq, before) = (outsiders[0].room.seq, outsiders[0].room.fingerprint());
        let mut sent = 0;
        for line in WIRE.lines() {
            let Ok(ClientMessage::Cmd { cmd, .. }) = serde_json::from_str(line) else { continue };
            // Spectator chat is not part of the game.
            let beside = matches!(
                cmd,
                Command::SendSpectatorChat(_) | Command::SendSpectatorPreset(_) | Command::Report(_)
            );
            for tab in &mut outsiders {
                let answer = tab.ask(cmd.clone()).await;
                assert!(beside || matches!(answer, Answer::Refused(_)), "{cmd:?}: {answer:?}");
                assert_eq!((tab.room.seq, tab.room.fingerprint()), (seq, before), "{cmd:?}");
            }
            sent += 1;
        }
        assert!(sent > 40, "{sent} commands");
        for tab in &mut tabs {
            assert_eq!(tab.ask(Command::AllowChat(true)).await, Answer::Done, "friends talk anyway");
            assert_eq!((tab.room.seq, tab.room.fingerprint()), (seq, before));
        }
    }
}
