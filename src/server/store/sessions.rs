//! Sessions, passkeys and notices of an account in the store: what the security page lists and ends.

#[cfg(test)]
mod tests;

use room::Millis;

use super::write::Write;
use super::{Store, StoreError, dead_cookies};
use crate::model::security::NoticeKind;
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// How many notices of an account are kept: the latest ones.
const MAX_NOTICES: i64 = 20;
/// How many sessions are listed: those that were used last.
const MAX_LISTED: i64 = 100;

/// The times at which a session may have been used last, and begun, at the earliest.
#[derive(Clone, Copy, Debug)]
pub struct OldestSession {
    /// When it was used last.
    pub used: Millis,
    /// When it began.
    pub since: Millis,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The hash of its cookie.
    pub session: GuestKey,
    /// When it began.
    pub since: Millis,
    /// When it was used last, to the hour; 0 if unknown.
    pub used: Millis,
    /// The browser, as `auth::browser` names it.
    pub browser: String,
}

/// A passkey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasskeyRow {
    /// The id of the credential, in hexadecimal digits.
    pub credential: String,
    /// The credential as JSON.
    pub body: String,
    /// The browser in which it was made, as `auth::browser` names it.
    pub name: String,
    /// When it was made.
    pub since: Millis,
    /// When it was used last; 0 if unknown.
    pub used: Millis,
}

/// Something that an account is told of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeRow {
    /// What has happened.
    pub kind: NoticeKind,
    /// In which browser, as `auth::browser` names it.
    pub browser: String,
    /// When.
    pub at: Millis,
}

/// A change of sessions, passkeys or notices.
#[derive(Clone, Debug)]
pub enum SessionChange {
    /// A session was used.
    Used { session: GuestKey, browser: String, at: Millis },
    /// A passkey of the session's account was shown in it.
    Verified { session: GuestKey, credential: String, body: String, at: Millis },
    /// A session of an account ends.
    End { account: String, session: GuestKey, at: Millis },
    /// A session has ended by its age, unless it has been used since that was found.
    Expire { session: GuestKey, oldest: OldestSession, at: Millis },
    /// The notices up to a time have been read in a session.
    Read { session: GuestKey, until: Millis },
    /// A passkey is removed, unless it is the account's only one.
    RemovePasskey { account: String, credential: String, browser: String, at: Millis },
    /// All sessions end, all tokens of bots, and all links by which seats move.
    DropAll { at: Millis },
    /// Notices from before a time, which no session can be old enough to miss, are deleted.
    RemoveNotices { before: Millis },
    /// Dead cookies from before a time, which no browser can have kept, are forgotten.
    RemoveDeadCookies { before: Millis },
}

impl Store {
    /// The sessions of an account, the last used first; at most 100.
    pub async fn sessions(
        &self,
        account: &str,
        oldest: OldestSession,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let rows = query(
            "SELECT session, since, used, browser FROM sessions \
             WHERE account = $1 AND (used = 0 OR used >= $2) AND since >= $3 ORDER BY used DESC, since DESC LIMIT $4",
        );
        let rows = rows.bind(account).bind(oldest.used).bind(oldest.since).bind(MAX_LISTED);
        read_sessions(&rows.fetch_all(&self.database).await?)
    }

    /// The sessions that have ended by their age; at most 100.
    pub async fn expired_sessions(&self, oldest: OldestSession) -> Result<Vec<SessionRow>, StoreError> {
        let rows = query(
            "SELECT session, since, used, browser FROM sessions \
             WHERE (used > 0 AND used < $1) OR since < $2 ORDER BY session LIMIT $3",
        );
        let rows = rows.bind(oldest.used).bind(oldest.since).bind(MAX_LISTED);
        read_sessions(&rows.fetch_all(&self.database).await?)
    }

