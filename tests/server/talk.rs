//! Chat over real sockets: presets, consent, spectator chat, profanity masking, reports.

mod hostile;

use std::path::Path;

use crate::common::*;
use room::message::{ClientMessage, ServerMessage};
use room::{
    ChatMessage, Command, Company, Event, LineContent, Logged, MemberId, Preset, Rejection, RoomCode,
    Settings, SpectatorLine, paired_room_log,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};

fn say(text: &str) -> Command {
    Command::SendChat(text.to_owned())
}

fn aside(text: &str) -> Command {
    Command::SendSpectatorChat(text.to_owned())
}

/// The chat of a room as a tab has it.
fn chat_lines(tab: &Tab) -> Vec<LineContent> {
    tab.room.chat.iter().filter(|line| line.draws_attention()).map(|line| line.said.clone()).collect()
}

/// The texts of the next spectator chat.
async fn next_spectator_lines(tab: &mut Tab) -> Vec<String> {
    let wait = async {
        loop {
            if let ServerMessage::SpectatorChat(lines) = tab.next().await.expect("the socket stays open") {
                return texts(&lines);
            }
        }
    };
    patiently("what watchers say", wait).await
}

/// Lines with their speakers.
fn texts(lines: &[SpectatorLine]) -> Vec<String> {
    let text = |SpectatorLine { name, said, .. }: &SpectatorLine| match said {
        ChatMessage::Text(text) => format!("{name}: {text}"),
        ChatMessage::Preset(preset) => format!("{name}: {preset:?}"),
    };
    lines.iter().map(text).collect()
}

/// Sends a command that does not enter the log; with the spectator lines that this tab receives meanwhile.
async fn ask_unlogged(tab: &mut Tab, id: u64, command: Command) -> (Answer, Vec<String>) {
    let message = ClientMessage::Cmd { id, after: tab.room.seq, cmd: command };
    tab.send_text(serde_json::to_string(&message).unwrap()).await;
    let mut heard = Vec::new();
    let wait = async {
        loop {
            match tab.next().await.expect("the socket stays open") {
                ServerMessage::SpectatorChat(lines) => heard.extend(texts(&lines)),
                ServerMessage::Done(done) if done == id => return Answer::Done,
                ServerMessage::Refused { id: refused, reason, .. } if refused == id => {
                    return Answer::Refused(reason);
                }
                _ => {}
            }
        }
    };
    let answer = patiently("the answer", wait).await;
    (answer, heard)
}

/// Everything that a tab receives until the next pong, unparsed.
async fn messages_until_pong(tab: &mut Tab) -> String {
    tab.send_text(serde_json::to_string(&ClientMessage::Ping { n: 77, after: tab.room.seq }).unwrap()).await;
    let mut all = String::new();
    let wait = async {
        loop {
            let message = tab.next().await.expect("the socket stays open");
            if matches!(message, ServerMessage::Pong { n: 77, .. }) {
                return;
            }
            all += &serde_json::to_string(&message).unwrap();
        }
    };
    patiently("the answer to a ping", wait).await;
    all
}

async fn rename(host: &str, guest: u128, name: &str) {
    let head = format!(
        "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(guest)
    );
    assert_eq!(status(&http(host, &head, &format!("name={name}")).await), 200);
}

async fn open_database(folder: &Path) -> sqlx::SqliteConnection {
    let path = folder.join("data").join("duello.sqlite");
    SqliteConnectOptions::new().filename(path).connect().await.unwrap()
}

/// A room of two strangers as matchmaking creates it for guests 1 and 2, written before anybody joins.
async fn open_strangers_room(server: &Server) -> RoomCode {
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    // Their member ids are learned by joining; then the log is replaced by that of a paired room.
    let members: Vec<MemberId> = {
        let tabs =
            [Tab::join(&host, code, Some(&cookie(1))).await, Tab::join(&host, code, Some(&cookie(2))).await];
        tabs.iter().map(|tab| tab.me).collect()
    };
    let settings = Settings { company: Company::Strangers, ..Settings::default() };
    let other = (0..).map(RoomCode::from_seed).find(|other| *other != code).unwrap();
    let log = paired_room_log(other, settings, [(members[0], "Anna"), (members[1], "Bert")], 1_000).unwrap();
    assert!(log.len() >= 4);
    let mut file = open_database(server.folder.path()).await;
    sqlx::query("DELETE FROM events WHERE room = $1")
        .bind(code.to_string())
        .execute(&mut file)
        .await
        .unwrap();
    for logged in &log {
        insert_event(&mut file, code, logged).await;
    }
    file.close().await.unwrap();
    code
}

