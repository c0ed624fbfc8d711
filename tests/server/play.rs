//! Games over real sockets: two players, a rematch, a spectator, reconnects, a restart of the server.

use std::time::Duration;

use crate::common::*;
use crate::metrics::until_no_rooms;
use room::message::{ClientMessage, ServerMessage};
use room::{
    BoardChoice, Command, Event, GameSettings, Preset, Rejection, Seat, Settings, TimeControl, stamp,
};
use rules::Setup;

#[tokio::test]
async fn two_players_agree_on_the_room_through_two_whole_games() {
    let [mancala, mapello] = both_games();
    tokio::join!(play_two_games(mancala), play_two_games(mapello));
}

async fn play_two_games(settings: Settings) {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), settings).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    let mut seed = 0x5EED;
    play(&mut tabs, &mut seed, usize::MAX).await;
    assert!(tabs[0].room.game.as_ref().unwrap().ending.is_some(), "played to the end");
    assert_eq!(tabs[0].room, tabs[1].room);
    assert_eq!(tabs[0].room.fingerprint(), tabs[1].room.fingerprint());
    assert_eq!(tabs[0].ask(Command::Rematch).await, Answer::Happened);
    assert_eq!(tabs[1].ask(Command::Rematch).await, Answer::Happened);
    tabs[0].until(|room| room.running().is_some()).await;
    let game = tabs[0].room.game.as_ref().unwrap();
    assert_eq!(game.first, Seat::Top, "sides are swapped");
    let next = match settings.game {
        GameSettings::Mapello(choice) => choice.board(2).map(Setup::Mapello),
        mancala => mancala.setup(2),
    };
    assert_eq!(Some(game.setup), next, "the next board of the settings");
    assert_eq!(tabs[0].room.series.games(), 1);
}

#[tokio::test]
async fn a_reconnect_gets_only_the_missing_events() {
    let [mancala, mapello] = both_games();
    tokio::join!(reconnect(mancala), reconnect(mapello));
}

async fn reconnect(settings: Settings) {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), settings).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    let before = tabs[1].client.clone();
    let mut seed = 7;
    play(&mut tabs, &mut seed, 12).await;
    let now = tabs[0].room.clone();
    let missed = now.seq - before.seq();
    let back = Tab::rejoin(&server.host(), Some(&cookie(2)), before).await.unwrap();
    assert_eq!(back.welcomed_with, Some(missed as usize));
    assert_eq!(back.room, now);
    let in_step = Tab::rejoin(&server.host(), Some(&cookie(2)), back.client.clone()).await.unwrap();
    assert_eq!(in_step.welcomed_with, Some(0));
    let mut ahead = back.client.clone();
    let greeting = Event::PresetSent { seat: Seat::Top, preset: Preset::GoodLuck };
    let events = stamp(vec![greeting; 5], now.seq, now.at, None);
    ahead.receive(&ServerMessage::Events { events }, now.at);
    assert_eq!(ahead.seq(), now.seq + 5);
    let ahead = Tab::rejoin(&server.host(), Some(&cookie(2)), ahead).await.unwrap();
    assert_eq!(
        (ahead.welcomed_with, ahead.room),
        (None, now),
        "a number from elsewhere is answered by the room"
    );
}

#[tokio::test]
async fn a_ping_with_an_old_number_gets_the_missing_events() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut tab = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    // Each repetition is answered anew, with the events up to that time (idempotent).
    for (n, last) in [(7, 2), (8, 2), (9, 3)] {
        if n == 9 {
            assert_eq!(tab.ask(Command::SendChat("Hello".to_owned())).await, Answer::Happened);
        }
        let ping = ClientMessage::Ping { n, after: 0 };
        tab.send_text(serde_json::to_string(&ping).unwrap()).await;
        let mut received = Vec::new();
        loop {
            match tab.next().await.unwrap() {
                ServerMessage::Events { events } => received.extend(events.iter().map(|event| event.seq)),
                ServerMessage::Pong { n: answered, .. } if answered == n => break,
                _ => {}
            }
        }
        assert_eq!(received, (1..=last).collect::<Vec<u64>>());
    }
}

