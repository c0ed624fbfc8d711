//! Agents that break the protocol: a clear error to them, and the game goes on.

use std::time::{Duration, Instant};

use super::games::both_play;
use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_by_its_rules_beside_every_kind_of_bad_line() {
    let server = start(&[]).await;
    let mut agents = [
        Agent::tcp(&port(&server)).await.named("Hostile", "freeplay").await,
        Agent::tcp(&port(&server)).await.named("Honest", "freeplay").await,
    ];
    let [hostile, honest] = &mut agents;
    let bad = async {
        let state = hostile.until("state").await;
        let mut expected = 0;
        for line in [
            "dance",
            "move",
            "move 99",
            "move -1",
            "move x",
            "mode freeplay",
            "set",
            "set auth:token late",
            "set info:name \"open",
        ] {
            let id = hostile.say(state.id, line).await;
            let error = hostile.until("error").await;
            assert_eq!(error.reference, Some(id), "{line}");
            expected += 1;
        }
        // A move for a state that is another agent's, or nobody's.
        for reference in [state.id.unwrap() + 1, 999_999] {
            let id = hostile.say(Some(reference), "move 1").await;
            assert_eq!(hostile.until("error").await.reference, Some(id));
            expected += 1;
        }
        for bytes in [&b"\xff\xfe\r\n"[..], b"<<<>>>\r\n", b"ping \x00\r\n"] {
            hostile.bytes(bytes).await;
            hostile.until("error").await;
            expected += 1;
        }
        hostile.bytes(&[&[b'x'; 20_000][..], b"\r\n"].concat()).await;
        assert!(hostile.until("error").await.to_string().contains("16384"));
        expected += 1;
        // The state is still open, and takes a move like any other.
        hostile.answer(&state).await;
        hostile.play(1).await;
        assert_eq!(hostile.errors.len(), expected, "{:?}", hostile.errors);
    };
    tokio::join!(bad, honest.play(1));
    assert!(honest.errors.is_empty(), "nobody else notices: {:?}", honest.errors);
    // And they play on.
    both_play(&mut agents, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_after_the_end_of_a_game_is_passed_over() {
    let server = start(&["--kgp-pits=3", "--kgp-stones=1"]).await;
    let mut agents = [
        Agent::tcp(&port(&server)).await.named("Ada", "freeplay").await,
        Agent::tcp(&port(&server)).await.named("Bert", "freeplay").await,
    ];
    let state = agents[0].until("state").await;
    agents[0].answer(&state).await;
    both_play(&mut agents, 1).await;
    let [ada, _] = &mut agents;
    for line in ["move 1", "move 77", "yield"] {
        ada.say(state.id, line).await;
    }
    ada.say(None, "ping").await;
    loop {
        let command = ada.next().await.unwrap();
        if command.name == "pong" {
            break;
        }
    }
    assert!(ada.errors.is_empty(), "{:?}", ada.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_line_and_silence_before_a_mode_end_a_connection() {
    let server = start(&[]).await;
    let mut half = Agent::tcp(&port(&server)).await.named("Half", "freeplay").await;
    half.bytes(b"move").await;
    let silent = Agent::tcp(&port(&server)).await;
    let since = Instant::now();
    let (half, silent) = tokio::join!(half.until_end(), silent.until_end());
    assert_eq!(
        (half, silent),
        (vec!["a line has no end".to_owned()], vec!["no mode was requested".to_owned()])
    );
    assert!(since.elapsed() < Duration::from_secs(30));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_sockets_of_one_address_are_refused_with_an_error() {
    let server = start(&["--kgp-connections=8"]).await;
    let mut agents = Vec::new();
    for _ in 0..8 {
        agents.push(Agent::tcp(&port(&server)).await.named("Ada", "freeplay").await);
    }
    let mut refused = [0, 0];
    for _ in 0..1_000 {
        let errors = Agent::tcp(&port(&server)).await.until_end().await;
        match errors.first().map(String::as_str) {
            Some("too many connections from this address") => refused[0] += 1,
            Some("too many connections in a short time: wait a minute") => refused[1] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(refused.iter().all(|count| *count > 0) && refused.iter().sum::<i32>() == 1_000, "{refused:?}");
    // Those that were there play on.
    futures_util::future::join_all(agents.iter_mut().map(|agent| agent.play(1))).await;
}
