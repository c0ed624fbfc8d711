//! The forms of the security page that make and delete bots, and make and revoke tokens. A new
//! token travels in a cookie of one minute to the page that shows it, so that it stands in no address and any node can show it.

use axum::Form;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use room::bot_name;
use serde::Deserialize;

use super::forget::delete_bot;
use crate::server::AppState;
use crate::server::auth::private_actions::refusal;
use crate::server::auth::security::{AccountToChange, IdForm, unavailable};
use crate::server::http::origin::is_secure;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profanity;
use crate::server::store::{BotChange, Scope, StoreError};

/// The form of a new bot.
#[derive(Deserialize)]
pub struct BotForm {
    name: String,
}

/// The form of a new token.
#[derive(Deserialize)]
pub struct TokenForm {
    id: String,
    scope: String,
}

/// Makes a bot, with a token to play.
pub async fn make_bot(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    headers: HeaderMap,
    Form(BotForm { name }): Form<BotForm>,
) -> Response {
    let not_made = || Redirect::to("/security?no-bot#bots").into_response();
    // Shortened before masking: a cut may hide part of a bad word from the filter, or remove it.
    let Some(name) = bot_name(&name).map(|name| profanity::mask_profanity(&name)) else { return not_made() };
    let Ok(bot) = Identity::random() else { return refusal(StatusCode::INTERNAL_SERVER_ERROR) };
    let at = app.time.now();
    match app.store.change_bot(BotChange::Make { bot, owner: Some(account), name, at }).await {
        Ok(()) => add_token(&app, &headers, bot.guest(), Scope::Play).await,
        Err(StoreError::Conflict) => not_made(),
        Err(error) => unavailable(error),
    }
}

/// Deletes a bot with everything that is stored of it.
pub async fn remove_bot(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    Form(IdForm { id }): Form<IdForm>,
) -> Response {
    let Some(bot) = GuestKey::from_text(&id) else { return refusal(StatusCode::BAD_REQUEST) };
    // A task of its own, because an aborted request must not leave half of it.
    let deletion = {
        let app = app.clone();
        async move { delete_bot(&app, &account, bot).await }
    };
    match app.tasks.spawn(deletion).await {
        Ok(Ok(())) => Redirect::to("/security?bot-removed#bots").into_response(),
        Ok(Err(error)) => unavailable(error),
        Err(error) => unavailable(StoreError::Unavailable(error.to_string())),
    }
}

/// Makes a token of a bot.
pub async fn make_token(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    headers: HeaderMap,
    Form(TokenForm { id, scope }): Form<TokenForm>,
) -> Response {
    let Some((bot, scope)) = GuestKey::from_text(&id).zip(Scope::from_word(&scope)) else {
        return refusal(StatusCode::BAD_REQUEST);
    };
    match app.store.bot_of_owner(bot, Some(&account)).await {
        Ok(Some(_)) => add_token(&app, &headers, bot, scope).await,
        Ok(None) => refusal(StatusCode::BAD_REQUEST),
        Err(error) => unavailable(error),
    }
}

async fn add_token(app: &AppState, headers: &HeaderMap, bot: GuestKey, scope: Scope) -> Response {
    let Ok(token) = Identity::random() else { return refusal(StatusCode::INTERNAL_SERVER_ERROR) };
    let add = BotChange::AddToken { token: token.guest(), bot, scope, at: app.time.now() };
    match app.store.change_bot(add).await {
        Ok(()) => {
            let shown = token.show_token(is_secure(&app.config, headers));
            let shown = AppendHeaders(shown.map(|cookie| (SET_COOKIE, cookie)));
            (shown, Redirect::to("/security")).into_response()
        }
        Err(StoreError::Conflict) => Redirect::to("/security?no-token#bots").into_response(),
        Err(error) => unavailable(error),
    }
}

/// Revokes a token of one of the account's bots.
pub async fn revoke_token(
    State(app): State<AppState>,
    AccountToChange(account): AccountToChange,
    Form(IdForm { id }): Form<IdForm>,
) -> Response {
    let Some(token) = GuestKey::from_text(&id) else { return refusal(StatusCode::BAD_REQUEST) };
    let revoked = async {
        let owner = app.store.token_owner(token).await?;
        let own = match owner {
            Some(owner) => app.store.bot_of_owner(owner.bot.guest(), Some(&account)).await?,
            None => None,
        };
        if own.is_some() {
            app.store.change_bot(BotChange::Revoke { token, at: app.time.now() }).await?;
            app.revocations.revoke(token);
        }
        Ok(())
    };
    match revoked.await {
        Ok(()) => Redirect::to("/security?revoked#bots").into_response(),
        Err(error) => unavailable(error),
    }
}
