//! Profile of a guest, private to that guest: counts, ratings, opponents.

pub mod bot_tokens;
pub mod export;
pub mod forget;
mod pieces;

use axum::http::HeaderMap;

use super::auth::account::Session;
use super::auth::webauthn;
use super::config::desk::Feature;
use super::identity::{GuestKey, Identity};
use crate::app::api::ApiError;
use crate::app::text::day;
use crate::model::my_games::Outcome;
use crate::model::profile::{
    Account, GameResults, HeadToHeadData, HeadToHeadGame, Opponent, ProfileData, ResultCounts, SpeedRating,
};
use crate::model::rating::{Rating, RatingCategory};
use crate::server::AppState;
use crate::server::auth::guest_name::guest_of;
use crate::server::http::language;
use crate::server::store::game_id::GameId;
use crate::server::store::ladder::Ladder;
use crate::server::store::rating::Rating as StoredRating;
use crate::server::store::{GAMES_PER_PAGE, MAX_PAGE, Score, StoreError};
use room::Speed;
use rules::Game;

/// The most opponents that are listed.
const MAX_OPPONENTS: u32 = 50;
/// The most rated games in the graph of a rating.
const MAX_HISTORY: u32 = 100;

/// Data of the profile page.
pub async fn profile_data(
    app: &AppState,
    session: &Session,
    headers: &HeaderMap,
) -> Result<ProfileData, ApiError> {
    let identity = session.identity;
    let guest = identity.guest();
    let name = guest_of(&app.store, guest, language::of_request(headers)).await?.name;
    let counts = game_results(app, guest).await?;
    let opponents = app.store.opponents(guest, MAX_OPPONENTS).await?;
    let opponents = opponents.into_iter().map(|opponent| Opponent {
        name: opponent.last.opponent_name().to_owned(),
        last: opponent.last.id.to_string(),
        day: day(opponent.last.game.ended),
        count: count(opponent.score),
    });
    let account = match &session.account {
        Some(_) => Account::SignedIn { confirmed_for: session.confirmed_for },
        None if webauthn::origin(app, headers).is_none() => Account::Impossible,
        None if app.moderation.rules().is_off(Feature::Accounts, app.time.now()) => Account::SwitchedOff,
        None => Account::Possible,
    };
    let rooms = app.store.push_rooms(guest).await?.into_iter();
    let muted = rooms.filter(|room| room.muted).map(|room| room.room).collect();
    let (guest, opponents) = (guest.to_string(), opponents.collect());
    Ok(ProfileData { name, guest, games: counts, opponents, account, muted })
}

/// The results of a guest in each game.
pub async fn game_results(app: &AppState, guest: GuestKey) -> Result<Vec<GameResults>, StoreError> {
    let (tallies, called_off) = (app.store.tallies(guest).await?, app.store.called_off(guest).await?);
    let games = Game::ALL;
    let mut counts = Vec::new();
    for game in games {
        let of_game = tallies.iter().filter(|tally| tally.game == game);
        let row =
            |tally: &crate::server::store::Tally| (tally.variant.clone(), tally.timed, count(tally.score));
        counts.push(GameResults {
            game,
            ratings: speed_ratings(app, guest, game).await?,
            kinds: of_game.map(row).collect(),
            called_off: called_off.iter().find(|(of, _)| *of == game).map_or(0, |(_, number)| *number),
        });
    }
    Ok(counts)
}

/// A guest's current ratings on a ladder, at each game and speed at which a game was rated.
pub async fn current_ratings(
    app: &AppState,
    ladder: Ladder,
    guest: GuestKey,
) -> Result<Vec<(RatingCategory, Rating)>, StoreError> {
    let now = app.time.now();
    let ratings = app.store.ratings_on(ladder, guest).await?.into_iter();
    Ok(ratings.map(|(category, rating)| (category, shown_rating(rating.decayed_to(now)))).collect())
}

/// The one of these ratings at a game and speed.
pub fn rating_at<T: Copy>(ratings: &[(RatingCategory, T)], category: RatingCategory) -> Option<T> {
    ratings.iter().find(|(of, _)| *of == category).map(|(_, rating)| *rating)
}

/// What a guest's profile shows of the ratings at a game.
async fn speed_ratings(app: &AppState, guest: GuestKey, game: Game) -> Result<Vec<SpeedRating>, StoreError> {
    let people = app.store.ratings(guest).await?;
    let bots = current_ratings(app, Ladder::Bots, guest).await?;
    let now = app.time.now();
    let mut ratings = Vec::new();
    for speed in Speed::ALL {
        let category = RatingCategory { game, speed };
        let (rating, bot_rating) = (rating_at(&people, category), rating_at(&bots, category));
        if rating.is_none() && bot_rating.is_none() {
            continue;
        }
        let history = match rating {
            Some(rating) => rating_history(app, guest, category, rating.points).await?,
            None => Vec::new(),
        };
        let rating = rating.map(|rating| shown_rating(rating.decayed_to(now)));
        ratings.push(SpeedRating { speed, rating, bot_rating, history });
    }
    Ok(ratings)
}

/// How a guest's rating, which is at so many points now, has changed with the last rated games.
async fn rating_history(
    app: &AppState,
    guest: GuestKey,
    category: RatingCategory,
    now: f64,
) -> Result<Vec<u32>, StoreError> {
    let changes = app.store.last_rating_changes(guest, category, MAX_HISTORY).await?;
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut points = vec![now];
    points.extend(changes.iter().scan(now, |before, change| {
        *before -= change;
        Some(*before)
    }));
    // A rating that was undone in between may lead below 0, where no rating is.
    Ok(points.into_iter().rev().map(|points| points.max(0.0).round() as u32).collect())
}

/// A rating as it is shown.
pub fn shown_rating(rating: StoredRating) -> Rating {
    Rating { points: rating.rounded(), provisional: rating.is_provisional() }
}

/// Data of the page about the games with one opponent; `None` if the given game was not the guest's, or the
/// opponent is unknown (deleted).
pub async fn opponent_data(
    app: &AppState,
    identity: Identity,
    game: GameId,
    page: u32,
) -> Result<Option<HeadToHeadData>, ApiError> {
    let guest = identity.guest();
    let Some(score) = app.store.score_against(guest, game).await? else { return Ok(None) };
    let Some(opponent) = app.store.opponent_of_game(guest, game).await? else { return Ok(None) };
    let blocks = app.store.relations(guest, opponent).await?.blocks;
    let mut games =
        app.store.games_with(guest, game, (page - 1) * GAMES_PER_PAGE, GAMES_PER_PAGE + 1).await?;
    let more = games.len() > GAMES_PER_PAGE as usize && page < MAX_PAGE;
    games.truncate(GAMES_PER_PAGE as usize);
    let latest = app.store.games_with(guest, game, 0, 1).await?;
    let name = latest.first().map(|own| own.opponent_name().to_owned()).unwrap_or_default();
    let games = games.into_iter().map(|own| HeadToHeadGame {
        id: own.id.to_string(),
        day: day(own.game.ended),
        settings: own.game.settings(),
        match_part: own.game.match_part,
        outcome: Outcome::of(own.game.winner, own.side),
    });
    Ok(Some(HeadToHeadData {
        game: game.to_string(),
        name,
        count: count(score),
        blocks,
        games: games.collect(),
        page,
        more,
    }))
}

fn count(score: Score) -> ResultCounts {
    let Score { won, drawn, lost } = score;
    ResultCounts { won, drawn, lost }
}
