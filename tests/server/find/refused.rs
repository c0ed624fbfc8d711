//! Refusals of the lobby: markup in names, malformed seeks, rate limits, cross-site pages.

use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::*;

#[tokio::test]
async fn names_with_markup_are_shown_as_text() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let name = "name=%3Cimg+src%3Dx+onerror%3D1%3E";
    let head = format!(
        "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(1)
    );
    http(&host, &head, name).await;
    let mut page = Page::open_lobby(&host, 1).await;
    page.seek("kalah", "3+2").await;
    let mut other = Page::open_lobby(&host, 2).await;
    let offers = other.until_part("offers", |list| list.contains("data-say")).await;
    assert!(offers.contains("&lt;img") && !offers.contains("<img"), "{offers}");
    assert!(!http(&host, "GET /find", "").await.contains("<img src=x"));
}

#[tokio::test]
async fn invalid_seeks_are_refused_and_harm_no_other_guest() {
    let server = Server::start(&["--lobby-messages=30", "--seeks-per-hour=3", "--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let mut viewer = Page::open(&host, "of=find", None).await;
    viewer.seek("kalah", "3+2").await;
    let notice = viewer.until_part("said", |text| !text.is_empty()).await;
    assert!(notice.contains("cookie"), "{notice}");
    for broken in ["", "{}", "[]", r#"{"t":"win"}"#, r#"{"t":"take","offer":-1}"#, &"x".repeat(1_025)] {
        let mut page = Page::open_lobby(&host, 1).await;
        page.socket.send(Message::text(broken.to_owned())).await.unwrap();
        page.until_closed().await;
    }
    for (way, speed) in [("chess", "any"), ("kalah", "0+0")] {
        let mut page = Page::open_lobby(&host, 1).await;
        page.seek(way, speed).await;
        page.until_closed().await;
        assert!(!page.parts.contains_key("offer") || page.parts["offer"].is_empty());
    }
    // The home page cannot seek an opponent.
    let mut home = Page::open(&host, "of=home", Some(1)).await;
    home.seek("kalah", "3+2").await;
    home.until_part("said", |text| !text.is_empty()).await;
    // Three seeks an hour for an address: the fourth is refused, and the older one stays open.
    let (mut first, mut second) = (Page::open_lobby(&host, 10).await, Page::open_lobby(&host, 11).await);
    first.seek("kalah", "3+2").await;
    first.until_waiting().await;
    second.seek("kalah", "3+2").await;
    assert_eq!(first.until_room().await, second.until_room().await);
    let mut seeker = Page::open_lobby(&host, 12).await;
    seeker.seek("kalah", "3+2").await;
    seeker.until_waiting().await;
    let mut last = Page::open_lobby(&host, 13).await;
    last.seek("kalah", "3+2").await;
    assert!(last.until_part("said", |text| !text.is_empty()).await.contains("Too many challenges"));
    // A flooding socket is closed, and no other.
    let mut noisy = Page::open_lobby(&host, 20).await;
    loop {
        let _ = noisy.socket.send(Message::text(r#"{"t":"ping"}"#)).await;
        if noisy.next().await.is_none() {
            break;
        }
    }
    assert!(noisy.parts["said"].contains("Too many attempts"));
    for reason in ["seeks", "messages"] {
        let name = format!("duello_turned_away_total{{reason=\"{reason}\"}}");
        assert_eq!(crate::metrics::figure(&metrics, &name).await, Some(1.0), "{reason}");
    }
    seeker.send(&json!({"t": "cancel"})).await;
    seeker.until_part("offer", str::is_empty).await;
}

#[tokio::test]
async fn a_cross_site_lobby_socket_is_refused() {
    let server = Server::start(&[]).await;
    let open = async |query: &str, origin: &str| {
        let mut request = format!("ws://{}/find/ws{query}", server.host()).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.is_ok()
    };
    let own = format!("http://{}", server.host());
    assert!(open("?of=find", &own).await);
    assert!(!open("?of=find", "https://evil.example").await);
    assert!(
        !open("?of=anything", &own).await && !open("", &own).await && !open("?of=find&offer=x", &own).await
    );
}
