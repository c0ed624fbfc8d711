//! Classification of finished games for the tables (game, variant, timed), and the one-time migration of
//! games that were stored without it.

use room::{BoardChoice, Finished, GameSettings, TimeControl};
use rules::Game;
use rules::mapello::Board;

use crate::model::seek::PRESETS;
use crate::server::database::{Connection, query};

/// Games that the migration classifies in one transaction.
const BATCH: u32 = 500;

/// The kind of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameKind {
    /// The game.
    pub game: Game,
    /// Rule preset or board, as a word.
    pub variant: &'static str,
    /// Whether it had a clock.
    pub timed: bool,
}

impl GameKind {
    /// The kind of a finished game.
    pub fn of(finished: &Finished) -> Self {
        let settings = finished.settings();
        let variant = match settings {
            GameSettings::Mancala(game) => game
                .variant
                .preset_or_with_pie()
                .and_then(|preset| PRESETS.into_iter().find(|(_, known)| *known == preset))
                .map_or("custom", |(word, _)| word),
            GameSettings::Mapello(board) => match board {
                BoardChoice::Default => "default",
                BoardChoice::Empty => "empty",
                BoardChoice::Daily(_) => "daily",
                BoardChoice::Random(_) | BoardChoice::Balanced(_) => "random",
                BoardChoice::Custom(Board::OTHELLO) => "othello",
                BoardChoice::Opening(_) => "opening",
                BoardChoice::Custom(_) | BoardChoice::Draft => "own",
            },
        };
        Self { game: settings.game(), variant, timed: finished.clock != TimeControl::None }
    }
}

/// Classifies games that are not yet, in batches: an interrupted start continues with the rest the next time.
pub(super) async fn classify_old_games(connection: &mut Connection) -> Result<(), sqlx::Error> {
    loop {
        connection.begin().await?;
        let rows = query("SELECT id, body FROM games WHERE game = '' LIMIT $1").bind(i64::from(BATCH));
        let rows = rows.fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            return connection.roll_back().await;
        }
        for row in rows {
            let finished: Option<Finished> = serde_json::from_str(row.try_get(1)?).ok();
            let kind = finished.as_ref().map(GameKind::of);
            query("UPDATE games SET game = $2, way = $3, timed = $4, winner = $5 WHERE id = $1")
                .bind(row.try_get::<String>(0)?)
                // An unreadable game gets a word of its own, so that it counts nowhere and is not tried
                // again.
                .bind(kind.map_or("unreadable", |kind| kind.game.word()))
                .bind(kind.map_or("", |kind| kind.variant))
                .bind(i64::from(kind.is_some_and(|kind| kind.timed)))
                .bind(finished.and_then(|game| game.winner).map(|side| side.index() as i64))
                .execute(&mut *connection)
                .await?;
        }
        connection.commit().await?;
    }
}

#[cfg(test)]
mod tests {
    use room::MancalaSettings;
    use rules::mancala::Variant;
    use rules::{Record, Setup};

    use super::*;

    fn kind(settings: MancalaSettings) -> &'static str {
        let record = Record::new(Setup::Mancala(settings.setup(1)));
        GameKind::of(&Finished::from_record(["A".into(), "B".into()], record).unwrap()).variant
    }

    #[test]
    fn a_game_is_called_by_its_preset_whatever_its_start_and_pie_rule() {
        for (word, preset) in PRESETS {
            let plain = preset.variant();
            assert_eq!(kind(plain.into()), word);
            assert_eq!(kind(Variant { pie_rule: true, ..plain }.into()), word);
            if let Some(fair) = MancalaSettings::fair(plain, 7) {
                assert_eq!(kind(fair), word);
            }
        }
        assert_eq!(kind(Variant { pits: 5, ..Variant::default() }.into()), "custom");
        assert_eq!(kind(Variant { pits: 5, pie_rule: true, ..Variant::default() }.into()), "custom");
    }
}
