//! What the operator does with a room, seen by those who are in it.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_room_ends_its_game_and_lets_nobody_in() {
    let site = Site::start(&[]);
    let host = site.host();
    let (code, mut tabs) = anna_and_bert(&site).await;
    play(&mut tabs, &mut 3, 3).await;
    let shown = site.desk(&["room", &code.to_string()]).await;
    assert!(shown.contains("playing") && shown.contains("\"Anna\"") && shown.contains("guest "), "{shown}");
    site.desk(&["room", &code.to_string(), "close", "--reason", "threats"]).await;
    for tab in &mut tabs {
        let mut last = None;
        let ended = async {
            while let Ok(message) = tab.next().await {
                last = Some(message);
            }
        };
        tokio::time::timeout(IN_FORCE, ended).await.expect("the socket ends within five seconds");
        assert_eq!(last, Some(ServerMessage::Fault(Fault::Shut)));
    }
    for guest in [1, 2, 3] {
        assert_eq!(first_message(&host, code, guest).await, ServerMessage::Fault(Fault::Shut));
    }
    let shown = site.desk(&["room", &code.to_string(), "--json"]).await;
    assert!(shown.contains("\"closed\":true") && shown.contains("\"called_off\""), "{shown}");
    let checked = site.desk(&["check"]).await;
    assert!(checked.contains("in order") && checked.contains("0 finished games"), "{checked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn removed_lines_and_names_vanish_from_open_pages_and_the_store() {
    let site = Site::start(&[]);
    let host = site.host();
    let (code, [mut anna, mut bert]) = anna_and_bert(&site).await;
    assert_eq!(anna.ask(Command::SendChat("a nasty line".to_owned())).await, Answer::Happened);
    let line = anna.room.seq.to_string();
    assert_eq!(anna.ask(Command::SendChat("a fine line".to_owned())).await, Answer::Happened);
    let seen = |tab: &Tab, text: &str| format!("{:?}{:?}", tab.room.chat, tab.room.seats).contains(text);
    let wrong = site.refused(&["room", &code.to_string(), "remove-line", "1"]).await;
    assert!(wrong.contains("is no line of chat"), "{wrong}");
    site.desk(&["room", &code.to_string(), "remove-line", &line]).await;
    let gone = async {
        while seen(&bert, "a nasty line") || !seen(&bert, "a fine line") {
            bert.next().await.unwrap();
        }
    };
    tokio::time::timeout(IN_FORCE, gone).await.expect("the line vanishes within five seconds");
    let member = anna.me.to_string();
    site.desk(&["room", &code.to_string(), "remove-name", &member]).await;
    let gone = async {
        while seen(&bert, "Anna") || seen(&bert, "a fine line") {
            bert.next().await.unwrap();
        }
    };
    tokio::time::timeout(IN_FORCE, gone).await.expect("the name vanishes within five seconds");
    assert!(!seen(&Tab::join(&host, code, Some(&cookie(3))).await, "Anna"));
    let pool = database(&site.data()).await;
    let sql = "SELECT COUNT(*) FROM events WHERE body LIKE '%line%' OR body LIKE '%Anna%'";
    let (left,): (i64,) = sqlx::query_as(sql).fetch_one(&pool).await.unwrap();
    assert_eq!(left, 0);
    pool.close().await;
    assert!(site.desk(&["check"]).await.contains("in order"));
}
