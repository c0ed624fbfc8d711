//! The tables of guests: ratings, push subscriptions, names, seats.

use futures_util::TryStreamExt;

use super::CheckReport;
use crate::app::text::language::Language;
use crate::model::rating::RatingCategory;
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// Rows that refer to nothing: what is said of them, and a statement that gives them.
const LOST: [(&str, &str); 7] = [
    ("a player of no game", "SELECT game FROM players WHERE game NOT IN (SELECT id FROM games)"),
    ("a seat of no room", "SELECT room FROM seats WHERE room NOT IN (SELECT code FROM rooms)"),
    ("a guest of no room", "SELECT room FROM joined WHERE room NOT IN (SELECT code FROM rooms)"),
    ("a token of no bot", "SELECT token FROM bot_tokens WHERE bot NOT IN (SELECT bot FROM bots)"),
    (
        "a bot of no account",
        "SELECT bot FROM bots WHERE owner <> '' AND owner NOT IN (SELECT account FROM accounts)",
    ),
    (
        "a claimed name of no account",
        "SELECT look FROM claimed_names WHERE guest <> '' AND guest NOT IN (SELECT guest FROM accounts)",
    ),
    ("a challenge to no room", "SELECT room FROM challenges WHERE room NOT IN (SELECT code FROM rooms)"),
];

/// Columns that hold the hash of a guest's secret.
const KEYS: [(&str, &str); 22] = [
    ("guests", "guest"),
    ("seats", "guest"),
    ("players", "guest"),
    ("accounts", "guest"),
    ("adopted", "guest"),
    ("sessions", "session"),
    ("ratings", "guest"),
    ("rated_games", "guest"),
    ("called_off", "guest"),
    ("pushes", "guest"),
    ("joined", "guest"),
    ("dead_cookies", "guest"),
    ("push_rooms", "guest"),
    ("sanctions", "guest"),
    ("bots", "bot"),
    ("bot_tokens", "token"),
    ("bot_ratings", "guest"),
    ("relations", "guest"),
    ("relations", "other"),
    ("challenges", "guest"),
    ("challenges", "challenged"),
    ("screenings", "guest"),
];

/// Checks them. A flaw names no guest.
pub(super) async fn check(connection: &mut Connection, report: &mut CheckReport) -> Result<(), sqlx::Error> {
    for (what, sql) in LOST {
        let lost = query(sql).fetch_all(&mut *connection).await?.len();
        if lost > 0 {
            report.flaws.push(format!("{what}: {lost} rows"));
        }
    }
    for (table, column) in KEYS {
        let is_key = |row: &Row| Ok(GuestKey::from_text(row.try_get(0)?).is_some());
        let sql = format!("SELECT {column} FROM {table}");
        count_flaws(connection, report, sql, is_key, &format!("{table}: no hash of a guest")).await?;
    }
    for table in ["ratings", "bot_ratings"] {
        let sql = format!("SELECT game, points, deviation, volatility, games FROM {table}");
        count_flaws(connection, report, sql, is_rating, &format!("{table}: no rating")).await?;
    }
    let pushes = "SELECT endpoint, p256dh, auth, turn, arrival, language FROM pushes";
    count_flaws(connection, report, pushes, is_subscription, "pushes: no subscription").await?;
    let is_json = |row: &Row| Ok(serde_json::from_str::<serde_json::Value>(row.try_get(0)?).is_ok());
    for (table, column) in [("passkeys", "body"), ("reports", "lines")] {
        let sql = format!("SELECT {column} FROM {table}");
        count_flaws(connection, report, sql, is_json, &format!("{table}: unreadable")).await?;
    }
    Ok(())
}

/// Streams rows and counts those that are not right.
async fn count_flaws(
    connection: &mut Connection,
    report: &mut CheckReport,
    sql: impl Into<std::borrow::Cow<'static, str>>,
    is_right: impl Fn(&Row) -> Result<bool, sqlx::Error>,
    what: &str,
) -> Result<(), sqlx::Error> {
    let mut rows = query(sql).fetch(connection);
    let mut wrong = 0_u64;
    while let Some(row) = rows.try_next().await? {
        wrong += u64::from(!is_right(&row)?);
    }
    if wrong > 0 {
        report.flaws.push(format!("{what}: {wrong} rows"));
    }
    Ok(())
}

fn is_rating(row: &Row) -> Result<bool, sqlx::Error> {
    let known = RatingCategory::from_word(row.try_get(0)?).is_some();
    let figures: [f64; 3] = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?];
    let [points, deviation, volatility] = figures;
    Ok(known && points.is_finite() && deviation > 0.0 && volatility > 0.0 && row.try_get::<i64>(4)? > 0)
}

fn is_subscription(row: &Row) -> Result<bool, sqlx::Error> {
    let is_flag = |flag: i64| matches!(flag, 0 | 1);
    let (endpoint, key, auth): (&str, &str, &str) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    Ok(endpoint.contains("://")
        && !key.is_empty()
        && !auth.is_empty()
        && is_flag(row.try_get(3)?)
        && is_flag(row.try_get(4)?)
        && Language::of_tag(row.try_get(5)?).is_some())
}
