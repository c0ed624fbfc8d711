//! A paired room that was created but cannot be read at that moment.

use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;

use super::*;

#[tokio::test]
async fn a_match_leads_to_its_room_even_if_the_room_cannot_be_read_yet() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let file = server.folder.path().join("data").join("duello.sqlite");
    let database = SqlitePool::connect_with(SqliteConnectOptions::new().filename(file)).await.unwrap();
    let change = async |sql: &'static str| {
        sqlx::query(sql).execute(&database).await.unwrap();
    };
    change(
        "CREATE TRIGGER unreadable AFTER INSERT ON events BEGIN \
         UPDATE events SET body = '!' || body WHERE room = new.room AND seq = new.seq; END",
    )
    .await;
    let (mut anna, mut bert) = (Page::open_lobby(&host, 1).await, Page::open_lobby(&host, 2).await);
    anna.seek("kalah", "3+2").await;
    anna.until_waiting().await;
    bert.seek("kalah", "3+2").await;
    let code = bert.until_room().await;
    assert_eq!(anna.until_room().await, code);
    let mut home = Page::open(&host, "of=home", None).await;
    change("DROP TRIGGER unreadable").await;
    change("UPDATE events SET body = substr(body, 2)").await;
    home.until_part("games", |list| list.contains(&format!("/r/{code}"))).await;
    let anna = Tab::join(&host, code, Some(&cookie(1))).await;
    assert_eq!(anna.seat(), Some(Seat::Bottom));
    assert!(anna.room.due().is_some(), "the clock runs");
    database.close().await;
}
