//! Lines of chat: what is taken, how it is cleaned, how many are kept.

use room::{Event, MAX_CHARS, MAX_LINES, Rejection, Seat, Settings};

use crate::common::{ANNA, BERT, CARL, Table, rename, say, sit};

fn said(table: &mut Table, text: &str) -> String {
    match &table.must(ANNA, say(text))[..] {
        [Event::Said { seat: Seat::Bottom, text }] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_is_kept_with_its_speaker_and_time() {
    let mut table = Table::seated(Settings::default());
    said(&mut table, "Hello");
    table.must(ANNA, rename("Hanna"));
    let line = table.room.chat.back().unwrap();
    assert_eq!((line.seat, &*line.name, line.at, &*line.text), (Seat::Bottom, "Anna", table.now, "Hello"));
}

#[test]
fn a_line_has_at_most_140_characters_after_cleaning() {
    let mut table = Table::seated(Settings::default());
    let longest = "ü".repeat(MAX_CHARS);
    assert_eq!(table.refused(ANNA, say(&format!("{longest}x"))), Rejection::LineTooLong);
    assert_eq!(said(&mut table, &format!("  {longest}\u{200B}\n")), longest);
    for empty in ["", " \t\n", "\u{200B}\u{202E}\u{0}", "\u{301}\u{301}"] {
        assert_eq!(table.refused(ANNA, say(empty)), Rejection::EmptyLine);
    }
}

#[test]
fn signs_that_change_their_surroundings_are_taken_out() {
    let mut table = Table::seated(Settings::default());
    let cases = [
        ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
        ("one\ntwo\r\n\tthree", "one two three"),
        ("z\u{200B}e\u{200D}r\u{FEFF}o", "zero"),
        ("nul\u{0}bell\u{7}esc\u{1B}[31m", "nulbellesc[31m"),
    ];
    for (raw, clean) in cases {
        assert_eq!(said(&mut table, raw), clean);
    }
}

#[test]
fn markup_is_text_like_any_other() {
    let mut table = Table::seated(Settings::default());
    let markup = "<img src=x onerror=alert(1)> & \"quotes\"";
    assert_eq!(said(&mut table, markup), markup);
}

#[test]
fn the_fifth_line_in_ten_seconds_waits() {
    let mut table = Table::seated(Settings::default());
    for text in ["one", "two", "three", "four"] {
        said(&mut table, text);
        table.wait(1_000);
    }
    assert_eq!(table.refused(ANNA, say("five")), Rejection::Wait(6_000));
    assert_eq!(table.must(BERT, say("five")).len(), 1, "the other has a measure of his own");
    table.wait(5_999);
    assert_eq!(table.refused(ANNA, say("five")), Rejection::Wait(1));
    table.wait(1);
    said(&mut table, "five");
    assert_eq!(table.refused(ANNA, say("six")), Rejection::Wait(1_000));
}

#[test]
fn the_last_two_lines_are_not_said_again() {
    let mut table = Table::seated(Settings::default());
    said(&mut table, "one");
    said(&mut table, "two");
    for again in ["one", "two", " two "] {
        assert_eq!(table.refused(ANNA, say(again)), Rejection::SaidAlready);
    }
    assert_eq!(table.must(BERT, say("one")).len(), 1);
    said(&mut table, "three");
    said(&mut table, "one");
}

#[test]
fn a_new_person_on_a_seat_does_not_change_who_said_what() {
    let mut table = Table::seated(Settings::default());
    said(&mut table, "Bye");
    table.must(ANNA, room::Command::Leave);
    table.must(CARL, sit("Carl"));
    table.must(CARL, say("Hello"));
    let names: Vec<&str> = table.room.chat.iter().map(|line| &*line.name).collect();
    assert_eq!(names, ["Anna", "Carl"]);
}

#[test]
fn a_room_keeps_150_lines() {
    let mut table = Table::seated(Settings::default());
    for n in 0..MAX_LINES + 20 {
        table.wait(10_000);
        said(&mut table, &n.to_string());
    }
    assert_eq!(table.room.chat.len(), MAX_LINES);
    assert_eq!(table.room.chat.front().unwrap().text, "20");
    assert_eq!(table.room.chat.back().unwrap().text, "169");
}
