//! Players with a name of their own: what they claim is theirs alone, and others find, follow, block and challenge them.

use room::{Command, Seat, Settings};

use crate::account::authenticator::Passkey;
use crate::account::host_by_name;
use crate::common::*;

/// Posts a form as the browser with this cookie; where it leads, or the status of a refusal.
pub(crate) async fn submit(host: &str, path: &str, cookie: &str, fields: &str) -> String {
    let more = format!("Cookie: duello_guest={cookie}\nContent-Type: application/x-www-form-urlencoded");
    let answer = http(host, &format!("POST {path}\n{more}"), fields).await;
    header(&answer, "location").map_or_else(|| status(&answer).to_string(), str::to_owned)
}

/// A page as the browser with this cookie sees it.
pub(crate) async fn page(host: &str, path: &str, cookie: &str) -> String {
    http(host, &format!("GET {path}\nCookie: duello_guest={cookie}"), "").await
}

/// An account that has claimed a name; its cookie.
pub(crate) async fn player(host: &str, n: u128, name: &str) -> (Passkey, String) {
    let (passkey, session) = Passkey::register(host, &cookie(n)).await;
    let claimed = submit(host, "/me/name", &session, &format!("name={name}")).await;
    assert_eq!(claimed, "/me?name-claimed#own-name");
    (passkey, session)
}

/// The rooms that are listed for the browser with this cookie: state and opponent.
async fn listed(host: &str, cookie: &str) -> Vec<(String, String)> {
    let rooms = json(&call(host, "my_games", cookie, "").await);
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    rooms.as_array().unwrap().iter().map(|room| (text(&room["state"]), text(&room["opponent"]))).collect()
}

#[tokio::test]
async fn a_claimed_name_has_a_page_and_nobody_else_can_have_it() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    assert_eq!(submit(&host, "/me/name", &cookie(7), "name=Ada").await, "403", "without an account");
    let (_, ada) = player(&host, 1, "Ada").await;
    for path in ["/@Ada", "/@ada", "/@%D0%90da"] {
        let seen = page(&host, path, &cookie(7)).await;
        assert_eq!(status(&seen), 200, "{path}");
        assert!(seen.contains("<h1>@Ada</h1>") && seen.contains("action=\"/me/challenge\""), "{seen}");
        assert!(!seen.contains("Delete my data"));
    }
    assert!(!page(&host, "/@Ada", &ada).await.contains("/me/challenge"), "nobody challenges themselves");
    assert_eq!(status(&page(&host, "/@Bea", &cookie(7)).await), 404);
    let (_, eve) = Passkey::register(&host, &cookie(2)).await;
    for (name, said) in [
        ("ADA", "name-taken"),
        ("%D0%90da", "name-unfit"),
        ("a%20b", "name-unfit"),
        ("admin", "name-unfit"),
        ("%E2%80%AEada", "name-unfit"),
        ("", "name-unfit"),
    ] {
        let led = submit(&host, "/me/name", &eve, &format!("name={name}")).await;
        assert_eq!(led, format!("/me?{said}#own-name"), "{name}");
    }
    assert_eq!(submit(&host, "/me/name/release", &ada, "").await, "/me?name-released#own-name");
    assert_eq!(status(&page(&host, "/@Ada", &cookie(7)).await), 404);
    assert_eq!(submit(&host, "/me/name", &eve, "name=Ada").await, "/me?name-taken#own-name");
    assert_eq!(submit(&host, "/me/name", &ada, "name=Ada").await, "/me?name-claimed#own-name");
    delete_everything(&host, &ada, "").await;
    assert_eq!(status(&page(&host, "/@Ada", &cookie(7)).await), 404);
    assert_eq!(submit(&host, "/me/name", &eve, "name=Ada").await, "/me?name-taken#own-name");
}

#[tokio::test]
async fn only_its_owner_is_seen_under_a_claimed_name() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (_, ada) = player(&host, 1, "Ada").await;
    for imitation in ["@Ada", "\u{FF20}Ada", " @ Ada", "@@Ada", "\u{200B}@Ada"] {
        submit(&host, "/api/rename", &cookie(2), &format!("name={imitation}")).await;
        assert!(page(&host, "/me", &cookie(2)).await.contains("value=\"Ada\""), "{imitation}");
    }
    let code = open_room(&host, Settings::default()).await;
    let mut owner = Tab::join(&host, code, Some(&ada)).await;
    owner.ask(Command::Sit { name: "@Ada".into() }).await;
    let mut other = Tab::join(&host, code, Some(&cookie(2))).await;
    other.ask(Command::Sit { name: "@Ada".into() }).await;
    other.until(|room| Seat::BOTH.iter().all(|seat| room.occupant(*seat).is_some())).await;
    let name = |tab: &Tab, seat: Seat| tab.room.occupant(seat).unwrap().name.clone();
    let (own, others) = (owner.seat().unwrap(), other.seat().unwrap());
    assert_eq!([name(&other, own), name(&other, others)], ["@Ada", "Ada"]);
    other.ask(Command::Rename { name: "@Ada".into() }).await;
    assert_eq!(name(&other, others), "Ada");
    owner.ask(Command::Rename { name: "Countess".into() }).await;
    owner.ask(Command::Rename { name: "@Ada".into() }).await;
    assert_eq!(name(&owner, own), "@Ada", "who has it may use it or not");
}

