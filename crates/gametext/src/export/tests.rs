//! Tests of exports: what they look like, and that each is read back.

use super::*;
use crate::import;
use room::BoardChoice;
use rules::Record;
use rules::mapello::openings::Opening;

fn game(setup: Setup, most: usize) -> Finished {
    let mut record = Record::new(setup);
    let mut position = setup.start();
    while let Some(&mv) = position.legal_moves().last().filter(|_| record.moves.len() < most) {
        record.moves.push(mv);
        position = position.play(mv).unwrap().position;
    }
    Finished::from_record(["Anna \"A\"".to_owned(), "Bert".to_owned()], record).unwrap()
}

fn kalah() -> Setup {
    room::GameSettings::default().setup(1).unwrap()
}

#[test]
fn notation_and_json_exports_can_be_imported_again() {
    for setup in [kalah(), Setup::Mapello(Board::DEFAULT), Setup::Mapello(Board::EMPTY)] {
        let game = game(setup, 20);
        for form in [Form::Notation, Form::Json] {
            let read = import::tests::read(&write(&game, form).unwrap()).unwrap();
            assert_eq!((read.setup, &read.moves, &read.names), (game.setup, &game.moves, &game.names));
        }
    }
}

#[test]
fn an_export_says_the_random_opening_as_far_as_its_form_can() {
    for number in [0, 1025] {
        let opening = Opening::balanced(number);
        let mut record = Record::new(Setup::Mapello(Board::OTHELLO));
        record.moves = opening.moves().iter().copied().map(rules::Move::Mapello).collect();
        record.moves.extend(opening.position().legal_moves().next().map(rules::Move::Mapello));
        let begun = Finished {
            board: Some(BoardChoice::Opening(number)),
            ..Finished::from_record(["Anna".to_owned(), "Bert".to_owned()], record).unwrap()
        };
        for form in [Form::Notation, Form::Json] {
            let text = write(&begun, form).unwrap();
            assert_eq!(import::tests::read(&text).unwrap().board, begun.board, "{form:?}");
            assert!(!says(&text, &Finished { board: None, ..begun.clone() }, form), "{form:?}");
        }
        for form in [Form::Transcript, Form::Ggf] {
            assert_eq!(
                import::tests::read(&write(&begun, form).unwrap()).unwrap().moves,
                begun.moves,
                "{form:?}"
            );
        }
    }
}

#[test]
fn a_text_with_other_names_is_another_game() {
    for form in Form::ALL {
        let (plain, empty) = (game(kalah(), 20), game(Setup::Mapello(Board::EMPTY), 20));
        let named = if matches!(form, Form::Transcript | Form::Ggf) { empty } else { plain };
        let text = write(&named, form).unwrap();
        let with = |name: &str| Finished { names: [name.to_owned(), "Bert".to_owned()], ..named.clone() };
        assert_eq!(says(&text, &with("Carl"), form), form == Form::Transcript, "{form:?}");
        // Nobody may take such a name today, so it is read as another one.
        assert!(says(&text, &with("A"), form), "{form:?}");
    }
}

#[test]
fn resignation_and_timeout_survive_export_and_import() {
    for (reason, winner) in [
        (Reason::Resigned, Some(Side::First)),
        (Reason::TimeOut, Some(Side::Second)),
        (Reason::TimeOut, None),
        (Reason::Agreed, None),
        (Reason::Abandoned, Some(Side::Second)),
    ] {
        let game = Finished { reason, winner, ..game(kalah(), 5) };
        for form in [Form::Notation, Form::Json] {
            let read = import::tests::read(&write(&game, form).unwrap()).unwrap();
            assert_eq!((read.reason, read.winner), (reason, winner));
        }
    }
    // An ending that the moves rule out is no game, so no format says it.
    let played = game(kalah(), 500);
    let told =
        Finished { reason: Reason::Resigned, winner: played.winner.map(Side::other), ..played.clone() };
    assert_eq!(Form::ALL.map(|form| write(&told, form)), [const { None }; 5]);
}

