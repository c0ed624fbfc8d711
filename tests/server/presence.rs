//! Presence over real sockets that are closed, left, silent or many; and claims, which only the entitled can
//! make.

use std::time::Duration;

use crate::common::*;
use room::message::{ClientMessage, ServerMessage};
use room::{
    Audience, Command, Gone, LineContent, Reason, Rejection, Room, RoomCode, Seat, Settings, TimeControl,
};
use rules::Side;

const BLITZ: TimeControl = TimeControl::Increment { base: 180, increment: 2 };
/// Games can be claimed after a second.
const SOON: [&str; 2] = ["--claim-after=1", "--claim-after-untimed=1"];

fn timed() -> Settings {
    Settings { clock: BLITZ, ..Settings::default() }
}

/// Two players whose first moves are over, so that the game can be claimed.
async fn start_game(host: &str, settings: Settings, guests: [u128; 2]) -> (RoomCode, [Tab; 2]) {
    let code = open_room(host, settings).await;
    let mut tabs = two_players(host, code, guests).await;
    let mut seed = 4;
    let open = |room: &Room| {
        room.running().is_some_and(|game| Side::BOTH.iter().all(|&side| !game.clock.in_grace(side)))
    };
    while !open(&tabs[0].room) || tabs[0].room.game.as_ref().unwrap().ply() < 4 {
        play(&mut tabs, &mut seed, 1).await;
    }
    (code, tabs)
}

/// Waits until the tab is told such a presence of the seat.
async fn presence(tab: &mut Tab, seat: Seat, so: impl Fn(Option<Gone>) -> bool) -> Option<Gone> {
    let changes = async {
        while !so(tab.here.gone[seat.index()])
            || tab.here.seats[seat.index()] == tab.here.gone[seat.index()].is_some()
        {
            tab.next().await.expect("the socket stays open");
        }
        tab.here.gone[seat.index()]
    };
    patiently("who is there is told", changes).await
}

async fn leave_page(mut tab: Tab) {
    tab.send_text(serde_json::to_string(&ClientMessage::Leaving).unwrap()).await;
    // As a browser does when it leaves a page.
    tab.send_raw(tokio_tungstenite::tungstenite::Message::Close(None)).await;
    while tab.next().await.is_ok() {}
}

/// Repeats the command until the answer is not to wait.
async fn retry_waits(tab: &mut Tab, command: Command) -> Answer {
    patiently("the wait is over", async {
        loop {
            match tab.ask(command.clone()).await {
                Answer::Refused(Rejection::Wait(ms)) => {
                    tokio::time::sleep(Duration::from_millis(ms as u64)).await
                }
                answer => return answer,
            }
        }
    })
    .await
}

fn ending(room: &Room) -> Option<(Option<Side>, Reason)> {
    room.game.as_ref()?.ending.map(|ending| (ending.winner, ending.reason))
}

#[tokio::test]
async fn a_player_can_claim_only_after_the_opponent_was_absent_long_enough() {
    let server = Server::start(&SOON).await;
    for (settings, win) in [(timed(), true), (timed(), false), (Settings::default(), true)] {
        let (_, [mut anna, bert]) = start_game(&server.host(), settings, [1, 2]).await;
        let command = if win { Command::ClaimWin } else { Command::ClaimDraw };
        assert_eq!(
            anna.ask(command.clone()).await,
            Answer::Refused(Rejection::OpponentPresent),
            "he is there"
        );
        drop(bert);
        let gone = presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap();
        assert!(!gone.left, "nobody has said so");
        assert_eq!(gone.claim, Some(gone.since + 1_000));
        assert_eq!(retry_waits(&mut anna, command).await, Answer::Happened);
        assert!(anna.room.at >= gone.since + 1_000, "not a millisecond too early");
        let own = anna.room.game.as_ref().unwrap().side_of(Seat::Bottom);
        assert_eq!(ending(&anna.room), Some((win.then_some(own), Reason::Abandoned)));
    }
}

