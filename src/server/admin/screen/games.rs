//! The rated games of persons, with the time that each move took.

use room::{Event, Finished, Logged, MatchPart, Millis};
use rules::Side;

use crate::server::database::{Connection, query};

/// A finished game, as it is screened.
pub(super) struct RatedGame {
    pub finished: Finished,
    /// The players, by [`Side::index`]; `None` for one whose data were deleted.
    pub guests: [Option<String>; 2],
    /// The time of each move, in milliseconds, where the log of the room still says it.
    pub millis: Vec<Option<u32>>,
}

/// The newest rated games between persons, with the word of their category. A match is rated at its second game; the first
/// one was played for the same stake, and is listed as well.
pub(super) async fn recent_games(
    connection: &mut Connection,
    since: Millis,
    most: u32,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let rows = query(
        "SELECT rated_games.game, rated_games.kind, games.body, first.id, first.body FROM rated_games \
         JOIN games ON games.id = rated_games.game \
         LEFT JOIN games AS first ON first.room = games.room AND first.number = games.number - 1 \
         WHERE rated_games.side = 0 AND rated_games.undone IS NULL AND rated_games.kind NOT LIKE '% bots' \
         AND rated_games.at >= $1 ORDER BY rated_games.at DESC, rated_games.game LIMIT $2",
    );
    let rows = rows.bind(since).bind(i64::from(most)).fetch_all(connection).await?;
    let mut games = Vec::new();
    for row in &rows {
        let part = |body: Option<&str>| serde_json::from_str::<Finished>(body?).ok()?.match_part;
        let category: String = row.try_get(1)?;
        let first: Option<String> = row.try_get(3)?;
        let is_match = matches!(part(row.try_get(2)?), Some(MatchPart::Second { .. }));
        let is_first = matches!(part(row.try_get(4)?), Some(MatchPart::First));
        if let Some(first) = first.filter(|_| is_match && is_first) {
            games.push((first, category.clone()));
        }
        games.push((row.try_get(0)?, category));
    }
    games.truncate(most as usize);
    Ok(games)
}

/// A finished game; `None` if it is not there any more, or unreadable.
pub(super) async fn read_game(
    connection: &mut Connection,
    id: &str,
) -> Result<Option<RatedGame>, sqlx::Error> {
    let row = query("SELECT body, room, number FROM games WHERE id = $1").bind(id);
    let Some(row) = row.fetch_optional(&mut *connection).await? else { return Ok(None) };
    let Ok(finished) = serde_json::from_str::<Finished>(row.try_get(0)?) else { return Ok(None) };
    let (room, number): (String, i64) = (row.try_get(1)?, row.try_get(2)?);
    let mut guests = [None, None];
    let players = query("SELECT side, guest FROM players WHERE game = $1").bind(id);
    for row in players.fetch_all(&mut *connection).await? {
        let side: i64 = row.try_get(0)?;
        if let Some(side) = Side::BOTH.into_iter().find(|known| known.index() as i64 == side) {
            guests[side.index()] = Some(row.try_get(1)?);
        }
    }
    let events = query("SELECT body FROM events WHERE room = $1 ORDER BY seq").bind(room);
    let mut log = Vec::new();
    for row in events.fetch_all(connection).await? {
        log.extend(serde_json::from_str::<Logged>(row.try_get(0)?));
    }
    let mut millis = times_of_moves(&log, number, finished.opening_ply());
    // A list of another length is about other moves than these.
    if millis.len() != finished.moves.len() {
        millis.clear();
    }
    Ok(Some(RatedGame { finished, guests, millis }))
}

/// How long each move of a game of a room took, by its log. A move that was interrupted by a pause has no time, nor has
/// one of an opening, or one after a takeback.
fn times_of_moves(log: &[Logged], game: i64, opening: usize) -> Vec<Option<u32>> {
    let (mut times, mut is_this, mut since) = (Vec::new(), false, None);
    for logged in log {
        match &logged.event {
            Event::Started { number, .. } => {
                is_this = i64::from(*number) == game;
                if is_this {
                    times = vec![None; opening];
                }
                since = Some(logged.at);
            }
            Event::Moved { .. } if is_this => {
                times.push(since.and_then(|since: Millis| u32::try_from(logged.at - since).ok()));
                since = Some(logged.at);
            }
            Event::Undone(left) if is_this => {
                times.truncate(*left as usize);
                since = None;
            }
            Event::Interrupted { .. } | Event::Adjourned(_) | Event::Resumed(_) => since = None,
            _ => {}
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use room::{Seat, stamp};
    use rules::{Move, Setup, mancala};

    use super::*;

    #[test]
    fn a_move_has_its_time_unless_a_pause_or_a_takeback_came_before() {
        let setup = Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1));
        let mv: Move = setup.start().legal_moves()[0];
        let moved = || Event::Moved { side: Side::First, mv };
        let started = |number| Event::started(number, setup, Seat::BOTH[0]);
        let events = [
            (1_000, started(1)),
            (1_500, moved()),
            (2_000, started(2)),
            (2_700, moved()),
            (3_000, moved()),
            (3_500, moved()),
            (3_600, Event::Undone(2)),
            (4_000, moved()),
            (4_900, moved()),
            (5_000, Event::Adjourned(Seat::BOTH[0])),
            (9_000, moved()),
        ];
        let log: Vec<Logged> =
            events.into_iter().flat_map(|(at, event)| stamp(vec![event], 0, at, None)).collect();
        assert_eq!(times_of_moves(&log, 1, 0), [Some(500)]);
        let second = [Some(700), Some(300), None, Some(900), None];
        assert_eq!(times_of_moves(&log, 2, 0), second);
        assert!(times_of_moves(&log, 3, 0).is_empty());
    }
}
