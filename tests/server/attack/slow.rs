//! S6: slow clients (slowloris, slow readers). Each is cut off by its timeout, and everybody else is served
//! meanwhile.

use std::time::{Duration, Instant};

use super::*;
use crate::faults::times;

/// Slow clients of each kind at a time; the long form has more half-sent heads.
const MANY: usize = 300;

/// Reads until the server hangs up; how long that took, and what was received.
async fn until_hang_up(mut stream: TcpStream) -> (Duration, String) {
    let since = Instant::now();
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all).await;
    (since.elapsed(), String::from_utf8_lossy(&all).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn s6_incomplete_requests_time_out_while_others_are_served() {
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
        waiting.push((20, tokio::spawn(until_hang_up(head))));
    }
    for _ in 0..MANY {
        waiting.push((20, tokio::spawn(until_hang_up(begin(String::new()).await))));
        let idle = begin(format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n")).await;
        waiting.push((20, tokio::spawn(until_hang_up(idle))));
        let (silent, answer) = RawSocket::open(&host, "/ws", "").await;
        assert_eq!(status(&answer), 101);
        waiting.push((25, tokio::spawn(until_hang_up(silent.0))));
        let head = format!("POST /api/rename HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\nname=A");
        waiting.push((35, tokio::spawn(until_hang_up(begin(head).await))));
    }
    // A client that requests page after page and reads none.
    let mut asks = begin(String::new()).await;
    let page = format!("GET /find HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let unread = tokio::spawn(async move {
        // From when writing stalls, because the answers fill all buffers in between.
        let mut since = Instant::now();
        while asks.write_all(page.as_bytes()).await.is_ok() {
            since = Instant::now();
        }
        (since.elapsed(), String::new())
    });
    waiting.push((35, unread));
    // A client that drips single bytes gets no more time than a silent one.
    let mut dripping = begin(format!("GET / HTTP/1.1\r\nHost: {host}\r\n")).await;
    let drip = async {
        let since = Instant::now();
        loop {
            tokio::select! {
                // Waits for the end, and sends a byte whenever it has not come yet.
                ended = dripping.read_u8() => { let _ = ended; return since.elapsed() }
                () = tokio::time::sleep(Duration::from_millis(500)) => {}
            }
            if dripping.write_all(b"a").await.is_err() {
                return since.elapsed();
            }
        }
    };
    let served = async {
        let mut delays = Vec::new();
        for _ in 0..100 {
            let since = Instant::now();
            assert_eq!(status(&http(&host, "GET /find", "").await), 200);
            delays.push(since.elapsed());
        }
        delays.sort();
        delays[98]
    };
    // How late this machine is, beside other tests.
    let late = tokio::spawn(async {
        let since = Instant::now();
        tokio::time::sleep(Duration::from_secs(15)).await;
        since.elapsed() - Duration::from_secs(15)
    });
    let (dripped, p99) = patiently("those who are served", async { tokio::join!(drip, served) }).await;
    let mut longest = std::collections::BTreeMap::new();
    let mut all = std::collections::BTreeMap::<u64, Vec<Duration>>::new();
    for (most, waits) in waiting {
        let (took, _) = patiently("who takes his time is let go", waits).await.unwrap();
        assert!(took < Duration::from_secs(most + 15), "{took:?}, though {most} s are the limit");
        let slot: &mut Duration = longest.entry(most).or_default();
        *slot = (*slot).max(took);
        all.entry(most).or_default().push(took);
    }
    let late = late.await.unwrap();
    for (most, mut times) in all {
        times.sort();
        let median = times[times.len() / 2];
        assert!(
            median < Duration::from_secs(most + 5) + 3 * late,
            "{median:?}, though {most} s are the limit"
        );
    }
    assert!(dripped < Duration::from_secs(35), "{dripped:?}");
    eprintln!(
        "s6: {} who take their time: longest {longest:?}, dripping {dripped:?}; a page p99 {p99:?}",
        4 * MANY + heads
    );
}
