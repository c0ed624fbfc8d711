//! What the operator does with a room, seen by those who are in it.

use super::*;

/// Posts a form as the guest of a cookie.
async fn post(host: &str, path: &str, guest: u128, fields: &str) -> String {
    let head = format!(
        "POST {path}\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(guest)
    );
    http(host, &head, fields).await
}

/// The secret of a link that a player requests.
async fn seat_link(host: &str, code: RoomCode, guest: u128) -> String {
    let answer = post(host, &format!("/r/{code}/move"), guest, "").await;
    let (_, secret) = answer.split_once(&format!("/r/{code}/take#")).expect("a link");
    secret[..32].to_owned()
}

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
        while seen(&bert, "Anna") {
            bert.next().await.unwrap();
        }
    };
    tokio::time::timeout(IN_FORCE, gone).await.expect("the name vanishes within five seconds");
    let carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert!(!seen(&carl, "Anna"));
    assert!(seen(&bert, "a fine line"), "what they say stays");
    let audit = site.desk(&["audit"]).await;
    let [of_line, of_name] = ["remove_line", "remove_name"].map(|action| format!("{action} {code} event "));
    assert!(audit.contains(&format!("{of_line}{line} of member {member}")), "{audit}");
    assert!(
        audit.contains(&of_name) && audit.matches(&format!("of member {member}")).count() == 2,
        "{audit}"
    );
    let pool = database(&site.data()).await;
    let sql = "SELECT COUNT(*) FROM events WHERE body LIKE '%nasty line%' OR body LIKE '%Anna%'";
    let (left,): (i64,) = sqlx::query_as(sql).fetch_one(&pool).await.unwrap();
    assert_eq!(left, 0);
    pool.close().await;
    assert!(site.desk(&["check"]).await.contains("in order"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_whose_name_was_removed_plays_on() {
    let site = Site::start(&[]);
    let (code, [anna, mut bert]) = anna_and_bert(&site).await;
    let member = anna.me.to_string();
    site.desk(&["room", &code.to_string(), "remove-name", &member]).await;
    let gone = async {
        while format!("{:?}", bert.room.seats).contains("Anna") {
            bert.next().await.unwrap();
        }
    };
    tokio::time::timeout(IN_FORCE, gone).await.expect("the name vanishes within five seconds");
    let mut tabs = [anna, bert];
    play(&mut tabs, &mut 3, 4).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_chosen_on_an_earlier_device_is_removed_too() {
    let site = Site::start(&[]);
    let host = site.host();
    let (code, _tabs) = anna_and_bert(&site).await;
    let secret = seat_link(&host, code, 1).await;
    assert_eq!(status(&post(&host, &format!("/r/{code}/take"), 3, &format!("secret={secret}")).await), 303);
    let phone = Tab::join(&host, code, Some(&cookie(3))).await;
    assert!(phone.seat().is_some() && format!("{:?}", phone.room.seats).contains("Anna"));
    site.desk(&["room", &code.to_string(), "remove-name", &phone.me.to_string()]).await;
    let pool = database(&site.data()).await;
    let sql = "SELECT COUNT(*) FROM events WHERE body LIKE '%Anna%'";
    let (left,): (i64,) = sqlx::query_as(sql).fetch_one(&pool).await.unwrap();
    assert_eq!(left, 0);
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_room_gives_no_seat_by_form_or_link() {
    let site = Site::start(&[]);
    let host = site.host();
    assert_eq!(status(&rename(&host, 1, "Anna").await), 200);
    let code = open_room(&host, Settings::default()).await;
    let path = format!("/r/{code}");
    assert_eq!(status(&post(&host, &path, 1, "").await), 303);
    let secret = seat_link(&host, code, 1).await;
    let invited = async || page(&host, &path, 2, "en").await.contains("Anna");
    assert!(invited().await);
    site.desk(&["room", &code.to_string(), "close"]).await;
    in_force("nobody is invited", async || !invited().await).await;
    post(&host, &path, 2, "").await;
    assert_eq!(status(&post(&host, &format!("{path}/take"), 3, &format!("secret={secret}")).await), 410);
    let shown = site.desk(&["room", &code.to_string(), "--json"]).await;
    assert_eq!(shown.matches("\"seated\"").count(), 1, "{shown}");
    assert!(!shown.contains("transferred"), "{shown}");
}
