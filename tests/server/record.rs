//! The archive of finished games over HTTP: access, content, what stays private, and the files.

mod import;

use crate::common::*;
use room::{BoardChoice, Command, Finished, RoomCode, Settings};

/// The path to which a room's `number`th game redirects, if it does.
pub(crate) async fn game_page_path(host: &str, code: RoomCode, number: u32) -> Option<String> {
    let answer = http(host, &format!("GET /r/{code}/g/{number}"), "").await;
    (status(&answer) == 303).then(|| header(&answer, "location").unwrap().to_owned())
}

pub(crate) async fn get(host: &str, path: &str) -> String {
    http(host, &format!("GET {path}"), "").await
}

/// Two players make some moves, then the player to move resigns.
async fn play_and_resign(host: &str, settings: Settings, guests: [u128; 2]) -> (RoomCode, [Tab; 2]) {
    let code = open_room(host, settings).await;
    let mut tabs = two_players(host, code, guests).await;
    play(&mut tabs, &mut 7, 6).await;
    resign(&mut tabs).await;
    (code, tabs)
}

pub(crate) async fn resign(tabs: &mut [Tab; 2]) {
    let mover = mover(tabs).unwrap();
    assert_eq!(tabs[mover].ask(Command::Resign).await, Answer::Happened);
}

#[tokio::test]
async fn a_game_gets_its_page_when_it_ends_and_not_before() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for settings in both_games() {
        let code = open_room(&host, settings).await;
        let mut tabs = two_players(&host, code, [1, 2]).await;
        play(&mut tabs, &mut 7, 6).await;
        assert_eq!(game_page_path(&host, code, 1).await, None, "it goes on");
        resign(&mut tabs).await;
        let path = game_page_path(&host, code, 1).await.unwrap();
        let page = get(&host, &path).await;
        assert_eq!(status(&page), 200);
        assert!(page.contains("wins") && page.contains("resigned."), "{page}");
        for at in 0..=6 {
            assert_eq!(status(&get(&host, &format!("{path}/{at}")).await), 200);
        }
        for nothing in ["/7", "/x", "/-1", "/1/2", "/", ".exe", ".txt/1"] {
            assert_eq!(status(&get(&host, &format!("{path}{nothing}")).await), 404, "{nothing}");
        }
        assert_eq!(game_page_path(&host, code, 2).await, None);
    }
    for nothing in
        ["/g/0123456789abcdef", "/g/0123456789abcdef.png", "/g/0123456789abcdef.txt", "/g/x", "/g/%00"]
    {
        assert_eq!(status(&get(&host, nothing).await), 404, "{nothing}");
    }
}

#[tokio::test]
async fn a_game_without_moves_has_no_page() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    resign(&mut tabs).await;
    assert_eq!(game_page_path(&host, code, 1).await, None);
}

#[tokio::test]
async fn a_game_page_leaks_neither_its_room_nor_the_chat() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    assert_eq!(tabs[0].ask(Command::SendChat("between us".to_owned())).await, Answer::Happened);
    play(&mut tabs, &mut 7, 6).await;
    resign(&mut tabs).await;
    let path = game_page_path(&host, code, 1).await.unwrap();
    let members = [tabs[0].me.to_string(), tabs[1].me.to_string(), code.to_string()];
    let guests = [cookie(1), cookie(2)];
    for file in ["", "/3", "/embed", "/embed/3", ".txt", ".json", ".kgp"] {
        let answer = get(&host, &format!("{path}{file}")).await;
        assert_eq!(status(&answer), 200, "{file}");
        assert_eq!(header(&answer, "set-cookie"), None, "nobody has to be anybody");
        for secret in members.iter().chain(&guests).map(String::as_str).chain(["between us"]) {
            assert!(!answer.contains(secret), "{file} tells {secret}");
        }
    }
    let id = path.trim_start_matches("/g/");
    assert_eq!(id.len(), 16);
    // The rematch in the same room has another id, which is unrelated to the first.
    for tab in &mut tabs {
        assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
    }
    for tab in &mut tabs {
        tab.until(|room| room.running().is_some_and(|game| game.number == 2)).await;
    }
    play(&mut tabs, &mut 9, 4).await;
    resign(&mut tabs).await;
    let second = game_page_path(&host, code, 2).await.unwrap();
    assert_ne!(second, path);
    assert!(!get(&host, &path).await.contains(second.trim_start_matches("/g/")));
}

#[tokio::test]
async fn a_game_page_has_link_preview_tags_and_is_not_indexed() {
    let server = Server::start(&["--public-url=https://duello.example"]).await;
    let host = server.host();
    let (code, _tabs) = play_and_resign(&host, Settings::default(), [1, 2]).await;
    let path = game_page_path(&host, code, 1).await.unwrap();
    let page = get(&host, &format!("{path}/3")).await;
    for part in [
        format!("<meta property=\"og:url\" content=\"https://duello.example{path}\">"),
        format!("<meta property=\"og:image\" content=\"https://duello.example{path}.png\">"),
        "<meta property=\"og:image:width\" content=\"1200\">".to_owned(),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
        "<meta name=\"robots\" content=\"noindex\">".to_owned(),
    ] {
        assert!(page.contains(&part), "{part} is not in {page}");
    }
    assert!(page.contains("og:description\" content=\"Mancala · Kalah. "));
    assert!(!get(&host, "/").await.contains("property=\"og:"));
}

