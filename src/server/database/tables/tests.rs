use super::*;
use crate::server::database::Database;
use crate::server::database::tests::fresh;
use crate::server::store::Store;

#[tokio::test]
async fn a_row_of_every_table_is_in_the_copy() {
    let [from, to] = [fresh().await, fresh().await];
    let mut connections = Vec::new();
    for database in [&from, &to] {
        Store::open(database.location.clone()).await.unwrap().close().await;
        connections.push(Database::open(&database.location).await.unwrap().connect().await.unwrap());
    }
    let [source, copied] = &mut connections[..] else { unreachable!() };
    let names = |all: Vec<Table>| all.into_iter().map(|table| table.name).collect::<Vec<_>>();
    let mut all = tables(source).await.unwrap();
    // What the copy of a running system has no use for; whatever else there is has to be in it.
    let every = match source {
        Connection::Sqlite(_) => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        }
        Connection::Postgres(_) => {
            "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()"
        }
    };
    let mut wanted: Vec<String> = Vec::new();
    for row in query(every).fetch_all(&mut *source).await.unwrap() {
        wanted.push(row.try_get(0).unwrap());
    }
    wanted.retain(|name| {
        !["_sqlx_migrations", "migrations_put_aside", "nodes", "schema_readers"].contains(&&**name)
    });
    wanted.sort();
    assert_eq!(names(all.clone()), wanted);
    all.sort_by_key(|table| !REFERENCED_TABLES.contains(&table.name.as_str()));
    for table in &all {
        query(format!("DELETE FROM {}", table.name)).execute(&mut *source).await.unwrap();
        let row = table.nulls.iter().map(|null| match null {
            Value::Int(_) => Value::Int(Some(1)),
            Value::Real(_) => Value::Real(Some(0.5)),
            Value::Text(_) => Value::Text(Some("1".to_owned())),
        });
        row.fold(query(table.insert(1)), super::super::Query::bind).execute(&mut *source).await.unwrap();
    }
    copy(source, copied).await.unwrap();
    for name in wanted {
        let count = query(format!("SELECT COUNT(*) FROM {name}")).fetch_one(&mut *copied).await.unwrap();
        assert_eq!(count.try_get::<i64>(0).unwrap(), 1, "{name}");
    }
    assert_eq!(digest(source).await.unwrap(), digest(copied).await.unwrap());
}
