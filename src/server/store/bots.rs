//! Bots in the store: programs that play, each with a guest of its own, and the tokens with which they come in. Of a token only
//! a hash is stored; its guest's secret is stored as that of an account is, and lets nobody in by itself.

#[cfg(test)]
mod tests;

use engine_protocol::Level;
use room::{BOT_MARK, Millis};

use super::look_alike::look_alike;
use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::{GuestKey, Identity};

/// The most bots of an account.
pub const MAX_BOTS: i64 = 4;
/// The most tokens of a bot.
pub const MAX_TOKENS: i64 = 4;

/// How many guests of its account are looked at for sanctions: the latest ones.
const MAX_OWNERS: i64 = 64;

/// What may be done with a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// To see the bot's games and who is there.
    Read,
    /// To play as well.
    Play,
}

/// A bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotRow {
    /// Its guest.
    pub bot: GuestKey,
    /// Its name, with the mark.
    pub name: String,
    /// When it was made.
    pub since: Millis,
}

/// A token of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// Its hash.
    pub token: GuestKey,
    /// Whose it is.
    pub bot: GuestKey,
    /// What may be done with it.
    pub scope: Scope,
    /// When it was made.
    pub since: Millis,
    /// When it was used last, to the hour; 0 if never.
    pub used: Millis,
}

/// What a token stands for.
#[derive(Clone, Debug)]
pub struct TokenOwner {
    /// The bot.
    pub bot: Identity,
    /// Its name, with the mark.
    pub name: String,
    /// Whether it is one of whoever runs the server.
    pub is_house: bool,
    /// What may be done with the token.
    pub scope: Scope,
    /// When it was used last, to the hour; 0 if never.
    pub used: Millis,
    /// The guests of the account whose bot it is, the latest first; none of one of whoever runs the server.
    pub owners: Vec<GuestKey>,
}

/// A change.
#[derive(Clone, Debug)]
pub enum BotChange {
    /// A bot is made. Without an owner it is one of whoever runs the server.
    Make { bot: Identity, owner: Option<String>, name: String, at: Millis },
    /// A token is made.
    AddToken { token: GuestKey, bot: GuestKey, scope: Scope, at: Millis },
    /// A token is revoked.
    Revoke { token: GuestKey, at: Millis },
    /// A token was used.
    Used { token: GuestKey, at: Millis },
}

impl Scope {
    /// Its word in the store and in the interface for bots.
    pub fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
        }
    }

    /// The scope of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Read, Self::Play].into_iter().find(|scope| scope.word() == word)
    }
}

impl Store {
    /// What a token stands for, by its hash; `None` if there is no such token.
    pub async fn token_owner(&self, token: GuestKey) -> Result<Option<TokenOwner>, StoreError> {
        let rows = query(
            "SELECT bots.secret, bots.owner, bot_tokens.scope, bot_tokens.used, COALESCE(guests.name, 'BOT'), adopted.guest \
             FROM bot_tokens JOIN bots ON bots.bot = bot_tokens.bot LEFT JOIN guests ON guests.guest = bots.bot \
             LEFT JOIN adopted ON adopted.account = bots.owner WHERE token = $1 ORDER BY adopted.since DESC LIMIT $2",
        );
        let rows = rows.bind(token.to_string()).bind(MAX_OWNERS).fetch_all(&self.database).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (bot, scope) = (Identity::from_secret(row.try_get(0)?), Scope::from_word(row.try_get(2)?));
        let owner: &str = row.try_get(1)?;
        let (used, name) = (row.try_get(3)?, row.try_get(4)?);
        let mut owners = Vec::new();
        for row in &rows {
            owners.extend(row.try_get::<Option<&str>>(5)?.and_then(GuestKey::from_text));
        }
        let owner = |(bot, scope)| TokenOwner { bot, name, is_house: owner.is_empty(), scope, used, owners };
        Ok(bot.zip(scope).map(owner))
    }

    /// The bots of an account, the oldest first; those of whoever runs the server without an account.
    pub async fn bots(&self, owner: Option<&str>) -> Result<Vec<BotRow>, StoreError> {
        let rows = query(
            "SELECT bots.bot, COALESCE(guests.name, 'BOT'), bots.since FROM bots LEFT JOIN guests ON guests.guest = bots.bot \
             WHERE owner = $1 ORDER BY bots.since, bots.name",
        );
        let rows = rows.bind(owner.unwrap_or_default()).fetch_all(&self.database).await?;
        let mut bots = Vec::new();
        for row in &rows {
            let (name, since) = (row.try_get(1)?, row.try_get(2)?);
            bots.extend(GuestKey::from_text(row.try_get(0)?).map(|bot| BotRow { bot, name, since }));
        }
        Ok(bots)
    }

    /// The tokens of a bot, the oldest first.
    pub async fn tokens(&self, bot: GuestKey) -> Result<Vec<TokenRow>, StoreError> {
        let rows =
            query("SELECT token, scope, since, used FROM bot_tokens WHERE bot = $1 ORDER BY since, token");
        let rows = rows.bind(bot.to_string()).fetch_all(&self.database).await?;
        let token = |row: &Row| {
            let key = GuestKey::from_text(row.try_get(0)?).zip(Scope::from_word(row.try_get(1)?));
            let (since, used) = (row.try_get(2)?, row.try_get(3)?);
            Ok(key.map(|(token, scope)| TokenRow { token, bot, scope, since, used }))
        };
        rows.iter().filter_map(|row| token(row).transpose()).collect()
    }

