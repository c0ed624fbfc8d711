//! S6: those who take their time. Each is let go when its time is over, and everybody else is served meanwhile.

use std::time::{Duration, Instant};

use super::*;
use crate::faults::times;

/// How many take their time in each way at once; of half heads there are more in the long form.
const MANY: usize = 300;

/// Reads until the other end hangs up; how long that took, and what came.
async fn hung_up(mut stream: TcpStream) -> (Duration, String) {
    let since = Instant::now();
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all).await;
    (since.elapsed(), String::from_utf8_lossy(&all).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn s6_half_a_head_half_a_body_and_silence_end_in_time_and_others_are_served() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let begin = async |text: String| {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    };
    let mut waiting = Vec::new();
    let heads = times(MANY, 5_000);
    for n in 0..heads {
        let head = begin(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: {n}\r\n")).await;
        waiting.push((20, tokio::spawn(hung_up(head))));
    }
    for _ in 0..MANY {
        waiting.push((20, tokio::spawn(hung_up(begin(String::new()).await))));
        let idle = begin(format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n")).await;
        waiting.push((20, tokio::spawn(hung_up(idle))));
        let (silent, answer) = Bare::open(&host, "/ws", "").await;
        assert_eq!(status(&answer), 101);
        waiting.push((25, tokio::spawn(hung_up(silent.0))));
        let head = format!("POST /api/rename HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\nname=A");
        waiting.push((35, tokio::spawn(hung_up(begin(head).await))));
    }
    // One who asks for page after page and reads none of them.
    let mut asks = begin(String::new()).await;
    let page = format!("GET /find HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let unread = tokio::spawn(async move {
        // From when nothing more is taken, as the answers fill all that lies between.
        let mut since = Instant::now();
        while asks.write_all(page.as_bytes()).await.is_ok() {
            since = Instant::now();
        }
        (since.elapsed(), String::new())
    });
    waiting.push((35, unread));
    // One who sends a byte now and then gets no longer than those who send nothing.
    let mut dripping = begin(format!("GET / HTTP/1.1\r\nHost: {host}\r\n")).await;
    let drip = async {
        let since = Instant::now();
        loop {
            tokio::select! {
                // The end is what is waited for; a byte goes out whenever it has not come yet.
                ended = dripping.read_u8() => { let _ = ended; return since.elapsed() }
                () = tokio::time::sleep(Duration::from_millis(500)) => {}
            }
            if dripping.write_all(b"a").await.is_err() {
                return since.elapsed();
            }
        }
    };
    let served = async {
        let mut took = Vec::new();
        for _ in 0..100 {
            let since = Instant::now();
            assert_eq!(status(&http(&host, "GET /find", "").await), 200);
            took.push(since.elapsed());
        }
        took.sort();
        took[98]
    };
    let (dripped, p99) = patiently("those who are served", async { tokio::join!(drip, served) }).await;
    let mut longest = std::collections::BTreeMap::new();
    for (most, waits) in waiting {
        let (took, _) = patiently("who takes his time is let go", waits).await.unwrap();
        assert!(took < Duration::from_secs(most + 15), "{took:?}, though {most} s are the limit");
        let slot: &mut Duration = longest.entry(most).or_default();
        *slot = (*slot).max(took);
    }
    assert!(dripped < Duration::from_secs(35), "{dripped:?}");
    eprintln!(
        "s6: {} who take their time: longest {longest:?}, dripping {dripped:?}; a page p99 {p99:?}",
        4 * MANY + heads
    );
}
