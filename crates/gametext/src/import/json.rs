//! Our JSON: one game, a list of games, or the file of a device. What is read is written again and compared,
//! so that no field is passed over.

use room::Finished;
use rules::{Record, Setup, Side};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Entry, MAX_GAMES, ReadGame, device, ending, refusal, side_names, tags};
use crate::Words;
use crate::refusal::{Format, Refusal, Why};
use crate::text::{Places, byte_of, plain};

/// The last moment that has a date of four digits.
const LAST: i64 = 253_402_300_799_999;

/// Whether a text begins as JSON does: an object, or a list of them.
pub(super) fn is_json(begin: &str) -> bool {
    let mut signs = begin.chars().filter(|sign| !matches!(plain(*sign), None | Some(' ' | '\n')));
    match signs.next() {
        Some('{') => matches!(signs.next(), None | Some('"' | '}')),
        Some('[') => signs.next() == Some('{'),
        _ => false,
    }
}

/// Reads all games of a text; `begin` is the text from its first visible character on.
pub(super) fn read(source: &str, begin: &str, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let mut places = Places::new(source);
    let value: Value = serde_json::from_str(begin).map_err(|why| {
        let at = source.len() - begin.len() + byte_of(begin, why.line(), why.column());
        refusal(&mut places, Format::Json, at, None, Why::JsonForm)
    })?;
    let whole = |(ply, why)| Refusal { format: Format::Json, place: None, ply, why };
    let values = match value {
        Value::Object(object) if object.contains_key("games") => return device::read(begin, words),
        Value::Array(values) if values.len() > MAX_GAMES => return Err(whole((None, Why::TooManyGames))),
        Value::Array(values) => {
            given_once::<Vec<Finished>>(source, begin, &mut places)?;
            values
        }
        value => {
            given_once::<Finished>(source, begin, &mut places)?;
            vec![value]
        }
    };
    Ok(values.into_iter().map(|value| game(value, words).map_err(whole)).collect())
}

/// Refuses a field that is given twice, which a [`Value`] does not show.
fn given_once<T: DeserializeOwned>(
    source: &str,
    begin: &str,
    places: &mut Places<'_>,
) -> Result<(), Refusal> {
    match serde_json::from_str::<T>(begin) {
        Err(why) if why.to_string().starts_with("duplicate field") => {
            let at = source.len() - begin.len() + byte_of(begin, why.line(), why.column());
            Err(refusal(places, Format::Json, at, None, Why::JsonTwice(field(&why))))
        }
        _ => Ok(()),
    }
}

fn game(value: Value, words: &Words) -> Result<ReadGame, (Option<u32>, Why)> {
    let not_kept = |field| (None, Why::JsonField(field));
    let told = Finished::deserialize(&value).map_err(|why| not_kept(field(&why)))?;
    let kept = serde_json::to_value(&told).map_err(|_| (None, Why::JsonForm))?;
    match lost(&value, &kept) {
        Some(lost) => Err(not_kept(lost)),
        None => checked(told, Format::Json, words),
    }
}

/// The field that an error of serde names, in its own words, without the place.
fn field(why: &serde_json::Error) -> String {
    let text = why.to_string();
    text.split('`').nth(1).unwrap_or(&text).chars().take(40).collect()
}

/// The first field of a value that is not in the other one, or is different there.
fn lost(given: &Value, kept: &Value) -> Option<String> {
    match (given, kept) {
        (Value::Object(given), Value::Object(kept)) => given.iter().find_map(|(name, value)| {
            let same = match kept.get(name) {
                Some(kept) => lost(value, kept).is_none(),
                None => value.is_null(),
            };
            (!same).then(|| name.chars().take(40).collect())
        }),
        (Value::Array(given), Value::Array(kept)) if given.len() == kept.len() => {
            given.iter().zip(kept).find_map(|(given, kept)| lost(given, kept))
        }
        (given, kept) => (given != kept).then(String::new),
    }
}

/// The game as the text claims it, if it can have been played so; else the number of the move at fault, and
/// why.
pub(super) fn checked(told: Finished, format: Format, words: &Words) -> Result<ReadGame, (Option<u32>, Why)> {
    let fails = |why| Err((None, why));
    if let Err(why) = told.setup.validate() {
        return fails(Why::Setup(why));
    }
    if told.moves.is_empty() {
        return fails(Why::NoMoves);
    }
    if !(0..=LAST).contains(&told.ended) {
        return fails(Why::Date);
    }
    if let Some(choice) = told.board
        && choice.board(1).map(Setup::Mapello) != Some(told.setup)
    {
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
    let game = Finished { names, moves: record.moves, ..told };
    Ok(ReadGame { game, format, place: None, notices })
}