#[tokio::test]
async fn a_repeated_command_is_answered_and_happens_once() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut tab = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let say = || Command::SendChat("Hello".to_owned());
    assert_eq!(tab.ask_as(41, say()).await, Ok(Answer::Happened));
    let seq = tab.room.seq;
    assert_eq!(tab.ask_as(41, say()).await, Ok(Answer::Done));
    assert_eq!(tab.ask_as(41, Command::Resign).await, Ok(Answer::Done), "the number counts, not the content");
    assert_eq!((tab.room.seq, tab.room.chat.iter().filter(|line| line.draws_attention()).count()), (seq, 1));
    let server = server.restart().await;
    let mut tab = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    assert_eq!(tab.ask_as(41, say()).await, Ok(Answer::Done), "after a restart as well");
}

#[tokio::test]
async fn two_tabs_of_a_player_share_a_seat_and_a_third_guest_spectates() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut first = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let second = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    assert_eq!((first.me, first.seat()), (second.me, Some(Seat::Bottom)));
    let nobody = Tab::join(&server.host(), code, None).await;
    assert_eq!(nobody.seat(), None, "without a cookie one watches, though a seat is free");
    let other = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    assert_eq!(other.seat(), Some(Seat::Top));
    let mut third = Tab::join(&server.host(), code, Some(&cookie(3))).await;
    assert_eq!(third.seat(), None);
    assert_eq!(third.ask(Command::Ready(true)).await, Answer::Refused(Rejection::NotSeated));
    while (first.here.seats, first.here.watching) != ([true; 2], 2) {
        first.next().await.unwrap();
    }
    drop(other);
    while (first.here.seats, first.here.watching) != ([true, false], 2) {
        first.next().await.unwrap();
    }
}

#[tokio::test]
async fn a_stop_closes_sockets_with_1012_and_the_game_goes_on_after_it() {
    let [mancala, mapello] = both_games();
    tokio::join!(stop_and_restart(mancala), stop_and_restart(mapello));
}

async fn stop_and_restart(settings: Settings) {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), settings).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    let mut seed = 99;
    play(&mut tabs, &mut seed, 6).await;
    let before = tabs[0].room.clone();
    let [mut bottom, _top] = tabs;
    let (server, closed) = tokio::join!(server.restart(), async {
        loop {
            if let Err(code) = bottom.next().await {
                return code;
            }
        }
    });
    assert_eq!(closed, Some(1012));
    let timed = before.due().is_some();
    let back = Tab::rejoin(&server.host(), Some(&cookie(1)), bottom.client).await.unwrap();
    assert_eq!(back.welcomed_with, Some(usize::from(timed)), "nothing was lost; clocks know of the stop");
    assert_eq!(back.room.game.as_ref().map(|game| &game.moves), before.game.as_ref().map(|game| &game.moves));
    let mut tabs = [back, Tab::join(&server.host(), code, Some(&cookie(2))).await];
    play(&mut tabs, &mut seed, usize::MAX).await;
    assert!(tabs[0].room.running().is_none());
}

