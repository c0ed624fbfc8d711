//! Compression: pages are gzipped for clients that accept it, without changing them; private pages never are
//! (BREACH).

use std::io::Read;

use flate2::read::GzDecoder;
use room::Settings;

use crate::common::*;

/// An answer in bytes: head, and dechunked body.
async fn get(host: &str, path: &str, more: &str) -> (String, Vec<u8>) {
    let answer = http_bytes(host, &format!("{path}\nCookie: duello_guest={}{more}", cookie(1))).await;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let body = &answer[end + 4..];
    let body =
        if header(&head, "transfer-encoding") == Some("chunked") { unchunked(body) } else { body.to_vec() };
    (head, body)
}

/// A page without its nonce, which differs in every answer.
fn without_nonce(head: &str, body: &[u8]) -> String {
    let policy = header(head, "content-security-policy").unwrap();
    let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    let page = String::from_utf8(body.to_vec()).unwrap();
    assert!(page.contains(nonce));
    page.replace(nonce, "")
}

fn varies_by_encoding(head: &str) -> bool {
    let vary = head.lines().filter(|line| line.to_ascii_lowercase().starts_with("vary:"));
    vary.flat_map(|line| line[5..].split(',')).any(|name| name.trim().eq_ignore_ascii_case("accept-encoding"))
}

#[tokio::test]
async fn a_page_is_the_same_document_gzipped_and_plain() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for path in ["/", "/local", "/rules/mapello", "/no/such/page"] {
        let (plain_head, plain) = get(&host, path, "").await;
        assert_eq!(header(&plain_head, "content-encoding"), None, "{path}");
        let (head, body) = get(&host, path, "\nAccept-Encoding: gzip").await;
        assert_eq!(header(&head, "content-encoding"), Some("gzip"), "{path}");
        assert!(body.len() * 2 < plain.len(), "{path}: {} of {}", body.len(), plain.len());
        let mut page = Vec::new();
        GzDecoder::new(&body[..]).read_to_end(&mut page).unwrap();
        let page = without_nonce(&head, &page);
        assert_eq!(page, without_nonce(&plain_head, &plain), "{path}");
        assert!(page.contains("</html>"), "{path}");
        for head in [&plain_head, &head] {
            assert!(varies_by_encoding(head), "{head}");
        }
        for refused in ["identity", "gzip;q=0", "br;q=0.1, gzip;q=0"] {
            let (head, body) = get(&host, path, &format!("\nAccept-Encoding: {refused}")).await;
            assert_eq!(header(&head, "content-encoding"), None, "{path}, {refused}");
            assert_eq!(without_nonce(&head, &body), page, "{path}, {refused}");
        }
    }
}

#[tokio::test]
async fn a_private_response_is_never_compressed() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let _tab = Tab::join(&host, code, Some(&cookie(1))).await;
    for path in [format!("/r/{code}/move"), format!("/r/{code}/take"), "/me".into(), "/me/data.json".into()] {
        let (head, body) = get(&host, &path, "\nAccept-Encoding: gzip, br").await;
        assert_eq!(header(&head, "cache-control"), Some("no-store"), "{path}");
        assert_eq!((status(&head), header(&head, "content-encoding")), (200, None), "{path}");
        assert!(std::str::from_utf8(&body).is_ok_and(|text| text.starts_with(['<', '{'])), "{path}");
    }
    // The page with the secret link, which a form requests.
    let more = format!("Accept-Encoding: gzip\nCookie: duello_guest={}", cookie(1));
    let answer = http(&host, &format!("POST /r/{code}/move\n{more}"), "").await;
    assert_eq!((status(&answer), header(&answer, "content-encoding")), (200, None));
    assert!(answer.contains(&format!("/r/{code}/take#")));
}
