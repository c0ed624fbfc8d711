//! Reports and refusals in the chat: who may report whom, empty lines, messages that no page sends.

use serde_json::json;

use super::*;

#[tokio::test]
async fn a_report_has_the_last_30_lines_and_is_limited_to_3_in_10_minutes() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let elsewhere = open_room(&host, Settings::default()).await;
    let [mut anna, bert] = two_players(&host, code, [1, 2]).await;
    let [stranger, _other] = two_players(&host, elsewhere, [6, 7]).await;
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert_eq!(ask_unlogged(&mut carl, 1, aside("between us")).await.0, Answer::Done);
    assert_eq!(anna.ask(say("Hello")).await, Answer::Happened);
    // Strangers, oneself, and spectators whose chat one cannot see cannot be reported.
    for nobody in [stranger.me, anna.me, carl.me, MemberId(7)] {
        assert_eq!(anna.ask(Command::Report(nobody)).await, Answer::Refused(Rejection::NoOpponent));
    }
    let mut without = Tab::join(&host, code, None).await;
    assert_eq!(without.ask(Command::Report(bert.me)).await, Answer::Refused(Rejection::NotSeated));
    for id in [1, 1, 1, 2, 3] {
        // A repetition is the same report (idempotent).
        assert_eq!(anna.ask_as(id, Command::Report(bert.me)).await, Ok(Answer::Done), "{id}");
    }
    assert!(matches!(anna.ask(Command::Report(bert.me)).await, Answer::Refused(Rejection::Wait(_))));
    let mut dora = Tab::join(&host, code, Some(&cookie(4))).await;
    assert_eq!(dora.ask(Command::Report(carl.me)).await, Answer::Done, "a watcher hears watchers");
    assert!(!messages_until_pong(&mut carl).await.contains("report"), "nobody is told");

    let mut file = open_database(server.folder.path()).await;
    let rows =
        sqlx::query("SELECT room, guest, about, member, lines FROM reports ORDER BY at").fetch_all(&mut file);
    let rows = rows.await.unwrap();
    assert_eq!(rows.len(), 4);
    let file = async |guest: u128| json(&crate::profile::get(&host, "/me/data.json", Some(guest)).await);
    let (annas, berts, carls) = (file(1).await, file(2).await, file(3).await);
    assert_eq!(annas["reports"].as_array().unwrap().len(), 3);
    assert!(annas["reports"][0]["lines"].to_string().contains("Hello") && annas["reported"] == json!([]));
    assert_eq!((&berts["reports"], berts["reported"].as_array().unwrap().len()), (&json!([]), 3));
    let keys = berts["reported"][0].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        (&berts["reported"][0]["room"], keys),
        (&json!(code.to_string()), vec!["at".into(), "room".into()])
    );
    assert!(carls["reported"].as_array().unwrap().len() == 1 && !carls.to_string().contains("Hello"));
    assert_eq!(file(9).await["reported"], json!([]));
    let column = |row: usize, name: &str| rows[row].get::<String, _>(name);
    assert_eq!((column(0, "room"), column(0, "member")), (code.to_string(), bert.me.to_string()));
    assert_eq!((column(0, "guest").len(), column(0, "about").len()), (32, 32));
    assert_ne!(column(0, "guest"), column(0, "about"));
    assert!(!column(0, "guest").contains(&secret(1)), "a hash, not the secret");
    assert!(column(0, "lines").contains("Hello") && !column(0, "lines").contains("between us"));
    assert!(column(3, "lines").contains("between us"));
    for path in ["/reports", "/api/reports", "/api/report", &format!("/r/{code}/reports")] {
        assert_eq!(status(&http(&host, &format!("GET {path}"), "").await) / 100, 4, "{path}");
    }
}

#[tokio::test]
async fn chat_over_a_raw_socket_is_sanitized_and_limited() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let [mut anna, _bert] = two_players(&server.host(), code, [1, 2]).await;
    let refused = |why| Answer::Refused(why);
    assert_eq!(anna.ask(say(&"x".repeat(141))).await, refused(Rejection::LineTooLong));
    assert_eq!(anna.ask(say(&"\u{200B}".repeat(1_000))).await, refused(Rejection::EmptyLine));
    let zalgo = format!("Z{}algo", "\u{300}".repeat(1_000));
    assert_eq!(anna.ask(say(&zalgo)).await, Answer::Happened);
    assert_eq!(anna.ask(say("a\u{202E}b<script>alert(1)</script>")).await, Answer::Happened);
    let lines = chat_lines(&anna);
    assert_eq!(lines[0], LineContent::Text("Z\u{300}\u{300}\u{300}algo".to_owned()));
    assert_eq!(lines[1], LineContent::Text("ab<script>alert(1)</script>".to_owned()));
    let line = room::Logged {
        seq: 1,
        at: 0,
        by: None,
        event: Event::PresetSent { seat: room::Seat::Top, preset: Preset::Hello },
    };
    let unknown = serde_json::to_string(&line).unwrap().replace("hello", "hullo");
    assert!(serde_json::from_str::<Logged>(&unknown).is_err());
    anna.send_text(r#"{"t":"cmd","id":5,"after":0,"cmd":{"greet":"hullo"}}"#.to_owned()).await;
    let fault = async {
        while !matches!(anna.next().await, Ok(ServerMessage::Fault(room::message::Fault::NotUnderstood))) {}
    };
    patiently("the fault", fault).await;
}

