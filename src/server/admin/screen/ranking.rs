//! The ranked players, as a table for people and as JSON for programs.

use std::fmt;

use fairplay::{MIN_GAMES, THRESHOLD};
use serde_json::{Value, json};

use super::reasons::reasons;
use crate::server::database::{Connection, query};
use crate::server::store::Screening;

/// The most players that are kept. Those with lower scores are of no interest.
const MOST_KEPT: usize = 500;

/// A player at one game and speed.
pub(super) struct Screened {
    /// The chosen or claimed name; empty without one.
    pub name: String,
    pub screening: Screening,
}

/// All players, the highest score first.
pub(super) struct Ranking {
    players: Vec<Screened>,
    games: usize,
    left_out: usize,
}

impl Screened {
    fn json(&self) -> Value {
        let Self { name, screening: Screening { guest, category, games, score, findings, .. } } = self;
        let mut json = json!(findings);
        json["guest"] = json!(guest.to_string());
        json["name"] = json!(name);
        json["category"] = json!(category);
        json["games"] = json!(games);
        json["score"] = json!(score);
        json
    }
}

impl Ranking {
    pub fn new(mut players: Vec<Screened>, games: usize, left_out: usize) -> Self {
        let key = |player: &Screened| (player.screening.findings.look, player.screening.score);
        players.sort_by(|a, b| {
            let ((first, higher), (second, lower)) = (key(b), key(a));
            let by_guest = || a.screening.guest.to_string().cmp(&b.screening.guest.to_string());
            first.cmp(&second).then(higher.total_cmp(&lower)).then_with(by_guest)
        });
        Self { players, games, left_out }
    }

    /// What is kept for the operator's pages: who has played enough games for a score to mean something.
    pub fn to_keep(&self) -> Vec<Screening> {
        let played = self.players.iter().map(|player| &player.screening);
        played.filter(|found| found.games as usize >= MIN_GAMES).take(MOST_KEPT).cloned().collect()
    }
}

impl serde::Serialize for Ranking {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let players: Vec<Value> = self.players.iter().map(Screened::json).collect();
        let Self { games, left_out, .. } = self;
        json!({ "threshold": THRESHOLD, "games": games, "left_out": left_out, "players": players })
            .serialize(serializer)
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in &self.players {
            writeln!(f, "{player}")?;
        }
        let Self { players, games, left_out } = self;
        let flagged = players.iter().filter(|player| player.screening.findings.look).count();
        write!(f, "{games} games of {} players, {left_out} games left out. ", players.len())?;
        match flagged {
            0 => write!(f, "Nobody is above {THRESHOLD:.1}."),
            1 => write!(f, "One player is above {THRESHOLD:.1}: have a look. Nothing follows by itself."),
            number => {
                write!(
                    f,
                    "{number} players are above {THRESHOLD:.1}: have a look. Nothing follows by itself."
                )
            }
        }
    }
}

impl fmt::Display for Screened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, screening: Screening { guest, category, games, score, findings, .. } } = self;
        let mark = if findings.look { "look" } else { "" };
        let name = if name.is_empty() { "–" } else { name };
        write!(f, "{mark:<5}{score:>6.1}  {guest}  {name}, {category}, {games} games")?;
        if let Some((points, deviation)) = findings.rating.zip(findings.deviation) {
            write!(f, ", rated {points:.0} ± {:.0}", 2.0 * deviation)?;
        }
        reasons(findings).iter().try_for_each(|reason| write!(f, "\n             {reason}"))
    }
}

/// The chosen name of a guest, and the rating in a category with its deviation.
pub(super) async fn name_and_rating(
    connection: &mut Connection,
    guest: &str,
    category: &str,
) -> Result<(String, Option<[f64; 2]>), sqlx::Error> {
    let claimed = query("SELECT name FROM claimed_names WHERE guest = $1 AND released = 0").bind(guest);
    let chosen = query("SELECT name FROM guests WHERE guest = $1").bind(guest);
    let name = match claimed.fetch_optional(&mut *connection).await? {
        Some(row) => Some(row.try_get(0)?),
        None => match chosen.fetch_optional(&mut *connection).await? {
            Some(row) => Some(row.try_get(0)?),
            None => None,
        },
    };
    let rating = query("SELECT points, deviation FROM ratings WHERE guest = $1 AND game = $2");
    let rating = rating.bind(guest).bind(category).fetch_optional(connection).await?;
    let rating = match rating {
        Some(row) => Some([row.try_get(0)?, row.try_get(1)?]),
        None => None,
    };
    Ok((name.unwrap_or_default(), rating))
}