#[tokio::test]
async fn a_closed_page_reports_leaving_and_a_reload_is_present_again() {
    let server = Server::start(&[]).await;
    let (code, [mut anna, bert]) = start_game(&server.host(), timed(), [1, 2]).await;
    leave_page(bert).await;
    let gone = presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap();
    assert!(gone.left);
    assert_eq!(gone.claim, Some(gone.since + 20_000), "twenty seconds after a deliberate leave");
    let _bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    assert_eq!(presence(&mut anna, Seat::Top, |gone| gone.is_none()).await, None);
    assert_eq!(anna.ask(Command::ClaimWin).await, Answer::Refused(Rejection::OpponentPresent), "he is back");
}

#[tokio::test]
async fn a_message_after_leaving_makes_the_page_present_again() {
    let server = Server::start(&[]).await;
    let (_, [mut anna, mut bert]) = start_game(&server.host(), timed(), [1, 2]).await;
    bert.send_text(serde_json::to_string(&ClientMessage::Leaving).unwrap()).await;
    assert!(presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap().left);
    bert.send_text(serde_json::to_string(&ClientMessage::Ping { n: 1, after: 0 }).unwrap()).await;
    presence(&mut anna, Seat::Top, |gone| gone.is_none()).await;
}

#[tokio::test]
async fn a_player_is_present_with_any_tab() {
    let server = Server::start(&[]).await;
    let (code, [mut anna, bert]) = start_game(&server.host(), timed(), [1, 2]).await;
    let mut second = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    leave_page(bert).await;
    // What follows in the log happened after it.
    assert_eq!(second.ask(Command::SendChat("Still here".to_owned())).await, Answer::Happened);
    anna.until(|room| {
        room.chat.back().is_some_and(|line| line.said == LineContent::Text("Still here".into()))
    })
    .await;
    assert_eq!((anna.here.gone, anna.here.seats), ([None; 2], [true; 2]));
    drop(second);
    assert!(!presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap().left, "that one was lost");
}

#[tokio::test]
async fn after_a_restart_an_absence_counts_from_it_and_a_claim_works() {
    let server = Server::start(&[]).await;
    let (code, [mut anna, bert]) = start_game(&server.host(), Settings::default(), [1, 2]).await;
    drop(bert);
    let before = presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap();
    let Server { running, folder } = server;
    running.stop().await;
    let server = Server::start_with(folder, &SOON).await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let gone = anna.here.gone[1].or(presence(&mut anna, Seat::Top, |gone| gone.is_some()).await).unwrap();
    assert!(gone.since > before.since);
    assert_eq!(retry_waits(&mut anna, Command::ClaimDraw).await, Answer::Happened);
    assert!(anna.room.at >= gone.since + 1_000);
}

#[tokio::test]
async fn only_the_present_player_can_claim() {
    let server = Server::start(&SOON).await;
    let (code, [mut anna, bert]) = start_game(&server.host(), timed(), [1, 2]).await;
    let mut carl = Tab::join(&server.host(), code, Some(&cookie(3))).await;
    let mut nobody = Tab::join(&server.host(), code, None).await;
    drop(bert);
    presence(&mut anna, Seat::Top, |gone| gone.is_some()).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for command in [Command::ClaimWin, Command::ClaimDraw, Command::Adjourn, Command::Resume] {
        for watcher in [&mut carl, &mut nobody] {
            assert_eq!(watcher.ask(command.clone()).await, Answer::Refused(Rejection::NotSeated));
        }
    }
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    for tab in [&mut bert, &mut anna] {
        assert_eq!(tab.ask(Command::ClaimWin).await, Answer::Refused(Rejection::OpponentPresent));
    }
    assert!(anna.room.running().is_some());
}

