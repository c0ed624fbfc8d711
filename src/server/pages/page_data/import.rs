//! Games that are posted to the import page, as text or as files, and read before it is rendered.

use axum::body::Body;
use axum::extract::{Form, FromRequest, Request};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::links::load_linked_game;
use crate::app::pages::games_json;
use crate::model::finished_game::ImportData;
use crate::server::AppState;
use crate::server::http::language;
use crate::server::pages::file_form::FileForm;
use crate::server::play::archive;

/// Form of the import page without files.
#[derive(Deserialize)]
struct TextForm {
    text: String,
    /// The number of the game that was chosen, of several.
    game: Option<usize>,
}

/// Reads the games that were posted to the import page, or that its link carries.
pub async fn read_posted(app: &AppState, mut request: Request) -> Request {
    if request.method() != Method::POST {
        load_linked_game(app, &mut request).await;
        return request;
    }
    let (mut head, body) = request.into_parts();
    let language = language::of_request(&head.headers);
    let form = Request::from_parts(head.clone(), body);
    let is_text = head.headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().ends_with(b"urlencoded"));
    let posted = if is_text {
        Form::<TextForm>::from_request(form, &()).await.ok().map(|Form(TextForm { text, game })| (text, game))
    } else {
        match FileForm::read(form).await {
            Some(FileForm { files, .. }) if !files.is_empty() => {
                head.extensions.insert(archive::parse_game_files(language, files).await);
                None
            }
            form => form.map(|form| {
                let game = form.text("game").and_then(|number| number.parse().ok());
                (form.text("text").unwrap_or_default().to_owned(), game)
            }),
        }
    };
    if let Some((text, game)) = posted {
        // A form ends its lines with a carriage return as well; the field shows the text as it was.
        head.extensions.insert(archive::parse_game_text(language, text.replace("\r\n", "\n"), game).await);
    }
    Request::from_parts(head, Body::empty())
}

/// Whether the answer is for a program: "my games" reads files so.
pub fn wants_json(request: &Request) -> bool {
    let accepts = request.headers().get(ACCEPT).is_some_and(|value| value == "application/json");
    accepts && *request.method() == Method::POST
}

/// Reads the posted games as the import page does, and answers with them as JSON.
pub async fn read_games(app: &AppState, request: Request) -> Response {
    let language = language::of_request(request.headers());
    let request = read_posted(app, request).await;
    match request.extensions().get::<ImportData>() {
        Some(read) => {
            let body = language.during(|| games_json(read));
            ([(CONTENT_TYPE, "application/json")], body).into_response()
        }
        None => StatusCode::BAD_REQUEST.into_response(),
    }
}
