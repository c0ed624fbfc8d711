//! What the desk shows: reports with their lines, guests, the audit log; for people and for programs.

use super::*;
use serde_json::Value;

async fn json_of(site: &Site, words: &[&str]) -> Value {
    serde_json::from_str(&site.desk(&[words, &["--json"]].concat()).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_leads_to_its_lines_its_guest_and_a_note() {
    let site = Site::start(&[]);
    let (code, [mut anna, mut bert]) = anna_and_bert(&site).await;
    assert_eq!(anna.ask(Command::SendChat("a nasty line".to_owned())).await, Answer::Happened);
    let about = anna.me;
    bert.until(|room| room.chat.iter().any(|line| line.member == about)).await;
    assert_eq!(bert.ask(Command::Report(about)).await, Answer::Done);
    let text = site.desk(&["reports"]).await;
    assert!(text.contains("\"a nasty line\"") && text.contains(&format!("room {code}")), "{text}");
    let listed = json_of(&site, &["reports"]).await;
    let report = &listed["reports"][0];
    assert_eq!((&report["name"], &report["lines"][0]["said"]), (&"Anna".into(), &"a nasty line".into()));
    let (id, guest) = (report["id"].as_str().unwrap(), report["about"].as_str().unwrap());
    // By the first digits of the id as well as by the name.
    let card = json_of(&site, &["guest", &guest[..10]]).await;
    assert_eq!((&card["name"], &card["id"]), (&"Anna".into(), &guest.into()));
    assert_eq!(card["rooms"][0]["member"], about.to_string(), "the id that players see");
    assert_eq!(card["reports"][0], id);
    site.desk(&["reports", "done", id, "--note", "warned"]).await;
    assert_eq!(json_of(&site, &["reports"]).await["reports"], serde_json::json!([]));
    assert_eq!(json_of(&site, &["reports", "--all"]).await["reports"][0]["note"], "warned");
    let unknown = site.refused(&["guest", "Nobody"]).await;
    assert!(unknown.contains("nobody is known as Nobody") && unknown.contains("duello reports"), "{unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_says_who_has_done_what_and_names_no_guest() {
    let site = Site::start(&[]);
    let (code, _tabs) = anna_and_bert(&site).await;
    let id = json_of(&site, &["guest", "Anna"]).await["id"].as_str().unwrap().to_owned();
    for words in [
        &["guest", "Anna", "mute", "--for", "1h", "--as", "Ada", "--reason", "rude"] as &[&str],
        &["guest", "Anna", "rename-away"],
        &["switch", "lobby", "off", "--for", "2h"],
        &["room", &code.to_string(), "close"],
        &["block", "203.0.113.9", "--for", "1d"],
    ] {
        site.desk(words).await;
    }
    let audit = json_of(&site, &["audit"]).await;
    let rows = audit["audit"].as_array().unwrap();
    let actions: Vec<&str> = rows.iter().map(|row| row["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["mute", "rename_away", "switch_off", "close_room", "block"]);
    assert_eq!(
        (&rows[0]["as"], &rows[0]["reason"], &rows[0]["about"]),
        (&"Ada".into(), &"rude".into(), &id.as_str().into())
    );
    assert!(!rows[0]["os_user"].as_str().unwrap().is_empty() && rows[0]["until"].is_i64());
    let text = site.desk(&["audit", "--since", "1h"]).await;
    assert!(text.contains("Ada as ") && text.contains("5 rows"), "{text}");
    assert!(!text.contains("Anna") && !text.contains("203.0"), "{text}");
    // A deletion of everything leaves what was done, by a hash.
    let host = site.host();
    assert_eq!(status(&delete_everything(&host, &cookie(1), "").await), 303);
    assert_eq!(json_of(&site, &["audit"]).await, audit);
    assert_eq!(json_of(&site, &["guest", &id]).await["sanctions"], serde_json::json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn ended_sign_ins_end_their_sockets_and_open_nothing_any_more() {
    let site = Site::start(&[]);
    let (code, [mut anna, _bert]) = anna_and_bert(&site).await;
    let data = site.data();
    let none = site.refused(&["guest", "Anna", "end-sign-ins"]).await;
    assert!(none.contains("has no account"), "{none}");
    drop(anna);
    // The browser of the third cookie is signed in to an account whose guest is Anna.
    let id = json_of(&site, &["guest", "Anna"]).await["id"].as_str().unwrap().to_owned();
    sign_in(&data, &id).await;
    anna = Tab::join(&site.host(), code, Some(&cookie(3))).await;
    assert!(anna.seat().is_some(), "signed in as Anna");
    let said = site.desk(&["guest", "Anna", "end-sign-ins"]).await;
    assert!(said.contains("1 sign-ins are ended"), "{said}");
    assert_eq!(until_ended(&mut anna).await, Some(1012));
    assert!(Tab::join(&site.host(), code, Some(&cookie(3))).await.seat().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sanction_of_who_came_along_meets_their_account() {
    let site = Site::start(&[]);
    let (code, tabs) = anna_and_bert(&site).await;
    drop(tabs);
    let id = json_of(&site, &["guest", "Anna"]).await["id"].as_str().unwrap().to_owned();
    sign_in(&site.data(), &id).await;
    let earlier = key_of(7);
    let pool = database(&site.data()).await;
    let sql = format!("INSERT INTO adopted (guest, account, since) VALUES ('{earlier}', 'a', 1)");
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    pool.close().await;
    let card = json_of(&site, &["guest", &earlier]).await;
    assert_eq!((&card["id"], &card["came_along"]), (&id.as_str().into(), &earlier.as_str().into()));
    let said = site.desk(&["guest", &earlier, "mute", "--for", "1h"]).await;
    assert!(said.contains(&format!("Guest {earlier} has come along")) && said.contains(&id), "{said}");
    let mut n = 0;
    let mut anna = Tab::join(&site.host(), code, Some(&cookie(3))).await;
    in_force("muted", async || {
        n += 1;
        tokio::time::sleep(Duration::from_millis(800)).await;
        let answer = anna.ask(Command::SendChat(format!("Line {n}"))).await;
        matches!(answer, Answer::Refused(Rejection::Muted(_)))
    })
    .await;
    let audit = site.desk(&["audit"]).await;
    assert!(audit.contains(&format!("mute {earlier}")) && audit.contains(&format!("mute {id}")), "{audit}");
    let ended = site.desk(&["guest", &earlier, "end-sign-ins"]).await;
    assert!(ended.contains("1 sign-ins are ended"), "{ended}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_holds_all_of_ipv4_is_not_blocked() {
    let site = Site::start(&[]);
    for network in ["::/16", "::/80", "::ffff:0:0/95"] {
        let refused = site.refused(&["block", network, "--for", "1d"]).await;
        assert!(refused.contains("all addresses of IPv4 are in this network"), "{network}: {refused}");
    }
    site.desk(&["block", "2001:db8::/32", "--for", "1d"]).await;
}

/// Makes an account of Anna, whose cookie is the first one, and signs the browser of the third one in.
async fn sign_in(data: &Path, id: &str) {
    let session = key_of(3);
    let pool = database(data).await;
    for sql in [
        format!("INSERT INTO accounts (account, guest, since) VALUES ('a', '{id}', 1)"),
        format!(
            "INSERT INTO adopted (guest, account, secret, since) VALUES ('{id}', 'a', '{}', 1)",
            secret_of(1)
        ),
        "INSERT INTO passkeys (credential, account, body, since) VALUES ('c', 'a', '{}', 1)".to_owned(),
        format!(
            "INSERT INTO sessions (session, account, since, used) VALUES ('{session}', 'a', {now}, {now})",
            now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis()
        ),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

/// The hash of a cookie in the database.
fn key_of(guest: u128) -> String {
    use sha2::{Digest, Sha256};
    let secret = u128::from_str_radix(&secret_of(guest), 16).unwrap().to_be_bytes();
    let hash = Sha256::new().chain_update(b"duello guest").chain_update(secret).finalize();
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The secret in a cookie, without its signature.
fn secret_of(guest: u128) -> String {
    cookie(guest)[..32].to_owned()
}
