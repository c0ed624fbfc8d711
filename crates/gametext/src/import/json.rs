//! Our JSON: one game, a list of games, or the file of a device. What is read is written again and compared,
//! so that no field is passed over.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use room::{BoardChoice, Finished, opening_moves};
use rules::{Record, Setup, Side};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::frame::is_quote;
use super::{Entry, MAX_GAMES, ReadGame, device, ending, refusal, side_names, tags};
use crate::Words;
use crate::date::DAY;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::{Places, byte_of, plain, quote};

/// Moments that are taken for seconds, of the years 1990 to 2099: as milliseconds they are some weeks of the year 1970.
const SECONDS: RangeInclusive<i64> = 631_152_000..=4_102_444_799;
/// The moments that have a date of four digits: from the first of the year 0 to the last of 9999.
const DATED: RangeInclusive<i64> = -62_167_219_200_000..=253_402_300_799_999;
/// The most characters of a field's name that are quoted, or looked at.
const NAME: usize = 40;

/// Whether a text begins as JSON does: an object, or a list of them. An object begins with a name and a colon,
/// or is empty; everything else in braces is a comment.
pub(super) fn is_json(begin: &str) -> bool {
    let mut signs = begin.chars().filter_map(plain).filter(|sign| !" \n".contains(*sign)).peekable();
    if signs.next_if_eq(&'[').is_some() {
        return signs.peek() == Some(&'{');
    }
    match (signs.next(), signs.next()) {
        (Some('{'), None) => true,
        (Some('{'), Some('}')) => signs.next().is_none(),
        (Some('{'), Some(mark)) if is_quote(mark) || mark == '\'' => {
            let mut behind = signs.take(NAME).skip_while(|sign| !is_quote(*sign) && *sign != '\'').skip(1);
            // A comment may begin with a title and a colon, but not go on with a value.
            let is_value = |sign: char| is_quote(sign) || sign.is_ascii_digit() || "'{[-tfn".contains(sign);
            match behind.next() {
                None => true,
                Some(':') => behind.next().is_none_or(is_value),
                Some(_) => false,
            }
        }
        _ => false,
    }
}

/// What tells the file of a device, and one of its entries, from a game.
#[derive(Deserialize)]
struct Kind {
    duello: Option<IgnoredAny>,
    games: Option<IgnoredAny>,
    log: Option<IgnoredAny>,
}

/// Reads all games of a text; `begin` is the text from its first visible character on. Several values may follow each
/// other, as in a file with one in each line.
pub(super) fn read(source: &str, begin: &str, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let mut text = Text { source, places: Places::new(source), format: Format::Json };
    let mut values = serde_json::Deserializer::from_str(begin).into_iter::<&RawValue>();
    let mut entries = Vec::new();
    loop {
        let rest = begin.get(values.byte_offset()..).unwrap_or_default().trim_ascii_start();
        if !entries.is_empty() && !rest.is_empty() && !rest.starts_with(['{', '[']) {
            return Err(text.refuses(rest, None, Why::JsonForm));
        }
        match values.next() {
            Some(Ok(raw)) => entries.extend(value(&mut text, raw, words)?),
            Some(Err(why)) => return Err(text.fails(begin, &why)),
            None => return Ok(entries),
        }
        if entries.len() > MAX_GAMES {
            return Err(text.refuses(rest, None, Why::TooManyGames));
        }
    }
}

/// Reads the games of one of several values: of a list, of the file of a device, or a game.
fn value<'a>(text: &mut Text<'a>, raw: &'a RawValue, words: &Words) -> Result<Vec<Entry>, Refusal> {
    text.format = Format::Json;
    if raw.get().starts_with('[') {
        let games: Vec<&RawValue> = parse(raw.get()).map_err(|why| text.fails(raw.get(), &why))?;
        if games.len() > MAX_GAMES {
            return Err(text.refuses(raw.get(), None, Why::TooManyGames));
        }
        return Ok(games.into_iter().map(|game| text.game(game, words)).collect());
    }
    match parse::<Kind>(raw.get()) {
        Ok(Kind { duello: None, games: None, log: None }) => Ok(vec![text.game(raw, words)]),
        Ok(kind) => {
            text.format = Format::Device;
            let is_entry = kind.duello.is_none() && kind.games.is_none();
            if is_entry { device::of_entry(text, raw, words) } else { device::read(text, raw, words) }
        }
        Err(why) => Err(text.fails(raw.get(), &why)),
    }
}

/// An error of serde with the text that it counts its lines in.
pub(super) fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}

/// The whole text, to tell places in it.
pub(super) struct Text<'a> {
    source: &'a str,
    places: Places<'a>,
    format: Format,
}

