//! Session revocation: sockets of a revoked cookie end, in rooms and in the lobby, and no others.

use super::*;
use crate::find::Page;

/// The close code of a tab's socket.
pub async fn close_code(tab: &mut Tab) -> Option<u16> {
    let end = async {
        loop {
            if let Err(code) = tab.next().await {
                return code;
            }
        }
    };
    patiently("the end of the socket", end).await
}

/// The same for a lobby page.
async fn assert_disconnected(page: &mut Page) {
    assert_eq!(page.until_closed().await, Some(1012));
}

/// An unaffected socket still works, after a time in which a revocation would have reached it.
pub async fn assert_connected(tab: &mut Tab, text: &str) {
    assert_eq!(tab.ask(Command::SendChat(text.to_owned())).await, Answer::Happened);
}

#[tokio::test]
async fn signing_in_or_out_reconnects_only_the_sockets_of_that_guest() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [mut anna, mut bert] = two_players(&host, code, [1, 2]).await;
    let mut second = Tab::join(&host, code, Some(&cookie(1))).await;
    let mut nobody = Tab::join(&host, code, None).await;
    let mut hall = Page::open_lobby(&host, 1).await;
    let mut berts_hall = Page::open_lobby(&host, 2).await;
    let mut home = Page::open(&host, "of=home", None).await;

    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    assert_eq!(close_code(&mut anna).await, Some(1012), "come back");
    assert_eq!(close_code(&mut second).await, Some(1012));
    assert_disconnected(&mut hall).await;
    assert_connected(&mut bert, "one").await;
    nobody.until(|room| room.chat.iter().any(|line| line.draws_attention())).await;
    let mut anna = Tab::join(&host, code, Some(&laptop)).await;
    assert_eq!(anna.seat(), Some(Seat::Bottom), "as who one was");

    // A second device: its open sockets end, those of the first do not.
    let mut before = Tab::join(&host, code, Some(&cookie(5))).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    assert_eq!(close_code(&mut before).await, Some(1012));
    let mut on_phone = Tab::join(&host, code, Some(&phone)).await;
    assert_connected(&mut anna, "two").await;

    // Signing out affects that browser only.
    let left = post(&host, "passkey/leave", &phone, "").await;
    assert_eq!((status(&left), header(&left, "location")), (303, Some("/me")));
    assert_eq!(close_code(&mut on_phone).await, Some(1012));
    assert_connected(&mut anna, "three").await;
    assert_connected(&mut bert, "four").await;
    for page in [&mut berts_hall, &mut home] {
        page.ping().await;
    }
}

#[tokio::test]
async fn deleting_an_account_closes_only_its_sockets_on_every_device() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [_, mut bert] = two_players(&host, code, [1, 2]).await;
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let mut devices =
        [Tab::join(&host, code, Some(&laptop)).await, Tab::join(&host, code, Some(&phone)).await];
    let forgotten = delete_everything(&host, &phone, "").await;
    assert_eq!((status(&forgotten), header(&forgotten, "location")), (303, Some("/me?deleted")));
    for tab in &mut devices {
        assert_eq!(close_code(tab).await, Some(1012));
    }
    bert.until(|room| room.occupant(Seat::Bottom).is_none()).await;
    assert_connected(&mut bert, "alone").await;
    for nobody in [&laptop, &phone, &new_cookie(&forgotten)] {
        assert_eq!(my_games(&host, nobody).await, "[]");
    }
    let gone = passkey.try_sign_in(&host, &cookie(6)).await;
    assert_eq!((status(&gone), header(&gone, "set-cookie")), (404, None), "the passkey opens nothing");

    // A guest without an account.
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert_eq!(status(&delete_everything(&host, &cookie(3), "").await), 303);
    assert_eq!(close_code(&mut carl).await, Some(1012));
    assert_connected(&mut bert, "still").await;
}
