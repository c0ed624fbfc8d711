//! The security of an account: what wants a passkey to be shown again, sign-ins that end, and notices.

use super::farewell::{assert_connected, close_code};
use super::*;
use sqlx::SqlitePool;

pub const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

async fn database(server: &Server) -> SqlitePool {
    let file = server.folder.path().join("data").join("duello.sqlite");
    SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(file)).await.unwrap()
}

/// Makes a time of every session older.
pub async fn age(server: &Server, column: &str, by: i64) {
    let sql = format!("UPDATE sessions SET {column} = {column} - {by}");
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&database(server).await).await.unwrap();
}

/// Posts a form of the page; the status and where it leads.
async fn submit(host: &str, path: &str, cookie: &str, fields: &str) -> (u16, String) {
    let more = format!("Cookie: duello_guest={cookie}\nContent-Type: application/x-www-form-urlencoded");
    let answer = http(host, &format!("POST {path}\n{more}"), fields).await;
    (status(&answer), header(&answer, "location").unwrap_or_default().to_owned())
}

async fn page(host: &str, path: &str, cookie: &str) -> String {
    let firefox = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    http(host, &format!("GET {path}\nCookie: duello_guest={cookie}\n{firefox}"), "").await
}

/// The ids in the forms that end sign-ins.
async fn others(host: &str, cookie: &str) -> Vec<String> {
    let page = page(host, "/security", cookie).await;
    let forms = page.split("action=\"/security/session\"").skip(1);
    forms.map(|form| form.split("value=\"").nth(1).unwrap()[..32].to_owned()).collect()
}

#[tokio::test]
async fn an_account_changes_only_after_a_passkey_was_shown_lately() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let (stranger, _) = Passkey::register(&host, &cookie(7)).await;
    let (second, laptop) = Passkey::register(&host, &laptop).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let remove = format!("id={}", second.id());
    let end = format!("id={}", others(&host, &laptop).await[0]);
    let deletion = deletion_form(&host, &laptop).await;
    let forms = [
        ("/security/passkey", remove.as_str()),
        ("/security/session", &end),
        ("/security/sessions", ""),
        ("/me/forget", &deletion),
    ];
    // A ceremony that began in time is finished too late.
    let begun = post(&host, "passkey/make", &laptop, "").await;
    assert_eq!(status(&begun), 200);
    age(&server, "verified", 5 * MINUTE).await;
    for (path, fields) in forms {
        let asked = (303, "/security?confirm".to_owned());
        assert_eq!(submit(&host, path, &laptop, fields).await, asked, "{path}");
    }
    for path in ["passkey/make", "passkey/made"] {
        assert_eq!(status(&post(&host, path, &laptop, "{}").await), 401, "{path}");
    }
    assert!(
        page(&host, "/security", &laptop).await.matches("/security/passkey").count() == 2,
        "both are there"
    );
    assert_eq!(others(&host, &laptop).await.len(), 1);
    // Neither a passkey of somebody else nor a browser without an account confirms anything.
    let forged = passkey.with_key_of(stranger).confirm(&host, &laptop).await;
    assert_eq!(status(&forged), 400);
    assert_eq!(status(&post(&host, "passkey/confirm", &cookie(9), "").await), 403);
    assert_eq!(submit(&host, "/security/sessions", &laptop, "").await.1, "/security?confirm");
    // Shown in one browser, it allows nothing in another.
    assert_eq!(status(&passkey.confirm(&host, &phone).await), 200);
    assert_eq!(submit(&host, "/security/passkey", &laptop, &remove).await.1, "/security?confirm");
    assert_eq!(status(&passkey.confirm(&host, &laptop).await), 200);
    assert_eq!(status(&post(&host, "passkey/make", &laptop, "").await), 200);
    assert_eq!(submit(&host, "/security/passkey", &laptop, &remove).await.1, "/security?removed");
    let list = std::fs::read_to_string(server.folder.path().join("data").join("deletions")).unwrap();
    assert!(list.contains(" passkey "), "for restores: {list}");
    assert_eq!(status(&second.try_sign_in(&host, &cookie(6)).await), 404, "it opens nothing any more");
    let last = format!("id={}", passkey.id());
    assert_eq!(submit(&host, "/security/passkey", &laptop, &last).await.1, "/security?stays");
    assert_eq!(submit(&host, "/me/forget", &laptop, &deletion).await.1, "/me?deleted");
    // A guest without an account has nothing to show.
    let deletion = deletion_form(&host, &cookie(3)).await;
    assert_eq!(submit(&host, "/me/forget", &cookie(3), &deletion).await.1, "/me?deleted");
}

