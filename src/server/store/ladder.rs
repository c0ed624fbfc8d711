//! The two ladders of each game and speed: that of people, and that of all games in which a bot sat. Games with bots change only the
//! latter, in which a person has a row too.

use room::RoomCode;

use super::StoreError;
use crate::model::rating::RatingCategory;
use crate::server::database::{Connection, query};

/// What stands behind the word of a category in `rated_games` if a bot sat in it.
const WITH_BOTS: &str = " bots";

/// A ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ladder {
    /// Of games between people.
    People,
    /// Of games in which at least one side was a bot.
    Bots,
}

impl Ladder {
    /// The ladder of a game between these guests.
    pub(super) async fn of_guests(
        connection: &mut Connection,
        guests: &[String; 2],
    ) -> Result<Self, StoreError> {
        let bots = query("SELECT COUNT(*) FROM bots WHERE bot IN ($1, $2)").bind(&guests[0]).bind(&guests[1]);
        let bots: i64 = bots.fetch_one(connection).await?.try_get(0)?;
        Ok(if bots > 0 { Self::Bots } else { Self::People })
    }

    /// The table of its ratings.
    pub(super) fn table(self) -> &'static str {
        match self {
            Self::People => "ratings",
            Self::Bots => "bot_ratings",
        }
    }

    /// The word of a rated game of this ladder.
    pub(super) fn kind(self, category: RatingCategory) -> String {
        match self {
            Self::People => category.word(),
            Self::Bots => category.word() + WITH_BOTS,
        }
    }

    /// The ladder of such a word, and the word of its category.
    pub(super) fn of_kind(kind: &str) -> (Self, &str) {
        kind.strip_suffix(WITH_BOTS).map_or((Self::People, kind), |game| (Self::Bots, game))
    }
}

impl super::Store {
    /// The ladder of games in a room: that of bots if one sits there. While a seat is free, it is that of the last rated game:
    /// a bot gets up soon after it.
    pub async fn ladder_of_room(&self, code: RoomCode) -> Result<Ladder, StoreError> {
        let sql = "SELECT COUNT(*), COUNT(bots.bot) FROM seats LEFT JOIN bots ON bots.bot = seats.guest WHERE room = $1";
        let sit = query(sql).bind(code.to_string()).fetch_one(&self.database).await?;
        let (taken, bots): (i64, i64) = (sit.try_get(0)?, sit.try_get(1)?);
        if bots > 0 || taken > 1 {
            return Ok(if bots > 0 { Ladder::Bots } else { Ladder::People });
        }
        let sql = "SELECT kind FROM rated_games JOIN games ON games.id = rated_games.game \
                   WHERE games.room = $1 ORDER BY games.number DESC LIMIT 1";
        let last = query(sql).bind(code.to_string()).fetch_optional(&self.database).await?;
        last.map_or(Ok(Ladder::People), |last| Ok(Ladder::of_kind(last.try_get(0)?).0))
    }
}