    /// The passkeys of an account, the oldest first.
    pub async fn passkeys(&self, account: &str) -> Result<Vec<PasskeyRow>, StoreError> {
        let sql =
            "SELECT credential, body, name, since, used FROM passkeys WHERE account = $1 ORDER BY since";
        let rows = query(sql).bind(account).fetch_all(&self.database).await?;
        let passkey = |row: &Row| {
            Ok(PasskeyRow {
                credential: row.try_get(0)?,
                body: row.try_get(1)?,
                name: row.try_get(2)?,
                since: row.try_get(3)?,
                used: row.try_get(4)?,
            })
        };
        rows.iter().map(passkey).collect()
    }

    /// The account and the id of every passkey.
    pub async fn all_passkeys(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = query("SELECT account, credential FROM passkeys").fetch_all(&self.database).await?;
        let passkey = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(passkey).collect()
    }

    /// The notices of an account, the latest first.
    pub async fn notices(&self, account: &str) -> Result<Vec<NoticeRow>, StoreError> {
        let sql = "SELECT kind, browser, at FROM notices WHERE account = $1 ORDER BY at DESC LIMIT $2";
        let rows = query(sql).bind(account).bind(MAX_NOTICES).fetch_all(&self.database).await?;
        let mut notices = Vec::new();
        for row in &rows {
            let word: &str = row.try_get(0)?;
            let kind = NoticeKind::ALL.into_iter().find(|kind| kind.word() == word);
            let (browser, at) = (row.try_get(1)?, row.try_get(2)?);
            notices.extend(kind.map(|kind| NoticeRow { kind, browser, at }));
        }
        Ok(notices)
    }

    /// Those that have not been read in this session yet.
    pub async fn unread_notices(
        &self,
        account: &str,
        session: GuestKey,
    ) -> Result<Vec<NoticeRow>, StoreError> {
        let seen = query("SELECT seen FROM sessions WHERE session = $1").bind(session.to_string());
        let seen = seen.fetch_optional(&self.database).await?;
        let seen: Millis = seen.map_or(Ok(Millis::MAX), |row| row.try_get(0))?;
        let notices = self.notices(account).await?;
        Ok(notices.into_iter().filter(|notice| notice.at > seen).collect())
    }

    /// Ends all sign-ins, with what they have confirmed and their push subscriptions, all tokens of bots, and all links by
    /// which seats move; how many there were.
    pub async fn drop_sign_ins(&self, at: Millis) -> Result<u64, StoreError> {
        let sql = "SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM handovers) + (SELECT COUNT(*) FROM bot_tokens)";
        let number: i64 = query(sql).fetch_one(&self.database).await?.try_get(0)?;
        self.write(vec![Write::Session(Box::new(SessionChange::DropAll { at }))]).await?;
        Ok(number.unsigned_abs())
    }

    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the passkey is the only one, or not the account's.
    pub async fn change_session(&self, change: SessionChange) -> Result<(), StoreError> {
        self.write(vec![Write::Session(Box::new(change))]).await
    }
}

fn read_sessions(rows: &[Row]) -> Result<Vec<SessionRow>, StoreError> {
    let mut sessions = Vec::new();
    for row in rows {
        let session = GuestKey::from_text(row.try_get(0)?);
        let (since, used, browser) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        sessions.extend(session.map(|session| SessionRow { session, since, used, browser }));
    }
    Ok(sessions)
}

