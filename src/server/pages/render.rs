//! Server-side rendering of a page, with the context that its components read.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use leptos::prelude::provide_context;
use leptos_axum::render_app_to_stream_with_context;

use super::page_data;
use crate::app::shell::shell;
use crate::app::{Address, AssetVersion, Developer, Page};
use crate::server::AppState;
use crate::server::http::{headers, language};

/// Renders the page of the request's path.
pub async fn page(State(app): State<AppState>, request: Request) -> Response {
    let options = app.leptos.clone();
    let path = request.uri().path().to_owned();
    let language = language::of_request(request.headers());
    // A path can match a route with an invalid parameter.
    let unknown = Page::at(&path) == Page::Unknown;
    let context = move || {
        provide_context(app.clone());
        provide_context(Address(path.clone()));
        provide_context(AssetVersion(app.edition.clone()));
        provide_context(app.files.clone());
        provide_context(language);
        if app.config.design {
            provide_context(Developer);
        }
        headers::set_page_policy(&app.config, &Page::at(&path));
        headers::set_canonical_link(&app.config, &Page::at(&path));
        language::set_headers(language);
        page_data::provide();
    };
    let response = render_app_to_stream_with_context(context, move || shell(options.clone()))(request).await;
    let mut response = response.into_response();
    if unknown && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}
