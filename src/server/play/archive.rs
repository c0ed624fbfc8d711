//! Archive of finished games over HTTP: files beside their pages (text forms, preview picture), the redirect
//! from a room, the import of a game text, and the pictures of rooms and of games in a link.

mod drawing_queue;
mod picture;
mod pictures;

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use gametext::export::{self, Form};
use gametext::import::files::{File, FilesText, text_of};
use gametext::refusal::{Format, Refusal, Why};
use gametext::{Words, import};
use room::{Finished, RoomCode};

pub use self::picture::{is_named, is_watchable};
use self::pictures::Subject;
pub use self::pictures::{PictureCache, board_picture, linked_board, room_picture, text_picture};
use crate::app::text::language::Language;
use crate::app::text::names::{computer_name, side_name};
use crate::model::finished_game::ImportData;
use crate::server::AppState;
use crate::server::auth::lookup::Lookup;
use crate::server::http::etag;
use crate::server::store::StoreError;
use crate::server::store::game_id::GameId;

/// The longest game text in a link, in bytes; `public/share.js` makes shorter ones.
pub const LONGEST_LINK: usize = 2_000;

/// Parses a game text on a thread for long work; sides without a name get one in this language. `chosen` is the
/// number of a game, from 1.
pub async fn parse_game_text(language: Language, text: String, chosen: Option<usize>) -> ImportData {
    let parse = move || {
        let words = Words { side: side_name, level: computer_name };
        let read = language.during(|| import::read(&text, &words));
        let too_long = matches!(&read, Err(Refusal { why: Why::TooLong, .. }));
        // A field could not show it, and the visitor has it still.
        let text = if too_long { String::new() } else { text };
        ImportData { text, read, chosen: chosen.and_then(|number| number.checked_sub(1)), left_out: 0 }
    };
    tokio::task::spawn_blocking(parse).await.unwrap_or_else(|_| unread(Why::NoFormat))
}

/// Parses the games of files that were chosen together, each with its name; as [`parse_game_text`] does.
pub async fn parse_game_files(language: Language, files: Vec<(String, Bytes)>) -> ImportData {
    let text = move || {
        let files: Vec<File> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
        text_of(&files)
    };
    match tokio::task::spawn_blocking(text).await {
        Ok(Ok(FilesText { text, left_out })) => {
            ImportData { left_out, ..parse_game_text(language, text, None).await }
        }
        Ok(Err(refusal)) => refused(refusal),
        Err(_) => unread(Why::NoFormat),
    }
}

/// The only game of a text; none of several, of a faulty one, or of a text that no link could carry.
async fn parse_linked_game(language: Language, text: String) -> Option<Finished> {
    if text.len() > LONGEST_LINK {
        return None;
    }
    let read = parse_game_text(language, text, None).await.read.ok()?;
    let [Ok(game)] = read.as_slice() else { return None };
    Some(game.game.clone())
}

/// A text that was not read, because it is too long.
pub fn too_long_text() -> ImportData {
    unread(Why::TooLong)
}

fn unread(why: Why) -> ImportData {
    refused(Refusal { format: Format::Unknown, place: None, ply: None, why })
}

fn refused(refusal: Refusal) -> ImportData {
    ImportData { text: String::new(), read: Err(refusal), chosen: None, left_out: 0 }
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
        None => pictures::answer(app, lookup.address(), headers, Subject::Game(id)).await,
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
