//! The sweep's statement uses the indexes on both databases, however many rooms there are.

use super::*;
use crate::server::database::tests::fresh;
use crate::server::database::{Connection, Database};
use crate::server::store::Store;

/// The plan of a statement, as the database words it. PostgreSQL prefers reading a small table as a whole, so
/// it is told not to where there is another way.
async fn plan(connection: &mut Connection, sql: &str) -> String {
    let (explain, column) = match connection {
        Connection::Sqlite(_) => ("EXPLAIN QUERY PLAN", 3),
        Connection::Postgres(_) => ("EXPLAIN", 0),
    };
    if matches!(connection, Connection::Postgres(_)) {
        query("SET enable_seqscan = off").execute(&mut *connection).await.unwrap();
    }
    let rows = query(format!("{explain} {sql}")).bind(1).bind(1).fetch_all(connection).await.unwrap();
    rows.iter().map(|row| row.try_get::<String>(column).unwrap()).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn due_rooms_are_found_by_an_index_and_their_logs_by_room() {
    let fresh = fresh().await;
    Store::open(fresh.location.clone()).await.unwrap().close().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let plan = plan(&mut connection, DUE).await;
    assert!(plan.contains("rooms_by_look"), "{plan}");
    if matches!(connection, Connection::Postgres(_)) {
        assert!(plan.contains("Index Cond: (look_at <="), "{plan}");
    }
    for whole in ["SCAN ", "Seq Scan", "hashed SubPlan", "TEMP B-TREE"] {
        assert!(!plan.contains(whole), "{whole}: {plan}");
    }
}

/// Prints how long a sweep's look takes among 200,000 rooms: cargo test … --ignored --nocapture.
#[tokio::test]
#[ignore = "a measurement"]
async fn two_hundred_thousand_rooms_are_looked_at_by_index() {
    let fresh = fresh().await;
    let store = Store::open(fresh.location.clone()).await.unwrap();
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    connection.begin().await.unwrap();
    let (rooms, events) = (200_000, 10);
    let started = r#"{"seq":1,"at":1,"event":{"started":{"number":1}}}"#;
    for n in 0..rooms / 100 {
        let mut room = query(format!(
            "INSERT INTO rooms (code, created_at, look_at) VALUES {}",
            (0..100).map(|k| format!("(${}, 1, 9)", k + 1)).collect::<Vec<_>>().join(", ")
        ));
        let mut event = query(format!(
            "INSERT INTO events (room, seq, at, body) VALUES {}",
            (0..100 * events)
                .map(|k| format!("(${}, {}, 5, '{started}')", k / events + 1, k % events + 1))
                .collect::<Vec<_>>()
                .join(", ")
        ));
        for k in 0..100 {
            let code = RoomCode::from_seed(n * 100 + k).to_string();
            room = room.bind(&code);
            event = event.bind(&code);
        }
        room.execute(&mut connection).await.unwrap();
        event.execute(&mut connection).await.unwrap();
    }
    connection.commit().await.unwrap();
    query("ANALYZE").execute(&mut connection).await.unwrap();
    let since = std::time::Instant::now();
    assert!(store.due_rooms(8, 200).await.unwrap().is_empty());
    println!("none of {rooms} is due: {:?}", since.elapsed());
    let since = std::time::Instant::now();
    assert_eq!(store.due_rooms(9, 200).await.unwrap().len(), 200);
    println!("200 of {rooms} that are due: {:?}", since.elapsed());
    let since = std::time::Instant::now();
    let old = "SELECT code FROM rooms WHERE code > '' AND created_at < 5 AND code NOT IN (SELECT room FROM clocks) \
               AND (SELECT at FROM events WHERE room = code ORDER BY seq DESC LIMIT 1) < 2 ORDER BY code LIMIT 200";
    assert!(query(old).fetch_all(&mut connection).await.unwrap().is_empty());
    println!("the same by comparing the logs of all rooms, as before: {:?}", since.elapsed());
}
