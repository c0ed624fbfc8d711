//! What becomes of the seats of agents that are slow, silent or gone.

use super::games::{both_play, room_of};
use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_agent_is_stopped_and_its_last_move_is_played() {
    let server = start(&[]).await;
    let mut slow = Agent::tcp(&port(&server)).await.named("Slow", "freeplay").await;
    let mut quick = Agent::tcp(&port(&server)).await.named("Quick", "freeplay").await;
    let play = async {
        // The first state is answered without `yield`, the second one not at all.
        for answers in [true, false] {
            let state = slow.until("state").await;
            if answers {
                let pit = slow.choose(&state);
                slow.say(state.id, &format!("move {pit}")).await;
            }
            let stop = slow.until("stop").await;
            assert_eq!(stop.reference, state.id);
            // What comes too late is passed over in silence.
            slow.say(state.id, "move 1").await;
        }
        slow.play(1).await;
        slow
    };
    let (slow, ()) = tokio::join!(play, quick.play(1));
    assert!(slow.errors.is_empty() && quick.errors.is_empty(), "{:?}", slow.errors);
    assert!(!slow.results.contains(&"aborted".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_goes_in_mid_game_leaves_its_seat_and_loses_on_time() {
    let server = start(&[]).await;
    let mut stays = Agent::tcp(&port(&server)).await.named("Stays", "freeplay").await;
    let mut goes = Agent::tcp(&port(&server)).await.named("Goes", "freeplay").await;
    // The connection ends with the task.
    let leave = async move {
        // So many moves that both have made their first turn, and the clocks run.
        for _ in 0..12 {
            let state = goes.until("state").await;
            goes.answer(&state).await;
        }
        room_of(&goes.games[0])
    };
    let (code, ()) = tokio::join!(leave, stays.play(1));
    assert_eq!(stays.results, ["win"]);
    let page = Tab::join(&server.host(), code, None).await;
    let ending = page.room.game.as_ref().unwrap().ending.unwrap();
    assert_eq!(ending.reason, room::Reason::TimeOut);
    assert!(page.room.seats.iter().all(Option::is_some), "the seat is left as with every player");
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_are_not_paired_with_themselves_but_with_the_next_one() {
    let server = start(&[]).await;
    let mut alone = Agent::tcp(&port(&server)).await.named("Alone", "freeplay").await;
    assert_eq!(alone.until("ok").await.reference, Some(3));
    let silent = tokio::time::timeout(std::time::Duration::from_secs(1), alone.next()).await;
    assert!(silent.is_err(), "{silent:?}");
    let gone = Agent::tcp(&port(&server)).await.named("Gone", "verify").await;
    assert_eq!(gone.until_end().await, ["Unsupported activity"]);
    let other = Agent::tcp(&port(&server)).await.named("Other", "freeplay").await;
    let mut agents = [alone, other];
    both_play(&mut agents, 1).await;
    assert_eq!(agents[0].opponents, ["BOT Guest Other"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_goodbye_to_agents() {
    let server = start(&[]).await;
    let mut agent = Agent::tcp(&port(&server)).await.named("Ada", "freeplay").await;
    agent.until("ok").await;
    let (errors, ()) = tokio::join!(agent.until_end(), server.running.stop());
    assert_eq!(errors, ["the server ends the connection: connect again"]);
}
