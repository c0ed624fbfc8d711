//! The metrics, scraped as Prometheus does.

use std::time::Duration;

use crate::common::*;
use room::{Command, Settings};

/// A metric's value, if present.
pub async fn figure(addr: &str, name: &str) -> Option<f64> {
    let answer = http(addr, "GET /metrics", "").await;
    assert_eq!(status(&answer), 200);
    assert!(header(&answer, "content-type").unwrap().starts_with("application/openmetrics-text"));
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map(|figure| figure.parse().unwrap())
}

/// Waits until no room is loaded.
pub async fn until_no_rooms(metrics: &str) {
    let gone = async {
        while figure(metrics, "duello_rooms").await != Some(0.0) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    patiently("every room leaves the memory", gone).await;
}

#[tokio::test]
async fn metrics_count_a_game_and_name_nobody() {
    let server = Server::start(&["--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 5, usize::MAX).await;
    let illegal = tabs[0].ask(Command::Resign).await;
    assert!(matches!(illegal, Answer::Refused(_)), "the game is over");
    let counted = |name: &'static str| figure(&metrics, name);
    assert_eq!(counted("duello_sockets").await, Some(2.0));
    assert_eq!(counted("duello_rooms").await, Some(1.0));
    assert_eq!(counted("duello_games_total{game=\"mancala\"}").await, Some(1.0));
    assert_eq!(counted("duello_commands_total{result=\"refused\"}").await, Some(1.0));
    assert!(counted("duello_commands_total{result=\"happened\"}").await > Some(10.0));
    assert!(counted("duello_commit_seconds_count").await > Some(10.0));
    assert_eq!(counted("duello_unwritten_jobs_total").await, Some(0.0));
    let counter = "duello_http_requests_total{route=\"/api/{*function}\",status=\"200\"}";
    assert_eq!(counted(counter).await, Some(1.0));
    assert!(counted("duello_process_resident_memory_bytes").await > Some(1e6));
    assert!(counted("duello_wal_bytes").await > Some(1e4));
    assert_eq!(counted("duello_clock_plausible").await, Some(1.0));
    assert_eq!(counted("duello_sweep_last_success_seconds").await, Some(0.0));
    let _ = http(&host, &format!("GET /r/{code}"), "").await;
    let text = http(&metrics, "GET /metrics", "").await;
    assert!(!text.contains(&code.to_string()) && !text.contains("127.0.0.1"), "{text}");
    drop(tabs);
    patiently("the sockets are gone", async { while counted("duello_sockets").await != Some(0.0) {} }).await;
}

#[tokio::test]
async fn metrics_are_off_by_default_and_never_on_the_public_port() {
    let server = Server::start(&[]).await;
    assert_eq!(server.running.metrics, None);
    assert_eq!(status(&http(&server.host(), "GET /metrics", "").await), 404);
    let server = Server::start(&["--metrics=127.0.0.1:0"]).await;
    assert_eq!(status(&http(&server.host(), "GET /metrics", "").await), 404);
    let metrics = server.running.metrics.unwrap().to_string();
    assert_eq!(status(&http(&metrics, "GET /readyz", "").await), 200);
    assert_eq!(status(&http(&metrics, "GET /", "").await), 404);
}