    /// The identity of a bot, if it is this account's, or without an account one of whoever runs the server.
    pub async fn bot_of_owner(
        &self,
        bot: GuestKey,
        owner: Option<&str>,
    ) -> Result<Option<Identity>, StoreError> {
        let row = query("SELECT secret FROM bots WHERE bot = $1 AND owner = $2");
        let row = row.bind(bot.to_string()).bind(owner.unwrap_or_default());
        let Some(row) = row.fetch_optional(&self.database).await? else { return Ok(None) };
        Ok(Identity::from_secret(row.try_get(0)?))
    }

    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the name is taken, there are too many bots or tokens, or there is no such bot.
    pub async fn change_bot(&self, change: BotChange) -> Result<(), StoreError> {
        self.write(vec![Write::Bot(Box::new(change))]).await
    }
}

pub(super) async fn write_bot_change(
    transaction: &mut Connection,
    change: &BotChange,
) -> Result<(), StoreError> {
    match change {
        BotChange::Make { bot, owner, name, at } => {
            make(transaction, (bot, name), owner.as_deref(), *at).await
        }
        BotChange::AddToken { token, bot, scope, at } => {
            let bot = bot.to_string();
            // The bot may be deleted at this moment: its row is the lock on PostgreSQL.
            let tokens = "UPDATE bots SET since = since WHERE bot = $1 \
                          AND (SELECT COUNT(*) FROM bot_tokens WHERE bot = $1) < $2 RETURNING 1";
            let tokens = query(tokens).bind(&bot).bind(MAX_TOKENS).fetch_optional(&mut *transaction).await?;
            tokens.ok_or(StoreError::Conflict)?;
            query("INSERT INTO bot_tokens (token, bot, scope, since, used) VALUES ($1, $2, $3, $4, 0)")
                .bind(token.to_string())
                .bind(&bot)
                .bind(scope.word())
                .bind(*at)
                .execute(transaction)
                .await?;
            Ok(())
        }
        BotChange::Revoke { token, at } => {
            // Open sockets of other servers are checked against the dead cookies.
            let dead = "INSERT INTO dead_cookies (guest, since) SELECT token, $2 FROM bot_tokens WHERE token = $1 \
                        ON CONFLICT (guest) DO NOTHING";
            query(dead).bind(token.to_string()).bind(*at).execute(&mut *transaction).await?;
            query("DELETE FROM bot_tokens WHERE token = $1")
                .bind(token.to_string())
                .execute(transaction)
                .await?;
            Ok(())
        }
        BotChange::Used { token, at } => {
            query("UPDATE bot_tokens SET used = $2 WHERE token = $1 AND used < $2")
                .bind(token.to_string())
                .bind(*at)
                .execute(transaction)
                .await?;
            Ok(())
        }
    }
}

/// The bots of the account of a guest that is being deleted. Until that is done no other one can be made.
pub(super) async fn of_deleted_account(
    transaction: &mut Connection,
    guest: &str,
) -> Result<Vec<String>, StoreError> {
    // The lock on PostgreSQL, as for whoever makes a bot.
    let lock = query("UPDATE accounts SET since = since WHERE guest = $1").bind(guest);
    lock.execute(&mut *transaction).await?;
    let sql = "SELECT bot FROM bots WHERE owner IN (SELECT account FROM accounts WHERE guest = $1)";
    let rows = query(sql).bind(guest).fetch_all(transaction).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

async fn make(
    transaction: &mut Connection,
    (bot, name): (&Identity, &str),
    owner: Option<&str>,
    at: Millis,
) -> Result<(), StoreError> {
    if let Some(account) = owner {
        // The levels of the computer are the server's own.
        let is_level = |level: Level| look_alike(&format!("{BOT_MARK}{}", level.name())) == look_alike(name);
        if Level::ALL.into_iter().any(is_level) {
            return Err(StoreError::Conflict);
        }
        // The account may be deleted at this moment: its row is the lock on PostgreSQL.
        let sql = "UPDATE accounts SET since = since WHERE account = $1 \
                   AND (SELECT COUNT(*) FROM bots WHERE owner = $1) < $2 RETURNING 1";
        let may = query(sql).bind(account).bind(MAX_BOTS).fetch_optional(&mut *transaction).await?;
        may.ok_or(StoreError::Conflict)?;
    }
    let guest = bot.guest().to_string();
    query("INSERT INTO bots (bot, secret, owner, name, since) VALUES ($1, $2, $3, $4, $5)")
        .bind(&guest)
        .bind(bot.secret())
        .bind(owner.unwrap_or_default())
        .bind(look_alike(name))
        .bind(at)
        .execute(&mut *transaction)
        .await?;
    query("INSERT INTO guests (guest, name, since) VALUES ($1, $2, $3)")
        .bind(&guest)
        .bind(name)
        .bind(at)
        .execute(transaction)
        .await?;
    Ok(())
}