#[tokio::test]
async fn a_deletion_of_somebody_not_signed_in_any_more_is_refused() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let deletion = deletion_form(&host, &laptop).await;
    assert_eq!(submit(&host, "/security/sessions", &phone, "").await.1, "/security?ended");
    // The sign-in ended elsewhere; another guest; a page of a version from before.
    for (cookie, fields) in [(&laptop, deletion.as_str()), (&cookie(3), &deletion), (&phone, "")] {
        assert_eq!(submit(&host, "/me/forget", cookie, fields).await.1, "/me?other");
    }
    assert!(page(&host, "/me?other", &laptop).await.contains("Nothing was deleted."));
    assert!(!page(&host, "/me?deleted", &phone).await.contains("Your data is deleted."), "by a link");
    // Pressed twice.
    for _ in 0..2 {
        assert_eq!(submit(&host, "/me/forget", &phone, &deletion).await.1, "/me?deleted");
    }
    assert!(page(&host, "/me?deleted", &phone).await.contains("Your data is deleted."));
}

#[tokio::test]
async fn ending_a_sign_in_closes_its_sockets_and_no_others() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let code = open_room(&host, Settings::default()).await;
    let _players = two_players(&host, code, [1, 2]).await;
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let end = format!("id={}", others(&host, &laptop).await[0]);
    let tablet = passkey.sign_in(&host, &cookie(6)).await;
    let (stranger, strangers) = Passkey::register(&host, &cookie(7)).await;
    let strangers_phone = stranger.sign_in(&host, &cookie(8)).await;
    let mut tabs = Vec::new();
    for own in [&laptop, &phone, &tablet, &strangers, &strangers_phone] {
        tabs.push(Tab::join(&host, code, Some(own)).await);
    }
    let [on_laptop, on_phone, on_tablet, on_theirs, _] = &mut tabs[..] else { panic!() };
    // Nobody ends a sign-in of another account.
    submit(&host, "/security/session", &strangers, &end).await;
    assert_eq!(others(&host, &laptop).await.len(), 2);
    assert_eq!(submit(&host, "/security/session", &laptop, &end).await.1, "/security?ended");
    assert_eq!(close_code(on_phone).await, Some(1012));
    assert_connected(on_tablet, "one").await;
    assert_eq!(my_games(&host, &phone).await, "[]");
    let [one, next] = [deletion_form(&host, &phone).await, deletion_form(&host, &phone).await];
    assert_ne!(one, next, "nobody is a guest by its cookie: each visit is somebody new");
    assert!(my_games(&host, &tablet).await.contains(&code.to_string()));
    assert_eq!(submit(&host, "/security/sessions", &laptop, "").await.1, "/security?ended");
    assert_eq!(close_code(on_tablet).await, Some(1012));
    assert_connected(on_laptop, "two").await;
    on_theirs.until(|room| room.seq > 0).await;
    assert_eq!(others(&host, &laptop).await, Vec::<String>::new());
    assert_eq!(others(&host, &strangers).await.len(), 1);
}

#[tokio::test]
async fn a_sign_in_ends_after_ninety_days_without_use_or_400_days() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let is_signed_in = async |cookie: &str| {
        let page = page(&host, "/security", cookie).await;
        assert_eq!(status(&page), 200);
        !page.contains("This browser is not signed in.")
    };
    age(&server, "used", 89 * DAY).await;
    assert!(is_signed_in(&laptop).await);
    // Its use is recorded, with the browser, and not again within an hour.
    let database = database(&server).await;
    let row = async || -> (i64, String) {
        sqlx::query_as("SELECT used, browser FROM sessions").fetch_one(&database).await.unwrap()
    };
    let recorded = patiently("the use of the session is written", async {
        loop {
            let row = row().await;
            if row.1 == "Firefox/Linux" {
                return row;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    assert!(is_signed_in(&laptop).await);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(row().await, recorded);
    age(&server, "used", 90 * DAY).await;
    assert!(!is_signed_in(&laptop).await);
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    age(&server, "since", 399 * DAY).await;
    assert!(is_signed_in(&phone).await);
    age(&server, "since", DAY).await;
    assert!(!is_signed_in(&phone).await);
}

#[tokio::test]
async fn changes_are_noticed_on_the_account_pages_until_dismissed() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (passkey, laptop) = Passkey::register(&host, &cookie(1)).await;
    let shows = async |cookie: &str, text: &str| {
        let [me, security] = [page(&host, "/me", cookie).await, page(&host, "/security", cookie).await];
        assert_eq!(me.contains(text), security.contains(text));
        me.contains(text)
    };
    let phone = passkey.sign_in(&host, &cookie(5)).await;
    let (second, phone) = Passkey::register(&host, &phone).await;
    assert!(shows(&laptop, "New sign-in").await && shows(&laptop, "A passkey was added").await);
    assert!(!shows(&phone, "New sign-in").await && shows(&phone, "A passkey was added").await);
    let form = page(&host, "/security", &laptop).await;
    let until = form.split("name=\"until\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    submit(&host, "/security/read", &laptop, &format!("until={until}")).await;
    assert!(!shows(&laptop, "New sign-in").await && !shows(&laptop, "A passkey was added").await);
    assert!(shows(&phone, "A passkey was added").await, "dismissed elsewhere");
    // What is still to come cannot be dismissed.
    submit(&host, "/security/read", &laptop, &format!("until={}", i64::MAX)).await;
    assert_eq!(submit(&host, "/security/passkey", &phone, &format!("id={}", second.id())).await.0, 303);
    assert!(shows(&laptop, "A passkey was removed").await);
}
