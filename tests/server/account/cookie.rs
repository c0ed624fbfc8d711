//! Session cookies after sign-in, sign-out and deletion: an answer to a request with the old cookie must not
//! replace the new one.

use super::*;

/// The cookie that a page sets for a browser with this one.
async fn set_cookie(host: &str, cookie: &str) -> Option<String> {
    let page = http(host, &format!("GET /me\nCookie: duello_guest={cookie}"), "").await;
    assert_eq!(status(&page), 200);
    header(&page, "set-cookie").map(str::to_owned)
}

#[tokio::test]
async fn a_request_with_a_just_revoked_cookie_sets_no_cookie() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let guest = cookie(1);
    assert!(
        set_cookie(&host, &guest).await.unwrap().contains(&guest[..SECRET_LENGTH]),
        "who comes again keeps it for longer"
    );
    let (passkey, laptop) = Passkey::register(&host, &guest).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let call_of =
        async |cookie: &str| header(&call(&host, "me", cookie, "").await, "set-cookie").map(str::to_owned);
    for ended in [&guest, &cookie(5)] {
        assert_eq!((set_cookie(&host, ended).await, call_of(ended).await), (None, None));
    }
    assert!(set_cookie(&host, &phone).await.unwrap().contains(&phone[..SECRET_LENGTH]));
    let left = new_cookie(&post(&host, "passkey/leave", &phone, "").await);
    assert_eq!(set_cookie(&host, &phone).await, None);
    assert!(set_cookie(&host, &left).await.unwrap().contains(&left[..SECRET_LENGTH]));
    // After a deletion on one device the other gets a fresh identity: no new cookie is on its way there.
    let tablet = passkey.sign_in(&host, &cookie(6)).await;
    let new = new_cookie(&delete_everything(&host, &tablet, "").await);
    assert_eq!(set_cookie(&host, &tablet).await, None);
    assert!(set_cookie(&host, &new).await.unwrap().contains(&new[..SECRET_LENGTH]));
    assert!(set_cookie(&host, &laptop).await.is_some());
    // Without an account the guest's own cookie is revoked.
    let new = new_cookie(&delete_everything(&host, &cookie(3), "").await);
    assert_eq!(set_cookie(&host, &cookie(3)).await, None);
    assert!(set_cookie(&host, &new).await.unwrap().contains(&new[..SECRET_LENGTH]));
}

#[tokio::test]
async fn over_https_the_cookie_of_the_old_name_is_renewed_with_a_prefix() {
    let server = Server::start(&["--public-url=https://duello.example"]).await;
    let host = server.host();
    let page = http(&host, &format!("GET /me\nCookie: duello_guest={}", cookie(1)), "").await;
    let head = page.split("\r\n\r\n").next().unwrap();
    let set: Vec<_> = head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).collect();
    let [new, code, old] = set[..] else { panic!("{set:?}") };
    assert!(
        new.starts_with(&format!("__Host-duello_guest={}; Path=/; ", secret(1))) && new.ends_with("; Secure")
    );
    assert!(code.starts_with("__Host-duello_code=") && code.ends_with("; Secure"));
    assert!(old.starts_with("duello_guest=; Path=/; Max-Age=0"));
    // One that another host of the domain plants afterwards does not count, and the own one stays.
    let both = format!("GET /me\nCookie: duello_guest={}; __Host-duello_guest={}", cookie(2), cookie(1));
    let page = http(&host, &both, "").await;
    assert!(header(&page, "set-cookie").unwrap().contains(&secret(1)));
}
