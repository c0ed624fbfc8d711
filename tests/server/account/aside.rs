//! Signing in at a browser in which somebody has played: their games stay theirs, come along only when asked, and
//! go back to whoever has the cookie.

use super::security::{MINUTE, age};
use super::*;

/// A page as a browser with these cookies gets it; `""` is none.
async fn visit(host: &str, path: &str, cookie: &str, aside: &str) -> String {
    http(host, &format!("GET {path}\nCookie: duello_guest={cookie}; duello_aside={aside}"), "").await
}

/// The `Set-Cookie` headers of an answer.
fn set_cookies(answer: &str) -> Vec<String> {
    let head = answer.split("\r\n\r\n").next().unwrap();
    head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).map(str::to_owned).collect()
}

async fn take_back(host: &str, cookie: &str, aside: &str) -> u16 {
    let more = format!("Cookie: duello_guest={cookie}; duello_aside={aside}");
    status(&http(host, &format!("POST /me/adopt/undo\n{more}"), "").await)
}

#[tokio::test]
async fn a_stranger_who_signs_in_takes_nothing_of_whoever_played_there() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [victim, _bert] = two_players(&host, code, [1, 2]).await;
    let (passkey, own) = Passkey::register(&host, &cookie(7)).await;
    let seat = victim.seat();
    let entered = passkey.try_sign_in(&host, &cookie(1)).await;
    let session = new_cookie(&entered);
    assert!(set_cookies(&entered)[2].starts_with(&format!("duello_aside={}; ", secret(1))), "{entered}");
    for cookie in [&session, &own] {
        assert_eq!(my_games(&host, cookie).await, "[]");
        assert_eq!(Tab::join(&host, code, Some(cookie)).await.seat(), None);
    }
    // It is asked, and while a game runs, to leave them is the first answer.
    let page = visit(&host, "/me", &session, &cookie(1)).await;
    let [yes, no] = ["value=\"yes\"", "value=\"no\""].map(|answer| page.find(answer).unwrap());
    assert!(no < yes);
    assert_eq!(my_games(&host, &session).await, "[]", "looking at the question is no answer");
    // Only the browser that has the cookie is asked, and no other can answer.
    assert!(!visit(&host, "/me", &own, "").await.contains("value=\"yes\""));
    assert_eq!(answer_games(&host, &own, "", "yes").await, 403);
    assert_eq!(answer_games(&host, &cookie(9), &cookie(1), "yes").await, 403, "not signed in");
    assert_eq!(answer_games(&host, &session, &cookie(1), "no").await, 303);
    assert!(!visit(&host, "/me", &session, &cookie(1)).await.contains("value=\"yes\""), "asked once");
    // Signed out, whoever played there is back.
    let left = new_cookie(&post(&host, "passkey/leave", &session, "").await);
    let page = visit(&host, "/me", &left, &cookie(1)).await;
    let set = set_cookies(&page);
    assert!(set[0].starts_with(&format!("duello_guest={}; ", secret(1))), "{set:?}");
    assert!(set[2].starts_with("duello_aside=; Path=/; Max-Age=0"), "{set:?}");
    let again = Tab::join(&host, code, Some(&cookie(1))).await;
    assert_eq!(again.seat(), seat);
    assert!(my_games(&host, &cookie(1)).await.contains(&code.to_string()));
}

