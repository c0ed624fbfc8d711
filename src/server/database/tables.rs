//! Generic access to all tables: a digest over the whole content, and copying it from one database to another
//! (backup, restore and migration between SQLite and PostgreSQL).

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};

use super::query::Value;
use super::{Connection, query};

use crate::server::hex::hex;

/// Tables that foreign keys of others refer to, so they are filled first.
const REFERENCED_TABLES: [&str; 2] = ["rooms", "games"];
/// Tables of the running system (migrations, nodes), which are neither copied nor part of the digest.
const TRANSIENT_TABLES: [&str; 4] = ["_sqlx_migrations", "migrations_put_aside", "nodes", "schema_readers"];
/// The most bound values in one statement: SQLite allows 32,766, PostgreSQL 65,535.
const VALUES: usize = 8_000;

/// Name and columns of a table.
#[derive(Clone, Debug)]
struct Table {
    name: String,
    columns: Vec<String>,
    /// What NULL is in each column. SQLite's has no type, PostgreSQL wants one.
    nulls: Vec<Value>,
}

/// Digest of the whole content: equal for two databases with the same rows, whichever backend they use.
pub async fn digest(connection: &mut Connection) -> Result<String, sqlx::Error> {
    let mut all = Sha256::new();
    for table in tables(connection).await? {
        let mut sum = 0_u128;
        let mut rows = query(table.select()).fetch(&mut *connection);
        while let Some(row) = rows.try_next().await? {
            // A sum, because the order of the rows differs between databases.
            sum = sum.wrapping_add(row_digest(&table, &row.into_values()));
        }
        feed(&mut all, table.name.as_bytes());
        feed(&mut all, &sum.to_be_bytes());
    }
    Ok(hex(&all.finalize()[..8]))
}

/// Replaces the rows of `to` with those of `from`; both have the same tables.
pub async fn copy(from: &mut Connection, to: &mut Connection) -> Result<(), sqlx::Error> {
    let mut all = tables(from).await?;
    all.sort_by_key(|table| !REFERENCED_TABLES.contains(&table.name.as_str()));
    for table in all.iter().rev() {
        query(format!("DELETE FROM {}", table.name)).execute(&mut *to).await?;
    }
    for table in all {
        let at_once = VALUES / table.columns.len().max(1);
        let mut rows = query(table.select()).fetch(&mut *from).try_chunks(at_once.max(1));
        while let Some(rows) = rows.try_next().await.map_err(|error| error.1)? {
            let statement = query(table.insert(rows.len()));
            let typed = |(value, null): (Value, &Value)| if value.is_null() { null.clone() } else { value };
            let values = rows.into_iter().flat_map(|row| row.into_values().into_iter().zip(&table.nulls));
            let values = values.map(typed);
            values.fold(statement, super::Query::bind).execute(&mut *to).await?;
        }
    }
    Ok(())
}

/// The tables with their columns, sorted by name.
async fn tables(connection: &mut Connection) -> Result<Vec<Table>, sqlx::Error> {
    let sql = match connection {
        Connection::Sqlite(_) => {
            "SELECT tables.name, columns.name, columns.type FROM sqlite_master AS tables \
             JOIN pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
        }
        Connection::Postgres(_) => {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), UPPER(CAST(data_type AS TEXT)) \
             FROM information_schema.columns \
             JOIN information_schema.tables USING (table_schema, table_name) \
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        }
    };
    let mut columns: Vec<(String, String, String)> = Vec::new();
    for row in query(sql).fetch_all(connection).await? {
        let table: String = row.try_get(0)?;
        if !TRANSIENT_TABLES.contains(&table.as_str()) {
            columns.push((table, row.try_get(1)?, row.try_get(2)?));
        }
    }
    columns.sort_unstable();
    let null = |kind: &str| match kind {
        "BIGINT" => Value::Int(None),
        "DOUBLE PRECISION" => Value::Real(None),
        _ => Value::Text(None),
    };
    let table = |of: &[(String, String, String)]| Table {
        name: of[0].0.clone(),
        columns: of.iter().map(|(_, column, _)| column.clone()).collect(),
        nulls: of.iter().map(|(_, _, kind)| null(kind)).collect(),
    };
    Ok(columns.chunk_by(|a, b| a.0 == b.0).map(table).collect())
}

impl Table {
    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.columns.join(", "), self.name)
    }

    fn insert(&self, rows: usize) -> String {
        let width = self.columns.len();
        let place = |row: usize| (1..=width).map(|n| format!("${}", row * width + n)).collect::<Vec<_>>();
        let places: Vec<_> = (0..rows).map(|row| format!("({})", place(row).join(", "))).collect();
        format!("INSERT INTO {} ({}) VALUES {}", self.name, self.columns.join(", "), places.join(", "))
    }
}

fn row_digest(table: &Table, values: &[Value]) -> u128 {
    let mut hash = Sha256::new();
    for (column, value) in table.columns.iter().zip(values) {
        feed(&mut hash, column.as_bytes());
        match value {
            Value::Text(None) | Value::Int(None) | Value::Real(None) => feed(&mut hash, b"-"),
            Value::Text(Some(text)) => feed(&mut hash, format!("={text}").as_bytes()),
            Value::Int(Some(number)) => feed(&mut hash, &number.to_be_bytes()),
            Value::Real(Some(number)) => feed(&mut hash, &number.to_bits().to_be_bytes()),
        }
    }
    let mut first = [0; 16];
    first.copy_from_slice(&hash.finalize()[..16]);
    u128::from_be_bytes(first)
}

/// Feeds bytes with their length, so that neighbouring values cannot be confused.
fn feed(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

#[cfg(test)]
mod tests;
