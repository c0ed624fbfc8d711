//! Accounts in the store: what a cookie stands for, and signing in and out.

#[cfg(test)]
pub(super) mod tests;

use room::Millis;

use super::sessions::add_notice;
use super::write::Write;
use super::{OldestSession, Store, StoreError, dead_cookies};
use crate::model::security::NoticeKind;
use crate::server::database::{Connection, query};
use crate::server::identity::{GuestKey, Identity};

/// How many merged guests of an account are looked for in rooms: the latest ones.
const MAX_MERGED: i64 = 16;

/// What a cookie stands for.
#[derive(Clone, Debug)]
pub enum CookieOwner {
    /// The guest of the cookie itself.
    Guest,
    /// Revoked: its guest is in an account, or has had everything deleted, or its session has ended; or it is a bot's,
    /// which comes in with a token alone.
    Revoked,
    /// A browser that is signed in.
    Account {
        /// The account.
        account: String,
        /// The account's main guest.
        identity: Identity,
        /// Guests that were merged later, the latest first; at most 16.
        merged: Vec<Identity>,
        /// When the session was used last, to the hour; 0 if unknown.
        used: Millis,
        /// When a passkey was last shown in it; 0 if unknown.
        verified: Millis,
    },
}

/// A sign-in with a new or an existing passkey.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The account; with a new passkey it is created if it does not exist.
    pub account: String,
    /// With the first passkey, the guest of whom the account is made.
    pub guest: Option<Identity>,
    /// The old cookie.
    pub before: GuestKey,
    /// The new session cookie.
    pub session: GuestKey,
    /// Id and JSON of the passkey.
    pub passkey: (String, String),
    /// Whether the passkey existed before.
    pub known: bool,
    /// The browser, as `auth::browser` names it.
    pub browser: String,
    /// Time of the sign-in, in milliseconds since 1970.
    pub at: Millis,
}

impl Store {
    /// Resolves a cookie by its key. A session that is older than the oldest may be is none.
    pub async fn cookie_owner(
        &self,
        cookie: GuestKey,
        oldest: OldestSession,
    ) -> Result<CookieOwner, StoreError> {
        // Most visitors are plain guests, and may all reconnect at once, so their case takes one query.
        let known = "SELECT session FROM sessions WHERE session = $1 UNION ALL SELECT guest FROM adopted WHERE guest = $1 \
                     UNION ALL SELECT guest FROM dead_cookies WHERE guest = $1 UNION ALL SELECT bot FROM bots WHERE bot = $1";
        if query(known).bind(cookie.to_string()).fetch_optional(&self.database).await?.is_none() {
            return Ok(CookieOwner::Guest);
        }
        let rows = query(
            "SELECT sessions.account, adopted.secret, sessions.used, sessions.verified FROM sessions \
             JOIN accounts ON accounts.account = sessions.account \
             JOIN adopted ON adopted.account = sessions.account AND adopted.secret IS NOT NULL \
             WHERE sessions.session = $1 AND (sessions.used = 0 OR sessions.used >= $3) AND sessions.since >= $4 \
             ORDER BY CASE WHEN adopted.guest = accounts.guest THEN 0 ELSE 1 END, adopted.since DESC LIMIT $2",
        )
        .bind(cookie.to_string())
        .bind(MAX_MERGED + 1)
        .bind(oldest.used)
        .bind(oldest.since)
        .fetch_all(&self.database)
        .await?;
        let mut identities = Vec::new();
        for row in &rows {
            identities.extend(Identity::from_secret(row.try_get(1)?));
        }
        if let (Some(row), Some((identity, adopted))) = (rows.first(), identities.split_first()) {
            let (account, identity, merged) = (row.try_get(0)?, *identity, adopted.to_vec());
            let (used, verified) = (row.try_get(2)?, row.try_get(3)?);
            return Ok(CookieOwner::Account { account, identity, merged, used, verified });
        }
        // A session that is still there has ended by its age.
        let revoked = "SELECT 1 FROM adopted WHERE guest = $1 UNION ALL SELECT 1 FROM dead_cookies WHERE guest = $1 \
                       UNION ALL SELECT 1 FROM sessions WHERE session = $1 UNION ALL SELECT 1 FROM bots WHERE bot = $1";
        let revoked = query(revoked).bind(cookie.to_string());
        let revoked = revoked.fetch_optional(&self.database).await?.is_some();
        Ok(if revoked { CookieOwner::Revoked } else { CookieOwner::Guest })
    }