pub(super) async fn write_session_change(
    transaction: &mut Connection,
    change: &SessionChange,
) -> Result<(), StoreError> {
    match change {
        SessionChange::Used { session, browser, at } => {
            let used = query("UPDATE sessions SET used = $2, browser = $3 WHERE session = $1 AND used < $2");
            used.bind(session.to_string()).bind(*at).bind(browser.as_str()).execute(transaction).await?;
        }
        SessionChange::Verified { session, credential, body, at } => {
            // Both are looked for once more: the passkey may have been removed, or the session ended, meanwhile.
            let used = "UPDATE passkeys SET body = $3, used = $4 WHERE credential = $2 \
                        AND account = (SELECT account FROM sessions WHERE session = $1) RETURNING 1";
            let used = query(used).bind(session.to_string()).bind(credential.as_str()).bind(body.as_str());
            if used.bind(*at).fetch_optional(&mut *transaction).await?.is_none() {
                return Err(StoreError::Conflict);
            }
            let verified = query("UPDATE sessions SET verified = $2 WHERE session = $1");
            verified.bind(session.to_string()).bind(*at).execute(transaction).await?;
        }
        SessionChange::End { account, session, at } => {
            let own = query("SELECT 1 FROM sessions WHERE session = $1 AND account = $2");
            let own = own.bind(session.to_string()).bind(account.as_str());
            if own.fetch_optional(&mut *transaction).await?.is_some() {
                end(transaction, &session.to_string(), *at).await?;
            }
        }
        SessionChange::Expire { session, oldest, at } => {
            let sql =
                "SELECT 1 FROM sessions WHERE session = $1 AND ((used > 0 AND used < $2) OR since < $3)";
            let old = query(sql).bind(session.to_string()).bind(oldest.used).bind(oldest.since);
            if old.fetch_optional(&mut *transaction).await?.is_some() {
                end(transaction, &session.to_string(), *at).await?;
            }
        }
        SessionChange::Read { session, until } => {
            let read = query("UPDATE sessions SET seen = $2 WHERE session = $1 AND seen < $2");
            read.bind(session.to_string()).bind(*until).execute(transaction).await?;
        }
        SessionChange::RemovePasskey { account, credential, browser, at } => {
            // A no-op update takes a row lock, so that of two passkeys that are removed at two servers at once,
            // one stays.
            let lock = query("UPDATE accounts SET since = since WHERE account = $1").bind(account.as_str());
            lock.execute(&mut *transaction).await?;
            let remove = "DELETE FROM passkeys WHERE credential = $2 AND account = $1 \
                          AND (SELECT COUNT(*) FROM passkeys WHERE account = $1) > 1 RETURNING 1";
            let remove = query(remove).bind(account.as_str()).bind(credential.as_str());
            if remove.fetch_optional(&mut *transaction).await?.is_none() {
                return Err(StoreError::Conflict);
            }
            add_notice(transaction, account, NoticeKind::PasskeyRemoved, browser, *at).await?;
        }
        SessionChange::DropAll { at } => {
            dead_cookies::retire_all(transaction, *at).await?;
            for sql in [
                "DELETE FROM pushes WHERE session IN (SELECT session FROM sessions)",
                "DELETE FROM sessions",
                "DELETE FROM handovers",
                "DELETE FROM bot_tokens",
            ] {
                query(sql).execute(&mut *transaction).await?;
            }
        }
        SessionChange::RemoveNotices { before } => {
            query("DELETE FROM notices WHERE at < $1").bind(*before).execute(transaction).await?;
        }
        SessionChange::RemoveDeadCookies { before } => {
            dead_cookies::remove_before(transaction, *before).await?;
        }
    }
    Ok(())
}

/// Ends a session, and with it the push subscription of its browser.
pub(super) async fn end(transaction: &mut Connection, session: &str, at: Millis) -> Result<(), StoreError> {
    dead_cookies::retire(transaction, session, at).await?;
    for sql in ["DELETE FROM sessions WHERE session = $1", "DELETE FROM pushes WHERE session = $1"] {
        query(sql).bind(session).execute(&mut *transaction).await?;
    }
    Ok(())
}

/// Adds a notice, and deletes the oldest beyond [`MAX_NOTICES`].
pub(super) async fn add_notice(
    transaction: &mut Connection,
    account: &str,
    kind: NoticeKind,
    browser: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let add = query("INSERT INTO notices (account, at, kind, browser) VALUES ($1, $2, $3, $4)");
    add.bind(account).bind(at).bind(kind.word()).bind(browser).execute(&mut *transaction).await?;
    let old = "DELETE FROM notices WHERE account = $1 AND at < \
               (SELECT MIN(at) FROM (SELECT at FROM notices WHERE account = $1 ORDER BY at DESC LIMIT $2) AS latest)";
    query(old).bind(account).bind(MAX_NOTICES).execute(transaction).await?;
    Ok(())
}
