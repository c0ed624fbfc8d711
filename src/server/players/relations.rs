//! The forms by which one follows or blocks a player: from the player's page, from the page of one's games with an opponent, and
//! from one's own lists.

use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::form::{Sender, unavailable};
use crate::model::players::PlayerOutcome;
use crate::server::AppState;
use crate::server::auth::private_actions::refusal;
use crate::server::hex::hex;
use crate::server::identity::GuestKey;
use crate::server::store::game_id::GameId;
use crate::server::store::{Relation, RelationChange, StoreError};

/// How many bytes of the hash a handle has: so many that no two of a list have the same.
const HANDLE: usize = 12;

/// What is to be done.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Follow,
    Unfollow,
    Block,
    Unblock,
}

/// The form. The other one is said by one of three.
#[derive(Deserialize)]
pub struct RelationForm {
    act: Action,
    /// By their claimed name.
    player: Option<String>,
    /// By the id of a game with the guest.
    game: Option<String>,
    /// By their handle in the guest's own list.
    known: Option<String>,
}

/// By what a form of a guest's own list says another guest: a hash that is of use to that guest alone.
pub(super) fn handle(guest: GuestKey, other: GuestKey) -> String {
    let digest = Sha256::digest(format!("{guest} {other}"));
    hex(&digest[..HANDLE])
}

/// Follows or blocks somebody, or ends that.
pub async fn change(
    State(app): State<AppState>,
    Sender(session): Sender,
    Form(form): Form<RelationForm>,
) -> Response {
    let guest = session.identity.guest();
    let (other, game, back) = match find(&app, guest, &form).await {
        Ok(Some(found)) => found,
        Ok(None) => return refusal(StatusCode::BAD_REQUEST),
        Err(error) => return unavailable(error),
    };
    let (relation, is_set) = match form.act {
        Action::Follow => (Relation::Follow, true),
        Action::Unfollow => (Relation::Follow, false),
        Action::Block => (Relation::Block, true),
        Action::Unblock => (Relation::Block, false),
    };
    let since = is_set.then(|| app.time.now());
    match app.store.change_relation(RelationChange { guest, other, relation, since, game }).await {
        Ok(()) => {
            if relation == Relation::Block && is_set {
                app.lobby.keep_apart(guest, other);
                // Challenges between the two have ended.
                for guest in [guest, other] {
                    app.lobby.notify_of_challenge(&*app.bus, guest);
                }
            }
            Redirect::to(&back).into_response()
        }
        Err(StoreError::Conflict) => {
            let why = match app.store.relations(guest, other).await {
                Ok(relations) if relations.is_blocked || relations.blocks => PlayerOutcome::Refused,
                Ok(_) => PlayerOutcome::TooMany,
                Err(error) => return unavailable(error),
            };
            Redirect::to(&format!("{back}?{}", why.word())).into_response()
        }
        Err(error) => unavailable(error),
    }
}

/// The other guest of a form, the game by which the guest knows them, and the page that it is on; `None` if there is none, or it is the guest.
async fn find(
    app: &AppState,
    guest: GuestKey,
    form: &RelationForm,
) -> Result<Option<(GuestKey, Option<GameId>, String)>, StoreError> {
    let found = match (&form.player, &form.game, &form.known) {
        (Some(name), None, None) => {
            let player = app.store.find_claimed(name).await?;
            player.map(|player| (player.guest, None, format!("/@{}", player.name)))
        }
        // Only who has a claimed name can be followed.
        (None, Some(game), None) if !matches!(form.act, Action::Follow) => match game.parse::<GameId>() {
            Ok(id) => {
                let back = format!("/me/with/{id}");
                app.store.opponent_of_game(guest, id).await?.map(|other| (other, Some(id), back))
            }
            Err(_) => None,
        },
        (None, None, Some(known)) => {
            let mut all = app.store.related(guest, Relation::Follow).await?;
            all.extend(app.store.related(guest, Relation::Block).await?);
            let other =
                all.into_iter().map(|other| other.guest).find(|other| handle(guest, *other) == *known);
            other.map(|other| (other, None, "/me".to_owned()))
        }
        _ => None,
    };
    Ok(found.filter(|(other, ..)| *other != guest))
}
