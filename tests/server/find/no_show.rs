//! Guests who take opponents and do not make the first move.

use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::*;

/// Opens the lobby as a guest from an address of their own, and seeks.
async fn seek_from(host: &str, guest: u128) -> Page {
    let mut request = format!("ws://{host}/find/ws?of=find").into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("cookie", format!("duello_guest={}", cookie(guest)).parse().unwrap());
    headers.insert("x-forwarded-for", format!("192.0.2.{guest}").parse().unwrap());
    let socket = tokio_tungstenite::connect_async(request).await.unwrap().0;
    let mut page = Page { socket, parts: HashMap::new(), closed: None };
    page.seek("kalah", "3+2").await;
    page
}

/// Seeks until a part is shown: for a few seconds after a pairing a press leads to its room.
async fn seek_until(host: &str, guest: u128, part: &str) -> String {
    let mut page = seek_from(host, guest).await;
    loop {
        page.ping().await;
        if let Some(text) = page.parts.get(part).filter(|text| !text.is_empty()) {
            return text.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        page.seek("kalah", "3+2").await;
    }
}

/// A game of guests 1 and 2, in which one of them gives up at once: whoever is to move, or the other one. The guest who
/// gave up.
async fn given_up(host: &str, mover_gives_up: bool) -> u128 {
    let mut anna = seek_from(host, 1).await;
    anna.until_waiting().await;
    let code = seek_from(host, 2).await.until_room().await;
    assert_eq!(anna.until_room().await, code);
    let mut tabs =
        [Tab::join(host, code, Some(&cookie(1))).await, Tab::join(host, code, Some(&cookie(2))).await];
    let mover = mover(&tabs).unwrap();
    let leaver = if mover_gives_up { mover } else { 1 - mover };
    assert_eq!(tabs[leaver].ask(Command::Resign).await, Answer::Happened);
    leaver as u128 + 1
}

#[tokio::test]
async fn who_resigns_instead_of_the_first_move_pauses_and_the_opponent_does_not() {
    let server = Server::start_as_delivered(&["--trust-proxy=true"]).await;
    let host = server.host();
    let leaver = given_up(&host, true).await;
    let said = patiently("a refusal", seek_until(&host, leaver, "said")).await;
    assert!(said.contains("first move") && said.contains("in 5"), "{said}");
    patiently("an open seek", seek_until(&host, 3 - leaver, "offer")).await;
}

#[tokio::test]
async fn who_gives_up_while_the_opponent_is_to_move_does_not_pause() {
    let server = Server::start_as_delivered(&["--trust-proxy=true"]).await;
    let host = server.host();
    let leaver = given_up(&host, false).await;
    patiently("an open seek", seek_until(&host, leaver, "offer")).await;
}

#[tokio::test]
async fn who_resigns_after_the_first_moves_may_seek_again() {
    let server = Server::start_as_delivered(&["--trust-proxy=true"]).await;
    let host = server.host();
    let _tabs = resigned_after_the_first_moves(&host).await;
    for guest in [1, 2] {
        let mut page = seek_from(&host, guest).await;
        page.ping().await;
        assert!(page.parts.get("said").is_none_or(String::is_empty), "{:?}", page.parts);
    }
}

#[tokio::test]
async fn who_resigns_the_second_game_of_a_match_at_once_may_seek_again() {
    let server = Server::start_as_delivered(&["--trust-proxy=true"]).await;
    let host = server.host();
    let mut tabs = resigned_after_the_first_moves(&host).await;
    both_until(tabs.each_mut(), room::Room::is_match_break).await;
    get_ready(&mut tabs).await;
    // Instead of the first move, which in a first game would cost a pause.
    let mover = mover(&tabs).unwrap();
    assert_eq!(tabs[mover].ask(Command::Resign).await, Answer::Happened);
    patiently("an open seek", seek_until(&host, mover as u128 + 1, "offer")).await;
}

/// The tabs of guests 1 and 2, whom the lobby has paired: both have made their first moves, and guest 1 has resigned.
async fn resigned_after_the_first_moves(host: &str) -> [Tab; 2] {
    let mut anna = seek_from(host, 1).await;
    anna.until_waiting().await;
    let code = seek_from(host, 2).await.until_room().await;
    let mut tabs =
        [Tab::join(host, code, Some(&cookie(1))).await, Tab::join(host, code, Some(&cookie(2))).await];
    play(&mut tabs, &mut 7, 6).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    tabs
}
