//! Games that are read from a text or from files on the import page.

use super::*;

#[tokio::test]
async fn a_pasted_game_is_imported_and_other_text_gets_an_error() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let paste = async |text: &str| {
        let head = "POST /games/import\nContent-Type: application/x-www-form-urlencoded";
        http(&host, head, &format!("text={text}")).await
    };
    let good = paste("1.+C-F+2.+a").await;
    assert_eq!(status(&good), 200);
    assert!(good.contains("data-game=") && good.contains("duello.local.2"));
    for bad in ["hello", "%3Cscript%3Ealert(1)%3C/script%3E", "%00", "%FF", "1.+Z"] {
        let page = paste(bad).await;
        assert_eq!(status(&page), 200, "{bad}");
        assert!(!page.contains("data-game=") && !page.contains("<script>alert"), "{bad}");
    }
    let refused = paste("f5+d6%0D%0Ac3+a1").await;
    assert!(
        refused.contains("A disc there would flip nothing. (move 4, line 2, column 4, “a1”)"),
        "{refused}"
    );
    assert!(refused.contains("aria-describedby=\"text-problem\"") && refused.contains(" autofocus"));
    assert!(refused.contains(">f5 d6\nc3 a1</textarea>"), "the field keeps the text");
    // Each of several games is offered, and the chosen one is shown.
    let several = "[Black+\"Anna\"]f5+d6+*%0A[Black+\"Bert\"]f5+f6+*%0A[Black+\"Carl\"]f5+f5";
    let list = paste(several).await;
    assert!(list.contains("3 games in this text") && !list.contains("data-game="), "{list}");
    assert!(list.contains("Game 2: Bert") && list.contains("Game 3 can’t be read."), "{list}");
    let chosen = paste(&format!("{several}&game=2")).await;
    assert!(chosen.contains("data-game=") && chosen.contains("Othello"), "{chosen}");
    for odd in ["0", "3", "4", "99999999999"] {
        let page = paste(&format!("{several}&game={odd}")).await;
        assert!(status(&page) == 200 && !page.contains("data-game="), "{odd}");
    }
    // Up to the limit, with each quote as three characters; more is refused by the page.
    assert_eq!(status(&paste(&"%22".repeat(1 << 20)).await), 200);
    let long = paste(&"A".repeat((1 << 20) + 1)).await;
    assert!(status(&long) == 200 && long.contains("It can have up to 1048576 characters"));
    let longer = paste(&"A".repeat(3_500_000)).await;
    assert_eq!((status(&longer), header(&longer, "location")), (303, Some("/games/import?long")));
    let elsewhere = "POST /api/open_room\nContent-Type: application/x-www-form-urlencoded";
    assert_eq!(status(&http(&host, elsewhere, &"A".repeat(20_000)).await), 413);
    // The log as a browser stores it.
    let log = include_str!("../data/device.json").replace('%', "%25").replace('+', "%2B").replace('&', "%26");
    assert!(paste(&log).await.contains("duello.local.mapello"));
    let foreign =
        "POST /games/import\nOrigin: https://evil.example\nContent-Type: application/x-www-form-urlencoded";
    assert_eq!(status(&http(&host, foreign, "text=x").await), 403);
    assert_eq!(status(&get(&host, "/games/import").await), 200);
}

#[tokio::test]
async fn games_of_a_chosen_file_are_imported() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let choose = async |accept: &str, parts: &[(&str, &[u8])]| {
        let mut body = Vec::new();
        for (field, content) in parts {
            body.extend(format!("--line\r\nContent-Disposition: form-data; {field}\r\n\r\n").as_bytes());
            body.extend([content, &b"\r\n"[..]].concat());
        }
        body.extend(b"--line--\r\n");
        let kind = "Content-Type: multipart/form-data; boundary=line";
        let body = String::from_utf8(body).unwrap();
        http(&host, &format!("POST /games/import\nAccept: {accept}\n{kind}"), &body).await
    };
    let wtb = "name=\"file\"; filename=\"WTH_2026.wtb\"";
    // A game of the WTHOR base: header (of the year 2050), numbers, scores, nine moves.
    let mut base = vec![20, 26, 11, 27, 1, 0, 0, 0, 0, 0, 2, 8, 8, 0, 22, 0, 0, 0, 0, 0, 1, 0, 64, 64];
    base.extend([65, 46, 35, 66, 57, 64, 75, 56, 53]);
    base.resize(16 + 68, 0);
    let mut names = vec![20, 26, 11, 27, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    for name in ["Anna", "Bert"] {
        names.extend(name.bytes().chain(std::iter::repeat(0)).take(20));
    }
    let jou = "name=\"file\"; filename=\"WTHOR.JOU\"";
    let page = choose("text/html", &[("name=\"text\"", b""), (wtb, &base), (jou, &names)]).await;
    assert!(page.contains("data-game=") && page.contains("Anna") && page.contains("2050"), "{page}");
    let told = choose("application/json", &[(wtb, &base), (jou, &names)]).await;
    assert!(told.contains("\"refused\":[]") && told.contains("\"Bert\""), "{told}");
    // Without a file the text counts, with its choice; a form of a browser has an empty file then.
    let none = "name=\"file\"; filename=\"\"";
    let text = b"[Black \"Anna\"]f5 d6 *\r\n[Black \"Carl\"]f5 f6 *";
    let page = choose("text/html", &[("name=\"text\"", text), ("name=\"game\"", b"2"), (none, b"")]).await;
    assert!(page.contains("data-game=") && page.contains("f5 d6 *\n[Black"), "{page}");
    base[24] = 99;
    let page = choose("text/html", &[(wtb, &base)]).await;
    assert!(page.contains("Read as WTHOR files: Game 1 of this file is damaged."), "{page}");
    let page = choose("text/html", &[(jou, &names)]).await;
    assert!(!page.contains("data-game=") && page.contains("(.wtb) as well"), "{page}");
}
