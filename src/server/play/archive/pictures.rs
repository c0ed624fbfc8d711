//! Serves the preview pictures: of finished games, of rooms, and of games that a link carries. Each is drawn once, and
//! the latest are cached.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use room::{BoardChoice, RoomCode, fold};
use serde::Deserialize;

use super::drawing_queue::DrawingQueue;
use super::picture::{self, Scene};
use super::{parse_linked_game, revalidated};
use crate::app::text::language::Language;
use crate::server::AppState;
use crate::server::auth::lookup::Lookup;
use crate::server::http::listen::Address;
use crate::server::store::StoreError;
use crate::server::store::game_id::GameId;

/// Lets pages of other sites embed the picture.
const CROSS_ORIGIN: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
/// Capacity of the picture cache, at some 40 kB each.
const CACHE_CAPACITY: usize = 400;
/// Attempts to draw a picture when the cache is cleared during each.
const TRIES: usize = 4;

/// What a picture is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// A finished game.
    Game(GameId),
    /// A room after so many events.
    Room(RoomCode, u64),
    /// The game in a text.
    Text(Box<str>),
    /// A board, before a game.
    Board(BoardChoice),
}

impl Subject {
    /// What is drawn; `None` if there is no such thing.
    async fn scene(&self, app: &AppState) -> Result<Option<Scene>, StoreError> {
        Ok(match self {
            Self::Game(id) => app.store.game(*id).await?.as_ref().and_then(Scene::of_game),
            Self::Room(code, last) => {
                let mut log = app.store.log(*code).await?;
                log.retain(|logged| logged.seq <= *last);
                (!log.is_empty()).then(|| Scene::of_room(&fold(*code, &log)))
            }
            Self::Text(text) => {
                // The picture shows no words, so the language does not matter.
                let game = parse_linked_game(Language::English, text.to_string()).await;
                game.as_ref().and_then(Scene::of_nameless)
            }
            Self::Board(choice) => Scene::of_board(*choice),
        })
    }
}

/// Cache of recent pictures, and the limit of concurrent drawing.
#[derive(Debug, Default)]
pub struct PictureCache {
    entries: Mutex<CacheEntries>,
    drawing: DrawingQueue,
}

#[derive(Debug, Default)]
struct CacheEntries {
    all: VecDeque<(Subject, Bytes)>,
    /// Generation of the cache: what was read under an earlier one may contain a deleted name.
    generation: u64,
}

