//! Tests of the chat: which lines are accepted, how they are sanitised, the rate limit, and how many are
//! kept.

use room::{
    Command, Company, Event, LineContent, Logged, MAX_CHARS, MAX_LINES, Preset, Rejection, Room, Seat,
    Settings, fold, hide_chat,
};

use crate::common::{ANNA, BERT, CARL, Table, rename, say, sit};

fn say_text(table: &mut Table, text: &str) -> String {
    match &table.must(ANNA, say(text))[..] {
        [Event::ChatSent { seat: Seat::Bottom, text }] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_chat_line_has_its_speaker_and_time() {
    let mut table = Table::seated(Settings::default());
    say_text(&mut table, "Hello");
    table.must(ANNA, rename("Hanna"));
    let line = table.room.chat.back().unwrap();
    assert_eq!((line.seat, line.member, &*line.name, line.at), (Some(Seat::Bottom), ANNA, "Anna", table.now));
    assert_eq!((line.seq, &line.said), (table.room.seq - 1, &LineContent::Text("Hello".into())));
}

#[test]
fn a_chat_line_has_at_most_140_characters_after_sanitizing() {
    let mut table = Table::seated(Settings::default());
    let longest = "ü".repeat(MAX_CHARS);
    assert_eq!(table.refused(ANNA, say(&format!("{longest}x"))), Rejection::LineTooLong);
    assert_eq!(say_text(&mut table, &format!("  {longest}\u{200B}\n")), longest);
    for empty in ["", " \t\n", "\u{200B}\u{202E}\u{0}", "\u{301}\u{301}"] {
        assert_eq!(table.refused(ANNA, say(empty)), Rejection::EmptyLine);
    }
}

#[test]
fn control_and_bidi_characters_are_removed_from_chat_lines() {
    let mut table = Table::seated(Settings::default());
    let cases = [
        ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
        ("one\ntwo\r\n\tthree", "one two three"),
        ("z\u{200B}e\u{200D}r\u{FEFF}o", "zero"),
        ("nul\u{0}bell\u{7}esc\u{1B}[31m", "nulbellesc[31m"),
    ];
    for (raw, clean) in cases {
        assert_eq!(say_text(&mut table, raw), clean);
    }
}

#[test]
fn markup_in_chat_stays_plain_text() {
    let mut table = Table::seated(Settings::default());
    let markup = "<img src=x onerror=alert(1)> & \"quotes\"";
    assert_eq!(say_text(&mut table, markup), markup);
}

#[test]
fn the_fifth_chat_line_in_ten_seconds_is_rate_limited() {
    let mut table = Table::seated(Settings::default());
    for text in ["one", "two", "three", "four"] {
        say_text(&mut table, text);
        table.wait(1_000);
    }
    assert_eq!(table.refused(ANNA, say("five")), Rejection::Wait(6_000));
    assert_eq!(table.must(BERT, say("five")).len(), 1, "the other has a measure of his own");
    table.wait(5_999);
    assert_eq!(table.refused(ANNA, say("five")), Rejection::Wait(1));
    table.wait(1);
    say_text(&mut table, "five");
    assert_eq!(table.refused(ANNA, say("six")), Rejection::Wait(1_000));
}

#[test]
fn repeating_one_of_the_last_two_chat_lines_is_refused() {
    let mut table = Table::seated(Settings::default());
    say_text(&mut table, "one");
    say_text(&mut table, "two");
    for again in ["one", "two", " two "] {
        assert_eq!(table.refused(ANNA, say(again)), Rejection::RepeatedLine);
    }
    assert_eq!(table.must(BERT, say("one")).len(), 1);
    say_text(&mut table, "three");
    say_text(&mut table, "one");
}

#[test]
fn chat_lines_keep_their_speaker_when_the_seat_changes_hands() {
    let mut table = Table::seated(Settings::default());
    say_text(&mut table, "Bye");
    table.must(ANNA, room::Command::Leave);
    table.must(CARL, sit("Carl"));
    table.must(CARL, say("Hello"));
    let spoken = table.room.chat.iter().filter(|line| line.draws_attention());
    assert_eq!(spoken.map(|line| &*line.name).collect::<Vec<_>>(), ["Anna", "Carl"]);
}

#[test]
fn a_room_keeps_the_last_150_chat_lines() {
    let mut table = Table::seated(Settings::default());
    for n in 0..MAX_LINES + 20 {
        table.wait(10_000);
        say_text(&mut table, &n.to_string());
    }
    assert_eq!(table.room.chat.len(), MAX_LINES);
    assert_eq!(table.room.chat.front().unwrap().said, LineContent::Text("20".into()));
    assert_eq!(table.room.chat.back().unwrap().said, LineContent::Text("169".into()));
}

fn strangers() -> Settings {
    Settings { company: Company::Strangers, ..Settings::default() }
}

fn greet(table: &mut Table, preset: Preset) -> Result<(), Rejection> {
    table.ask(ANNA, Command::SendPreset(preset)).map(|_| ())
}

#[test]
fn two_presets_of_a_kind_per_game_and_farewells_only_after_its_end() {
    let mut table = Table::seated(Settings::default());
    assert_eq!(greet(&mut table, Preset::GoodGame), Err(Rejection::NoGame));
    assert_eq!(greet(&mut table, Preset::Hello), Ok(()));
    assert_eq!(greet(&mut table, Preset::Hello), Err(Rejection::RepeatedLine));
    table.get_ready();
    assert_eq!(greet(&mut table, Preset::Bye), Err(Rejection::GameRunning));
    assert_eq!(table.room.presets_left(Seat::Bottom, Preset::HaveFun), 1);
    assert_eq!(greet(&mut table, Preset::GoodLuck), Ok(()));
    assert_eq!(table.room.presets_left(Seat::Bottom, Preset::HaveFun), 0);
    assert_eq!(greet(&mut table, Preset::HaveFun), Err(Rejection::PresetsUsedUp));
    table.must(BERT, Command::SendPreset(Preset::HaveFun));
    table.must(ANNA, Command::Resign);
    table.wait(10_000);
    assert_eq!(greet(&mut table, Preset::GoodGame), Ok(()));
    assert_eq!(greet(&mut table, Preset::WellPlayed), Ok(()));
    assert_eq!(greet(&mut table, Preset::Bye), Err(Rejection::PresetsUsedUp));
    assert_eq!(table.room.presets_left(Seat::Bottom, Preset::Hello), 2, "for the next game");
    assert_eq!([Preset::Bye, Preset::Hello].map(|preset| table.room.preset_game(preset)), [Ok(1), Ok(2)]);
    table.must(ANNA, Command::Rematch);
    table.must(BERT, Command::Rematch);
    table.must(BERT, Command::Resign);
    assert_eq!(table.room.presets_left(Seat::Bottom, Preset::Bye), 2);
    assert_eq!(table.refused(CARL, Command::SendPreset(Preset::Hello)), Rejection::NotSeated);
}

#[test]
fn presets_count_towards_the_chat_rate_limit() {
    let mut table = Table::seated(Settings::default());
    for text in ["one", "two", "three"] {
        say_text(&mut table, text);
    }
    assert_eq!(greet(&mut table, Preset::Hello), Ok(()));
    assert_eq!(greet(&mut table, Preset::GoodLuck), Err(Rejection::Wait(10_000)));
}

#[test]
fn strangers_chat_freely_only_while_both_allow_it() {
    let mut table = Table::seated(strangers());
    let free = |table: &mut Table, text: &str| {
        table.wait(10_000);
        [ANNA, BERT].map(|member| table.ask(member, say(text)).map(|_| ()))
    };
    assert_eq!(free(&mut table, "one"), [Err(Rejection::PresetsOnly); 2]);
    assert_eq!(table.refused(CARL, Command::AllowChat(true)), Rejection::NotSeated);
    table.must(ANNA, Command::AllowChat(true));
    assert_eq!(table.must(ANNA, Command::AllowChat(true)), [], "it is so already");
    assert_eq!(free(&mut table, "two"), [Err(Rejection::PresetsOnly); 2]);
    assert_eq!(
        table.must(BERT, Command::AllowChat(true)),
        [Event::ChatAllowed { seat: Seat::Top, allowed: true }]
    );
    assert_eq!(free(&mut table, "three"), [Ok(()); 2]);
    table.must(BERT, Command::AllowChat(false));
    assert_eq!(free(&mut table, "four"), [Err(Rejection::PresetsOnly); 2]);
    table.must(BERT, Command::AllowChat(true));
    // The next player has allowed nothing yet.
    table.must(BERT, Command::Leave);
    table.must(CARL, sit("Carl"));
    assert_eq!(table.refused(ANNA, say("five")), Rejection::PresetsOnly);
}

#[test]
fn friends_need_no_chat_consent_and_repeated_requests_are_limited() {
    let mut friends = Table::seated(Settings::default());
    assert_eq!(friends.must(ANNA, Command::AllowChat(true)), []);
    assert!(friends.room.may_chat());
    let mut table = Table::seated(strangers());
    for allowed in [true, false, true, false] {
        table.must(ANNA, Command::AllowChat(allowed));
    }
    assert_eq!(table.refused(ANNA, Command::AllowChat(true)), Rejection::Wait(10_000));
}

#[test]
fn spectator_chat_and_reports_are_not_in_the_log() {
    let mut table = Table::playing(Settings::default());
    let aside = || Command::SendSpectatorChat("Who wins?".into());
    assert_eq!(table.must(CARL, aside()), []);
    assert_eq!(table.refused(ANNA, aside()), Rejection::SpectatorsOnly);
    assert_eq!(table.must(ANNA, Command::Report(BERT)), []);
    assert_eq!(table.refused(ANNA, Command::Report(ANNA)), Rejection::NoOpponent);
}

#[test]
fn chat_from_before_a_spectators_arrival_is_empty_and_leaves_no_gap() {
    let mut table = Table::seated(Settings::default());
    table.must(ANNA, say("Only between us"));
    table.must(BERT, Command::SendPreset(Preset::Hello));
    let arrival = table.room.seq;
    table.must(ANNA, say("For everybody"));
    let log = hide_chat(table.log.clone(), arrival);
    let sent = serde_json::to_string(&log).unwrap();
    assert!(!sent.contains("Only between us") && !sent.contains("greeted") && sent.contains("For everybody"));
    let numbers = |log: &[Logged]| log.iter().map(|logged| (logged.seq, logged.by)).collect::<Vec<_>>();
    assert_eq!(numbers(&log), numbers(&table.log));
    let room = fold(table.room.code, &log);
    let said = |room: &Room| room.chat.iter().filter(|line| line.draws_attention()).count();
    assert_eq!((said(&room), said(&table.room)), (1, 3));
    assert_eq!((room.seq, room.seats), (table.room.seq, table.room.seats.clone()));
}
