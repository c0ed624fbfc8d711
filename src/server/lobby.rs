//! What the server functions do: names, opening and finding rooms, a guest's own games.

use std::time::Instant;

use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;
use room::{Reason, Room, RoomCode, Seat, Settings, fold};

use super::AppState;
use super::identity::{GuestKey, Identity};
use super::listen::Address;
use super::store::StoreError;
use super::{guest_name, invite, origin};
use crate::app::api::{ApiError, Guest, MyGame, Outcome, Standing};

/// How many of a guest's rooms are looked at, and how many are shown.
const LOOKED_AT: u32 = 60;
const SHOWN: usize = 20;

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a server function failed");
        Self::Unavailable
    }
}

/// The request that is being answered: the server's state, who asks, and how.
struct Asked {
    app: AppState,
    identity: Identity,
    headers: HeaderMap,
    address: Option<Address>,
}

impl Asked {
    fn now() -> Result<Self, ApiError> {
        let app = use_context::<AppState>().ok_or(ApiError::Unavailable)?;
        let parts = use_context::<Parts>().ok_or(ApiError::Unavailable)?;
        let identity = *parts.extensions.get::<Identity>().ok_or(ApiError::Unavailable)?;
        let address = parts.extensions.get::<Address>().copied();
        Ok(Self { app, identity, headers: parts.headers, address })
    }

    async fn guest(&self) -> Result<Guest, ApiError> {
        let key = self.identity.guest();
        let chosen = self.app.store.guest_name(key).await?;
        Ok(Guest { name: chosen.unwrap_or_else(|| guest_name::made_up(key)), mark: guest_name::mark(key) })
    }

    async fn create_room(&self, settings: Settings) -> Result<RoomCode, ApiError> {
        if !settings.is_valid() {
            return Err(ApiError::BadSettings);
        }
        if let Some(Address(address)) = self.address
            && !self.app.room_limit.take(address, Instant::now())
        {
            return Err(ApiError::TooMany);
        }
        Ok(self.app.rooms.create(settings).await?)
    }
}

/// The guest who asks.
pub async fn me() -> Result<Guest, ApiError> {
    Asked::now()?.guest().await
}

/// Calls the guest by another name.
pub async fn rename(raw: &str) -> Result<Guest, ApiError> {
    let asked = Asked::now()?;
    let name = room::clean_name(raw).ok_or(ApiError::BadName)?;
    asked.app.store.rename_guest(asked.identity.guest(), name, asked.app.time.now()).await?;
    asked.guest().await
}

/// Opens a room.
pub async fn create_room(settings: Settings) -> Result<RoomCode, ApiError> {
    Asked::now()?.create_room(settings).await
}

/// Opens a room with the usual settings and leads there.
pub async fn open_room() -> Result<(), ApiError> {
    let code = Asked::now()?.create_room(Settings::default()).await?;
    leptos_axum::redirect(&format!("/r/{code}"));
    Ok(())
}

/// Leads to the room of this code.
pub async fn join_by_code(raw: &str) -> Result<(), ApiError> {
    let code: RoomCode = raw.parse().map_err(|_| ApiError::BadCode)?;
    if !Asked::now()?.app.store.room_exists(code).await? {
        return Err(ApiError::NoSuchRoom);
    }
    leptos_axum::redirect(&format!("/r/{code}"));
    Ok(())
}

/// Whether there is such a room. A page that asks while it is rendered, and hears that there is none, becomes a 404.
pub async fn room_exists(code: RoomCode) -> Result<bool, ApiError> {
    let exists = Asked::now()?.app.store.room_exists(code).await?;
    let is_page = use_context::<Parts>().is_some_and(|parts| !parts.uri.path().starts_with("/api/"));
    if let (false, true, Some(answer)) = (exists, is_page, use_context::<ResponseOptions>()) {
        answer.set_status(StatusCode::NOT_FOUND);
    }
    Ok(exists)
}

/// The link to a room as the text of an SVG.
pub async fn invite_qr(code: RoomCode) -> Result<String, ApiError> {
    let asked = Asked::now()?;
    let base = origin::base_url(&asked.app.config, &asked.headers);
    invite::qr(&format!("{base}/r/{code}")).ok_or(ApiError::Unavailable)
}

/// The guest's own rooms.
pub async fn my_games() -> Result<Vec<MyGame>, ApiError> {
    let Asked { app, identity, .. } = Asked::now()?;
    my_games_of(&app, identity.guest()).await
}

async fn my_games_of(app: &AppState, guest: GuestKey) -> Result<Vec<MyGame>, ApiError> {
    let mut games = Vec::new();
    for (code, seat) in app.store.rooms_of(guest, LOOKED_AT).await? {
        games.push(my_game(&fold(code, &app.store.log(code).await?), seat));
    }
    games.sort_by_key(|game| (game.state != Standing::YourTurn, std::cmp::Reverse(game.updated)));
    games.truncate(SHOWN);
    Ok(games)
}

fn my_game(room: &Room, seat: Seat) -> MyGame {
    let state = match &room.game {
        None => Standing::Lobby,
        Some(game) => match game.ending {
            None if game.position.to_move() == game.side_of(seat) => Standing::YourTurn,
            None => Standing::TheirTurn,
            Some(ending) => Standing::Over(match ending.winner {
                _ if ending.reason == Reason::CalledOff => Outcome::CalledOff,
                None => Outcome::Drawn,
                Some(winner) if winner == game.side_of(seat) => Outcome::Won,
                Some(_) => Outcome::Lost,
            }),
        },
    };
    let opponent = room.occupant(seat.other()).map(|occupant| occupant.name.clone());
    MyGame { code: room.code, opponent, title: title(room), state, updated: room.at }
}

fn title(room: &Room) -> String {
    let room::GameSettings::Mancala(variant) = room.settings.game;
    let variant = match variant.preset() {
        Some(preset) => preset.name().to_owned(),
        None => format!("{} pits, {} stones", variant.pits, variant.stones),
    };
    format!("Mancala · {variant}")
}
