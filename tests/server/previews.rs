//! Link previews as chats fetch them: the page without a cookie and without its program, then the picture that it names.

use std::collections::HashMap;

use crate::common::*;
use crate::tournaments::{ARENA, open, submit};
use room::{Audience, BoardChoice, Command, RoomCode, Settings};

/// The most that chats take of a picture, in bytes.
const MOST: usize = 300_000;

/// The Open Graph and Twitter tags of a page.
async fn tags(host: &str, path: &str) -> HashMap<String, String> {
    let head = format!("GET {path}\nUser-Agent: WhatsApp/2.24\nAccept: */*");
    let page = http(host, &head, "").await;
    assert_eq!(status(&page), 200, "{path}");
    let mut tags = HashMap::new();
    for tag in page.split("<meta ").skip(1) {
        let value = |name: &str| Some(tag.split_once(&format!("{name}=\""))?.1.split_once('"')?.0);
        if let (Some(name), Some(content)) = (value("property").or(value("name")), value("content")) {
            tags.insert(name.to_owned(), content.replace("&amp;", "&").replace("&quot;", "\""));
        }
    }
    tags
}

/// Fetches the picture that a page names, and checks what chats ask of it; its bytes.
async fn picture(host: &str, tags: &HashMap<String, String>) -> Vec<u8> {
    let address = &tags["og:image"];
    let path = address.strip_prefix(&format!("http://{host}")).expect("an address with a host");
    let head = http(host, &format!("HEAD {path}"), "").await;
    assert_eq!((status(&head), header(&head, "content-type")), (200, Some("image/png")), "{head}");
    let answer = http_bytes(host, path).await;
    let (head, body) = answer.split_at(answer.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4);
    let head = String::from_utf8_lossy(head).into_owned();
    assert_eq!((status(&head), header(&head, "content-type")), (200, Some("image/png")), "{head}");
    assert_eq!(header(&head, "cache-control"), Some("public, max-age=0, must-revalidate"));
    assert_eq!(header(&head, "set-cookie"), None);
    assert!(header(&head, "etag").is_some());
    let number = |at: usize| u32::from_be_bytes(body[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (1200, 630));
    assert!(body.starts_with(b"\x89PNG") && body.len() <= MOST, "{}", body.len());
    body.to_vec()
}

/// What every preview has.
fn is_complete(tags: &HashMap<String, String>) {
    for name in ["og:title", "og:description", "og:url", "og:image", "og:image:alt", "og:type"] {
        assert!(tags.get(name).is_some_and(|text| !text.is_empty()), "{name} in {tags:?}");
    }
    assert_eq!(tags["twitter:card"], "summary_large_image");
    assert_eq!((&*tags["og:image:width"], &*tags["og:image:height"]), ("1200", "630"));
    assert_eq!(tags["robots"], "noindex");
}

/// The names that the players have.
fn names(tabs: &[Tab; 2]) -> Vec<String> {
    let names = room::Seat::BOTH.map(|seat| tabs[0].room.occupant(seat).unwrap().name.clone());
    names.into()
}

async fn resign(tabs: &mut [Tab; 2]) {
    let mover = mover(tabs).unwrap();
    assert_eq!(tabs[mover].ask(Command::Resign).await, Answer::Happened);
}

fn named<'a>(tags: &'a HashMap<String, String>, names: &'a [String]) -> Vec<&'a String> {
    names.iter().filter(|name| tags.values().any(|text| text.contains(*name))).collect()
}

#[tokio::test]
async fn a_private_room_shows_its_board_and_turn_and_names_nobody() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for (settings, guests) in both_games().into_iter().zip([[1, 2], [3, 4]]) {
        let code = open_room(&host, settings).await;
        let path = format!("/r/{code}");
        let invitation = tags(&host, &path).await;
        is_complete(&invitation);
        assert!(invitation["og:title"].contains("with me"), "{invitation:?}");
        assert_eq!(invitation["og:url"], format!("http://{host}{path}"));
        let start = picture(&host, &invitation).await;
        let mut tabs = two_players(&host, code, guests).await;
        play(&mut tabs, &mut 7, 5).await;
        let running = tags(&host, &path).await;
        is_complete(&running);
        assert!(running["og:description"].contains(" to move"), "{running:?}");
        let names = names(&tabs);
        assert!(named(&running, &names).is_empty(), "{names:?} in {running:?}");
        assert_ne!(picture(&host, &running).await, start, "the board as it stands");
        assert_ne!(running["og:image"], invitation["og:image"], "chats keep a picture by its address");
        resign(&mut tabs).await;
        let over = tags(&host, &path).await;
        assert_eq!(named(&over, &names).len(), 2, "{over:?}");
        assert!(over["og:description"].contains(" wins. "), "{over:?}");
        picture(&host, &over).await;
    }
}

#[tokio::test]
async fn a_public_room_names_its_players_while_they_play() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings { audience: Audience::Public, ..Settings::default() }).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 7, 3).await;
    let running = tags(&host, &format!("/r/{code}")).await;
    assert_eq!(named(&running, &names(&tabs)).len(), 2, "{running:?}");
    picture(&host, &running).await;
}

