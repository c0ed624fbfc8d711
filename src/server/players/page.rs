//! The public page of a player, and the lists of those whom one follows or blocks.

use axum::http::Uri;

use super::own_rooms::challenges;
use super::relations::handle;
use crate::app::text::day;
use crate::app::text::language::Language;
use crate::model::my_games::Outcome;
use crate::model::players::{
    Friends, KnownPlayer, KnownPlayers, PlayerData, PlayerOutcome, RatedGame, Visitor,
};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::identity::GuestKey;
use crate::server::profile::game_results;
use crate::server::store::{OwnGame, Related, Relation, StoreError};

/// How many of the last rated games are listed.
const LAST_GAMES: u32 = 12;

/// The page of the player of this name, as a visitor sees it; `None` if nobody has it.
pub async fn player_data(
    app: &AppState,
    session: Option<&Session>,
    name: &str,
    uri: &Uri,
) -> Result<Option<PlayerData>, StoreError> {
    let Some(player) = app.store.find_claimed(name).await? else { return Ok(None) };
    let visitor = match session.map(|session| session.identity.guest()) {
        None => Visitor::Unknown,
        Some(guest) if guest == player.guest => Visitor::Owner,
        Some(guest) => {
            let relations = app.store.relations(guest, player.guest).await?;
            // Who has blocked an anonymous opponent does not learn here that it was this player.
            Visitor::Other { follows: relations.follows, blocks: relations.blocks_by_name }
        }
    };
    let mut games = game_results(app, player.guest).await?;
    // How often somebody has left before a game counted is nobody else's business.
    games.iter_mut().for_each(|results| results.called_off = 0);
    let rated = app.store.last_rated_games(player.guest, LAST_GAMES).await?;
    let outcome =
        uri.query().and_then(|query| PlayerOutcome::ALL.into_iter().find(|one| one.word() == query));
    Ok(Some(PlayerData {
        name: player.name,
        since: day(player.since),
        // Only who follows the player, and so is not blocked, sees when they are here.
        is_online: matches!(visitor, Visitor::Other { follows: true, .. })
            && app.presence.is_online(player.guest),
        games,
        rated: rated.into_iter().map(rated_game).collect(),
        visitor,
        outcome,
    }))
}

fn rated_game((own, change): (OwnGame, f64)) -> RatedGame {
    let OwnGame { id, side, game } = own;
    RatedGame {
        id: id.to_string(),
        day: day(game.ended),
        settings: game.settings(),
        match_part: game.match_part,
        outcome: Outcome::of(game.winner, side),
        opponent: game.names[side.other().index()].clone(),
        // Within bounds: no rating changes by thousands of points.
        change: change.round() as i32,
    }
}

/// The challenges to a guest, and whom they follow who is online.
pub async fn friends(app: &AppState, guest: GuestKey, language: Language) -> Result<Friends, StoreError> {
    let followed = app.store.related(guest, Relation::Follow).await?;
    let challenges = challenges(app, guest, language).await?;
    Ok(Friends { challenges, online: online(app, &followed) })
}

/// The names of those who are online.
pub fn online(app: &AppState, followed: &[Related]) -> Vec<String> {
    let online = followed.iter().filter(|friend| app.presence.is_online(friend.guest));
    online.map(|friend| friend.name.clone()).collect()
}

/// Whom a guest follows and blocks.
pub async fn known_players(app: &AppState, guest: GuestKey) -> Result<KnownPlayers, StoreError> {
    let known = |other: Related| KnownPlayer {
        guest: handle(guest, other.guest),
        is_online: app.presence.is_online(other.guest),
        name: other.name,
    };
    let followed = app.store.related(guest, Relation::Follow).await?.into_iter().map(known).collect();
    // Who is blocked does not show when they are here.
    let blocked = app.store.related(guest, Relation::Block).await?.into_iter().map(known);
    let blocked = blocked.map(|other| KnownPlayer { is_online: false, ..other }).collect();
    Ok(KnownPlayers { followed, blocked })
}