    /// All guests of an account, the first one first, also those that are not looked for in rooms any more.
    pub async fn identities(&self, account: &str) -> Result<Vec<Identity>, StoreError> {
        let rows = query(
            "SELECT secret FROM adopted WHERE account = $1 AND secret IS NOT NULL ORDER BY since, guest",
        );
        let rows = rows.bind(account).fetch_all(&self.database).await?;
        let mut identities = Vec::new();
        for row in &rows {
            identities.extend(Identity::from_secret(row.try_get(0)?));
        }
        Ok(identities)
    }

    /// The main guest of an account.
    pub async fn guest_of_account(&self, account: &str) -> Result<Option<GuestKey>, StoreError> {
        let row = query("SELECT guest FROM accounts WHERE account = $1").bind(account);
        let Some(row) = row.fetch_optional(&self.database).await? else { return Ok(None) };
        Ok(GuestKey::from_text(row.try_get(0)?))
    }

    /// Stores a sign-in.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the passkey, the guest or the session belongs to another account.
    pub async fn sign_in(&self, sign_in: SignIn) -> Result<(), StoreError> {
        self.write(vec![Write::SignIn(Box::new(sign_in))]).await
    }

    /// Ends a session.
    pub async fn sign_out(&self, session: GuestKey, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::SignOut { session, at }]).await
    }
}

pub(super) async fn sign_in(transaction: &mut Connection, sign_in: &SignIn) -> Result<(), StoreError> {
    let SignIn { account, guest, before, session, known, browser, at, .. } = sign_in;
    if let Some(identity) = guest {
        create_account(transaction, account, *identity, *at).await?;
    }
    let account_row = query("SELECT 1 FROM accounts WHERE account = $1").bind(account);
    if account_row.fetch_optional(&mut *transaction).await?.is_none() {
        // The account was deleted concurrently, so the passkey or session would be an orphan.
        return Err(StoreError::Conflict);
    }
    store_passkey(transaction, sign_in).await?;
    let earlier = query("SELECT seen FROM sessions WHERE session = $1 AND account = $2");
    let earlier = earlier.bind(before.to_string()).bind(account).fetch_optional(&mut *transaction).await?;
    match (known, &earlier) {
        (true, None) => add_notice(transaction, account, NoticeKind::SignedIn, browser, *at).await?,
        (false, Some(_)) => add_notice(transaction, account, NoticeKind::PasskeyAdded, browser, *at).await?,
        // A browser that was signed in already, or the first passkey of a new account.
        (true, Some(_)) | (false, None) => {}
    }
    // What has not been read in the session before is still to be read in the new one.
    let seen: Millis = earlier.map_or(Ok(*at), |row| row.try_get(0))?;
    // The browser's push subscription goes with it into the new session of the same account, or ends. One of a
    // guest who is put aside stays that guest's.
    let pushes = "UPDATE pushes SET session = $2 \
                  WHERE session = $1 AND guest = (SELECT guest FROM accounts WHERE account = $3)";
    let pushes = query(pushes).bind(before.to_string()).bind(session.to_string()).bind(account);
    pushes.execute(&mut *transaction).await?;
    dead_cookies::retire(transaction, &before.to_string(), *at).await?;
    for sql in
        ["DELETE FROM pushes WHERE session = $1 AND guest <> $1", "DELETE FROM sessions WHERE session = $1"]
    {
        query(sql).bind(before.to_string()).execute(&mut *transaction).await?;
    }
    query(
        "INSERT INTO sessions (session, account, since, used, verified, browser, seen) \
         VALUES ($1, $2, $3, $3, $3, $4, $5)",
    )
    .bind(session.to_string())
    .bind(account)
    .bind(*at)
    .bind(browser)
    .bind(seen)
    .execute(&mut *transaction)
    .await?;
    Ok(())
}

