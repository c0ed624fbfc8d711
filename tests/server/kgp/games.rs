//! Whole games.

use std::time::Instant;

use room::{Reason, RoomCode};

use super::*;

/// The code of the room of a game, by the name that agents know.
pub fn room_of(game: &str) -> RoomCode {
    game.split_once('-').unwrap().0.parse().unwrap()
}

/// Both play until so many games have ended.
pub async fn both_play(agents: &mut [Agent; 2], games: usize) {
    let [one, other] = agents;
    tokio::join!(one.play(games), other.play(games));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_agents_play_a_whole_game_over_tcp_that_pages_can_watch() {
    let server = start(&[]).await;
    let mut agents = [
        Agent::tcp(&port(&server)).await.named("Ada", "freeplay").await,
        Agent::tcp(&port(&server)).await.named("Bert", "freeplay").await,
    ];
    let first = agents[0].until("state").await;
    assert_eq!(agents[0].opponents, ["BOT Guest Bert"]);
    let code = room_of(&agents[0].games[0]);
    let mut page = Tab::join(&server.host(), code, None).await;
    agents[0].answer(&first).await;
    both_play(&mut agents, 1).await;
    page.until(|room| room.game.as_ref().is_some_and(|game| game.ending.is_some())).await;
    let game = page.room.game.as_ref().unwrap();
    let [south, north] = game.position.score();
    assert_eq!((game.ending.unwrap().reason, south + north), (Reason::Played, 48));
    let names = room::Seat::BOTH.map(|seat| page.room.occupant(seat).unwrap().name.clone());
    assert!(
        names.contains(&"BOT Guest Ada".to_owned()) && names.contains(&"BOT Guest Bert".to_owned()),
        "{names:?}"
    );
    let mut results = [&agents[0].results[0], &agents[1].results[0]];
    results.sort();
    assert!([["loss", "win"], ["draw", "draw"]].contains(&results.map(String::as_str)), "{results:?}");
    assert!(agents.iter().all(|agent| agent.errors.is_empty()));
    // The finished game is kept as those of people are.
    let archived = http(&server.host(), &format!("GET /r/{code}"), "").await;
    assert_eq!(status(&archived), 200, "{archived}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_over_a_web_socket_plays_one_over_tcp() {
    let server = start(&["--kgp-pits=4", "--kgp-stones=3"]).await;
    let mut agents = [
        Agent::web_socket(&port(&server)).await.named("Socket", "freeplay").await,
        Agent::tcp(&port(&server)).await.named("Stream", "simple").await,
    ];
    both_play(&mut agents, 2).await;
    for agent in &agents {
        assert!(agent.errors.is_empty(), "{:?}", agent.errors);
        assert_eq!(agent.results.len(), 2);
        assert_ne!(agent.games[0], agent.games[1]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_agents_play_100_games_without_an_error_within_the_limits() {
    let server = Server::start_as_delivered(&["--kgp=127.0.0.1:0"]).await;
    let since = Instant::now();
    let mut agents = [
        Agent::tcp(&port(&server)).await.named("Ada", "freeplay").await,
        Agent::web_socket(&port(&server)).await.named("Bert", "freeplay").await,
    ];
    both_play(&mut agents, 100).await;
    let took = since.elapsed();
    for agent in &agents {
        assert!(agent.errors.is_empty(), "{:?}", agent.errors);
        assert!(!agent.results.iter().any(|result| result == "aborted"));
        assert!(agent.games.len() >= 100, "each game has its own name");
    }
    eprintln!("kgp: 100 games of two agents in {took:?}");
}
