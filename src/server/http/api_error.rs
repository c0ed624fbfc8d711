//! Errors of server functions as answers: a status for programs, a redirect with the reason for plain HTML forms.

use axum::http::StatusCode;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

use super::limits::TryAgain;
use crate::app::api::ApiError;

/// Answers with an error: programs get its status, a form is redirected home, where the reason is shown.
pub fn answer_with_error<T>(error: ApiError) -> Result<T, ApiError> {
    let headers = use_context::<Parts>().map(|parts| parts.headers).unwrap_or_default();
    let is_form = headers
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if is_form {
        let again = use_context::<TryAgain>().map(|again| format!("&again={}", again.seconds()));
        leptos_axum::redirect(&format!("/?problem={}{}", problem_code(error), again.unwrap_or_default()));
    } else if let Some(answer) = use_context::<ResponseOptions>() {
        answer.set_status(match error {
            ApiError::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ApiError::NameRefused | ApiError::RoomsOff | ApiError::Barred => StatusCode::FORBIDDEN,
            ApiError::BadName
            | ApiError::BadSettings
            | ApiError::BadBoardCode
            | ApiError::BadBoard(_)
            | ApiError::NotUnderstood => StatusCode::BAD_REQUEST,
            ApiError::Unreachable | ApiError::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        });
    }
    Err(error)
}

/// An error in the form in which the `problem` query parameter carries it.
pub fn problem_code(error: ApiError) -> String {
    let json = serde_json::to_string(&error).unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = json.trim_matches('"').bytes();
    bytes.map(|byte| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") }).collect()
}