#[tokio::test]
async fn padded_or_split_profanity_is_masked_or_cut() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let _bert = Tab::join(&host, code, Some(&cookie(2))).await;
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    let nothing = "\u{200B}\u{2060}\u{FEFF}\u{AD}".repeat(80);
    let split = |word: &str| word.split("").collect::<Vec<_>>().join("\u{200B}\u{202E}");
    // Names are cut to 20 characters before masking, so that what is cut off cannot hide the rest from the
    // filter.
    let names = [
        (format!("fuck{nothing} you"), "**** you"),
        (format!("{nothing}fuck{nothing}"), "****"),
        (split("motherfucker"), "************"),
        (format!("shit{}", " ".repeat(500)), "****"),
        ("Benjamin Franzi shitake night".to_owned(), "Benjamin Franzi ****"),
        (format!("Benjamin Franzi {nothing}shit{nothing}ake"), "Benjamin Franzi ****"),
        ("Benjamin Franklin fuck".to_owned(), "Benjamin Franklin fu"),
        (format!("arschloch{}", "x".repeat(500)), "********************"),
    ];
    for (requested, shown) in &names {
        assert_eq!(anna.ask(Command::Rename { name: requested.clone() }).await, Answer::Happened, "{shown}");
        assert_eq!(anna.room.occupant(anna.seat().unwrap()).unwrap().name, *shown);
        assert_eq!(anna.ask(Command::Rename { name: "Anna".to_owned() }).await, Answer::Happened);
    }
    for (requested, shown) in &names {
        assert_eq!(anna.ask(Command::Leave).await, Answer::Happened);
        assert_eq!(anna.ask(Command::Sit { name: requested.clone() }).await, Answer::Happened, "{shown}");
        assert_eq!(anna.room.occupant(anna.seat().unwrap()).unwrap().name, *shown);
    }
    let ordinary = "x ".repeat(68);
    // Lines are not cut: one that is too long even without invisible characters is refused.
    let lines = [
        (format!("oh fuck{nothing}!"), "oh ****!".to_owned()),
        (format!("oh {}!", split("shit")), "oh ****!".to_owned()),
        (format!("{ordinary}fuck{nothing}"), format!("{ordinary}****")),
    ];
    for (id, (text, shown)) in (1..).zip(&lines) {
        let ends = |text: &String| text.ends_with(&format!(": {shown}"));
        let (answer, heard) = ask_unlogged(&mut carl, id, aside(text)).await;
        if id == 2 {
            // It equals an earlier line once invisible characters are removed.
            assert_eq!(answer, Answer::Refused(Rejection::RepeatedLine));
            assert_eq!(anna.ask(say(text)).await, Answer::Refused(Rejection::RepeatedLine));
            continue;
        }
        assert!(answer == Answer::Done && heard.iter().all(ends) && heard.len() == 1, "{heard:?}");
        assert_eq!(anna.ask(say(text)).await, Answer::Happened);
        assert_eq!(chat_lines(&anna).last(), Some(&LineContent::Text(shown.clone())));
    }
    for id in [11, 12] {
        let long = format!("{ordinary}{}fuck", "y".repeat(id));
        assert_eq!(
            ask_unlogged(&mut carl, id as u64, aside(&long)).await.0,
            Answer::Refused(Rejection::LineTooLong)
        );
        assert_eq!(anna.ask(say(&long)).await, Answer::Refused(Rejection::LineTooLong));
    }
    let mut file = open_database(server.folder.path()).await;
    let rows = sqlx::query("SELECT body FROM events").fetch_all(&mut file).await.unwrap();
    for row in rows {
        let clean = room::clean_line(&row.get::<String, _>(0).to_lowercase());
        assert!(["fuck", "shit", "arschloch"].iter().all(|bad| !clean.contains(bad)), "{clean}");
    }
}

#[tokio::test]
async fn reports_are_rate_limited_per_address_not_per_guest() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let [_anna, bert] = two_players(&host, code, [1, 2]).await;
    let since = std::time::Instant::now();
    let mut accepted = 0;
    for guest in 10..20 {
        let mut tab = Tab::join(&host, code, Some(&cookie(guest))).await;
        for _ in 0..3 {
            match tab.ask(Command::Report(bert.me)).await {
                Answer::Done => accepted += 1,
                answer => assert!(matches!(answer, Answer::Refused(Rejection::Wait(_))), "{answer:?}"),
            }
        }
        // Nothing else is refused.
        assert_eq!(ask_unlogged(&mut tab, 9, aside("still here")).await.0, Answer::Done);
    }
    // A token comes back every 30 seconds.
    let most = 21 + since.elapsed().as_secs() / 30;
    assert!((20..=most).contains(&accepted), "{accepted}");
}
