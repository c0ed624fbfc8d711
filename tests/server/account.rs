//! Accounts over real HTTP and sockets with real passkeys (WebAuthn): whose seats a session may use, and
//! which sockets end with a session cookie.

mod aside;
pub mod authenticator;
mod cookie;
pub mod farewell;
mod security;

use authenticator::{Passkey, new_cookie, post};
use room::{Command, Rejection, RoomCode, Seat, Settings};

use crate::common::*;

/// By host name, because a bare IP address allows no passkeys.
pub fn host_by_name(server: &Server) -> String {
    format!("localhost:{}", server.running.addr.port())
}

/// The secret of a seat transfer link that the browser with this cookie requests.
async fn request_seat_link(host: &str, code: RoomCode, cookie: &str) -> String {
    let answer = http(host, &format!("POST /r/{code}/move\nCookie: duello_guest={cookie}"), "").await;
    let link = format!("http://{host}/r/{code}/take#");
    let (_, secret) = answer.split_once(&link).unwrap_or_else(|| panic!("no link in {answer}"));
    secret[..32].to_owned()
}

/// The status when the browser with this cookie redeems a link.
async fn redeem_seat_link(host: &str, code: RoomCode, cookie: &str, secret: &str) -> u16 {
    let more = format!("Cookie: duello_guest={cookie}\nContent-Type: application/x-www-form-urlencoded");
    status(&http(host, &format!("POST /r/{code}/take\n{more}"), &format!("secret={secret}")).await)
}

/// Brings the games of the guest who was put aside along into the account, or answers otherwise.
async fn answer_games(host: &str, session: &str, aside: &str, answer: &str) -> u16 {
    let cookies = format!("Cookie: duello_guest={session}; duello_aside={aside}");
    let more = format!("{cookies}\nContent-Type: application/x-www-form-urlencoded");
    status(&http(host, &format!("POST /me/adopt\n{more}"), &format!("answer={answer}")).await)
}

/// Waits until a tab learns that its seat was transferred.
async fn until_seat_lost(tab: &mut Tab) {
    let me = tab.me;
    tab.until(|room| room.seat_of(me).is_none()).await;
}

/// The rooms that are listed for the browser with this cookie.
async fn my_games(host: &str, cookie: &str) -> String {
    json(&call(host, "my_games", cookie, "").await).to_string()
}

#[tokio::test]
async fn a_passkey_brings_seats_and_games_to_another_device_until_logout() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [anna, _bert] = two_players(&host, code, [1, 2]).await;
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    assert!(laptop != phone && ![cookie(1), cookie(5)].contains(&phone));
    let tabs = [
        Tab::join(&host, code, Some(&laptop)).await,
        Tab::join(&host, code, Some(&phone)).await,
        Tab::join(&host, code, Some(&cookie(1))).await,
    ];
    assert_eq!(tabs.each_ref().map(Tab::seat), [anna.seat(), anna.seat(), None], "the old cookie is dead");
    drop(tabs);
    for own in [&laptop, &phone] {
        assert!(my_games(&host, own).await.contains(&code.to_string()));
    }
    assert_eq!(my_games(&host, &cookie(1)).await, "[]");
    // Neither another account nor another passkey gets in.
    let (other, stranger) = Passkey::register(&host, &cookie(7)).await;
    assert_eq!(my_games(&host, &stranger).await, "[]");
    let answer = passkey.with_key_of(other).try_sign_in(&host, &cookie(8)).await;
    assert_eq!((status(&answer), header(&answer, "set-cookie")), (400, None), "{answer}");
    // After signing out, the phone is a new guest, also after a restart.
    let left = new_cookie(&post(&host, "passkey/leave", &phone, "").await);
    let server = server.restart().await;
    let host = host_by_name(&server);
    assert_eq!(Tab::join(&host, code, Some(&laptop)).await.seat(), Some(Seat::Bottom));
    for nobody in [&phone, &left] {
        assert_eq!(my_games(&host, nobody).await, "[]");
        assert_eq!(Tab::join(&host, code, Some(nobody)).await.seat(), None);
    }
}