async fn insert_event(file: &mut sqlx::SqliteConnection, code: RoomCode, logged: &Logged) {
    let query = sqlx::query("INSERT INTO events (room, seq, at, body) VALUES ($1, $2, $3, $4)");
    let query = query.bind(code.to_string()).bind(logged.seq as i64).bind(logged.at);
    query.bind(serde_json::to_string(logged).unwrap()).execute(file).await.unwrap();
}

#[tokio::test]
async fn a_chat_preset_reaches_both_and_a_third_of_a_kind_is_refused() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let [mut anna, mut bert] = two_players(&server.host(), code, [1, 2]).await;
    for preset in [Preset::Hello, Preset::GoodLuck] {
        assert_eq!(anna.ask(Command::SendPreset(preset)).await, Answer::Happened);
    }
    assert_eq!(
        anna.ask(Command::SendPreset(Preset::HaveFun)).await,
        Answer::Refused(Rejection::PresetsUsedUp)
    );
    assert_eq!(anna.ask(Command::SendPreset(Preset::Bye)).await, Answer::Refused(Rejection::GameRunning));
    bert.until(|room| room.chat.iter().filter(|line| line.draws_attention()).count() == 2).await;
    assert_eq!(
        chat_lines(&bert),
        [LineContent::Preset(Preset::Hello), LineContent::Preset(Preset::GoodLuck)]
    );
    let mut carl = Tab::join(&server.host(), code, Some(&cookie(3))).await;
    for command in [Command::SendPreset(Preset::Hello), Command::AllowChat(true), say("me")] {
        assert_eq!(carl.ask(command).await, Answer::Refused(Rejection::NotSeated));
    }
    assert_eq!(chat_lines(&carl).len(), 0, "from before a spectator came there is no chat");
}

#[tokio::test]
async fn strangers_chat_when_both_allow_it_even_after_a_restart() {
    let server = Server::start(&["--idle-unload=0"]).await;
    let code = open_strangers_room(&server).await;
    let server = server.restart().await;
    let host = server.host();
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&host, code, Some(&cookie(2))).await;
    assert!(anna.seat().is_some() && bert.seat().is_some());
    let refused = Answer::Refused(Rejection::PresetsOnly);
    assert_eq!(anna.ask(say("Hello")).await, refused);
    assert_eq!(anna.ask(Command::SendPreset(Preset::Hello)).await, Answer::Happened);
    assert_eq!(anna.ask(Command::AllowChat(true)).await, Answer::Happened);
    assert_eq!(anna.ask(say("Hello")).await, refused);
    bert.until(|room| room.talk.contains(&true)).await;
    assert_eq!(bert.ask(Command::AllowChat(true)).await, Answer::Happened);
    assert_eq!(bert.ask(say("Hello")).await, Answer::Happened);
    let server = server.restart().await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    assert_eq!(anna.ask(say("Hi")).await, Answer::Happened);
    assert_eq!(anna.ask(Command::AllowChat(false)).await, Answer::Happened);
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    assert_eq!(bert.ask(say("Why?")).await, refused);
}

#[tokio::test]
async fn profanity_is_masked_in_chat_and_names_before_storage() {
    let server = Server::start(&[]).await;
    let host = server.host();
    rename(&host, 1, "Fuck You").await;
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&host, code, Some(&cookie(2))).await;
    let name = |tab: &Tab| tab.room.occupant(tab.seat().unwrap()).map(|occupant| occupant.name.clone());
    assert_eq!(name(&anna).as_deref(), Some("**** You"));
    assert_eq!(anna.ask(Command::Rename { name: "Arschloch".to_owned() }).await, Answer::Happened);
    assert_eq!(name(&anna).as_deref(), Some("*********"));
    assert_eq!(anna.ask(say("what the f\u{200B}uck, Klasse")).await, Answer::Happened);
    assert_eq!(anna.ask(say("what the **** , Klasse")).await, Answer::Happened);
    bert.until(|room| room.chat.iter().any(|line| line.draws_attention())).await;
    assert_eq!(chat_lines(&bert)[0], LineContent::Text("what the ****, Klasse".to_owned()));
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    let (answer, heard) = ask_unlogged(&mut carl, 1, aside("oh sh1t")).await;
    assert!(answer == Answer::Done && heard[0].ends_with(": oh ****"), "{heard:?}");
    let mut file = open_database(server.folder.path()).await;
    let rows = sqlx::query("SELECT body FROM events").fetch_all(&mut file).await.unwrap();
    for row in rows {
        let body = row.get::<String, _>(0).to_lowercase();
        assert!(!body.contains("fuck") && !body.contains("arschloch"), "{body}");
    }
}

