//! Exports a finished game as a file that other programs read: notation, JSON, Kalah Game Protocol or Othello
//! transcript. Pure.

use room::{Finished, Reason, clean_name, day};
use rules::mancala::Move;
use rules::mancala::notation::write_kgp;
use rules::mapello::Board;
use rules::mapello::notation::write_othello;
use rules::{Record, Setup, Side, mancala, mapello};

use crate::Words;
use crate::import::{self, OPTION, ReadGame};

/// The formats a game can be exported in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A game file in our notation (like PGN).
    Notation,
    /// JSON with everything that is known of the game.
    Json,
    /// Mancala only: positions and moves as in the Kalah Game Protocol (KGP).
    Kgp,
    /// Mapello only: the moves in one word, on the empty board as Othello programs read it.
    Transcript,
}

impl Form {
    /// Every format.
    pub const ALL: [Form; 4] = [Form::Notation, Form::Json, Form::Kgp, Form::Transcript];

    /// The file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Notation => "txt",
            Form::Json => "json",
            Form::Kgp => "kgp",
            Form::Transcript => "othello",
        }
    }

    /// The content type (MIME).
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }
}

/// Names for nameless players, to read an export back.
const WORDS: Words = Words { side: |_, side| format!("{side:?}"), level: |level| level.name().to_owned() };

/// Writes the game in a format; `None` if that format cannot say the game. That is so when what was written
/// is not read back as the same set-up, moves and result, and the same names if the format has names.
pub fn write(game: &Finished, form: Form) -> Option<String> {
    let text = match form {
        Form::Notation => notation(game),
        Form::Json => serde_json::to_string_pretty(game).ok().map(|text| text + "\n"),
        Form::Kgp => kgp(game),
        Form::Transcript => transcript(game),
    }?;
    says(&text, game, form).then_some(text)
}

/// Whether a text is read as this game and nothing else.
fn says(text: &str, game: &Finished, form: Form) -> bool {
    let Ok(mut read) = import::read(text, &WORDS) else { return false };
    let (Some(Ok(ReadGame { game: read, .. })), true) = (read.pop(), read.is_empty()) else { return false };
    let said = |game: &Finished| (game.winner, game.reason);
    // Stored names of earlier versions may be such as nobody may take today.
    let named = game.names.iter().zip(&read.names).all(|(name, read)| {
        form == Form::Transcript || name == read || clean_name(name).as_ref() != Some(name)
    });
    read.setup == game.setup && read.moves == game.moves && said(&read) == said(game) && named
}

/// The tags beside the set-up, with the names of the sides.
fn tags(game: &Finished) -> Vec<(String, String)> {
    let result = match (game.winner, game.reason) {
        (Some(Side::First), _) => "1-0",
        (Some(Side::Second), _) => "0-1",
        (None, Reason::CalledOff) => "*",
        (None, Reason::Played) if !is_over(game) => "*",
        (None, _) => "1/2-1/2",
    };
    let sides = match game.setup {
        Setup::Mancala(_) => ["South", "North"],
        Setup::Mapello(_) => ["Black", "White"],
    };
    let date = if game.ended == 0 { "????.??.??".to_owned() } else { day(game.ended).replace('-', ".") };
    let names = sides.into_iter().zip(game.names.iter().cloned());
    let rest = [("Date", date), ("Termination", how(game.reason).to_owned()), ("Result", result.to_owned())];
    names.chain(rest).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Whether the moves end the game.
fn is_over(game: &Finished) -> bool {
    let record = Record { setup: game.setup, moves: game.moves.clone() };
    record.replay().is_ok_and(|end| end.outcome().is_some())
}

fn notation(game: &Finished) -> Option<String> {
    let tags = tags(game);
    match game.setup {
        Setup::Mancala(setup) => {
            mancala::notation::GameFile { tags, setup, moves: sowings(game) }.write().ok()
        }
        Setup::Mapello(board) => mapello::notation::GameFile { tags, board, moves: cells(game) }.write().ok(),
    }
}

/// The word of our notation for how a game ended.
pub(crate) fn how(reason: Reason) -> &'static str {
    match reason {
        Reason::Played => "played",
        Reason::Resigned => "resigned",
        Reason::TimeOut => "time",
        Reason::Agreed => "agreed",
        Reason::CalledOff => "called off",
        Reason::Abandoned => "abandoned",
    }
}

/// Writes each position as its player sees it and the pit that was played, counted from 1; at the end the
/// last position. Players and result are options that other programs pass over. The protocol knows Kalah with
/// any number of pits and stones, begun by South; every other game is not read back as it is, see [`write`].
fn kgp(game: &Finished) -> Option<String> {
    let Setup::Mancala(setup) = game.setup else { return None };
    let mut position = mancala::Position::start(&setup);
    let mut text = "kgp 1 0 0\n".to_owned();
    for (name, value) in tags(game) {
        text += &format!("set :{OPTION}{name} \"{}\"\n", escaped(&value));
    }
    for mv in sowings(game) {
        let Move::Sow(pit) = mv else { return None };
        text += &format!("state {}\nmove {}\n", write_kgp(&position), pit.index + 1);
        position = position.play(mv).ok()?.0;
    }
    text += &format!("state {}\nstop\n", write_kgp(&position));
    Some(text)
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The moves as Othello programs read them. One word cannot say a board, nor an ending but that of its moves.
fn transcript(game: &Finished) -> Option<String> {
    (game.setup == Setup::Mapello(Board::EMPTY)).then_some(())?;
    write_othello(&cells(game)).ok().map(|text| text + "\n")
}

fn sowings(game: &Finished) -> Vec<Move> {
    game.moves.iter().filter_map(|mv| mv.as_mancala()).collect()
}

fn cells(game: &Finished) -> Vec<mapello::Cell> {
    game.moves.iter().filter_map(|mv| mv.as_mapello()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import;
    use rules::Record;

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
    fn a_text_with_other_names_is_another_game() {
        for form in Form::ALL {
            let (plain, empty) = (game(kalah(), 20), game(Setup::Mapello(Board::EMPTY), 20));
            let named = if form == Form::Transcript { empty } else { plain };
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
        assert_eq!(Form::ALL.map(|form| write(&told, form)), [const { None }; 4]);
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
}
