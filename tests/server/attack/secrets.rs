//! S8: secrets that identify visitors: where they appear, and that invented ones are worthless.

use room::{Command, Settings};

use super::*;
use crate::find::Page;
use crate::process::Process;

#[tokio::test(flavor = "multi_thread")]
async fn s8_no_secret_is_in_an_address_a_log_a_page_or_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = Process::start_logging(folder.path(), &log);
    let host = server.host.clone();
    let page = http(&host, "GET /", "").await;
    let set = header(&page, "set-cookie").unwrap();
    let secret = set.split(['=', ';']).nth(1).unwrap().to_owned();
    assert_eq!(secret.len(), 32, "128 bits in hexadecimal");
    assert!(!page.split("\r\n\r\n").nth(1).unwrap().contains(&secret), "in no page, not even the own");
    let own = signed(u128::from_str_radix(&secret, 16).unwrap());
    let guest = format!("Cookie: duello_guest={own}");
    let code = open_room(&host, Settings::default()).await;
    let mut tab = Tab::join(&host, code, Some(&own)).await;
    let mut other = Tab::join(&host, code, Some(&cookie(2))).await;
    assert_eq!(tab.ask(Command::Ready(true)).await, Answer::Happened);
    let link = http(&host, &format!("POST /r/{code}/move\n{guest}"), "").await;
    let passage = link.split_once("/take#").map(|(_, rest)| rest[..32].to_owned()).expect("a link");
    // Correct and wrong secrets, on every route that reads one.
    for (path, body) in [("take", format!("secret={passage}")), ("take", "secret=0".to_owned())] {
        let head = format!(
            "POST /r/{code}/{path}\nCookie: duello_guest={}\nContent-Type: application/x-www-form-urlencoded",
            cookie(3)
        );
        assert!(status(&http(&host, &head, &body).await) < 500);
    }
    for path in ["/me", "/games", "/me/data.json", "/nothing"] {
        let answer = http(&host, &format!("GET {path}\n{guest}"), "").await;
        if header(&answer, "location").is_some_and(|to| to.contains(&secret) || to.contains(&passage)) {
            panic!("{path} leads to an address with a secret in it");
        }
    }
    // The correct one has made another guest the player.
    other.until(|room| room.seat_of(tab.me).is_none()).await;
    let shown_to_others = format!("{:?}", other.room);
    assert_eq!(tokio::task::spawn_blocking(|| server.terminate()).await.unwrap(), 0);
    let logged = std::fs::read_to_string(&log).unwrap();
    assert!(logged.len() > 1_000, "there is a log: {logged}");
    let mut database = Vec::new();
    for file in std::fs::read_dir(folder.path()).unwrap().flatten().filter(|file| file.path() != log) {
        database.extend(std::fs::read(file.path()).unwrap());
    }
    let database = String::from_utf8_lossy(&database).into_owned();
    for secret in [&secret, &passage, &cookie(2), &cookie(3)].map(|cookie| &cookie[..32]) {
        for (place, text) in
            [("the log", &logged), ("the database", &database), ("what others hear", &shown_to_others)]
        {
            assert!(!text.to_ascii_lowercase().contains(secret), "a secret is in {place}");
        }
    }
}

#[tokio::test]
async fn s8_a_forged_cookie_or_one_of_public_ids_is_nobodys() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 9, 4).await;
    let own = cookie(1);
    let member = tabs[0].me.to_string();
    let mut near = own.clone().into_bytes();
    near[31] ^= 1;
    let (own_secret, code_of_it) = own.split_once(';').unwrap();
    let forged = [
        format!("{member}{member}"),
        format!("{member}{:016x}", 0),
        "0".repeat(32),
        "f".repeat(32),
        String::from_utf8(near).unwrap(),
        format!("{};{code_of_it}", &own_secret[..31]),
        format!("{own_secret}0;{code_of_it}"),
        format!(" {own_secret}x;{code_of_it}"),
        format!("{own_secret}%00;{code_of_it}"),
        format!("../{own}"),
    ];
    for cookie in &forged {
        assert_eq!(Tab::join(&host, code, Some(cookie)).await.seat(), None, "{cookie}");
        assert_eq!(json(&call(&host, "my_games", cookie, "").await), serde_json::json!([]), "{cookie}");
    }
    // Of two different cookies none counts, in whichever order, and neither is overwritten: one was planted.
    let planted = cookie(3);
    for both in [format!("{planted}; duello_guest={own}"), format!("{own}; duello_guest={planted}")] {
        assert_eq!(Tab::join(&host, code, Some(&both)).await.seat(), None);
        let page = http(&host, &format!("GET /\nCookie: duello_guest={both}"), "").await;
        assert_eq!((status(&page), header(&page, "set-cookie")), (200, None));
    }
    assert!(Tab::join(&host, code, Some(&own)).await.seat().is_some());
}

#[tokio::test]
async fn s8_who_makes_cookies_up_is_no_guest_and_counts_as_nobody() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let page = http(&host, &format!("GET /\nCookie: duello_guest={}", cookie(1)), "").await;
    assert!(header(&page, "set-cookie").unwrap().contains(&secret(1)), "a cookie of this server is renewed");
    let mut crowd = Vec::new();
    for guest in 0..9_u128 {
        for made_up in [format!("{guest:032x}"), format!("{guest:032x}; duello_code={guest:032x}")] {
            let page = http(&host, &format!("GET /me\nCookie: duello_guest={made_up}"), "").await;
            let set = header(&page, "set-cookie").expect("a cookie of their own");
            assert!(!set.contains(&made_up[..32]), "{set}");
            crowd.push(Page::open_with(&host, "of=find", Some(&made_up)).await);
        }
    }
    let mut anna = Page::open_lobby(&host, 1).await;
    let alone = anna.until_part("counts", |text| !text.is_empty()).await;
    assert!(alone.contains("1 player in the lobby"), "{alone}");
    let _bert = Page::open_lobby(&host, 2).await;
    anna.until_part("counts", |text| text.contains("2 players in the lobby")).await;
}

#[tokio::test]
async fn s8_a_guest_from_before_cookies_were_signed_keeps_what_is_theirs() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let tabs = two_players(&host, code, [1, 2]).await;
    let seat = tabs[0].seat();
    drop(tabs);
    server.running.stop().await;
    // With another key none of the signatures holds.
    let server = Server::start_with(server.folder, &[&format!("--cookie-key={}", "1".repeat(64))]).await;
    let host = server.host();
    for known in [cookie(1), cookie(1)[..32].to_owned()] {
        assert_eq!(Tab::join(&host, code, Some(&known)).await.seat(), seat);
        let page = http(&host, &format!("GET /me\nCookie: duello_guest={known}"), "").await;
        assert!(header(&page, "set-cookie").unwrap().contains(&secret(1)));
        let old_code = cookie(1).split_once("duello_code=").unwrap().1.to_owned();
        assert!(page.contains("duello_code=") && !page.contains(&old_code), "signed anew");
    }
    let page = http(&host, &format!("GET /me\nCookie: duello_guest={}", cookie(7)), "").await;
    assert!(!header(&page, "set-cookie").unwrap().contains(&secret(7)), "nobody is known by it");
}