#[tokio::test]
async fn spectator_chat_never_reaches_the_players() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let [mut anna, mut bert] = two_players(&host, code, [1, 2]).await;
    rename(&host, 3, "Carl").await;
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    let mut dora = Tab::join(&host, code, Some(&cookie(4))).await;
    let mut nobody = Tab::join(&host, code, None).await;
    assert_eq!(
        ask_unlogged(&mut carl, 1, aside("Who wins?")).await,
        (Answer::Done, vec!["Carl: Who wins?".to_owned()])
    );
    assert_eq!(next_spectator_lines(&mut dora).await, ["Carl: Who wins?"]);
    // The same command again, as after a lost answer, adds no second line (idempotent).
    assert_eq!(ask_unlogged(&mut carl, 1, aside("Who wins?")).await, (Answer::Done, Vec::new()));
    assert_eq!(
        ask_unlogged(&mut carl, 2, aside("Who wins?")).await.0,
        Answer::Refused(Rejection::RepeatedLine),
        "the limits are those of players"
    );
    let preset = |preset| Command::SendSpectatorPreset(preset);
    assert_eq!(ask_unlogged(&mut carl, 3, preset(Preset::Hello)).await.0, Answer::Done);
    assert_eq!(ask_unlogged(&mut carl, 4, preset(Preset::HaveFun)).await.0, Answer::Done);
    assert_eq!(
        ask_unlogged(&mut carl, 5, preset(Preset::GoodLuck)).await.0,
        Answer::Refused(Rejection::PresetsUsedUp)
    );
    assert_eq!(
        ask_unlogged(&mut carl, 6, preset(Preset::Bye)).await.0,
        Answer::Refused(Rejection::GameRunning)
    );
    assert_eq!(ask_unlogged(&mut carl, 7, aside("four")).await.0, Answer::Done);
    assert!(matches!(ask_unlogged(&mut carl, 8, aside("five")).await.0, Answer::Refused(Rejection::Wait(_))));
    // A later spectator gets the previous lines; without a cookie one can neither read nor write.
    let mut late = Tab::join(&host, code, Some(&cookie(5))).await;
    assert_eq!(next_spectator_lines(&mut late).await.len(), 4);
    assert_eq!(nobody.ask(aside("me")).await, Answer::Refused(Rejection::NotSeated));
    for tab in [&mut anna, &mut bert, &mut nobody] {
        let all = messages_until_pong(tab).await;
        assert!(!all.contains("asides") && !all.contains("Who wins"), "{all}");
    }
    assert_eq!(anna.ask(aside("and we?")).await, Answer::Refused(Rejection::SpectatorsOnly));
    assert_eq!(chat_lines(&anna), []);
    let mut again = Tab::join(&host, code, Some(&cookie(1))).await;
    assert!(!messages_until_pong(&mut again).await.contains("asides"), "nor when one comes back");
}

#[tokio::test]
async fn taking_a_seat_ends_spectator_chat_and_leaving_it_resumes_it() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let _bert = Tab::join(&host, code, Some(&cookie(2))).await;
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    let mut dora = Tab::join(&host, code, Some(&cookie(4))).await;
    assert_eq!(ask_unlogged(&mut carl, 1, aside("one")).await.0, Answer::Done);
    assert_eq!(next_spectator_lines(&mut dora).await.len(), 1);
    assert_eq!(anna.ask(Command::Leave).await, Answer::Happened);
    assert!(next_spectator_lines(&mut anna).await[0].ends_with(": one"));
    assert_eq!(carl.ask(Command::Sit { name: "Carl".to_owned() }).await, Answer::Happened);
    assert_eq!(ask_unlogged(&mut dora, 1, aside("two")).await.0, Answer::Done);
    assert!(!messages_until_pong(&mut carl).await.contains("asides"));
    assert_eq!(carl.ask(aside("three")).await, Answer::Refused(Rejection::SpectatorsOnly));
    assert!(next_spectator_lines(&mut anna).await[0].ends_with(": two"));
}
