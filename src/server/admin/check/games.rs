//! Every finished game by itself: its moves by the rules, and the columns beside it.

use futures_util::TryStreamExt;
use room::{Finished, Reason};
use rules::{Outcome, Record, Setup};

use super::CheckReport;
use crate::server::database::{Connection, query};
use crate::server::store::GameKind;

/// Checks all finished games, also of rooms that were removed, in a stream.
pub(super) async fn check(connection: &mut Connection, report: &mut CheckReport) -> Result<(), sqlx::Error> {
    let sql = "SELECT id, body, game, way, timed, winner FROM games ORDER BY id";
    let mut rows = query(sql).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let id: &str = row.try_get(0)?;
        report.games += 1;
        let game = match serde_json::from_str::<Finished>(row.try_get(1)?) {
            Ok(game) => game,
            Err(error) => {
                report.flaws.push(format!("game {id}: {error}"));
                continue;
            }
        };
        let kind = GameKind::of(&game);
        let columns: (&str, &str, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
        let winner: Option<i64> = row.try_get(5)?;
        // Games with the pie rule were called custom before matchmaking had them played.
        let has_pie = matches!(game.setup, Setup::Mancala(setup) if setup.variant.pie_rule);
        let variant = if has_pie && columns.1 == "custom" { "custom" } else { kind.variant };
        if columns != (kind.game.word(), variant, i64::from(kind.timed))
            || winner != game.winner.map(|side| side.index() as i64)
        {
            report.flaws.push(format!("game {id}: its row says otherwise than the game"));
        }
        if let Err(flaw) = check_game(&game) {
            report.flaws.push(format!("game {id}: {flaw}"));
        }
    }
    Ok(())
}

/// Whether a finished game follows from its moves.
fn check_game(game: &Finished) -> Result<(), &'static str> {
    let record = Record { setup: game.setup, moves: game.moves.clone() };
    let end = record.replay().map_err(|_| "a move was not legal")?;
    let by_rules = end.outcome().map(|outcome| match outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    });
    if (game.reason == Reason::Played) != by_rules.is_some() || by_rules.is_some_and(|won| won != game.winner)
    {
        return Err("this is not how it ended");
    }
    Ok(())
}
