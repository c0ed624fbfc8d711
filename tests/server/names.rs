//! The names that the server makes for guests: in the language of their pages, for whoever sees them.

use room::{Seat, Settings};

use crate::common::*;

/// A page of this guest in a language.
async fn page(host: &str, path: &str, guest: u128, language: &str) -> String {
    let guest = cookie(guest);
    http(host, &format!("GET {path}\nAccept-Language: {language}\nCookie: duello_guest={guest}"), "").await
}

/// Sits down without a name, as a page without JavaScript may.
async fn sit(host: &str, code: room::RoomCode, guest: u128, language: &str) {
    let guest = cookie(guest);
    http(host, &format!("POST /r/{code}\nAccept-Language: {language}\nCookie: duello_guest={guest}"), "")
        .await;
}

#[tokio::test]
async fn a_guest_sits_down_under_a_name_in_their_language() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    sit(&host, code, 1, "de").await;
    sit(&host, code, 2, "ar").await;
    let tab = Tab::watch(&host, code, Some(&cookie(3))).await.unwrap();
    let name = |seat| tab.room.occupant(seat).unwrap().name.clone();
    let (german, arabic) = (name(Seat::Bottom), name(Seat::Top));
    assert!(
        arabic.chars().all(|letter| letter == ' ' || ('\u{621}'..='\u{64a}').contains(&letter)),
        "{arabic}"
    );
    for (guest, language, name) in [(1, "de", &german), (2, "ar", &arabic)] {
        assert!(page(&host, "/me", guest, language).await.contains(name.as_str()), "{name}");
        assert!(!page(&host, "/me", guest, "en").await.contains(name.as_str()), "{name} is not English");
    }
}
