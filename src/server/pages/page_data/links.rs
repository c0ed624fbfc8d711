//! What the query of a link carries: a game to be imported, or a board to be played on.

use axum::extract::{Query, Request};
use serde::Deserialize;

use crate::model::preview::{LinkedBoard, LinkedGame};
use crate::server::AppState;
use crate::server::http::{language, origin};
use crate::server::play::archive;

/// Query of a link to the import page that carries a game.
#[derive(Deserialize)]
struct LinkedText {
    text: String,
}

/// Query of a link that names a board.
#[derive(Deserialize)]
struct BoardQuery {
    board: String,
}

/// Parses the game that a link to the import page carries, if it is not too long for one.
pub(super) async fn load_linked_game(app: &AppState, request: &mut Request) {
    let Ok(Query(LinkedText { text })) = Query::try_from_uri(request.uri()) else { return };
    if text.len() > archive::LONGEST_LINK {
        return;
    }
    let read = archive::parse_game_text(language::of_request(request.headers()), text, None).await;
    let base = origin::base_url(&app.config, request.headers());
    let linked = LinkedGame { base, query: query_of(request) };
    request.extensions_mut().insert(linked);
    request.extensions_mut().insert(read);
}

/// Notes the board that a link names, for its preview; the page itself reads it in the browser.
pub(super) fn load_linked_board(app: &AppState, request: &mut Request) {
    let Ok(Query(BoardQuery { board })) = Query::try_from_uri(request.uri()) else { return };
    let Some(board) = archive::linked_board(&board) else { return };
    let base = origin::base_url(&app.config, request.headers());
    let (link, query) = (request.uri().to_string(), query_of(request));
    request.extensions_mut().insert(LinkedBoard { base, link, query, board });
}

fn query_of(request: &Request) -> String {
    request.uri().query().unwrap_or_default().to_owned()
}
