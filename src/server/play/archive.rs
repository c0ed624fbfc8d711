//! Archive of finished games over HTTP: files beside their pages (text forms, preview picture), the redirect
//! from a room, and the import of a game text.

mod drawing_queue;
mod picture;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use gametext::export::{self, Form};
use gametext::refusal::{Format, Refusal, Why};
use gametext::{Words, import};
use room::RoomCode;

use self::drawing_queue::DrawingQueue;
use crate::app::text::language::Language;
use crate::app::text::names::{computer_name, side_name};
use crate::model::finished_game::ImportData;
use crate::server::AppState;
use crate::server::auth::lookup::Lookup;
use crate::server::http::etag;
use crate::server::store::StoreError;
use crate::server::store::game_id::GameId;

/// Lets pages of other sites embed the picture.
const CROSS_ORIGIN: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
/// Capacity of the picture cache, at some 40 kB each.
const CACHE_CAPACITY: usize = 400;
/// Attempts to draw a picture when the cache is cleared during each.
const TRIES: usize = 4;

/// Cache of recent pictures, and the limit of concurrent drawing.
#[derive(Debug, Default)]
pub struct PictureCache {
    entries: Mutex<CacheEntries>,
    drawing: DrawingQueue,
}

#[derive(Debug, Default)]
struct CacheEntries {
    all: VecDeque<(GameId, Bytes)>,
    /// Generation of the cache: what was read under an earlier one may contain a deleted name.
    generation: u64,
}

impl PictureCache {
    /// The cached picture, or the present generation, to be noted before the game is read.
    fn get(&self, id: GameId) -> Result<Bytes, u64> {
        let entries = self.lock();
        let found = entries.all.iter().find(|(known, _)| *known == id).map(|(_, png)| png.clone());
        found.ok_or(entries.generation)
    }

    /// Clears the cache, because a name in a game was deleted.
    pub fn clear(&self) {
        let mut entries = self.lock();
        entries.generation += 1;
        entries.all.clear();
    }

    /// Caches a picture if the generation is still the one under which its game was read; false if it must
    /// not be shown.
    fn insert(&self, id: GameId, png: &Bytes, generation: u64) -> bool {
        let mut entries = self.lock();
        if entries.generation != generation {
            return false;
        }
        if entries.all.len() >= CACHE_CAPACITY {
            entries.all.pop_front();
        }
        entries.all.push_back((id, png.clone()));
        true
    }