impl PictureCache {
    /// The cached picture, or the present generation, to be noted before the game is read.
    fn get(&self, subject: &Subject) -> Result<Bytes, u64> {
        let entries = self.lock();
        let found = entries.all.iter().find(|(known, _)| known == subject).map(|(_, png)| png.clone());
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
    fn insert(&self, subject: &Subject, png: &Bytes, generation: u64) -> bool {
        let mut entries = self.lock();
        if entries.generation != generation {
            return false;
        }
        if entries.all.len() >= CACHE_CAPACITY {
            entries.all.pop_front();
        }
        entries.all.push_back((subject.clone(), png.clone()));
        true
    }

    fn lock(&self) -> MutexGuard<'_, CacheEntries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The picture of a room as it is, for link previews.
pub async fn room_picture(
    State(app): State<AppState>,
    Path(code): Path<String>,
    request: Request,
) -> Response {
    let Ok(code) = code.parse::<RoomCode>() else { return StatusCode::NOT_FOUND.into_response() };
    let lookup = Lookup::of_request(&app, &request);
    if let Err(again) = lookup.check_room(code).await {
        return lookup.refuse(again);
    }
    let is_shut = app.rooms.moderation.rules().is_shut(code);
    let log = if is_shut { Ok(Vec::new()) } else { app.store.log(code).await };
    let found = match log.map(|log| log.last().map(|last| last.seq)) {
        Ok(Some(last)) => answer(&app, lookup.address(), request.headers(), Subject::Room(code, last)).await,
        Ok(None) => Ok(None),
        Err(error) => Err(error),
    };
    if let Ok(found) = &found {
        lookup.room(code, is_shut || found.is_some());
    }
    respond(found)
}

/// The query of a link that carries a game.
#[derive(Deserialize)]
pub struct TextQuery {
    text: String,
}

/// The picture of the game that a link carries: without names, which a link could make up.
pub async fn text_picture(
    State(app): State<AppState>,
    Query(TextQuery { text }): Query<TextQuery>,
    request: Request,
) -> Response {
    let address = request.extensions().get().map(|Address(address)| *address);
    respond(answer(&app, address, request.headers(), Subject::Text(text.into())).await)
}

/// The query of a link to a board.
#[derive(Deserialize)]
pub struct BoardQuery {
    board: String,
}

/// The picture of a board that a link names, such as that of a day.
pub async fn board_picture(
    State(app): State<AppState>,
    Query(BoardQuery { board }): Query<BoardQuery>,
    request: Request,
) -> Response {
    let Some(choice) = linked_board(&board) else { return StatusCode::NOT_FOUND.into_response() };
    let address = request.extensions().get().map(|Address(address)| *address);
    respond(answer(&app, address, request.headers(), Subject::Board(choice)).await)
}

/// The board that a link names; none if it is another one tomorrow.
pub fn linked_board(text: &str) -> Option<BoardChoice> {
    let named = BoardChoice::parse(text, 0, 0).filter(|_| !["daily", "random"].contains(&text))?;
    named.board(1)?.validate().is_ok().then_some(named)
}

fn respond(found: Result<Option<Response>, StoreError>) -> Response {
    match found {
        Ok(found) => found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response()),
        Err(error) => {
            tracing::warn!(%error, "what a picture shows could not be read");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// A picture as an answer; `None` if there is nothing to be drawn.
pub(super) async fn answer(
    app: &AppState,
    address: Option<IpAddr>,
    headers: &HeaderMap,
    subject: Subject,
) -> Result<Option<Response>, StoreError> {
    let png = match app.pictures.get(&subject) {
        Ok(png) => Some(png),
        Err(_) => draw_once(app, address, &subject).await?,
    };
    let Some(png) = png else { return Ok(None) };
    let kind = [(CONTENT_TYPE, HeaderValue::from_static("image/png")), CROSS_ORIGIN];
    Ok(Some((kind, revalidated(headers, png)).into_response()))
}

/// Draws a picture, unless a concurrent request has done so; `None` if there is nothing to be drawn.
async fn draw_once(
    app: &AppState,
    address: Option<IpAddr>,
    subject: &Subject,
) -> Result<Option<Bytes>, StoreError> {
    // What is missing takes no turn.
    if subject.scene(app).await?.is_none() {
        return Ok(None);
    }
    let failed = |why: &dyn std::fmt::Display| StoreError::Unavailable(why.to_string());
    let mut turn = app.pictures.drawing.turn(address).await.map_err(|e| failed(&e))?;
    for _ in 0..TRIES {
        let generation = match app.pictures.get(subject) {
            Ok(png) => return Ok(Some(png)),
            Err(generation) => generation,
        };
        let Some(scene) = subject.scene(app).await? else { return Ok(None) };
        // The turn moves along, because drawing goes on even if the request is aborted.
        let draw = move || (picture::png(&scene), turn);
        let (png, returned_turn) = tokio::task::spawn_blocking(draw).await.map_err(|e| failed(&e))?;
        let png = Bytes::from(png.ok_or_else(|| failed(&"the picture was not drawn"))?);
        if app.pictures.insert(subject, &png, generation) {
            return Ok(Some(png));
        }
        turn = returned_turn;
    }
    Err(failed(&"something in it is changed again and again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_rendered_before_a_deletion_is_not_cached() {
        let subject = Subject::Game("0123456789abcdef".parse().unwrap());
        let pictures = PictureCache::default();
        let [before, after] = ["with the name", "without it"].map(Bytes::from);
        let read_before = pictures.get(&subject).unwrap_err();
        pictures.clear();
        assert!(!pictures.insert(&subject, &before, read_before), "it is not shown either");
        let read_after = pictures.get(&subject).unwrap_err();
        assert!(pictures.insert(&subject, &after, read_after));
        assert_eq!(pictures.get(&subject), Ok(after));
        pictures.clear();
        assert!(pictures.get(&subject).is_err());
    }
}
