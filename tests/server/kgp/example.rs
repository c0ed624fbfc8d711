//! The example agent in Python plays.

use std::process::{Command, Stdio};

use super::*;
use crate::process::limits::{TO_END, output_of_child};

#[tokio::test(flavor = "multi_thread")]
async fn the_example_agent_plays_against_another_one_and_against_itself() {
    let server = start(&[]).await;
    let address = server.running.kgp.unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/kgp_agent.py");
    let run = |name: &str, games: u32| {
        Command::new("python3")
            .args([
                script,
                "--port",
                &address.port().to_string(),
                "--games",
                &games.to_string(),
                "--name",
                name,
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("python3 is installed, as for other checks")
    };
    let one = run("Greedy \"1\"", 2);
    let mut random = Agent::tcp(&port(&server)).await.named("Random", "freeplay").await;
    random.play(2).await;
    drop(random);
    let first = tokio::task::spawn_blocking(|| output_of_child(one, TO_END)).await.unwrap();
    let others = [run("Greedy 2", 3), run("Greedy 3", 3)];
    let ends = others.map(|other| tokio::task::spawn_blocking(|| output_of_child(other, TO_END)));
    for output in
        [first].into_iter().chain(futures_util::future::join_all(ends).await.into_iter().map(Result::unwrap))
    {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("game 2 of "), "{text}");
    }
}