impl<'a> Text<'a> {
    /// A refusal at the beginning of a part of the text.
    pub(super) fn refuses(&mut self, part: &str, ply: Option<u32>, why: Why) -> Refusal {
        let at = part.as_ptr().addr() - self.source.as_ptr().addr();
        refusal(&mut self.places, self.format, at, ply, why)
    }

    /// A refusal for an error of serde in a part of the text.
    pub(super) fn fails(&mut self, part: &str, error: &serde_json::Error) -> Refusal {
        let told = at_fault(part, error);
        // What can be read as JSON is neither cut off nor mistyped: serde calls some wrong types so as well.
        let is_whole = || parse::<IgnoredAny>(part).is_ok();
        let why = match error.to_string() {
            _ if !error.is_data() && !is_whole() => Why::JsonForm,
            text if text.starts_with("duplicate field") => Why::JsonTwice(field(&text)),
            text if text.starts_with("missing field") => Why::JsonMissing(field(&text)),
            _ if self.format == Format::Device => Why::LogForm,
            text => Why::JsonField(wrong_field(part, told, &text)),
        };
        self.refuses(part.get(told..).unwrap_or(part), None, why)
    }

    /// A refusal for an error of serde in a field of one game.
    pub(super) fn field_fails(&mut self, part: &str, error: &serde_json::Error) -> Refusal {
        let refusal = self.fails(part, error);
        let name = || wrong_field(part, at_fault(part, error), &error.to_string());
        let why = if refusal.why == Why::LogForm { Why::JsonField(name()) } else { refusal.why };
        Refusal { why, ..refusal }
    }

    fn game(&mut self, raw: &'a RawValue, words: &Words) -> Entry {
        let told: Finished = parse(raw.get()).map_err(|why| self.fails(raw.get(), &why))?;
        let kept = serde_json::to_value(&told).map_err(|why| self.fails(raw.get(), &why))?;
        if let Some((at, name)) = lost(raw, &kept) {
            return Err(self.refuses(at.get(), None, Why::JsonField(name)));
        }
        checked(told, Format::Json, words).map_err(|(ply, why)| {
            let at = place_of(raw, ply, &why).unwrap_or(raw);
            self.refuses(at.get(), ply, why)
        })
    }
}

/// Where the value begins in which an error was found.
fn at_fault(part: &str, error: &serde_json::Error) -> usize {
    let at = if error.is_eof() { part.len() } else { byte_of(part, error.line(), error.column()) };
    let text = error.to_string();
    // What is missing is missing where the list or the object ends.
    let is_missing = ["missing field", "invalid length"].iter().any(|what| text.starts_with(what));
    if error.is_data() && !is_missing { token_start(part, at) } else { at }
}

/// Where the number, word or text begins in which an error was found.
fn token_start(part: &str, at: usize) -> usize {
    let is_end = |sign: char| sign.is_whitespace() || ",]}".contains(sign);
    let at = if part[at..].starts_with(is_end) { part[..at].trim_end_matches(is_end).len() } else { at + 1 };
    let told = part.get(..at).unwrap_or(part);
    if let Some(text) = told.strip_suffix('"') {
        return text.rfind('"').unwrap_or(0);
    }
    let before = told.trim_end_matches(|sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign));
    let start = if before.len() < told.len() { before.len() } else { at.saturating_sub(1) };
    // An object or a list is at fault where it begins, and serde counts what stands before it.
    let value = part[start..].strip_prefix(':').map(str::trim_start);
    value.map_or(start, |value| part.len() - value.len())
}

/// The field that an error of serde names, in its own words, without the place.
fn field(text: &str) -> String {
    text.split('`').nth(1).unwrap_or(text).chars().take(NAME).collect()
}

/// The field with a wrong value at a place of a text; a name that is not known is at fault itself.
fn wrong_field(part: &str, at: usize, error: &str) -> String {
    let at = part.get(at..).map_or(0, |_| at);
    let is_name = || {
        let mut behind = part[at..].trim_start_matches('"').chars().skip_while(|sign| *sign != '"').skip(1);
        behind.find(|sign| !sign.is_whitespace()) == Some(':')
    };
    if error.starts_with("unknown field") || part[at..].starts_with('"') && is_name() {
        return field(error);
    }
    let begin = part.as_ptr().addr();
    field_at(part, begin + at).unwrap_or_else(|| quote(part)).chars().take(NAME).collect()
}

