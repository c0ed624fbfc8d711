//! Dead cookies: those of ended sessions and of deleted guests stand for nobody from then on. As a guest's, the cookie
//! of an ended session would be shared by its browser and by whoever has stolen it.

use room::Millis;

use super::StoreError;
use crate::server::database::{Connection, query};

/// Notes that the cookie of a session is dead, if there is such a session.
pub(super) async fn retire(
    transaction: &mut Connection,
    session: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO dead_cookies (guest, since) SELECT session, $2 FROM sessions WHERE session = $1 \
               ON CONFLICT (guest) DO NOTHING";
    query(sql).bind(session).bind(at).execute(transaction).await?;
    Ok(())
}

/// Deletes the tokens of a bot, and notes that they are dead: open streams of other servers are checked against that.
pub(super) async fn retire_tokens(
    transaction: &mut Connection,
    bot: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO dead_cookies (guest, since) SELECT token, $2 FROM bot_tokens WHERE bot = $1 \
               ON CONFLICT (guest) DO NOTHING";
    query(sql).bind(bot).bind(at).execute(&mut *transaction).await?;
    query("DELETE FROM bot_tokens WHERE bot = $1").bind(bot).execute(transaction).await?;
    Ok(())
}

/// Notes it of all sessions, and of all tokens of bots.
pub(super) async fn retire_all(transaction: &mut Connection, at: Millis) -> Result<(), StoreError> {
    // Without the condition SQLite would take the conflict clause for that of a join.
    let sql = "INSERT INTO dead_cookies (guest, since) SELECT session, $1 FROM sessions WHERE 1 = 1 \
               ON CONFLICT (guest) DO NOTHING";
    query(sql).bind(at).execute(&mut *transaction).await?;
    let sql = "INSERT INTO dead_cookies (guest, since) SELECT token, $1 FROM bot_tokens WHERE 1 = 1 \
               ON CONFLICT (guest) DO NOTHING";
    query(sql).bind(at).execute(transaction).await?;
    Ok(())
}

/// Forgets those from before a time.
pub(super) async fn remove_before(transaction: &mut Connection, before: Millis) -> Result<(), StoreError> {
    query("DELETE FROM dead_cookies WHERE since < $1").bind(before).execute(transaction).await?;
    Ok(())
}