    fn lock(&self) -> MutexGuard<'_, CacheEntries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Parses a game text on a thread for long work; sides without a name get one in this language. `chosen` is the
/// number of a game, from 1.
pub async fn parse_game_text(language: Language, text: String, chosen: Option<usize>) -> ImportData {
    let parse = move || {
        let words = Words { side: side_name, level: computer_name };
        let read = language.during(|| import::read(&text, &words));
        let too_long = matches!(&read, Err(Refusal { why: Why::TooLong, .. }));
        // A field could not show it, and the visitor has it still.
        let text = if too_long { String::new() } else { text };
        ImportData { text, read, chosen: chosen.and_then(|number| number.checked_sub(1)) }
    };
    tokio::task::spawn_blocking(parse).await.unwrap_or_else(|_| unread(Why::NoFormat))
}

/// A text that was not read, because it is too long.
pub fn too_long_text() -> ImportData {
    unread(Why::TooLong)
}

fn unread(why: Why) -> ImportData {
    let refusal = Refusal { format: Format::Unknown, place: None, ply: None, why };
    ImportData { text: String::new(), read: Err(refusal), chosen: None }
}

/// The file of a game by its name, such as `ID.png` or `ID.txt`; `None` if this is no file name.
pub async fn game_file(app: &AppState, lookup: &Lookup, headers: &HeaderMap, name: &str) -> Option<Response> {
    let (id, ending) = name.split_once('.')?;
    let form = Form::ALL.into_iter().find(|form| form.ending() == ending);
    let not_found = || StatusCode::NOT_FOUND.into_response();
    let (Ok(id), true) = (id.parse::<GameId>(), form.is_some() || ending == "png") else {
        return Some(not_found());
    };
    if let Err(again) = lookup.check_game(id) {
        return Some(lookup.refuse(again));
    }
    let answer = match form {
        Some(form) => text_file(app, headers, id, form).await,
        None => picture_file(app, lookup.address(), headers, id).await,
    };
    Some(match answer {
        Ok(found) => {
            lookup.game(id, found.is_some());
            found.unwrap_or_else(not_found)
        }
        Err(error) => {
            tracing::warn!(%error, "a finished game could not be read");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    })
}

async fn text_file(
    app: &AppState,
    headers: &HeaderMap,
    id: GameId,
    form: Form,
) -> Result<Option<Response>, StoreError> {
    let Some(text) = app.store.game(id).await?.and_then(|game| export::write(&game, form)) else {
        return Ok(None);
    };
    let name = match form {
        Form::Transcript => format!("duello-{id}-othello.txt"),
        _ => format!("duello-{id}.{}", form.ending()),
    };
    let kind = [
        (CONTENT_TYPE, form.content_type().to_owned()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{name}\"")),
    ];
    Ok(Some((kind, revalidated(headers, text.into())).into_response()))
}

/// A file of a game with its tag, or that it has not changed. The game does not, but its names may be removed, and
/// then no cache may go on showing them.
fn revalidated(headers: &HeaderMap, body: Bytes) -> Response {
    let tag = etag::tag_of(&body);
    let is_known = etag::is_known(headers, &tag);
    let cached = [(CACHE_CONTROL, etag::REVALIDATED)];
    let tag = [(ETAG, tag)];
    if is_known {
        (StatusCode::NOT_MODIFIED, cached, tag).into_response()
    } else {
        (cached, tag, body).into_response()
    }
}

async fn picture_file(
    app: &AppState,
    address: Option<IpAddr>,
    headers: &HeaderMap,
    id: GameId,
) -> Result<Option<Response>, StoreError> {
    let png = match app.pictures.get(id) {
        Ok(png) => Some(png),
        Err(_) => draw_once(app, address, id).await?,
    };
    let Some(png) = png else { return Ok(None) };
    let kind = [(CONTENT_TYPE, HeaderValue::from_static("image/png")), CROSS_ORIGIN];
    Ok(Some((kind, revalidated(headers, png)).into_response()))
}

/// Draws the picture of a game, unless a concurrent request has done so; `None` if there is no such game.
async fn draw_once(app: &AppState, address: Option<IpAddr>, id: GameId) -> Result<Option<Bytes>, StoreError> {
    // A missing game takes no turn.
    if app.store.game(id).await?.is_none() {
        return Ok(None);
    }
    let failed = |why: &dyn std::fmt::Display| StoreError::Unavailable(why.to_string());
    let mut turn = app.pictures.drawing.turn(address).await.map_err(|e| failed(&e))?;
    for _ in 0..TRIES {
        let generation = match app.pictures.get(id) {
            Ok(png) => return Ok(Some(png)),
            Err(generation) => generation,
        };
        let Some(game) = app.store.game(id).await? else { return Ok(None) };
        // The turn moves along, because drawing goes on even if the request is aborted.
        let draw = move || (picture::png(&game), turn);
        let (png, returned_turn) = tokio::task::spawn_blocking(draw).await.map_err(|e| failed(&e))?;
        let png = Bytes::from(png.ok_or_else(|| failed(&"the picture was not drawn"))?);
        if app.pictures.insert(id, &png, generation) {
            return Ok(Some(png));
        }
        turn = returned_turn;
    }
    Err(failed(&"something in it is changed again and again"))
}

/// Redirect from a room's game number to its page in the archive; `None` if there is none (yet).
pub async fn redirect_from_room(
    app: &AppState,
    lookup: &Lookup,
    code: &str,
    number: &str,
) -> Option<Response> {
    let (code, number) = (code.parse::<RoomCode>().ok()?, number.parse().ok()?);
    if let Err(again) = lookup.check_room(code).await {
        return Some(lookup.refuse(again));
    }
    let id = app.store.game_of_room(code, number).await.ok()?;
    lookup.room(code, id.is_some());
    let id = id?;
    Some(Redirect::to(&format!("/g/{id}")).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_rendered_before_a_deletion_is_not_cached() {
        let (pictures, id) = (PictureCache::default(), "0123456789abcdef".parse().unwrap());
        let [before, after] = ["with the name", "without it"].map(Bytes::from);
        let read_before = pictures.get(id).unwrap_err();
        pictures.clear();
        assert!(!pictures.insert(id, &before, read_before), "it is not shown either");
        let read_after = pictures.get(id).unwrap_err();
        assert!(pictures.insert(id, &after, read_after));
        assert_eq!(pictures.get(id), Ok(after));
        pictures.clear();
        assert!(pictures.get(id).is_err());
    }
}
