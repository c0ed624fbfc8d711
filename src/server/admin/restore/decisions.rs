//! What the operator has decided since a back-up is carried over from the database that it replaces: otherwise a restore
//! would let back whoever was suspended, show what was hidden, and lose the record of both.

use std::path::Path;

use room::Millis;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, SqliteConnection};

use crate::server::admin::{TaskError, store_error};
use crate::server::store::{Store, StoreError};

/// Whether more was decided there than the back-up knows; then what is in force there counts. By the numbers of the rows: a
/// clock may have been wrong.
const IS_LATER: &str =
    "SELECT COALESCE((SELECT MAX(n) FROM old.audit), 0) > COALESCE((SELECT MAX(n) FROM audit), 0)";

/// Names that were removed since, then the record of what was done, and what is in force.
const IN_FORCE: [&str; 9] = [
    "DELETE FROM guests WHERE guest IN (SELECT about FROM old.audit WHERE action = 'rename_away' \
     AND n > (SELECT COALESCE(MAX(n), 0) FROM audit))",
    "INSERT INTO audit (n, at, os_user, name, action, about, until, reason) \
     SELECT (SELECT COALESCE(MAX(n), 0) FROM audit) + ROW_NUMBER() OVER (ORDER BY n), \
     at, os_user, name, action, about, until, reason FROM old.audit AS had WHERE NOT EXISTS (SELECT 1 FROM audit \
     WHERE audit.at = had.at AND audit.action = had.action AND audit.about = had.about)",
    "DELETE FROM sanctions",
    "INSERT INTO sanctions (guest, kind, since, until, reason) SELECT guest, kind, since, until, reason \
     FROM old.sanctions WHERE guest NOT IN (SELECT guest FROM dead_cookies)",
    "DELETE FROM blocks",
    "INSERT INTO blocks (hash, prefix, since, until, reason) SELECT hash, prefix, since, until, reason FROM old.blocks",
    "INSERT INTO secrets (name, value) SELECT name, value FROM old.secrets WHERE name = 'blocks' \
     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    "DELETE FROM switches",
    "INSERT INTO switches (name, since, until) SELECT name, since, until FROM old.switches",
];

/// What no command takes back. An event is hidden only if it came back: another one will have its number otherwise.
/// Nor is the cookie of a sign-in from after the back-up ever somebody: as a guest's it would be shared with whoever stole it.
const FOR_GOOD: [&str; 4] = [
    "INSERT OR IGNORE INTO dead_cookies (guest, since) SELECT guest, since FROM old.dead_cookies \
     WHERE guest NOT IN (SELECT session FROM sessions)",
    "INSERT OR IGNORE INTO dead_cookies (guest, since) SELECT session, unixepoch() * 1000 FROM old.sessions \
     WHERE session NOT IN (SELECT session FROM sessions)",
    "INSERT OR IGNORE INTO shut_rooms (room, since) SELECT room, since FROM old.shut_rooms",
    "INSERT OR IGNORE INTO redactions (room, kind, subject, at) SELECT room, kind, subject, at FROM old.redactions AS had \
     WHERE EXISTS (SELECT 1 FROM events WHERE events.room = had.room \
     AND (had.kind <> 'event' OR events.seq = CAST(had.subject AS INTEGER)))",
];

/// Carries them over into the copy of a back-up; how many rows of the audit log came along. Nothing can be carried over
/// from a database that is not there, broken, or of a version that knew none of this.
pub(super) async fn carry_over(copy: &Path, replaced: &Path) -> Result<u64, TaskError> {
    if !replaced.exists() {
        return Ok(0);
    }
    let rows = match try_carry_over(copy, replaced).await {
        Ok(rows) => rows,
        Err(error) => {
            tracing::warn!(%error, "what the operator has decided since the back-up could not be carried over");
            return Ok(0);
        }
    };
    let store = Store::open(copy).await?;
    let rewritten = rewrite(&store).await;
    store.close().await;
    rewritten.map_err(|error| store_error(&copy.into(), error))?;
    Ok(rows)
}

async fn try_carry_over(copy: &Path, replaced: &Path) -> Result<u64, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(copy).disable_statement_logging();
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let replaced = replaced.to_string_lossy().into_owned();
    sqlx::query("ATTACH DATABASE $1 AS old").bind(replaced).execute(&mut connection).await?;
    let known = sqlx::query("SELECT 1 FROM old.sqlite_master WHERE name = 'audit'");
    let mut carried = 0;
    if known.fetch_optional(&mut connection).await?.is_some() {
        let mut transaction = connection.begin().await?;
        let (is_later,): (bool,) = sqlx::query_as(IS_LATER).fetch_one(&mut *transaction).await?;
        for sql in IN_FORCE.into_iter().filter(|_| is_later).chain(FOR_GOOD) {
            let done = sqlx::query(AssertSqlSafe(sql)).execute(&mut *transaction).await?;
            if sql.starts_with("INSERT INTO audit") {
                carried = done.rows_affected();
            }
        }
        transaction.commit().await?;
    }
    connection.close().await?;
    Ok(carried)
}

/// What is hidden vanishes from what is stored; a room that cannot be read waits for the server's sweep.
async fn rewrite(store: &Store) -> Result<(), StoreError> {
    for code in store.rooms_to_rewrite(Millis::MAX).await? {
        if let Err(error) = store.rewrite_hidden(code, Millis::MAX).await {
            tracing::warn!(%code, %error, "what is hidden in a room is still stored");
        }
    }
    Ok(())
}