/// The name of the innermost field whose value stands at an address of a text.
fn field_at(text: &str, at: usize) -> Option<String> {
    let is_here = |value: &&RawValue| {
        let begin = value.get().as_ptr().addr();
        (begin..begin + value.get().len()).contains(&at)
    };
    if let Ok(fields) = parse::<BTreeMap<String, &RawValue>>(text) {
        let (name, value) = fields.into_iter().find(|(_, value)| is_here(value))?;
        return Some(field_at(value.get(), at).unwrap_or(name));
    }
    let values: Vec<&RawValue> = parse(text).ok()?;
    field_at(values.into_iter().find(is_here)?.get(), at)
}

/// The first part of a text that was not kept, or otherwise, and the field it is the value of.
pub(super) fn lost<'a>(given: &'a RawValue, kept: &Value) -> Option<(&'a RawValue, String)> {
    match kept {
        Value::Object(kept) => {
            let given: BTreeMap<String, &RawValue> = parse(given.get()).unwrap_or_default();
            given.into_iter().find_map(|(name, value)| {
                let (at, inner) = match kept.get(&name) {
                    Some(kept) => lost(value, kept)?,
                    None if value.get() == "null" => return None,
                    None => (value, String::new()),
                };
                let name = if inner.is_empty() { name.chars().take(NAME).collect() } else { inner };
                Some((at, name))
            })
        }
        Value::Array(kept) => {
            let parts: Vec<&RawValue> = parse(given.get()).unwrap_or_default();
            if parts.len() != kept.len() {
                return Some((given, String::new()));
            }
            parts.into_iter().zip(kept).find_map(|(given, kept)| lost(given, kept))
        }
        kept => (parse::<Value>(given.get()).ok().as_ref() != Some(kept)).then(|| (given, String::new())),
    }
}

/// The part of a game that a refusal is about.
fn place_of<'a>(raw: &'a RawValue, ply: Option<u32>, why: &Why) -> Option<&'a RawValue> {
    let parts: BTreeMap<String, &RawValue> = parse(raw.get()).ok()?;
    let moves = || parts.get("moves").copied();
    match why {
        Why::Illegal(_) => {
            let all: Vec<&RawValue> = parse(moves()?.get()).ok()?;
            all.get((ply? as usize).checked_sub(1)?).copied()
        }
        Why::NoMoves => moves(),
        Why::Setup(_) | Why::StartsTwice => parts.get("setup").copied(),
        Why::Date => parts.get("ended").copied(),
        Why::JsonField(name) => parts.get(name.as_str()).copied(),
        Why::EndingWrong => parts.get("winner").or_else(|| parts.get("reason")).copied(),
        _ => None,
    }
}

/// Whether a game may have come from this choice: it has its board, and begins with the moves of its opening.
fn is_begun_by(choice: &BoardChoice, told: &Finished) -> bool {
    let has_board = choice.board(1).map(Setup::Mapello) == Some(told.setup);
    has_board && told.moves.starts_with(&opening_moves(&told.setup, choice.opening()))
}

/// The game as the text claims it, if it can have been played so; else the number of the move at fault, and
/// why.
pub(super) fn checked(told: Finished, format: Format, words: &Words) -> Result<ReadGame, (Option<u32>, Why)> {
    let fails = |why| Err((None, why));
    if let Err(why) = told.setup.validate() {
        return fails(Why::Setup(why));
    }
    if matches!(told.setup, Setup::Mancala(setup) if !setup.may_start()) {
        return fails(Why::StartsTwice);
    }
    if told.moves.len() == told.opening_ply() {
        return fails(Why::NoMoves);
    }
    if !DATED.contains(&told.ended) {
        return fails(Why::Date);
    }
    if told.board.is_some_and(|choice| !is_begun_by(&choice, &told)) {
        return fails(Why::JsonField("board".to_owned()));
    }
    let record = Record { setup: told.setup, moves: told.moves };
    let end = record.replay().map_err(|(ply, why)| (Some(ply as u32 + 1), Why::Illegal(why)))?;
    if !ending::is_possible(end.outcome(), told.winner, told.reason) {
        return fails(Why::EndingWrong);
    }
    let mut notices = Vec::new();
    let own = side_names(told.setup.game(), words);
    let names =
        Side::BOTH.map(|side| tags::named(&told.names[side.index()], &own[side.index()], &mut notices));
    // A day of those weeks that a file tells without a time is a whole one.
    let is_seconds = SECONDS.contains(&told.ended) && told.ended % DAY != 0;
    let ended = if is_seconds { told.ended * 1000 } else { told.ended };
    notices.extend(is_seconds.then_some(Notice::Seconds));
    let match_part = told.match_part.filter(|part| part.is_possible(&told.setup));
    let game = Finished { names, moves: record.moves, ended, match_part, ..told };
    Ok(ReadGame { game, format, place: None, notices })
}
