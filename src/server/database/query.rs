//! SQL statements and their result rows, restricted to the types that both databases share: text, integer and
//! real.

use std::borrow::Cow;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sqlx::encode::Encode;
use sqlx::{AssertSqlSafe, Executor, IntoArguments, Row as _, SqlSafeStr, SqlStr, Type};

use super::{Connection, Database, postgres, sqlite};

/// A bound value or a column. NULL has a type as well, because PostgreSQL requires one.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Real(Option<f64>),
}

impl Value {
    /// Whether it is NULL.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Text(None) | Self::Int(None) | Self::Real(None))
    }
}

/// A statement with placeholders `$1`, `$2` … (or `?` for SQLite only) and their values.
#[derive(Debug)]
#[must_use = "a statement does nothing by itself"]
pub struct Query {
    sql: Cow<'static, str>,
    values: Vec<Value>,
}

/// A statement. Untrusted input is bound with [`Query::bind`], never put into the text.
pub fn query(sql: impl Into<Cow<'static, str>>) -> Query {
    Query { sql: sql.into(), values: Vec::new() }
}

/// A stream of rows.
pub type Rows<'s> = BoxStream<'s, Result<Row, sqlx::Error>>;

/// A target on which statements run: a pool or a connection.
pub trait Source<'s> {
    /// Runs a statement; the stream of its rows.
    fn run(self, query: Query) -> Rows<'s>;
}

impl<'s> Source<'s> for &'s Database {
    fn run(self, query: Query) -> Rows<'s> {
        match self {
            Database::Sqlite { readers, .. } => query.run(readers, sqlite::value),
            Database::Postgres { readers, .. } => postgres::with_timeout(query.run(readers, postgres::value)),
        }
    }
}

impl<'s> Source<'s> for &'s mut Connection {
    fn run(self, query: Query) -> Rows<'s> {
        match self {
            Connection::Sqlite(connection) => query.run(connection, sqlite::value),
            Connection::Postgres(connection) => query.run(connection, postgres::value),
        }
    }
}

impl Query {
    /// Binds the next placeholder.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Runs it and discards the rows.
    pub async fn execute<'s>(self, on: impl Source<'s>) -> Result<(), sqlx::Error> {
        self.fetch_all(on).await.map(drop)
    }

    /// All rows.
    pub async fn fetch_all<'s>(self, on: impl Source<'s>) -> Result<Vec<Row>, sqlx::Error> {
        on.run(self).try_collect().await
    }

    /// The first row, if there is one.
    pub async fn fetch_optional<'s>(self, on: impl Source<'s>) -> Result<Option<Row>, sqlx::Error> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    /// The first row.
    pub async fn fetch_one<'s>(self, on: impl Source<'s>) -> Result<Row, sqlx::Error> {
        self.fetch_optional(on).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// The rows as a stream, for results that may not fit into memory.
    pub fn fetch<'s>(self, on: impl Source<'s>) -> Rows<'s> {
        on.run(self)
    }

    fn run<'s, D: sqlx::Database>(
        self,
        on: impl Executor<'s, Database = D> + 's,
        value: fn(&D::Row, usize) -> Result<Value, sqlx::Error>,
    ) -> Rows<'s>
    where
        D::Arguments: IntoArguments<D>,
        for<'q> Option<String>: Encode<'q, D> + Type<D>,
        for<'q> Option<i64>: Encode<'q, D> + Type<D>,
        for<'q> Option<f64>: Encode<'q, D> + Type<D>,
    {
        let sql: SqlStr = match self.sql {
            Cow::Borrowed(sql) => sql.into_sql_str(),
            Cow::Owned(sql) => AssertSqlSafe(sql).into_sql_str(),
        };
        let mut query = sqlx::query(sql);
        for value in self.values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Int(number) => query.bind(number),
                Value::Real(number) => query.bind(number),
            };
        }
        let row = move |row: D::Row| (0..row.len()).map(|column| value(&row, column)).collect();
        query.fetch(on).map(move |found| found.and_then(row).map(Row)).boxed()
    }
}

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(Vec<Value>);

impl Row {
    /// The value of a column, counted from 0.
    ///
    /// # Errors
    /// There is no such column, or it has another type.
    pub fn try_get<'r, T: Cell<'r>>(&'r self, column: usize) -> Result<T, sqlx::Error> {
        let value = self
            .0
            .get(column)
            .ok_or(sqlx::Error::ColumnIndexOutOfBounds { index: column, len: self.0.len() })?;
        let other = || sqlx::Error::ColumnDecode {
            index: column.to_string(),
            source: format!("{value:?} is something else").into(),
        };
        T::of(value).ok_or_else(other)
    }

    /// All columns.
    pub fn into_values(self) -> Vec<Value> {
        self.0
    }
}

/// A type that a column can be read as.
pub trait Cell<'r>: Sized {
    /// `None` if the value has another type.
    fn of(value: &'r Value) -> Option<Self>;
}

impl<'r> Cell<'r> for &'r str {
    fn of(value: &'r Value) -> Option<Self> {
        if let Value::Text(Some(text)) = value { Some(text) } else { None }
    }
}

impl Cell<'_> for String {
    fn of(value: &Value) -> Option<Self> {
        <&str>::of(value).map(str::to_owned)
    }
}

impl Cell<'_> for i64 {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Int(number) = value { *number } else { None }
    }
}

impl Cell<'_> for f64 {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Real(number) = value { *number } else { None }
    }
}

impl<'r, T: Cell<'r>> Cell<'r> for Option<T> {
    fn of(value: &'r Value) -> Option<Self> {
        match value {
            Value::Text(None) | Value::Int(None) | Value::Real(None) => Some(None),
            value => T::of(value).map(Some),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(Some(text.clone()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(Some(number))
    }
}
