//! What is reported and what is refused: who may report whom, lines that are none, what no page sends.

use super::*;

#[tokio::test]
async fn a_report_is_kept_with_the_last_thirty_lines_and_no_more_than_three_in_ten_minutes() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let elsewhere = open_room(&host, Settings::default()).await;
    let [mut anna, bert] = two_players(&host, code, [1, 2]).await;
    let [stranger, _other] = two_players(&host, elsewhere, [6, 7]).await;
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert_eq!(beside(&mut carl, 1, aside("between us")).await.0, Answer::Done);
    assert_eq!(anna.ask(say("Hello")).await, Answer::Happened);
    // Nobody who is not in the room is reported from it, nor oneself, nor a watcher whom one does not hear.
    for nobody in [stranger.me, anna.me, carl.me, MemberId(7)] {
        assert_eq!(anna.ask(Command::Report(nobody)).await, Answer::Refused(Rejection::NoOpponent));
    }
    let mut without = Tab::join(&host, code, None).await;
    assert_eq!(without.ask(Command::Report(bert.me)).await, Answer::Refused(Rejection::NotSeated));
    for id in [1, 1, 1, 2, 3] {
        // One that comes again is the same.
        assert_eq!(anna.ask_as(id, Command::Report(bert.me)).await, Ok(Answer::Done), "{id}");
    }
    assert!(matches!(anna.ask(Command::Report(bert.me)).await, Answer::Refused(Rejection::Wait(_))));
    let mut dora = Tab::join(&host, code, Some(&cookie(4))).await;
    assert_eq!(dora.ask(Command::Report(carl.me)).await, Answer::Done, "a watcher hears watchers");
    assert!(!all_that_comes(&mut carl).await.contains("report"), "nobody is told");

    let mut file = database(server.folder.path()).await;
    let rows =
        sqlx::query("SELECT room, guest, about, member, lines FROM reports ORDER BY at").fetch_all(&mut file);
    let rows = rows.await.unwrap();
    assert_eq!(rows.len(), 4);
    let column = |row: usize, name: &str| rows[row].get::<String, _>(name);
    assert_eq!((column(0, "room"), column(0, "member")), (code.to_string(), bert.me.to_string()));
    assert_eq!((column(0, "guest").len(), column(0, "about").len()), (32, 32));
    assert_ne!(column(0, "guest"), column(0, "about"));
    assert!(!column(0, "guest").contains(&cookie(1)), "a hash, not the secret");
    assert!(column(0, "lines").contains("Hello") && !column(0, "lines").contains("between us"));
    assert!(column(3, "lines").contains("between us"));
    for path in ["/reports", "/api/reports", "/api/report", &format!("/r/{code}/reports")] {
        assert_eq!(status(&http(&host, &format!("GET {path}"), "").await) / 100, 4, "{path}");
    }
}

#[tokio::test]
async fn what_is_said_is_cleaned_and_cut_also_when_it_comes_over_a_bare_socket() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let [mut anna, _bert] = two_players(&server.host(), code, [1, 2]).await;
    let refused = |why| Answer::Refused(why);
    assert_eq!(anna.ask(say(&"x".repeat(141))).await, refused(Rejection::LineTooLong));
    assert_eq!(anna.ask(say(&"\u{200B}".repeat(1_000))).await, refused(Rejection::EmptyLine));
    let zalgo = format!("Z{}algo", "\u{300}".repeat(1_000));
    assert_eq!(anna.ask(say(&zalgo)).await, Answer::Happened);
    assert_eq!(anna.ask(say("a\u{202E}b<script>alert(1)</script>")).await, Answer::Happened);
    let said = spoken(&anna);
    assert_eq!(said[0], Said::Text("Z\u{300}\u{300}\u{300}algo".to_owned()));
    assert_eq!(said[1], Said::Text("ab<script>alert(1)</script>".to_owned()));
    let line = room::Logged {
        seq: 1,
        at: 0,
        by: None,
        event: Event::Greeted { seat: room::Seat::Top, preset: Preset::Hello },
    };
    let unknown = serde_json::to_string(&line).unwrap().replace("hello", "hullo");
    assert!(serde_json::from_str::<Logged>(&unknown).is_err());
    anna.send_text(r#"{"t":"cmd","id":5,"after":0,"cmd":{"greet":"hullo"}}"#.to_owned()).await;
    let fault = async {
        while !matches!(anna.next().await, Ok(ServerMessage::Fault(room::message::Fault::NotUnderstood))) {}
    };
    patiently("the fault", fault).await;
}
