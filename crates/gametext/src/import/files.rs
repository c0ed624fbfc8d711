//! The text of files that are chosen together: a text as it is, or games of the WTHOR base with the names that lie in other
//! files beside them, which become games in the Generic Game Format.

use super::MAX_GAMES;
use crate::export::ggf_text;
use crate::refusal::{Format, Refusal, Why};
use crate::wthor::{self, Fault, Names, Wthor, WthorGame};

/// A file as it was chosen.
#[derive(Clone, Copy, Debug)]
pub struct File<'f> {
    /// Its name, whose ending tells what it is: `.wtb`, `.jou` and `.trn` are WTHOR's, anything else is text.
    pub name: &'f str,
    /// Its content.
    pub bytes: &'f [u8],
}

/// What files chosen together say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilesText {
    /// Their text, as [`super::read`] reads it.
    pub text: String,
    /// How many games behind the first [`MAX_GAMES`] are not in it.
    pub left_out: u32,
}

/// The text of these files; of several texts, one behind the other.
///
/// # Errors
/// Why a file of the WTHOR base is not read.
pub fn text_of(files: &[File]) -> Result<FilesText, Refusal> {
    let of = |ending: &str| {
        files.iter().find(|file| {
            let name = file.name.rsplit_once('.').map_or("", |(_, found)| found);
            name.eq_ignore_ascii_case(ending)
        })
    };
    let (games, players, tournaments) = (of("wtb"), of("jou"), of("trn"));
    let names = |file: Option<&File>, kind| match file {
        Some(file) => wthor::read_names(file.bytes, kind).map_err(refused),
        None => Ok(Vec::new()),
    };
    let (player_names, tournament_names) =
        (names(players, Names::Players)?, names(tournaments, Names::Tournaments)?);
    match games {
        Some(games) => {
            let file = wthor::read(games.bytes).map_err(refused)?;
            Ok(ggf_of(&file, &player_names, &tournament_names))
        }
        None if players.or(tournaments).is_some() => {
            Err(Refusal { format: Format::Wthor, place: None, ply: None, why: Why::WthorNames })
        }
        None => {
            let texts: Vec<String> = files.iter().map(|file| text(file.bytes)).collect();
            Ok(FilesText { text: texts.join("\n\n"), left_out: 0 })
        }
    }
}

fn refused(fault: Fault) -> Refusal {
    Refusal { format: Format::Wthor, place: None, ply: None, why: Why::Wthor(fault.game) }
}

fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace('\0', "");
    text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
}

/// The games with the names of these numbers; the year stands behind the name of the tournament, as a day is not known.
fn ggf_of(file: &Wthor, players: &[String], tournaments: &[String]) -> FilesText {
    let name = |names: &[String], number: u16| names.get(usize::from(number)).cloned().unwrap_or_default();
    let text_of = |game: &WthorGame| {
        let stored = game.finished(game.players.map(|number| name(players, number)))?;
        let year = if file.header.year == 0 { String::new() } else { file.header.year.to_string() };
        let place = format!("{} {year}", name(tournaments, game.tournament));
        ggf_text(&stored, place.trim())
    };
    let games: Vec<String> = file.games.iter().take(MAX_GAMES).filter_map(text_of).collect();
    let left_out = file.games.len() - games.len();
    FilesText { text: games.concat(), left_out: left_out.try_into().unwrap_or(u32::MAX) }
}
