//! The audit log of what the operator has done: rows are only ever added. Triggers refuse everything else; they are
//! made here, because the databases have no common SQL for them.

use room::Millis;

use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};

/// A row to be added.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// When.
    pub at: Millis,
    /// The user of the system.
    pub os_user: String,
    /// The name that was given (`--as`); empty without one.
    pub name: String,
    /// What was done, as a word.
    pub action: &'static str,
    /// To whom or what: the hash of a guest or of a network, the code of a room, a word.
    pub about: String,
    /// Until when, if it ends by itself.
    pub until: Option<Millis>,
    /// Why, in the operator's words.
    pub reason: String,
}

/// A row that is read.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct AuditRow {
    /// Its number, from 1.
    pub n: i64,
    /// See [`AuditEntry`], as all of these.
    pub at: Millis,
    pub os_user: String,
    #[serde(rename = "as")]
    pub name: String,
    pub action: String,
    pub about: String,
    pub until: Option<Millis>,
    pub reason: String,
}

impl Store {
    /// The latest rows since a time, in order, so many at most; of one guest, room or network only, if given.
    pub async fn audit_rows(
        &self,
        since: Millis,
        about: Option<&str>,
        most: u32,
    ) -> Result<Vec<AuditRow>, StoreError> {
        let rows = query(
            "SELECT n, at, os_user, name, action, about, until, reason FROM (SELECT * FROM audit \
             WHERE at >= $1 AND ($2 = '' OR about = $2) ORDER BY n DESC LIMIT $3) AS latest ORDER BY n",
        );
        let rows = rows.bind(since).bind(about.unwrap_or_default()).bind(i64::from(most));
        let rows = rows.fetch_all(&self.database).await?;
        let read = |row: &Row| {
            Ok(AuditRow {
                n: row.try_get(0)?,
                at: row.try_get(1)?,
                os_user: row.try_get(2)?,
                name: row.try_get(3)?,
                action: row.try_get(4)?,
                about: row.try_get(5)?,
                until: row.try_get(6)?,
                reason: row.try_get(7)?,
            })
        };
        rows.iter().map(read).collect()
    }
}

/// Adds a row under the next number; of two at once one conflicts.
pub(super) async fn add(transaction: &mut Connection, entry: &AuditEntry) -> Result<(), StoreError> {
    let AuditEntry { at, os_user, name, action, about, until, reason } = entry;
    query(
        "INSERT INTO audit (n, at, os_user, name, action, about, until, reason) \
         SELECT COALESCE(MAX(n), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM audit",
    )
    .bind(*at)
    .bind(os_user)
    .bind(name)
    .bind(*action)
    .bind(about)
    .bind(*until)
    .bind(reason)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Makes the triggers that let rows only be added, if they are not there.
pub(super) async fn protect(connection: &mut Connection) -> Result<(), sqlx::Error> {
    let statements: &[&str] = match connection {
        Connection::Sqlite(_) => &[
            "CREATE TRIGGER IF NOT EXISTS audit_is_never_changed BEFORE UPDATE ON audit \
             BEGIN SELECT RAISE(ABORT, 'audit rows are only ever added'); END",
            "CREATE TRIGGER IF NOT EXISTS audit_is_never_deleted BEFORE DELETE ON audit \
             BEGIN SELECT RAISE(ABORT, 'audit rows are only ever added'); END",
        ],
        Connection::Postgres(_) => {
            let there = "SELECT 1 FROM pg_trigger WHERE tgname = 'audit_is_never_emptied' \
                         AND tgrelid = CAST('audit' AS regclass)";
            if query(there).fetch_optional(&mut *connection).await?.is_some() {
                return Ok(());
            }
            &[
                "CREATE OR REPLACE FUNCTION audit_rows_stay() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE EXCEPTION 'audit rows are only ever added'; END $$",
                "CREATE TRIGGER audit_is_never_changed BEFORE UPDATE OR DELETE ON audit \
                 FOR EACH ROW EXECUTE FUNCTION audit_rows_stay()",
                "CREATE TRIGGER audit_is_never_emptied BEFORE TRUNCATE ON audit \
                 FOR EACH STATEMENT EXECUTE FUNCTION audit_rows_stay()",
            ]
        }
    };
    for sql in statements {
        query(*sql).execute(&mut *connection).await?;
    }
    Ok(())
}
