//! Push messages of changes of an account, and subscriptions that end with a sign-in.

use super::*;
use crate::account::authenticator::Passkey;

#[tokio::test]
async fn a_change_of_the_account_is_pushed_to_all_its_browsers() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let host = format!("localhost:{}", server.running.addr.port());
    let (anna, bert) = (Browser::new("anna"), Browser::new("bert"));
    let german = "\nAccept-Language: de";
    assert_eq!(subscribe(&server, Some(1), &anna.subscription(&service, true, false), german).await, 204);
    assert_eq!(subscribe(&server, Some(2), &bert.subscription(&service, true, true), "").await, 204);
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    passkey.sign_in(&host, &cookie(5)).await;
    let push = anna.decrypt(&service.request(1).await);
    assert_eq!(push["title"], "Neue Anmeldung: Unbekannter Browser.");
    assert_eq!(push["url"], "/security");
    Passkey::register(&host, &laptop).await;
    let push = anna.decrypt(&service.request(2).await);
    assert!(push["title"].as_str().unwrap().starts_with("Ein Passkey wurde hinzugefügt"), "{push}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.count(), 2, "nobody else is told");
}

#[tokio::test]
async fn a_challenge_and_its_refusal_are_pushed_to_whom_they_concern() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let host = format!("localhost:{}", server.running.addr.port());
    let (anna, bert) = (Browser::new("anna"), Browser::new("bert"));
    assert_eq!(subscribe(&server, Some(1), &anna.subscription(&service, true, true), "").await, 204);
    assert_eq!(subscribe(&server, Some(2), &bert.subscription(&service, true, true), "").await, 204);
    let (_, session) = Passkey::register(&host, &cookie(1)).await;
    let submit = async |path: &str, cookie: &str, fields: &str| {
        let head = "Content-Type: application/x-www-form-urlencoded";
        let answer =
            http(&host, &format!("POST {path}\n{head}\nCookie: duello_guest={cookie}"), fields).await;
        header(&answer, "location").unwrap().to_owned()
    };
    submit("/me/name", &session, "name=Ada").await;
    let room = submit("/me/challenge", &cookie(2), "player=Ada&game=mancala&speed=none").await;
    let push = anna.decrypt(&service.request(1).await);
    assert!(push["title"].as_str().unwrap().ends_with("challenges you"), "{push}");
    assert_eq!(push["url"], room.as_str());
    submit("/me/decline", &session, &format!("room={}", &room[3..])).await;
    let push = bert.decrypt(&service.request(2).await);
    assert_eq!(push["title"], "@Ada has declined");
}

#[tokio::test]
async fn after_signing_out_by_the_plain_form_nothing_is_pushed_there() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let host = format!("localhost:{}", server.running.addr.port());
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let (here, there) = (Browser::new("laptop"), Browser::new("phone"));
    for (session, browser) in [(&laptop, &here), (&phone, &there)] {
        let head = format!("POST /push\nContent-Type: application/json\nCookie: duello_guest={session}");
        let subscription = browser.subscription(&service, true, true).to_string();
        assert_eq!(status(&http(&host, &head, &subscription).await), 204);
    }
    let leave = format!("POST /me/passkey/leave\nCookie: duello_guest={phone}");
    assert_eq!(status(&http(&host, &leave, "").await), 303);
    passkey.sign_in(&host, &cookie(6)).await;
    here.decrypt(&service.request(1).await);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.count(), 1, "only the browser that is signed in is told");
}

#[tokio::test]
async fn the_push_key_survives_a_restart() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let key = http(&server.host(), "GET /push/key", "").await;
    let key = key.split("\r\n\r\n").nth(1).unwrap().to_owned();
    let server = server.restart().await;
    assert!(http(&server.host(), "GET /push/key", "").await.ends_with(&key) && key.len() == 87);
}
