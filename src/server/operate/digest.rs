//! One number for everything that is kept: two databases with the same rows have the same, however their files look.

use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

/// Hashes every row of every table.
pub(super) async fn digest(connection: &mut SqliteConnection) -> Result<String, sqlx::Error> {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
                  AND name <> '_sqlx_migrations' ORDER BY name";
    let mut hash = Sha256::new();
    for table in sqlx::query(tables).fetch_all(&mut *connection).await? {
        hash_table(connection, table.try_get(0)?, &mut hash).await?;
    }
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

async fn hash_table(
    connection: &mut SqliteConnection,
    table: &str,
    hash: &mut Sha256,
) -> Result<(), sqlx::Error> {
    use futures_util::TryStreamExt;
    let columns = sqlx::query("SELECT name FROM pragma_table_info($1) ORDER BY name").bind(table);
    let columns = columns.fetch_all(&mut *connection).await?;
    let columns: Vec<String> = columns.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    feed(hash, table);
    // A column that is empty is told from one with an empty text.
    let cells: Vec<_> = columns.iter().map(|c| format!("COALESCE('=' || CAST({c} AS TEXT), '')")).collect();
    let sql = format!("SELECT {} FROM {table} ORDER BY {}", cells.join(", "), columns.join(", "));
    let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *connection);
    while let Some(row) = rows.try_next().await? {
        for (n, column) in columns.iter().enumerate() {
            feed(hash, column);
            feed(hash, row.try_get(n)?);
        }
    }
    Ok(())
}

/// With its length, so that nothing runs into what follows.
fn feed(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_be_bytes());
    hash.update(text);
}
