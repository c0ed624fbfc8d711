//! S3 and S9: cross-site requests (CSRF, origin check). Pages of other sites get no socket and can post to no
//! route.

use room::Settings;

use super::*;

#[tokio::test]
async fn s3_only_allowed_origins_get_a_socket() {
    let flags = ["--public-url=https://duello.example", "--allow-origin=app://duello"];
    let server = Server::start(&flags).await;
    let host = server.host();
    let port = server.running.addr.port();
    let own = [
        String::new(),
        "Origin: https://duello.example\r\n".to_owned(),
        "Origin: app://duello\r\n".to_owned(),
    ];
    let foreign = [
        "".to_owned(),
        "null".to_owned(),
        "https://evil.example".to_owned(),
        "https://duello.example.evil.example".to_owned(),
        "https://evil-duello.example".to_owned(),
        "https://sub.duello.example".to_owned(),
        "http://duello.example".to_owned(),
        format!("http://{host}"),
        format!("https://{host}"),
        "https://duello.example:443".to_owned(),
        "https://duello.example:8443".to_owned(),
        "https://duello.example/".to_owned(),
        "https://duello.example.".to_owned(),
        "https://user@duello.example".to_owned(),
        "https://duello.example https://evil.example".to_owned(),
        "https://evil.example, https://duello.example".to_owned(),
        "app://duello2".to_owned(),
        "file://".to_owned(),
        "http://127.0.0.1".to_owned(),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://localhost:{port}"),
        format!("http://{host}0"),
        format!("ws://{host}"),
        format!("http://{host}.evil.example"),
        format!("//{host}"),
        host.clone(),
    ];
    for path in ["/ws/BQHRKM", "/ws", "/find/ws?of=find"] {
        for line in &own {
            let (_, answer) = RawSocket::open(&host, path, line).await;
            assert_eq!(status(&answer), 101, "{path} {line}");
        }
        for origin in &foreign {
            let (_, answer) = RawSocket::open(&host, path, &format!("Origin: {origin}\r\n")).await;
            assert_eq!(status(&answer), 403, "{path} {origin:?}");
        }
    }
}

#[tokio::test]
async fn s9_cross_site_posts_are_refused_on_every_route_that_writes() {
    let (server, code, _tabs) = some_game(&[], Settings::default()).await;
    let host = server.host();
    let before = room_state(&host, code).await;
    let guest = format!("Cookie: duello_guest={}", cookie(1));
    let games = call(&host, "my_games", &cookie(1), "").await;
    // Content types that forms may send without a preflight, and those that scripts would like to.
    let kinds = [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "application/json",
    ];
    let sites = [
        "Origin: https://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Origin: https://evil.example\nSec-Fetch-Site: same-origin",
    ];
    let mut refused = 0;
    for path in crate::reach::paths(&code.to_string()) {
        if path == "/share" {
            continue;
        }
        for kind in kinds {
            for site in sites {
                let head = format!("POST {path}\n{guest}\nContent-Type: {kind}\n{site}");
                let answer = http(&host, &head, "name=Mallory&secret=0").await;
                assert_eq!(status(&answer), 403, "{path} {kind} {site}: {answer}");
                assert_eq!(header(&answer, "set-cookie"), None, "{path}");
                refused += 1;
            }
        }
    }
    // The share target accepts any origin: it reads no cookie, sets none, and changes nothing.
    let head = format!("POST /share\n{guest}\nContent-Type: multipart/form-data; boundary=x\nOrigin: null");
    let shared =
        http(&host, &head, "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhi\r\n--x--\r\n")
            .await;
    assert!(status(&shared) < 400 && header(&shared, "set-cookie").is_none(), "{shared}");
    assert_eq!(room_state(&host, code).await, before);
    assert_eq!(json(&call(&host, "my_games", &cookie(1), "").await), json(&games));
    eprintln!("s9: {refused} requests of other sites refused");
}
