//! Files of the base that are chosen together: their games are read like those of any text.

use gametext::Words;
use gametext::import::files::{File, text_of};
use gametext::import::{MAX_GAMES, ReadGame, read};
use gametext::refusal::{Format, Why};

use crate::{random_games, writer};

const WORDS: Words = Words { side: |_, side| format!("{side:?}"), level: |level| level.name().to_owned() };

/// A file of names of this length each.
fn names(length: usize, names: &[&str]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 27, 0, 0, 0, 0, names.len() as u8, 0, 0, 0, 0, 0, 0, 0];
    for name in names {
        bytes.extend(name.bytes().chain(std::iter::repeat(0)).take(length));
    }
    bytes
}

fn games_of(files: &[File]) -> Vec<ReadGame> {
    read(&text_of(files).unwrap().text, &WORDS).unwrap().into_iter().map(Result::unwrap).collect()
}

#[test]
fn games_are_read_with_the_names_that_lie_beside_them() {
    let games = random_games(20, 61);
    let bytes = writer::file(&games);
    let file = |name, bytes| File { name, bytes };
    let (players, tournaments) = (names(20, &["Anna]\\", "Bert"]), names(26, &["Ulm (open)", ""]));
    let all =
        [file("base.TRN", tournaments.as_slice()), file("WTH_2026.wtb", &bytes), file("w.Jou", &players)];
    let read = games_of(&all);
    assert_eq!(read.len(), 20);
    // The writer numbers Blacks from 0 and Whites from the other end.
    let named: Vec<_> =
        read.iter().map(|read| (read.game.names[0].as_str(), read.place.as_deref())).collect();
    assert_eq!(
        named[..3],
        [("Anna]\\", Some("Ulm (open) 2026")), ("Bert", Some("2026")), ("First", Some("2026"))]
    );
    assert!(
        read.iter().all(|read| read.game.names[1] == "Second" && read.notices.is_empty()),
        "{:?}",
        read[0]
    );
    let alone = games_of(&all[1..2]);
    for ((with, without), game) in read.iter().zip(&alone).zip(&games) {
        assert_eq!((&with.game.moves, with.game.winner), (&without.game.moves, without.game.winner));
        assert_eq!(with.game.moves.len(), game.moves.len());
    }
}

#[test]
fn a_file_is_read_up_to_the_most_games_of_a_text() {
    let games = random_games(MAX_GAMES + 7, 62);
    let bytes = writer::file(&games);
    let said = text_of(&[File { name: "many.wtb", bytes: &bytes }]).unwrap();
    assert_eq!(said.left_out, 7);
    assert_eq!(read(&said.text, &WORDS).unwrap().len(), MAX_GAMES);
}

#[test]
fn a_damaged_file_is_refused_with_the_number_of_its_game() {
    let whole = writer::file(&random_games(2, 63));
    let mut damaged = whole.clone();
    damaged[16 + 68 + 8] = 99;
    let names = names(20, &["Anna"]);
    for (name, bytes, why) in [
        ("a.wtb", damaged.as_slice(), Why::Wthor(Some(2))),
        ("a.wtb", &whole[..90], Why::Wthor(None)),
        ("a.wtb", b"f5d6c3", Why::Wthor(None)),
        ("a.jou", names.as_slice(), Why::WthorNames),
        ("a.trn", names.as_slice(), Why::Wthor(None)),
    ] {
        let refused = text_of(&[File { name, bytes }]).unwrap_err();
        assert_eq!((refused.format, refused.why), (Format::Wthor, why), "{name}");
    }
}

#[test]
fn other_files_are_texts_one_behind_the_other() {
    let files = [
        File { name: "one.txt", bytes: b"\xef\xbb\xbf[Black \"Anna\"]\nf5 d6 *" },
        File { name: "two", bytes: b"[Black \"Bert\"]\nf5 f6 *" },
    ];
    let names: Vec<_> = games_of(&files).into_iter().map(|read| read.game.names[0].clone()).collect();
    assert_eq!(names, ["Anna", "Bert"]);
    assert_eq!(text_of(&[]).unwrap().text, "");
}