#[tokio::test]
async fn who_has_a_cookie_gets_the_room_without_a_preview() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let page = http(&host, &format!("GET /r/{code}\nCookie: duello_guest={}", cookie(1)), "").await;
    assert!(status(&page) == 200 && !page.contains("og:image"));
    let none = RoomCode::from_seed(7);
    for path in [format!("/r/{none}/picture.png"), "/r/x/picture.png".to_owned()] {
        assert_eq!(status(&http(&host, &format!("GET {path}"), "").await), 404, "{path}");
    }
    assert!(!http(&host, &format!("GET /r/{none}"), "").await.contains("og:image"));
}

#[tokio::test]
async fn a_finished_game_has_a_preview_that_chats_can_fetch() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, mapello(BoardChoice::Default)).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 7, 6).await;
    resign(&mut tabs).await;
    let answer = http(&host, &format!("HEAD /r/{code}/g/1"), "").await;
    let path = header(&answer, "location").unwrap().to_owned();
    assert_eq!(status(&http(&host, &format!("HEAD {path}"), "").await), 200);
    let game = tags(&host, &path).await;
    is_complete(&game);
    assert_eq!(named(&game, &names(&tabs)).len(), 2);
    assert!(!game["og:image"].contains(&code.to_string()), "the room stays unknown");
    picture(&host, &game).await;
}

#[tokio::test]
async fn a_link_carries_a_game_of_a_device_and_its_picture() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for query in [
        "text=C-F+a",
        "text=%5BCapture+%22never%22%5D+%5BStarts+%22north%22%5D+a+B",
        "text=%5BResult+%221-0%22%5D+%5BTermination+%22resigned%22%5D+f5+d6+c3",
    ] {
        let path = format!("/games/import?{query}");
        let page = http(&host, &format!("GET {path}"), "").await;
        assert!(page.contains("data-game="), "{query}: {page}");
        let linked = tags(&host, &path).await;
        is_complete(&linked);
        assert_eq!(linked["og:url"], format!("http://{host}{path}"));
        picture(&host, &linked).await;
    }
    // A game, but with a comment that no link of ours has.
    let long = format!("text={{{}}}+C-F+a", "x".repeat(2_500)).replace('{', "%7B").replace('}', "%7D");
    assert!(
        http(&host, &format!("GET /games/import?{}", long.replace(&"x".repeat(2_500), "x")), "")
            .await
            .contains("og:image")
    );
    for bad in ["text=hello", "text=", "x=1", &long] {
        let page = http(&host, &format!("GET /games/import?{bad}"), "").await;
        assert!(status(&page) == 200 && !page.contains("og:image"), "{bad}");
        let answer = http(&host, &format!("GET /games/import/picture.png?{bad}"), "").await;
        assert!([400, 404].contains(&status(&answer)), "{bad}: {answer}");
    }
    let script = http(&host, "GET /games/import?text=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "").await;
    assert!(!script.contains("<script>alert"));
}

#[tokio::test]
async fn a_link_to_the_board_of_a_day_shows_that_board() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let mut pictures = Vec::new();
    for day in [20_783, 20_784] {
        for page in ["/local/mapello", "/computer/mapello"] {
            let path = format!("{page}?board=daily-{day}");
            let board = tags(&host, &path).await;
            assert_eq!(board["og:url"], format!("http://{host}{path}"));
            let date = if day == 20_783 { "26 Nov 2026" } else { "27 Nov 2026" };
            assert_eq!(board["og:title"], format!("Mapello · Board of the day, {date}"));
            pictures.push(picture(&host, &board).await);
        }
    }
    assert!(pictures[0] == pictures[1] && pictures[1] != pictures[2]);
    for bad in ["daily", "random", "daily-x", "draft", "nothing", "daily-99999999999"] {
        let answer = http(&host, &format!("GET /boards/picture.png?board={bad}"), "").await;
        assert_eq!(status(&answer), 404, "{bad}");
        assert!(!http(&host, &format!("GET /local/mapello?board={bad}"), "").await.contains("og:image"));
    }
}

#[tokio::test]
async fn pictures_cost_what_drawing_costs() {
    let server = Server::start_as_delivered(&["--request-points=1000"]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut refused = false;
    for _ in 0..30 {
        let answer = http_bytes(&host, &format!("/r/{code}/picture.png")).await;
        refused |= status(&String::from_utf8_lossy(&answer[..20])) == 429;
    }
    assert!(refused);
}

#[tokio::test]
async fn a_tournament_has_a_preview_with_its_format_start_and_players() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open(&host, 1, &ARENA.replace("start=0", "start=30")).await;
    let path = format!("/e/{code}");
    assert_eq!(submit(&host, &format!("{path}/enter"), 2, "").await, path);
    let tags = tags(&host, &path).await;
    assert_eq!(tags["og:title"], "Evening arena");
    let about = &tags["og:description"];
    for part in ["Arena", "20 min", "Kalah", "3+2", " UTC", "1 player"] {
        assert!(about.contains(part), "{part} in {about}");
    }
    assert_eq!(tags["og:url"], format!("http://{host}{path}"));
    assert_eq!((&*tags["twitter:card"], &*tags["robots"]), ("summary", "noindex"));
    assert_eq!(tags["og:image"], format!("http://{host}/icons/mark-512.png"));
}