#[tokio::test]
async fn the_game_picture_is_a_png_and_game_files_are_revalidated() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for (settings, guests) in both_games().into_iter().zip([[1, 2], [3, 4]]) {
        let (code, _tabs) = play_and_resign(&host, settings, guests).await;
        let path = game_page_path(&host, code, 1).await.unwrap();
        let keep = Some("public, max-age=0, must-revalidate");
        for _again in 0..2 {
            let png = http_bytes(&host, &format!("{path}.png")).await;
            let (head, body) = png.split_at(png.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4);
            let head = String::from_utf8_lossy(head);
            assert_eq!((status(&head), header(&head, "content-type")), (200, Some("image/png")));
            assert_eq!(header(&head, "cache-control"), keep);
            assert_eq!(header(&head, "cross-origin-resource-policy"), Some("cross-origin"));
            assert!(body.starts_with(b"\x89PNG\r\n\x1a\n"));
            let number = |at: usize| u32::from_be_bytes(body[at..at + 4].try_into().unwrap());
            assert_eq!((number(16), number(20)), (1200, 630));
        }
        let json = get(&host, &format!("{path}.json")).await;
        assert_eq!(
            (header(&json, "cache-control"), header(&json, "content-type")),
            (keep, Some("application/json"))
        );
        let game: Finished = serde_json::from_str(json.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(game.moves.len(), 6);
        let text = get(&host, &format!("{path}.txt")).await;
        assert_eq!(header(&text, "cache-control"), keep);
        let tag = header(&text, "etag").unwrap();
        let again = http(&host, &format!("GET {path}.txt\nIf-None-Match: {tag}"), "").await;
        assert_eq!(
            (status(&again), header(&again, "etag"), header(&again, "cache-control")),
            (304, Some(tag), keep)
        );
        assert_eq!(header(&text, "x-content-type-options"), Some("nosniff"));
        assert!(header(&text, "content-disposition").unwrap().ends_with(".txt\""));
        assert!(header(&text, "content-security-policy").unwrap().contains("default-src 'none'"));
        let others = [
            status(&get(&host, &format!("{path}.kgp")).await),
            status(&get(&host, &format!("{path}.othello")).await),
        ];
        let mancala = matches!(game.setup, rules::Setup::Mancala(_));
        // One word cannot say this board, nor that somebody resigned.
        assert_eq!(others, if mancala { [200, 404] } else { [404, 404] });
        let page = get(&host, &path).await;
        assert_eq!(
            header(&page, "cache-control"),
            Some("private, no-cache"),
            "it is in the visitor's language"
        );
    }
}

#[tokio::test]
async fn only_the_embed_page_may_be_framed() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (code, _tabs) = play_and_resign(&host, Settings::default(), [1, 2]).await;
    let path = game_page_path(&host, code, 1).await.unwrap();
    let policy = async |path: String| {
        let page = get(&host, &path).await;
        header(&page, "content-security-policy").unwrap().to_owned()
    };
    for framed in ["/embed", "/embed/2"] {
        assert!(policy(format!("{path}{framed}")).await.contains("frame-ancestors *"), "{framed}");
    }
    for page in [path.clone(), format!("{path}/2"), "/".to_owned(), "/games".to_owned(), format!("/r/{code}")]
    {
        assert!(policy(page.clone()).await.contains("frame-ancestors 'none'"), "{page}");
    }
}

#[tokio::test]
async fn my_games_are_paged_and_only_the_guests_own() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let list = async |guest: u128, query: &str| {
        http(&host, &format!("GET /games{query}\nCookie: duello_guest={}", cookie(guest)), "").await
    };
    let (code, mut tabs) = play_and_resign(&host, Settings::default(), [1, 2]).await;
    let first = game_page_path(&host, code, 1).await.unwrap();
    for guest in [1, 2] {
        assert!(list(guest, "").await.contains(&first));
    }
    let (other, _others) = play_and_resign(&host, mapello(BoardChoice::Default), [3, 4]).await;
    let theirs = game_page_path(&host, other, 1).await.unwrap();
    for guest in [1, 2, 5] {
        let mine = list(guest, "").await;
        assert!(!mine.contains(&theirs) && !mine.contains(&other.to_string()), "guest {guest}");
    }
    assert!(!get(&host, "/games").await.contains("/g/"), "somebody new has none");
    // A room with a game under way is listed among the unfinished.
    for number in 2..=22 {
        for tab in &mut tabs {
            assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
        }
        for tab in &mut tabs {
            tab.until(|room| room.running().is_some_and(|game| game.number == number)).await;
        }
        if number == 2 {
            assert!(list(1, "").await.contains(&format!("/r/{code}")));
        }
        play(&mut tabs, &mut 7, 1).await;
        resign(&mut tabs).await;
    }
    let count = |page: &str| page.matches("href=\"/g/").count();
    let (newest, oldest) = (list(1, "").await, list(1, "?page=2").await);
    assert_eq!((count(&newest), count(&oldest)), (20, 2));
    assert!(!newest.contains(&first) && oldest.contains(&first), "the latest first");
    assert!(newest.contains("/games?page=2") && oldest.contains("/games?page=1"));
    for odd in ["?page=0", "?page=-1", "?page=x", "?page=99999999999999999999", "?page=4294967295"] {
        assert_eq!(status(&list(1, odd).await), 200, "{odd}");
    }
}

#[tokio::test]
async fn game_pages_survive_a_restart() {
    let server = Server::start(&[]).await;
    let (code, _tabs) = play_and_resign(&server.host(), Settings::default(), [1, 2]).await;
    let path = game_page_path(&server.host(), code, 1).await.unwrap();
    let server = server.restart().await;
    assert_eq!(game_page_path(&server.host(), code, 1).await.as_ref(), Some(&path));
    assert_eq!(status(&get(&server.host(), &path).await), 200);
}
