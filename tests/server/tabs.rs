//! Several tabs of one player that move at the same moment.

use std::time::{Duration, Instant};

use crate::common::*;
use crate::faults::{say, times};
use room::{Rejection, Seat, Settings};

#[tokio::test]
async fn f6_of_five_tabs_that_all_move_one_succeeds_and_all_agree() {
    let server = Server::start(&[]).await;
    let mut slowest = Duration::ZERO;
    for game in 0..times(1, 100) {
        slowest = slowest.max(race_five_tabs(&server, 11 + game as u64).await);
    }
    say("F6", &format!("the last tab was in step {slowest:?} after the move"));
    assert!(slowest < Duration::from_millis(times(5_000, 500) as u64), "{slowest:?}");
}

/// A game against a player with five tabs; the longest time until all of them saw a move.
async fn race_five_tabs(server: &Server, mut seed: u64) -> Duration {
    let code = open_room(&server.host(), Settings::default()).await;
    let [anna, mut bert] = two_players(&server.host(), code, [1, 2]).await;
    let mut tabs = vec![anna];
    while tabs.len() < 5 {
        tabs.push(Tab::join(&server.host(), code, Some(&cookie(1))).await);
    }
    let mut slowest = Duration::ZERO;
    let mut rounds = 0;
    while rounds < 30 && bert.room.running().is_some() {
        if let Some(answer) = some_move(&bert.room, Seat::Top, &mut seed) {
            assert_eq!(bert.ask(answer).await, Answer::Happened);
        } else {
            let ply = bert.room.game.as_ref().unwrap().ply();
            // All at the same moment, each possibly another legal move.
            let moves = tabs.iter_mut().map(|tab| {
                let command = some_move(&tab.room, Seat::Bottom, &mut seed).unwrap();
                tab.ask(command)
            });
            let answers = futures_util::future::join_all(moves).await;
            let happened = answers.iter().filter(|answer| **answer == Answer::Happened).count();
            bert.until(|room| room.game.as_ref().unwrap().ply() == ply + 1).await;
            // The move may have been the last.
            let over = bert.room.running().is_none();
            let late = Answer::Refused(if over { Rejection::NoGame } else { Rejection::Stale });
            let late = answers.iter().filter(|answer| **answer == late).count();
            assert_eq!((happened, late), (1, 4), "{answers:?}");
            rounds += 1;
        }
        let seq = bert.room.seq;
        let since = Instant::now();
        for tab in &mut tabs {
            tab.until(|room| room.seq >= seq).await;
            assert_eq!(tab.room, bert.room);
        }
        slowest = slowest.max(since.elapsed());
    }
    assert!(rounds >= 5, "{rounds}");
    assert_eq!(tabs.iter().filter(|tab| tab.seat() == Some(Seat::Bottom)).count(), 5, "one seat for all");
    slowest
}