/// Stores the passkey of a sign-in. One that is known may have been removed meanwhile, and then lets nobody in.
async fn store_passkey(transaction: &mut Connection, sign_in: &SignIn) -> Result<(), StoreError> {
    let SignIn { account, passkey: (credential, body), known, browser, at, .. } = sign_in;
    let bound = |sql| query(sql).bind(credential).bind(account).bind(body).bind(*at);
    let stored = if *known {
        bound("UPDATE passkeys SET body = $3, used = $4 WHERE credential = $1 AND account = $2 RETURNING 1")
    } else {
        bound(
            "INSERT INTO passkeys (credential, account, body, since, used, name) \
             VALUES ($1, $2, $3, $4, $4, $5) RETURNING 1",
        )
        .bind(browser)
    };
    stored.fetch_optional(transaction).await?.map(drop).ok_or(StoreError::Conflict)
}

/// Makes an account of a guest, whose cookie is dead from then on.
async fn create_account(
    transaction: &mut Connection,
    account: &str,
    identity: Identity,
    at: Millis,
) -> Result<(), StoreError> {
    let guest = identity.guest().to_string();
    query("INSERT INTO accounts (account, guest, since) VALUES ($1, $2, $3)")
        .bind(account)
        .bind(&guest)
        .bind(at)
        .execute(&mut *transaction)
        .await?;
    query("INSERT INTO adopted (guest, account, secret, since) VALUES ($1, $2, $3, $4)")
        .bind(&guest)
        .bind(account)
        .bind(identity.secret())
        .bind(at)
        .execute(&mut *transaction)
        .await?;
    Ok(())
}

/// Deletes a guest's account, if there is one, with its passkeys and sessions. None of their cookies is
/// somebody again, for as long as a browser can have it.
pub(super) async fn delete_account(
    transaction: &mut Connection,
    guest: &str,
    at: Millis,
) -> Result<(), StoreError> {
    for sql in [
        "INSERT INTO dead_cookies (guest, since) VALUES ($1, $2) ON CONFLICT (guest) DO NOTHING",
        "INSERT INTO dead_cookies (guest, since) SELECT guest, $2 FROM adopted WHERE account IN \
         (SELECT account FROM accounts WHERE guest = $1) ON CONFLICT (guest) DO NOTHING",
        "INSERT INTO dead_cookies (guest, since) SELECT session, $2 FROM sessions WHERE account IN \
         (SELECT account FROM accounts WHERE guest = $1) ON CONFLICT (guest) DO NOTHING",
    ] {
        query(sql).bind(guest).bind(at).execute(&mut *transaction).await?;
    }
    for sql in [
        "DELETE FROM joined WHERE guest = $1 OR guest IN (SELECT guest FROM adopted WHERE account IN \
         (SELECT account FROM accounts WHERE guest = $1))",
        "DELETE FROM notices WHERE account IN (SELECT account FROM accounts WHERE guest = $1)",
        "DELETE FROM passkeys WHERE account IN (SELECT account FROM accounts WHERE guest = $1)",
        "DELETE FROM sessions WHERE account IN (SELECT account FROM accounts WHERE guest = $1)",
        "DELETE FROM adopted WHERE account IN (SELECT account FROM accounts WHERE guest = $1)",
        "DELETE FROM accounts WHERE guest = $1",
    ] {
        query(sql).bind(guest).execute(&mut *transaction).await?;
    }
    Ok(())
}
