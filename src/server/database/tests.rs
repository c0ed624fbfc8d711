//! Fresh databases for tests: a SQLite file in a folder of its own, or with DUELLO_TEST_DB=postgres a
//! database of a PostgreSQL that this process starts.

#[path = "../../../tests/server/common/postgres.rs"]
mod postgres;

use super::{Connection, Database, Location, copy, digest, query};

/// Location of an unused database. A file is deleted when this is dropped.
pub struct Fresh {
    pub location: Location,
    _folder: tempfile::TempDir,
}

/// Creates a [`Fresh`] database.
pub async fn fresh() -> Fresh {
    let folder = tempfile::tempdir().unwrap();
    let location = match std::env::var("DUELLO_TEST_DB").as_deref() {
        Ok("postgres") => postgres::new_database().await.parse().unwrap(),
        Ok(other) => panic!("DUELLO_TEST_DB={other}: expected postgres, or nothing"),
        Err(_) => Location::File(folder.path().join("new").join("test.sqlite")),
    };
    Fresh { location, _folder: folder }
}

async fn connection() -> (Connection, Fresh) {
    let fresh = fresh().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let table = "CREATE TABLE things (name TEXT NOT NULL PRIMARY KEY, number BIGINT, share DOUBLE PRECISION, more TEXT)";
    query(table).execute(&mut connection).await.unwrap();
    (connection, fresh)
}

async fn put(connection: &mut Connection, name: &str, number: Option<i64>, share: f64, more: Option<String>) {
    query("INSERT INTO things (name, number, share, more) VALUES ($1, $2, $3, $4)")
        .bind(name)
        .bind(number)
        .bind(share)
        .bind(more)
        .execute(connection)
        .await
        .unwrap();
}

#[tokio::test]
async fn values_round_trip_with_their_types_and_null_stays_null() {
    let (mut connection, _fresh) = connection().await;
    put(&mut connection, "Ada", Some(i64::MAX), 0.1 + 0.2, None).await;
    put(&mut connection, "Grace", None, 1500.0, Some(String::new())).await;
    let sql = "SELECT name, number, share, more, COUNT(*) OVER () FROM things ORDER BY name";
    let rows = query(sql).fetch_all(&mut connection).await.unwrap();
    let row = |n: usize| {
        let of = &rows[n];
        let more: Option<&str> = of.try_get(3).unwrap();
        let number: Option<i64> = of.try_get(1).unwrap();
        (of.try_get::<&str>(0).unwrap(), number, of.try_get::<f64>(2).unwrap(), more)
    };
    assert_eq!(row(0), ("Ada", Some(i64::MAX), 0.1 + 0.2, None));
    assert_eq!(row(1), ("Grace", None, 1500.0, Some("")));
    assert_eq!(rows[0].try_get::<i64>(4).unwrap(), 2);
    assert!(rows[0].try_get::<i64>(0).is_err() && rows[0].try_get::<&str>(3).is_err());
    assert!(rows[0].try_get::<i64>(5).is_err(), "there is no such column");
    let gone = query("SELECT name FROM things WHERE name = $1").bind("Bert").fetch_optional(&mut connection);
    assert_eq!(gone.await.unwrap(), None);
}

#[tokio::test]
async fn a_copy_has_all_rows_and_the_same_digest_and_no_older_rows() {
    let (mut from, _fresh) = connection().await;
    for n in 0..5_000 {
        put(&mut from, &format!("thing {n}"), (n % 3 > 0).then_some(n), n as f64 / 7.0, None).await;
    }
    // Always SQLite, so the copy crosses backends when the source is PostgreSQL.
    let folder = tempfile::tempdir().unwrap();
    let file = Location::File(folder.path().join("copy.sqlite"));
    let mut to = Database::open(&file).await.unwrap().connect().await.unwrap();
    let table = "CREATE TABLE things (more TEXT, share DOUBLE PRECISION, name TEXT NOT NULL PRIMARY KEY, number BIGINT)";
    query(table).execute(&mut to).await.unwrap();
    put(&mut to, "of before", None, 0.0, None).await;
    let before = digest(&mut from).await.unwrap();
    assert_ne!(digest(&mut to).await.unwrap(), before);
    copy(&mut from, &mut to).await.unwrap();
    assert_eq!(digest(&mut to).await.unwrap(), before);
    copy(&mut to, &mut from).await.expect("NULL has a type again where that is PostgreSQL");
    assert_eq!(digest(&mut from).await.unwrap(), before);
    query("UPDATE things SET number = NULL WHERE name = 'thing 1'").execute(&mut to).await.unwrap();
    assert_ne!(digest(&mut to).await.unwrap(), before, "one number is missing");
}