#[tokio::test]
async fn an_empty_room_is_unloaded_and_reloaded_unchanged() {
    let server = Server::start(&["--idle-unload=0", "--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let code = open_room(&host, Settings::default()).await;
    for visit in 0..40_u64 {
        // Two at once, while the room may be about to be unloaded.
        let guests = [cookie(1), cookie(2)];
        let (mut one, other) =
            tokio::join!(Tab::join(&host, code, Some(&guests[0])), Tab::join(&host, code, Some(&guests[1])));
        assert_eq!(one.room.seq.max(other.room.seq), 3 + visit);
        assert_eq!(one.ask(Command::Rename { name: format!("Visitor {visit}") }).await, Answer::Happened);
        drop((one, other));
        // An empty room is unloaded after 20 ms.
        tokio::time::sleep(Duration::from_millis(10 + visit % 20)).await;
    }
    until_no_rooms(&metrics).await;
}

#[tokio::test]
async fn ready_for_unseen_settings_is_stale() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    anna.until(|room| room.free_seat().is_none()).await;
    let timed = Settings { clock: TimeControl::PerMove { seconds: 5 }, ..Settings::default() };
    // Bert's *Ready* is sent before he sees Anna's change, so it agrees to outdated settings.
    assert_eq!(anna.ask(Command::Configure(timed)).await, Answer::Happened);
    assert_eq!(bert.ask(Command::Ready(true)).await, Answer::Refused(Rejection::Stale));
    assert_eq!(bert.room.settings, timed, "the refusal brings what was missing");
    assert_eq!(bert.ask(Command::Ready(true)).await, Answer::Happened);
}

#[tokio::test]
async fn ready_right_after_own_settings_counts_before_the_answer() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    anna.until(|room| room.free_seat().is_none()).await;
    let timed = Settings { clock: TimeControl::PerMove { seconds: 5 }, ..Settings::default() };
    for command in [Command::Configure(timed), Command::Ready(true)] {
        let (_, message) = anna.submit(command).unwrap();
        anna.send(&message).await;
    }
    anna.until(|room| room.occupant(Seat::Bottom).is_some_and(|anna| anna.ready)).await;
    // She does not know of the change in between.
    bert.until(|room| room.occupant(Seat::Bottom).is_some_and(|anna| anna.ready)).await;
    assert_eq!(bert.ask(Command::Configure(Settings::default())).await, Answer::Happened);
    assert_eq!(anna.ask(Command::Ready(true)).await, Answer::Refused(Rejection::Stale));
}

#[tokio::test]
async fn accepting_a_rematch_with_unseen_settings_is_stale() {
    let server = Server::start(&[]).await;
    for command in [Command::Rematch, Command::SameBoardRematch] {
        let code = open_room(&server.host(), mapello(BoardChoice::Default)).await;
        let [mut anna, mut bert] = two_players(&server.host(), code, [1, 2]).await;
        assert_eq!(bert.ask(Command::Resign).await, Answer::Happened);
        anna.until(|room| room.running().is_none()).await;
        let timed = Settings { clock: TimeControl::PerMove { seconds: 5 }, ..anna.room.settings };
        assert_eq!(anna.ask(Command::Configure(timed)).await, Answer::Happened);
        assert_eq!(anna.ask(command.clone()).await, Answer::Happened);
        // Bert's agreement is sent before he sees the new proposal.
        assert_eq!(bert.ask(command.clone()).await, Answer::Refused(Rejection::Stale), "{command:?}");
        assert!(bert.room.running().is_none());
        assert_eq!(bert.room.settings, timed, "the refusal brings what was missing");
        assert_eq!(bert.ask(command).await, Answer::Happened);
        assert!(bert.room.running().is_some());
    }
}

#[tokio::test]
async fn a_repeated_ready_is_answered_even_after_settings_changed() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    anna.until(|room| room.free_seat().is_none()).await;
    let ready = ClientMessage::Cmd { id: 41, after: bert.room.seq, cmd: Command::Ready(true) };
    assert_eq!(bert.ask_as(41, Command::Ready(true)).await, Ok(Answer::Happened));
    let timed = Settings { clock: TimeControl::PerMove { seconds: 5 }, ..Settings::default() };
    assert_eq!(anna.ask(Command::Configure(timed)).await, Answer::Happened);
    bert.send_text(serde_json::to_string(&ready).unwrap()).await;
    let answer = loop {
        match bert.next().await.unwrap() {
            ServerMessage::Events { .. } | ServerMessage::Here(_) => {}
            answer => break answer,
        }
    };
    assert_eq!(answer, ServerMessage::Done(41), "as often as it is sent");
    assert!(bert.room.seats.iter().flatten().all(|occupant| !occupant.ready), "it holds no more, though");
}
