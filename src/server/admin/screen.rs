//! `duello screen`: assesses the rated games of persons (cheat detection) and ranks their players by how well an engine's
//! moves among their own explain them (`docs/FAIR_PLAY.md`). Nothing follows from it by itself.

mod games;
mod ranking;
pub(in crate::server) mod reasons;

use std::collections::BTreeMap;

use fairplay::{AssessedMove, Assessor, Evidence, MIN_GAMES, Model, PlayedGame, Score, THRESHOLD, score};
use room::Millis;
use rules::Side;

use self::games::{RatedGame, read_game, recent_games};
use self::ranking::{Ranking, Screened, name_and_rating};
use super::{TaskError, database_error, open_current, open_read_only, print_line, store_error};
use crate::server::config::desk::Moment;
use crate::server::database::{Connection, Location};
use crate::server::identity::GuestKey;
use crate::server::store::{Findings, Screening, is_current};
use crate::server::time;

/// What is screened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Games that ended since then.
    pub since: Moment,
    /// The most games, the newest ones.
    pub most: u32,
    /// Whether the result is stored for the operator's pages.
    pub keep: bool,
}

/// For fewer games a large endgame database takes longer than it saves.
const FEW: usize = 100;

/// The assessed games of a player at one game and speed.
#[derive(Default)]
struct Career {
    games: usize,
    moves: Vec<AssessedMove>,
}

/// By guest and the word of the rating category.
type Careers = BTreeMap<(String, String), Career>;

/// Screens the players of rated games and prints them, the highest score first.
pub(super) async fn screen(location: &Location, scope: Scope, json: bool) -> Result<(), TaskError> {
    let mut connection = open_read_only(location).await?;
    if !is_current(&mut connection).await.map_err(database_error(location))? {
        return Err(TaskError::OtherVersion(location.clone()));
    }
    let now = time::system_time();
    let since = scope.since.at(now);
    let ranking = rank(&mut connection, since, now, scope.most).await.map_err(database_error(location))?;
    connection.close().await.map_err(database_error(location))?;
    if json {
        print_line(format_args!("{}", serde_json::to_string(&ranking).unwrap_or_default()));
    } else {
        print_line(format_args!("{ranking}"));
    }
    // Last, so that what took so long is not lost if the database does not take it.
    if scope.keep {
        let store = open_current(location).await?;
        let kept = store.keep_screenings(ranking.to_keep()).await;
        store.close().await;
        kept.map_err(|error| store_error(location, error))?;
    }
    Ok(())
}

async fn rank(
    connection: &mut Connection,
    since: Millis,
    now: Millis,
    most: u32,
) -> Result<Ranking, sqlx::Error> {
    let (mut careers, mut left_out) = (Careers::new(), 0);
    // Assessing takes longer than reading, so games are read one at a time and no snapshot is held.
    let ids = recent_games(connection, since, most).await?;
    let new = || if ids.len() < FEW { Assessor::small() } else { Assessor::default() };
    let mut assessor = new();
    for (id, category) in &ids {
        let game =
            read_game(connection, id).await?.filter(|game| fairplay::is_calibrated(&game.finished.setup));
        let Some(game) = game else {
            left_out += 1;
            continue;
        };
        // The command must stay open to a signal to stop.
        let assessed = tokio::task::spawn_blocking(move || {
            let moves = assess(&mut assessor, &game);
            (assessor, game, moves)
        });
        let Ok((back, game, moves)) = assessed.await else {
            assessor = new();
            left_out += 1;
            continue;
        };
        assessor = back;
        for (side, guest) in Side::BOTH.into_iter().zip(game.guests) {
            let Some(guest) = guest else { continue };
            let career = careers.entry((guest, category.clone())).or_default();
            career.games += 1;
            career.moves.extend(moves.iter().filter(|assessed| assessed.side == side));
        }
    }
    let model = Model::published();
    let mut players = Vec::new();
    for ((guest, category), career) in careers {
        let (name, rating) = name_and_rating(connection, &guest, &category).await?;
        // A row of nobody is a flaw that `duello check` reports.
        let Some(guest) = GuestKey::from_text(&guest) else { continue };
        let score = score(&model, &career.moves);
        let findings = findings(&career, &score, &Evidence::of(&model, &career.moves, &score), rating);
        let games = u32::try_from(career.games).unwrap_or(u32::MAX);
        let screening = Screening { guest, category, at: now, games, score: score.log_ratio, findings };
        players.push(Screened { name, screening });
    }
    Ok(Ranking::new(players, ids.len() - left_out, left_out))
}

fn findings(career: &Career, score: &Score, evidence: &Evidence, rating: Option<[f64; 2]>) -> Findings {
    Findings {
        look: career.games >= MIN_GAMES && score.log_ratio >= THRESHOLD,
        rating: rating.map(|[points, _]| points),
        deviation: rating.map(|[_, deviation]| deviation),
        strength: score.strength,
        own_strength: score.own_strength,
        engine_share: score.engine_share,
        moves: evidence.moves,
        hard: evidence.hard,
        hard_found: evidence.hard_found,
        hard_expected: evidence.hard_expected,
        hard_by_master: evidence.hard_by_master,
        hard_loss: evidence.hard_loss,
        time_correlation: evidence.time_correlation,
    }
}

/// The moves of both players that tell something; none of a game that does not follow the rules.
fn assess(assessor: &mut Assessor, game: &RatedGame) -> Vec<AssessedMove> {
    let played = PlayedGame {
        setup: game.finished.setup,
        moves: &game.finished.moves,
        opening: game.finished.opening_ply(),
        millis: &game.millis,
    };
    assessor.assess(&played, &Side::BOTH).unwrap_or_default()
}