#[tokio::test]
async fn a_player_is_challenged_by_name_and_accepts_or_declines() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (_, ada) = player(&host, 1, "Ada").await;
    let bert = cookie(2);
    submit(&host, "/api/rename", &bert, "name=Bert").await;
    let challenge = async |fields: &str| submit(&host, "/me/challenge", &bert, fields).await;
    for bad in [
        "player=Nobody&game=mancala&speed=5%2B3",
        "player=Ada&game=chess&speed=5%2B3",
        "player=Ada&game=mancala&speed=9",
    ] {
        assert_eq!(challenge(bad).await, "400", "{bad}");
    }
    let room = challenge("player=Ada&game=mancala&speed=5%2B3").await;
    assert!(room.starts_with("/r/"), "{room}");
    assert_eq!(listed(&host, &ada).await, [("challenged".to_owned(), "Bert".to_owned())]);
    assert!(page(&host, "/find", &ada).await.contains("Decline Bert"), "the lobby says so as well");
    let decline = format!("room={}", &room[3..]);
    submit(&host, "/me/decline", &cookie(5), &decline).await;
    assert_eq!(listed(&host, &ada).await.len(), 1, "nobody else declines it");
    assert_eq!(submit(&host, "/me/decline", &ada, &decline).await, "/find");
    assert!(listed(&host, &ada).await.is_empty());
    let file = json(&page(&host, "/me/data.json", &bert).await);
    assert_eq!(
        (&file["challenges"][0]["own"], &file["challenges"][0]["room"]),
        (&true.into(), &room[3..].into())
    );
    assert!(file["challenges"][0]["declined"].as_i64().unwrap() > 0);
    let again = "player=ada&game=mapello&speed=none";
    assert_eq!(challenge(again).await, "/@Ada?too-many", "who has declined is left in peace");
    let room = submit(&host, "/me/challenge", &cookie(4), again).await;
    let mut tab = Tab::join(&host, room[3..].parse().unwrap(), Some(&ada)).await;
    tab.ask(Command::Sit { name: "@Ada".into() }).await;
    tab.until(|room| room.occupant(Seat::Top).is_some()).await;
    assert!(
        !listed(&host, &ada).await.iter().any(|(state, _)| state == "challenged"),
        "it is a room like others"
    );
    // Who is blocked is told so, and cannot follow either.
    let block = submit(&host, "/me/relation", &ada, &format!("act=block&game={}", "0".repeat(16))).await;
    assert_eq!(block, "400", "a game of others");
    let (_, cleo) = player(&host, 3, "Cleo").await;
    assert_eq!(submit(&host, "/me/relation", &ada, "act=block&player=Cleo").await, "/@Cleo");
    for (who, whom) in [(&cleo, "Ada"), (&ada, "Cleo")] {
        let refused = format!("/@{whom}?refused");
        let fields = format!("player={whom}&game=mancala&speed=none");
        assert_eq!(submit(&host, "/me/challenge", who, &fields).await, refused);
        assert_eq!(submit(&host, "/me/relation", who, &format!("act=follow&player={whom}")).await, refused);
    }
    assert_eq!(submit(&host, "/me/relation", &ada, "act=follow&player=Ada").await, "400", "oneself");
}

#[tokio::test]
async fn a_guest_without_an_account_follows_and_sees_who_is_online() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (_, ada) = player(&host, 1, "Ada").await;
    let bert = cookie(2);
    assert_eq!(submit(&host, "/me/relation", &bert, "act=follow&player=Ada").await, "/@Ada");
    assert!(page(&host, "/@Ada", &bert).await.contains("value=\"unfollow\""));
    assert!(!page(&host, "/find", &bert).await.contains("Friends online"));
    let code = open_room(&host, Settings::default()).await;
    let _tab = Tab::watch(&host, code, Some(&ada)).await.unwrap();
    assert!(page(&host, "/find", &bert).await.contains("Friends online"));
    let profile = page(&host, "/me", &bert).await;
    let (_, rest) = profile.split_once("name=\"known\" value=\"").unwrap();
    let known = format!("act=unfollow&known={}", rest.split_once('"').unwrap().0);
    assert_eq!(
        submit(&host, "/me/relation", &cookie(5), &known).await,
        "400",
        "a handle of others says nothing"
    );
    assert_eq!(submit(&host, "/me/relation", &bert, &known).await, "/me");
    assert!(!page(&host, "/me", &bert).await.contains("Players you follow"));
}

#[tokio::test]
async fn the_leaderboards_show_who_wants_to_be_there() {
    let server = Server::start(&[]).await;
    let host = host_by_name(&server);
    let (_, ada) = player(&host, 1, "Ada").await;
    assert!(page(&host, "/players", &ada).await.contains("Nobody is listed yet."));
    assert_eq!(submit(&host, "/me/name/list", &ada, "listed=maybe").await, "400");
    assert_eq!(submit(&host, "/me/name/list", &ada, "listed=yes").await, "/me#own-name");
    // A rating of a few games is not settled, so it has no rank.
    assert!(page(&host, "/players", &ada).await.contains("Nobody is listed yet."));
}
