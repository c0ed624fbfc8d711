//! The limits of bots that have an account: games that go on for ever, one asker, streams.

use super::owners::{OwnBot, start};
use super::*;

/// Two bots of two accounts at a server with these flags.
async fn two(flags: &[&str]) -> (Server, String, [String; 2]) {
    let (server, host) = start(flags).await;
    let tokens = [OwnBot::make(&host, 1, "Ada").await.token, OwnBot::make(&host, 2, "Bob").await.token];
    (server, host, tokens)
}

/// The first bot asks the second one; the answer.
async fn ask(host: &str, token: &str) -> (u16, Value) {
    let wanted = json!({ "opponent": "BOT Bob", "game": "mapello", "speed": "60" });
    post(host, token, "challenge", &wanted).await
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_of_bots_count_as_their_games() {
    let (_server, host, tokens) = two(&["--bot-games-per-hour=3"]).await;
    let mut streams = [Stream::open(&host, &tokens[0], "").await, Stream::open(&host, &tokens[1], "").await];
    let (status, answer) = ask(&host, &tokens[0]).await;
    assert_eq!(status, 200, "{answer}");
    let path = format!("games/{}/do", answer["room"].as_str().unwrap());
    let act = async |n: usize, word: &str| post(&host, &tokens[n], &path, &json!({ "do": word })).await;
    for game in 1..=3 {
        for stream in &mut streams {
            stream.until(|line| line["type"] == "game" && line["game"] == game).await;
        }
        assert_eq!(act(0, "resign").await.0, 200);
        for stream in &mut streams {
            stream.until(|line| line["type"] == "over" && line["game"] == game).await;
        }
        let asked = act(0, "again").await;
        if game == 3 {
            assert_eq!((asked.0, &asked.1["error"]), (409, &json!("refused")), "{asked:?}");
            assert!(asked.1["reason"]["wait"].as_u64().is_some_and(|wait| wait > 0), "{asked:?}");
            break;
        }
        assert_eq!(asked.0, 200, "{asked:?}");
        assert_eq!(act(1, "again").await.0, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_asker_does_not_use_up_the_games_of_a_bot() {
    let (_server, host, tokens) = two(&["--bot-games-per-hour=10"]).await;
    let eve = OwnBot::make(&host, 3, "Eve").await.token;
    let mut streams = Vec::new();
    for token in [&tokens[0], &tokens[1], &eve] {
        streams.push(Stream::open(&host, token, "games=16").await);
    }
    let statuses =
        async |token: &str| [ask(&host, token).await.0, ask(&host, token).await.0, ask(&host, token).await.0];
    assert_eq!(statuses(&tokens[0]).await, [200, 200, 429]);
    assert_eq!(statuses(&eve).await, [200, 200, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_that_a_stream_takes_up_cost_points() {
    let (_server, host, tokens) = two(&["--bot-points=100"]).await;
    let [ada, bob] = &tokens;
    let bobs = Stream::open(&host, bob, "games=4").await;
    let _adas = Stream::open(&host, ada, "games=4").await;
    for _ in 0..3 {
        assert_eq!(ask(&host, ada).await.0, 200);
    }
    drop(bobs);
    // 10 points for a stream, and 5 for each of three rooms. The first stream was the first request, which counts by its
    // address, so that four more are within 100.
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(Stream::open(&host, bob, "games=4").await);
    }
    assert_eq!(get(&host, bob, "stream?games=4").await.0, 429);
}