#[tokio::test]
async fn games_that_came_along_go_back_to_the_browser_within_a_day() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [victim, _bert] = two_players(&host, code, [1, 2]).await;
    let seat = victim.seat();
    let (passkey, own) = Passkey::register(&host, &cookie(7)).await;
    let session = passkey.sign_in(&host, &cookie(1)).await;
    assert_eq!(answer_games(&host, &session, &cookie(1), "yes").await, 303);
    assert!(my_games(&host, &own).await.contains(&code.to_string()));
    assert_eq!(Tab::join(&host, code, Some(&own)).await.seat(), seat);
    assert_eq!(Tab::join(&host, code, Some(&cookie(1))).await.seat(), None);
    // The stranger signs out; the browser has the cookie still, and is no guest by it.
    let left = new_cookie(&post(&host, "passkey/leave", &session, "").await);
    let page = visit(&host, "/me", &left, &cookie(1)).await;
    assert!(page.contains("action=\"/me/adopt/undo\""), "{page}");
    assert!(!set_cookies(&page).iter().any(|set| set.contains("duello_aside")), "it is kept");
    assert_eq!(take_back(&host, &left, "").await, 403);
    assert_eq!(take_back(&host, &left, &cookie(3)).await, 303);
    assert_eq!(Tab::join(&host, code, Some(&own)).await.seat(), seat, "that was another one's");
    assert_eq!(take_back(&host, &left, &cookie(1)).await, 303);
    assert_eq!(my_games(&host, &own).await, "[]");
    let page = visit(&host, "/me", &left, &cookie(1)).await;
    assert!(set_cookies(&page)[0].starts_with(&format!("duello_guest={}; ", secret(1))));
    assert_eq!(Tab::join(&host, code, Some(&cookie(1))).await.seat(), seat);
    assert_eq!(Tab::join(&host, code, Some(&own)).await.seat(), None);
}

#[tokio::test]
async fn games_come_along_only_after_a_passkey_and_of_who_has_played() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let _tabs = two_players(&host, code, [1, 2]).await;
    let (passkey, _own) = Passkey::register(&host, &cookie(7)).await;
    let session = passkey.sign_in(&host, &cookie(1)).await;
    assert_eq!(answer_games(&host, &session, &cookie(9), "yes").await, 303);
    let page = visit(&host, "/me", &session, &cookie(9)).await;
    assert!(!page.contains("action=\"/me/adopt/undo\""), "that one is made up: {page}");
    age(&server, "verified", 5 * MINUTE).await;
    assert_eq!(answer_games(&host, &session, &cookie(1), "yes").await, 303);
    assert_eq!(my_games(&host, &session).await, "[]", "a passkey is asked for first");
    assert_eq!(status(&passkey.confirm(&host, &session).await), 200);
    assert_eq!(answer_games(&host, &session, &cookie(1), "yes").await, 303);
    assert!(my_games(&host, &session).await.contains(&code.to_string()));
}

#[tokio::test]
async fn a_guest_put_aside_is_not_lost_when_its_session_ends_elsewhere() {
    let server = Server::start(&["--take-back-hours=0"]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let _tabs = two_players(&host, code, [1, 2]).await;
    let (passkey, own) = Passkey::register(&host, &cookie(7)).await;
    let session = passkey.sign_in(&host, &cookie(1)).await;
    let more = format!("Cookie: duello_guest={own}\nContent-Type: application/x-www-form-urlencoded");
    assert_eq!(status(&http(&host, &format!("POST /security/sessions\n{more}"), "").await), 303);
    // The browser is that guest again, whom the next sign-in puts aside, not the empty one of the ended session.
    let entered = passkey.try_sign_in_aside(&host, &session, &cookie(1)).await;
    assert!(set_cookies(&entered)[2].starts_with(&format!("duello_aside={}; ", secret(1))), "{entered}");
    let again = new_cookie(&entered);
    assert_eq!(answer_games(&host, &again, &cookie(1), "yes").await, 303);
    assert!(my_games(&host, &own).await.contains(&code.to_string()));
    // With no time to take them back, the cookie of a guest who is in an account is dropped.
    let left = new_cookie(&post(&host, "passkey/leave", &again, "").await);
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    assert_eq!(take_back(&host, &left, &cookie(1)).await, 303);
    assert!(my_games(&host, &own).await.contains(&code.to_string()));
    let page = visit(&host, "/me", &left, &cookie(1)).await;
    assert!(set_cookies(&page)[2].starts_with("duello_aside=; Path=/; Max-Age=0"));
}
