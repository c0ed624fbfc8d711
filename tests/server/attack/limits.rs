//! S5: requests that are too many or too costly, and guesses. Whoever sends them is refused and told when to
//! try again; others are served.

use room::Settings;

use super::*;

/// The path with so many GET requests of an address, and the last answer.
async fn until_refused(host: &str, path: &str, visitor: &str, most: usize) -> (usize, String) {
    for served in 0..most {
        let answer = http(host, &format!("GET {path}\n{visitor}"), "").await;
        if status(&answer) == 429 {
            return (served, answer);
        }
    }
    panic!("{most} requests of {path} were served");
}

#[tokio::test]
async fn s5_requests_are_limited_per_address_by_what_they_cost() {
    let server = Server::start(&["--request-points=300", "--trust-proxy", "--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let code = open_room(&host, Settings::default()).await;
    // A bucket of 300 points: 30 plain pages, 15 lists, 3 logs. A little comes back meanwhile.
    for (n, path, most) in [
        (1, "/local".to_owned(), 30),
        (2, "/".to_owned(), 15),
        (3, format!("/r/{code}/take"), 3),
        (4, format!("/r/{code}/move"), 3),
        (5, "/me".to_owned(), 3),
    ] {
        let (served, _) =
            until_refused(&host, &path, &format!("X-Forwarded-For: 192.0.2.{n}"), most + 30).await;
        assert!((most..=most + most / 3 + 1).contains(&served), "{served} of {path}");
    }
    let ask = async |path: &str, visitor: &str| {
        status(&http(&host, &format!("GET {path}\nX-Forwarded-For: {visitor}"), "").await)
    };
    // A little has come back meanwhile, more on a slow machine.
    until_refused(&host, "/r/AAAAAA/take", "X-Forwarded-For: 192.0.2.1", 60).await;
    assert_eq!(ask("/", "192.0.2.9").await, 200, "somebody else");
    for _ in 0..50 {
        assert_eq!(ask("/healthz", "192.0.2.1").await, 200);
    }
    let mut answers = Vec::new();
    while answers.len() < 60 && !answers.contains(&429) {
        let more = "Cookie: duello_guest=0\r\nX-Forwarded-For: 192.0.2.1\r\n";
        answers.push(status(&RawSocket::open(&host, "/ws", more).await.1));
    }
    assert_eq!(answers.last(), Some(&429), "{answers:?}");
    let counted = crate::metrics::figure(&metrics, "duello_turned_away_total{reason=\"requests\"}").await;
    assert!(counted >= Some(7.0), "{counted:?}");
}

#[tokio::test]
async fn s5_without_the_limit_requests_are_not_refused() {
    let server = Server::start(&["--request-points=0"]).await;
    for _ in 0..100 {
        assert_eq!(status(&http(&server.host(), "GET /me", "").await), 200);
    }
}

#[tokio::test]
async fn s5_a_refused_page_says_when_and_tries_again_by_itself() {
    let server = Server::start(&["--request-points=200"]).await;
    let host = server.host();
    let browser = "Accept: text/html\nSec-Fetch-Mode: navigate\nAccept-Language";
    let (_, page) = until_refused(&host, "/me", &format!("{browser}: de"), 5).await;
    let seconds: u32 = header(&page, "retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(header(&page, "refresh"), Some(&*seconds.to_string()));
    assert!(page.contains("lang=\"de\"") && page.contains(&format!("in {seconds} Sekunde")), "{page}");
    // Its style is what its policy allows, and it costs less than the page that was asked for.
    let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
    let hash = {
        use base64ct::{Base64, Encoding};
        use sha2::{Digest, Sha256};
        Base64::encode_string(&Sha256::digest(style))
    };
    assert!(header(&page, "content-security-policy").unwrap().contains(&format!("'sha256-{hash}'")));
    assert!(page.len() < 2_000 && header(&page, "set-cookie").is_none(), "{page}");
    let english = http(&host, &format!("GET /me\n{browser}: en"), "").await;
    assert!(english.contains("opens by itself in"), "{english}");
    // A posted form is not sent again by itself.
    let posted = form(&host, "open_room", "game=mancala").await;
    assert_eq!((status(&posted), header(&posted, "refresh")), (429, None));
    assert!(posted.contains("go back and try again in"), "{posted}");
    // Programs get the error of the protocol.
    let called = call(&host, "me", &cookie(1), "").await;
    assert_eq!((status(&called), json(&called)), (429, serde_json::json!("too_many")));
    assert!(header(&called, "retry-after").is_some(), "{called}");
}

#[tokio::test]
async fn s5_a_refused_connection_asks_at_most_twice_a_second() {
    let server = Server::start_as_delivered(&["--request-points=50"]).await;
    let (_, _) = until_refused(&server.host(), "/me", "Accept: */*", 5).await;
    let since = std::time::Instant::now();
    for _ in 0..3 {
        assert_eq!(status(&http(&server.host(), "GET /me", "").await), 429);
    }
    assert!(since.elapsed() >= std::time::Duration::from_millis(1_500), "{:?}", since.elapsed());
}