#[test]
fn kgp_text_is_imported_with_or_without_line_numbers() {
    for (pits, stones, moves) in [(6, 4, 30), (4, 3, 7), (9, 6, 12)] {
        let variant = mancala::Variant { pits, stones, ..Default::default() };
        let game = game(Setup::Mancala(mancala::Setup::new(variant, 1)), moves);
        let text = write(&game, Form::Kgp).unwrap();
        let numbered: String = text
            .lines()
            .enumerate()
            .map(|(n, line)| if n == 0 { format!("{line}\n") } else { format!("{n} {line}\r\n") })
            .collect();
        for text in [&text, &numbered] {
            let read = import::tests::read(text).unwrap();
            assert_eq!((read.setup, &read.moves), (game.setup, &game.moves));
        }
        // A position that does not follow from the moves.
        let last = text.rfind("state <").unwrap();
        let wrong = format!(
            "{}{}",
            &text[..last],
            text[last..].replacen(&format!("<{pits},"), &format!("<{pits},9"), 1)
        );
        assert_eq!(import::tests::read(&wrong), None);
    }
}

#[test]
fn mancala_exports_as_kgp_and_othello_as_one_word() {
    let mancala = write(&game(kalah(), 2), Form::Kgp).unwrap();
    assert_eq!(
        mancala,
        "kgp 1 0 0\nset :duello:South \"Anna \\\"A\\\"\"\nset :duello:North \"Bert\"\n\
         set :duello:Date \"????.??.??\"\nset :duello:Termination \"played\"\nset :duello:Result \"*\"\n\
         state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 6\n\
         state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>\nmove 6\n\
         state <6,1,1,5,5,5,4,4,0,5,5,5,4,4,0>\nstop\n"
    );
    assert_eq!(write(&game(kalah(), 2), Form::Transcript), None);
    let othello = write(&game(Setup::Mapello(Board::EMPTY), 3), Form::Transcript).unwrap();
    let read = mapello::notation::read_transcript(&Board::EMPTY, &othello).unwrap();
    assert!(read.mirrored, "as Othello programs write it");
    let ours = write(&game(Setup::Mapello(Board::OTHELLO), 3), Form::Transcript).unwrap();
    assert!(mapello::notation::read_transcript(&Board::OTHELLO, &ours).is_ok(), "as it is typed");
    assert_eq!(write(&game(Setup::Mapello(Board::EMPTY), 3), Form::Kgp), None);
}

#[test]
fn a_form_that_cannot_say_the_game_is_not_offered() {
    // One word says no board and no resignation.
    assert_eq!(write(&game(Setup::Mapello(Board::DEFAULT), 9), Form::Transcript), None);
    let resigned = Finished {
        reason: Reason::Resigned,
        winner: Some(Side::First),
        ..game(Setup::Mapello(Board::EMPTY), 9)
    };
    assert_eq!(write(&resigned, Form::Transcript), None);
    // The protocol knows neither who begins nor the pie rule.
    let north =
        mancala::Setup { starts: Side::Second, ..mancala::Setup::new(mancala::Variant::default(), 1) };
    assert_eq!(write(&game(Setup::Mancala(north), 5), Form::Kgp), None);
    let variant = mancala::Variant { pie_rule: true, ..Default::default() };
    assert_eq!(write(&game(Setup::Mancala(mancala::Setup::new(variant, 1)), 5), Form::Kgp), None);
}

#[test]
fn a_kalah_variant_unknown_to_kgp_has_no_kgp_export() {
    let variant = mancala::Variant { capture: mancala::Capture::Never, ..Default::default() };
    let setup = Setup::Mancala(mancala::Setup::new(variant, 1));
    assert_eq!(write(&game(setup, 5), Form::Kgp), None);
    assert!(write(&game(setup, 5), Form::Notation).unwrap().contains("[Capture \"never\"]"));
}
