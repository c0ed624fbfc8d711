//! The bots of an account as the security page lists them, and a token that was made a moment ago.

use axum::http::HeaderMap;
use room::{Millis, day};

use crate::model::security::{BotItem, TokenItem};
use crate::server::AppState;
use crate::server::http::origin::is_secure;
use crate::server::identity::Identity;
use crate::server::store::{Scope, StoreError, TokenRow};

/// The bots of an account, as the page lists them.
pub(super) async fn bot_items(app: &AppState, account: &str) -> Result<Vec<BotItem>, StoreError> {
    let used_on = |used: Millis| (used > 0).then(|| day(used));
    let token = |row: TokenRow| TokenItem {
        id: row.token.to_string(),
        plays: row.scope == Scope::Play,
        made: day(row.since),
        used: used_on(row.used),
    };
    let mut items = Vec::new();
    for row in app.store.bots(Some(account)).await? {
        let tokens = app.store.tokens(row.bot).await?.into_iter().map(token).collect();
        items.push(BotItem { id: row.bot.to_string(), name: row.name, tokens });
    }
    Ok(items)
}

/// The text of the token that was made a moment ago; only to whom its bot belongs, because any page of the domain could have
/// planted the cookie.
pub(super) async fn shown_token(
    app: &AppState,
    account: &str,
    headers: &HeaderMap,
) -> Result<Option<String>, StoreError> {
    let Some(token) = Identity::shown_token(headers, is_secure(&app.config, headers)) else {
        return Ok(None);
    };
    let Some(owner) = app.store.token_owner(token.guest()).await? else { return Ok(None) };
    let own = app.store.bot_of_owner(owner.bot.guest(), Some(account)).await?;
    Ok(own.map(|_| token.token()))
}