#[tokio::test]
async fn a_seat_moves_from_a_signed_in_browser_to_a_signed_out_one() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [_, mut bert] = two_players(&host, code, [1, 2]).await;
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let tablet = passkey.sign_in(&host, &cookie(5)).await;
    let mut anna = Tab::join(&host, code, Some(&laptop)).await;
    // A browser that is signed in elsewhere holds the seat already; the revoked cookie can neither give nor
    // take one.
    let dead = http(&host, &format!("POST /r/{code}/move\nCookie: duello_guest={}", cookie(1)), "").await;
    assert_eq!(status(&dead), 403);
    let secret = request_seat_link(&host, code, &tablet).await;
    assert_eq!(redeem_seat_link(&host, code, &laptop, &secret).await, 409);
    assert_eq!(redeem_seat_link(&host, code, &cookie(9), &secret).await, 303);
    until_seat_lost(&mut anna).await;
    let mut phone = Tab::join(&host, code, Some(&cookie(9))).await;
    assert_eq!(phone.seat(), Some(Seat::Bottom));
    for away in [&laptop, &tablet] {
        let mut tab = Tab::join(&host, code, Some(away)).await;
        assert_eq!(tab.seat(), None);
        assert_eq!(tab.ask(Command::Resign).await, Answer::Refused(Rejection::NotSeated));
        assert_eq!(my_games(&host, away).await, "[]");
    }
    assert!(my_games(&host, &cookie(9)).await.contains(&code.to_string()));
    assert_eq!(phone.ask(Command::SendChat("from the phone".to_owned())).await, Answer::Happened);
    bert.until(|room| room.chat.iter().any(|line| line.draws_attention())).await;
}

#[tokio::test]
async fn a_seat_transfer_to_an_account_seats_it_once() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let [mut anna, _bert] = two_players(&host, code, [1, 2]).await;
    let (passkey, laptop) = Passkey::register(&host, &cookie(5)).await;
    let link = request_seat_link(&host, code, &cookie(1)).await;
    assert_eq!(redeem_seat_link(&host, code, &laptop, &link).await, 303);
    until_seat_lost(&mut anna).await;
    let phone = passkey.sign_in(&host, &cookie(6)).await;
    for own in [&laptop, &phone] {
        let mut tab = Tab::join(&host, code, Some(own)).await;
        assert_eq!(tab.seat(), Some(Seat::Bottom));
        assert_eq!(tab.ask(Command::SendChat(format!("from {own}"))).await, Answer::Happened);
        assert!(my_games(&host, own).await.contains(&code.to_string()));
    }
    // A player cannot take the opponent's seat, from whichever device.
    let berts = request_seat_link(&host, code, &cookie(2)).await;
    for own in [&laptop, &phone] {
        assert_eq!(redeem_seat_link(&host, code, own, &berts).await, 409);
    }
    // Nor can a player whose seat is under a member id from before the account.
    let elsewhere = open_room(&host, Settings::default()).await;
    let _tabs = two_players(&host, elsewhere, [3, 4]).await;
    let tablet = passkey.sign_in(&host, &cookie(3)).await;
    assert_eq!(answer_games(&host, &tablet, &cookie(3), "yes").await, 303);
    let link = request_seat_link(&host, elsewhere, &cookie(4)).await;
    for own in [&laptop, &phone, &tablet] {
        assert_eq!(redeem_seat_link(&host, elsewhere, own, &link).await, 409);
        assert_eq!(Tab::join(&host, elsewhere, Some(own)).await.seat(), Some(Seat::Bottom));
    }
    // The refusals have not used the link up.
    assert_eq!(redeem_seat_link(&host, elsewhere, &cookie(9), &link).await, 303);
    // A seat under such a member id can be transferred as well.
    let link = request_seat_link(&host, elsewhere, &laptop).await;
    assert_eq!(redeem_seat_link(&host, elsewhere, &cookie(8), &link).await, 303);
    assert_eq!(Tab::join(&host, elsewhere, Some(&cookie(8))).await.seat(), Some(Seat::Bottom));
    assert_eq!(Tab::join(&host, elsewhere, Some(&tablet)).await.seat(), None);
}