#[tokio::test]
async fn a_correspondence_game_cannot_be_claimed() {
    let server = Server::start(&SOON).await;
    let settings = Settings { clock: TimeControl::DaysPerMove { days: 1 }, ..Settings::default() };
    let (_, [mut anna, bert]) = start_game(&server.host(), settings, [1, 2]).await;
    drop(bert);
    assert_eq!(presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap().claim, None);
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(anna.ask(Command::ClaimWin).await, Answer::Refused(Rejection::OpponentPresent));
}

#[tokio::test]
async fn a_player_on_a_dead_line_is_absent_since_the_last_message() {
    let server = Server::start(&["--claim-after=60"]).await;
    let (_, [mut anna, bert]) = start_game(&server.host(), timed(), [1, 2]).await;
    // The socket stays open and answers nothing, not even a ping, because nobody reads it.
    let gone = presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap();
    let now = server_time(&mut anna).await;
    assert!(now - gone.since >= 7_000, "it counts from the last that was heard of him");
    assert!(!gone.left);
    drop(bert);
}

/// The server's time, from a pong.
async fn server_time(tab: &mut Tab) -> room::Millis {
    let ping = ClientMessage::Ping { n: 1, after: tab.room.seq };
    tab.send_text(serde_json::to_string(&ping).unwrap()).await;
    loop {
        if let ServerMessage::Pong { now, .. } = tab.next().await.unwrap() {
            return now;
        }
    }
}

#[tokio::test]
async fn an_adjourned_game_resumes_after_a_restart() {
    let server = Server::start(&[]).await;
    let (code, mut tabs) = start_game(&server.host(), Settings::default(), [1, 2]).await;
    let [anna, bert] = &mut tabs;
    assert_eq!(anna.ask(Command::Adjourn).await, Answer::Happened);
    bert.until(|room| room.running().unwrap().put_away_asked == Some(Seat::Bottom)).await;
    assert_eq!(bert.ask(Command::AnswerAdjourn(true)).await, Answer::Happened);
    anna.until(|room| room.running().unwrap().put_away.is_some()).await;
    drop(tabs);
    let server = server.restart().await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    assert!(anna.room.running().unwrap().put_away.is_some());
    assert_eq!(presence(&mut anna, Seat::Top, |gone| gone.is_some()).await.unwrap().claim, None);
    let list = json(&call(&server.host(), "my_games", &cookie(1), "").await);
    assert_eq!(list[0]["state"], "put_away", "{list}");
    assert_eq!(anna.ask(Command::Resume).await, Answer::Happened);
    // She goes on alone: he does not count as absent before he has been present and acted.
    assert_eq!(anna.ask(Command::ClaimWin).await, Answer::Refused(Rejection::OpponentPresent));
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    assert_eq!(bert.ask(Command::SendChat("Here I am".to_owned())).await, Answer::Happened);
    leave_page(bert).await;
    assert!(
        presence(&mut anna, Seat::Top, |gone| gone.is_some_and(|gone| gone.claim.is_some())).await.is_some()
    );
    assert_eq!(anna.ask(Command::Adjourn).await, Answer::Happened);
    assert!(matches!(anna.ask(Command::Adjourn).await, Answer::Refused(Rejection::AlreadyRequested)));
}

#[tokio::test]
async fn a_closed_room_tells_no_outsider_who_is_present() {
    let server = Server::start(&[]).await;
    let settings = Settings { audience: Audience::Nobody, ..timed() };
    let (code, _tabs) = start_game(&server.host(), settings, [1, 2]).await;
    let mut carl = connect(&server.host(), Some(&cookie(3)), None).await.unwrap();
    let leaving = serde_json::to_string(&ClientMessage::Leaving).unwrap();
    futures_util::SinkExt::send(&mut carl, tokio_tungstenite::tungstenite::Message::text(leaving))
        .await
        .unwrap();
    // Before the hello it is not understood.
    let answer = receive(&mut carl).await.unwrap();
    assert_eq!(answer, ServerMessage::Fault(room::message::Fault::NotUnderstood));
    drop(carl);
    assert!(Tab::try_join(&server.host(), code, Some(&cookie(1))).await.is_ok());
}
