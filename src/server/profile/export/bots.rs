//! The bots of an account in its export: each with what is stored of it, as of a guest.

use super::rows::{BotOfFile, TokenOfFile};
use super::{bot_ratings, sanction, write_games, write_rooms};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::identity::Identity;
use crate::server::profile::pieces::{JsonStream, StreamError};
use crate::server::store::{BotRow, StoreError, TokenRow};

/// What is small of the bots of a session's account, with the identities of their seats.
pub(super) async fn own_bots(
    app: &AppState,
    session: &Session,
) -> Result<Vec<(Identity, BotOfFile)>, StoreError> {
    let mut bots = Vec::new();
    let Some(account) = &session.account else { return Ok(bots) };
    for BotRow { bot, name, since } in app.store.bots(Some(account)).await? {
        let token = |row: TokenRow| TokenOfFile { scope: row.scope.word(), since: row.since, used: row.used };
        let tokens = app.store.tokens(bot).await?.into_iter().map(token).collect();
        let sanctions = app.store.sanctions(Some(bot)).await?.into_iter().map(sanction).collect();
        let row = BotOfFile { name, since, ratings: bot_ratings(app, bot).await?, tokens, sanctions };
        // One that was deleted this moment has nothing any more.
        bots.extend(app.store.bot_of_owner(bot, Some(account)).await?.map(|identity| (identity, row)));
    }
    Ok(bots)
}

/// The bots of the account, each with what is stored of its games.
pub(super) async fn write_bots(
    app: &AppState,
    bots: &[(Identity, BotOfFile)],
    file: &mut JsonStream,
) -> Result<(), StreamError> {
    file.list("bots");
    for (identity, bot) in bots {
        file.open("{");
        file.field("name", &bot.name)?;
        file.field("since", &bot.since)?;
        file.field("ratings", &bot.ratings)?;
        file.field("tokens", &bot.tokens)?;
        file.field("sanctions", &bot.sanctions)?;
        write_games(app, identity.guest(), file).await?;
        write_rooms(app, identity.guest(), &[*identity], file).await?;
        file.close("}");
    }
    file.close("]");
    Ok(())
}
