//! The operator's pages: only whoever has the token sees them, and they show what the desk and `duello screen` know.

use super::*;
use crate::operate::screen::play_rated;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn site() -> Site {
    let few = ("DUELLO_PRIVATE_ACTIONS", "12");
    let rated = [("DUELLO_RATED_SAME_ADDRESS", "0"), ("DUELLO_RATED_SAME_PAIR", "0")];
    Site::start(&[("DUELLO_OPERATOR_TOKEN", TOKEN), few, rated[0], rated[1]])
}

async fn show_token(host: &str, token: &str) -> String {
    let head = "POST /operator/sign-in\nContent-Type: application/x-www-form-urlencoded";
    http(host, head, &format!("token={token}")).await
}

/// Signs in; the cookie.
async fn operator_cookie(host: &str) -> String {
    let answer = show_token(host, TOKEN).await;
    assert_eq!((status(&answer), header(&answer, "location")), (303, Some("/operator")), "{answer}");
    let cookie = header(&answer, "set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/operator", "Max-Age=43200"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    cookie.split(';').next().unwrap().to_owned()
}

async fn shown(host: &str, path: &str, cookie: &str) -> String {
    http(host, &format!("GET {path}\nCookie: {cookie}"), "").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_token_has_no_operators_pages() {
    let site = Site::start(&[]);
    for path in ["/operator", "/operator/players", "/operator/guests/0"] {
        assert_eq!(status(&http(&site.host(), &format!("GET {path}"), "").await), 404, "{path}");
    }
    assert_eq!(status(&show_token(&site.host(), TOKEN).await), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_pages_are_shown_for_the_token_only_and_guessing_is_limited() {
    let site = site();
    let host = site.host();
    let paths = ["", "/players", "/reports", "/sanctions", "/audit", "/tournaments"];
    for path in paths {
        let path = format!("/operator{path}");
        for cookie in ["", "duello_operator=", "duello_operator=99999999999999.00", "duello_guest=1"] {
            let answer = shown(&host, &path, cookie).await;
            assert_eq!(status(&answer), 303, "{path} {cookie}");
            let asks = format!("/operator/sign-in?next={path}");
            assert_eq!(header(&answer, "location"), Some(&*asks), "{answer}");
        }
    }
    let cookie = operator_cookie(&host).await;
    let form = http(&host, "GET /operator/sign-in?next=/operator/audit", "").await;
    assert!(form.contains("value=\"/operator/audit\"") && form.contains("type=\"password\""), "{form}");
    let signed_in = shown(&host, "/operator/sign-in?next=/operator/audit", &cookie).await;
    assert_eq!(header(&signed_in, "location"), Some("/operator/audit"), "who is in needs no form");
    for path in paths {
        let answer = shown(&host, &format!("/operator{path}"), &cookie).await;
        assert_eq!(status(&answer), 200, "{path}");
        assert_eq!(header(&answer, "cache-control"), Some("no-store"), "{path}");
        let policy = header(&answer, "content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(!answer.contains("<script"), "{path}");
    }
    assert_eq!(status(&shown(&host, "/operator/guests/nobody", &cookie).await), 404);
    for path in ["sign-in", "sign-out"] {
        let head = format!("POST /operator/{path}\nOrigin: https://evil.example\nCookie: {cookie}");
        assert_eq!(status(&http(&host, &head, "").await), 403, "{path}");
    }
    let wrong = "1123456789abcdef0123456789abcdef";
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(status(&show_token(&host, wrong).await));
    }
    assert!(answers.starts_with(&[403]) && answers.ends_with(&[429]), "{answers:?}");
    assert_eq!(status(&show_token(&host, TOKEN).await), 429, "nor is the right one tried then");
    assert_eq!(status(&shown(&host, "/operator", &cookie).await), 200, "who is in stays in");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_reports_sanctions_the_audit_log_and_a_guest() {
    let site = site();
    let host = site.host();
    let (code, [mut anna, mut bert]) = anna_and_bert(&site).await;
    let nasty = "<script>alert(1)</script> & \"so\"";
    assert_eq!(anna.ask(Command::SendChat(nasty.to_owned())).await, Answer::Happened);
    let about = anna.me;
    bert.until(|room| room.chat.iter().any(|line| line.member == about)).await;
    assert_eq!(bert.ask(Command::Report(about)).await, Answer::Done);
    let markup = "</title><b>x";
    assert_eq!(status(&rename(&host, 2, markup).await), 200);
    let cookie = operator_cookie(&host).await;
    let reports = shown(&host, "/operator/reports", &cookie).await;
    assert!(reports.contains("One report waits.") && reports.contains(&code.to_string()), "{reports}");
    assert!(reports.contains("&lt;script") && !reports.contains("<script"), "{reports}");
    let id = reports.split("/operator/guests/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    site.desk(&["guest", &id, "mute", "--for", "1h", "--as", "Ada", "--reason", "rude <b>"]).await;
    for (path, wanted) in [
        ("/operator", "sanction in force"),
        ("/operator/sanctions", "rude &lt;b"),
        ("/operator/audit", "Ada as"),
        (&*format!("/operator/guests/{id}"), "rude &lt;b"),
    ] {
        let page = shown(&host, path, &cookie).await;
        assert!(page.contains(wanted) && !page.contains("rude <b>"), "{path}: {page}");
    }
    let by = reports.split("/operator/guests/").nth(2).unwrap().split('"').next().unwrap();
    let named = shown(&host, &format!("/operator/guests/{by}"), &cookie).await;
    assert!(named.contains("&lt;/title") && !named.contains(markup), "a name is no markup: {named}");
    let card = shown(&host, &format!("/operator/guests/{id}"), &cookie).await;
    assert!(card.contains("<h1>Anna</h1>") && card.contains("Ada as") && card.contains("mute"), "{card}");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_unlisted_tournaments_and_who_opened_them() {
    let site = site();
    let host = site.host();
    let form = "title=Between+friends&game=mapello&format=arena&arena_clock=3%2B2&minutes=30&start=60&mode=casual&listed=no";
    let head = format!(
        "POST /events/new\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(1)
    );
    let opened = http(&host, &head, form).await;
    let path = header(&opened, "location").expect("it is opened").to_owned();
    let operator = operator_cookie(&host).await;
    let page = shown(&host, "/operator/tournaments", &operator).await;
    assert!(page.contains(&format!("href=\"{path}\"")), "{page}");
    assert!(page.contains("Between friends") && page.contains("by link only"), "{page}");
    assert!(page.contains("announced") && page.contains("/operator/guests/"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_screening_shows_whom_to_look_at() {
    let site = site();
    let host = site.host();
    let operator = operator_cookie(&host).await;
    let page = shown(&host, "/operator/players", &operator).await;
    assert!(page.contains("Nothing is kept yet"), "{page}");
    for _ in 0..4 {
        play_rated(&host, [1, 2]).await;
    }
    // Without --keep nothing is stored.
    site.desk(&["screen"]).await;
    assert!(shown(&host, "/operator/players", &operator).await.contains("Nothing is kept yet"));
    site.desk(&["screen", "--keep"]).await;
    let page = shown(&host, "/operator/players", &operator).await;
    assert_eq!(page.matches("/operator/guests/").count(), 2, "{page}");
    assert!(page.contains("plays like") && page.contains("8 at mancala"), "{page}");
    let export = http(&host, &format!("GET /me/data.json\nCookie: duello_guest={}", cookie(1)), "").await;
    let row = &json(&export)["screenings"][0];
    assert_eq!((&row["category"], &row["games"]), (&"mancala".into(), &8.into()), "who asks is told");
    assert!(row["score"].is_f64() && row["hard"].is_u64(), "{row}");
}
