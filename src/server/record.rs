//! Finished games over HTTP: their pages are drawn like others; here are the files beside them, the way from a room, and the
//! reading of a text that is one.

mod picture;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use gametext::export::{self, Form};
use gametext::{Words, import};
use room::{Finished, RoomCode};
use tokio::sync::Semaphore;

use super::AppState;
use super::game_id::GameId;
use super::store::StoreError;
use crate::app::text::names::{level_name, side_name};

/// A game that is over does not change; but it may be deleted, and then it is to be gone after a week.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=604800, immutable");
/// What pages of other sites may show.
const ANYWHERE: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
/// How many pictures are kept in memory, of some 40 kB each.
const KEPT: usize = 64;
/// How many are drawn at a time.
const AT_A_TIME: usize = 2;

/// The pictures that were asked for last, and the leave to draw another.
#[derive(Debug)]
pub struct Pictures {
    kept: Mutex<VecDeque<(GameId, Bytes)>>,
    drawing: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self { kept: Mutex::default(), drawing: Arc::new(Semaphore::new(AT_A_TIME)) }
    }
}

impl Pictures {
    fn kept(&self, id: GameId) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| *known == id).map(|(_, png)| png.clone())
    }

    /// Forgets all of them: something in a game is not to be shown any more.
    pub fn clear(&self) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn keep(&self, id: GameId, png: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((id, png));
    }
}

/// The game that a text tells, with what has no name called as in the language of this moment.
pub fn read(text: &str) -> Option<Finished> {
    import::read(text, &Words { side: side_name, level: level_name })
}

/// The file of a game that `name` asks for, as `ID.png` or `ID.txt`; `None` if it is no name of a file.
pub async fn file(app: &AppState, name: &str) -> Option<Response> {
    let (id, ending) = name.split_once('.')?;
    let form = Form::ALL.into_iter().find(|form| form.ending() == ending);
    let answer = match (id.parse::<GameId>(), form) {
        (Ok(id), Some(form)) => text(app, id, form).await,
        (Ok(id), None) if ending == "png" => picture(app, id).await,
        _ => Ok(None),
    };
    Some(match answer {
        Ok(found) => found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response()),
        Err(error) => {
            tracing::warn!(%error, "a finished game could not be read");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    })
}

async fn text(app: &AppState, id: GameId, form: Form) -> Result<Option<Response>, StoreError> {
    let Some(text) = app.store.game(id).await?.and_then(|game| export::write(&game, form)) else {
        return Ok(None);
    };
    let name = match form {
        Form::Transcript => format!("duello-{id}-othello.txt"),
        _ => format!("duello-{id}.{}", form.ending()),
    };
    let headers = [
        (CONTENT_TYPE, form.content_type().to_owned()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{name}\"")),
    ];
    Ok(Some((headers, [(CACHE_CONTROL, KEEP)], text).into_response()))
}

async fn picture(app: &AppState, id: GameId) -> Result<Option<Response>, StoreError> {
    let png = match app.pictures.kept(id) {
        Some(png) => png,
        None => {
            let Some(game) = app.store.game(id).await? else { return Ok(None) };
            let failed = |why: &dyn std::fmt::Display| StoreError::Unavailable(why.to_string());
            let leave = Arc::clone(&app.pictures.drawing).acquire_owned().await.map_err(|e| failed(&e))?;
            // Whoever drew before may have drawn this one.
            match app.pictures.kept(id) {
                Some(png) => png,
                None => {
                    let draw = move || {
                        let png = picture::png(&game);
                        drop(leave);
                        png
                    };
                    let drawn = tokio::task::spawn_blocking(draw).await.map_err(|e| failed(&e))?;
                    let png = Bytes::from(drawn.ok_or_else(|| failed(&"the picture was not drawn"))?);
                    app.pictures.keep(id, png.clone());
                    png
                }
            }
        }
    };
    let headers = [(CONTENT_TYPE, HeaderValue::from_static("image/png")), (CACHE_CONTROL, KEEP), ANYWHERE];
    Ok(Some((headers, png).into_response()))
}

/// The way to the page of a room's game, for those who know the room; `None` if it has none (yet).
pub async fn of_room(app: &AppState, code: &str, number: &str) -> Option<Response> {
    let (code, number) = (code.parse::<RoomCode>().ok()?, number.parse().ok()?);
    let id = app.store.game_of_room(code, number).await.ok()??;
    Some(Redirect::to(&format!("/g/{id}")).into_response())
}
