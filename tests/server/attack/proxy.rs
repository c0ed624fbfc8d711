//! S5: who a visitor is behind a reverse proxy, and who is believed.

use super::*;

/// How many of 20 visitors get the page within a limit of 3 pages each. `line(n)` is what the proxy says of the
/// `n`th.
async fn served(flags: &[&str], line: impl Fn(u32) -> String) -> usize {
    let server = Server::start(&[flags, &["--request-points=30"]].concat()).await;
    let mut served = 0;
    for n in 0..20 {
        let answer = http(&server.host(), &format!("GET /local\n{}", line(n)), "").await;
        served += usize::from(status(&answer) == 200);
    }
    served
}

#[tokio::test]
async fn s5_visitors_are_told_apart_however_the_proxy_writes_them() {
    let lines: [fn(u32) -> String; 6] = [
        |n| format!("X-Forwarded-For: 192.0.2.{n}"),
        |n| format!("X-Forwarded-For: 192.0.2.{n}:4711"),
        |n| format!("X-Forwarded-For: [2001:db8:{n:x}::7]"),
        |n| format!("X-Forwarded-For: [2001:db8:{n:x}::7]:4711"),
        |n| format!("Forwarded: for=192.0.2.{n};proto=https"),
        |n| format!("Forwarded: for=6.6.6.6, for=\"[2001:db8:{n:x}::7]:4711\""),
    ];
    for line in lines {
        assert_eq!(served(&["--trust-proxy"], line).await, 20, "{}", line(7));
    }
}

#[tokio::test]
async fn s5_only_the_listed_proxies_say_who_the_visitor_is() {
    let line = |n| format!("X-Forwarded-For: 192.0.2.{n}");
    assert_eq!(served(&["--trust-proxy=127.0.0.0/8"], line).await, 20);
    assert_eq!(served(&["--trust-proxy", "10.0.0.0/8,::1"], line).await, 3);
    // Nor whether the visitor came over TLS.
    for (proxies, secure) in [("127.0.0.1", true), ("10.0.0.0/8", false), ("true", true), ("false", false)] {
        let server = Server::start(&[&format!("--trust-proxy={proxies}")]).await;
        let page = http(&server.host(), "GET /\nX-Forwarded-Proto: https", "").await;
        assert_eq!(header(&page, "set-cookie").unwrap().contains("; Secure"), secure, "{proxies}");
    }
}

#[tokio::test]
async fn s5_visitors_whom_the_proxy_names_unreadably_are_one_and_counted() {
    let server = Server::start(&["--trust-proxy", "--request-points=30", "--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let mut served = 0;
    for n in 0..20 {
        let answer = http(&host, &format!("GET /local\nX-Forwarded-For: _visitor{n}"), "").await;
        served += u32::from(status(&answer) == 200);
    }
    assert_eq!(served, 3);
    assert_eq!(crate::metrics::figure(&metrics, "duello_unreadable_visitors_total").await, Some(20.0));
}
