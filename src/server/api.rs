//! Bodies of the server functions: names of guests, creating and joining rooms, lists of a guest's games.

mod room_form;

use std::time::Instant;

use axum::http::request::Parts;
use leptos::prelude::use_context;
use room::{Company, RatingMode, RoomCode, Settings, UndoRule};

use super::AppState;
use super::auth::account::Session;
use super::auth::guest_name::{chosen_name, guest_of};
use super::config::desk::Feature;
use super::http::api_error::answer_with_error;
use super::http::listen::Address;
use super::http::too_many::set_retry_after;
use super::identity::{GuestKey, Identity};
use super::players::own_rooms;
use super::store::{GAMES_PER_PAGE, MAX_PAGE, OwnGame, SanctionKind, StoreError};
use super::time::today;
use crate::app::api::ApiError;
use crate::app::text::day;
use crate::app::text::language::Language;
use crate::model::my_games::{GamesData, Guest, HomeData, MyGame, RoomState};

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a server function failed");
        Self::Unavailable
    }
}

/// Context of a server function: the state, the guest and the address of the request.
struct RequestContext {
    app: AppState,
    identity: Identity,
    /// Whether the browser has sent the guest's cookie, and so keeps it.
    has_cookie: bool,
    address: Option<Address>,
}

impl RequestContext {
    fn current() -> Result<Self, ApiError> {
        let app = use_context::<AppState>().ok_or(ApiError::Unavailable)?;
        let parts = use_context::<Parts>().ok_or(ApiError::Unavailable)?;
        let identity = *parts.extensions.get::<Identity>().ok_or(ApiError::Unavailable)?;
        let address = parts.extensions.get::<Address>().copied();
        let has_cookie =
            parts.extensions.get::<Session>().is_some_and(|session| session.is_of(&parts.headers));
        Ok(Self { app, identity, has_cookie, address })
    }

    async fn guest(&self) -> Result<Guest, ApiError> {
        Ok(guest_of(&self.app.store, self.identity.guest(), Language::current()).await?)
    }

    async fn create_room(&self, settings: Settings) -> Result<RoomCode, ApiError> {
        room_form::playable(&settings)?;
        if self.app.moderation.rules().is_off(Feature::Rooms, self.app.time.now()) {
            return Err(ApiError::RoomsOff);
        }
        if let Some(Address(address)) = self.address
            && let Err(again) = self.app.limits.rooms.take(address, Instant::now())
        {
            set_retry_after(again);
            return Err(ApiError::TooMany);
        }
        // Undo without consent is for two players at one device only.
        let (undo, company, mode) = (UndoRule::Consent, Company::Friends, RatingMode::Rated);
        // Berserk is for tournaments.
        let settings = Settings { undo, company, mode, berserk: false, ..settings };
        // A browser without a cookie may not come back as the same guest: it sits down in the room.
        let name = if self.has_cookie { Some(self.guest().await?.name) } else { None };
        let host = name.as_deref().map(|name| (self.identity, name));
        Ok(self.app.rooms.create(settings, host).await?)
    }
}

/// The current guest.
pub async fn me() -> Result<Guest, ApiError> {
    RequestContext::current()?.guest().await
}

/// Renames the guest.
pub async fn rename(raw: &str) -> Result<Guest, ApiError> {
    let context = RequestContext::current()?;
    let guest = context.identity.guest();
    let name = chosen_name(&context.app.store, guest, raw).await?;
    let name = name.ok_or(ApiError::BadName).or_else(answer_with_error)?;
    if let Some(Address(address)) = context.address
        && let Err(again) = context.app.limits.names.take(address, Instant::now())
    {
        set_retry_after(again);
        return answer_with_error(ApiError::TooMany);
    }
    let (rules, now) = (context.app.moderation.rules(), context.app.time.now());
    if rules.sanctioned_until(guest, SanctionKind::Mute, now).is_some() {
        return answer_with_error(ApiError::NameRefused);
    }
    context.app.store.rename_guest(guest, name, now).await?;
    context.guest().await
}

/// Creates a room, in which the guest sits.
pub async fn create_room(settings: Settings) -> Result<RoomCode, ApiError> {
    RequestContext::current()?.create_room(settings).await.or_else(answer_with_error)
}

/// Creates a room with the default settings of a game, on this board, and redirects to it.
pub async fn open_room(game: Option<&str>, board: Option<&str>) -> Result<(), ApiError> {
    let context = RequestContext::current()?;
    let settings = room_form::settings(game, board, today()).or_else(answer_with_error)?;
    let code = context.create_room(settings).await.or_else(answer_with_error)?;
    leptos_axum::redirect(&format!("/r/{code}"));
    Ok(())
}

/// Redirects to the room of this code or link. An invalid code leads to the page that says so and offers a
/// new room.
pub async fn join_by_code(raw: &str) -> Result<(), ApiError> {
    let raw =
        raw.split_once("/r/").map_or(raw, |(_, code)| code.split(['/', '?', '#']).next().unwrap_or(code));
    let code: String = match raw.parse::<RoomCode>() {
        Ok(code) => code.to_string(),
        Err(_) => raw.chars().filter(char::is_ascii_alphanumeric).take(12).collect(),
    };
    leptos_axum::redirect(&format!("/r/{code}"));
    Ok(())
}

/// Data of the home page, with names in this language.
pub async fn home(app: &AppState, identity: Identity, language: Language) -> Result<HomeData, ApiError> {
    let guest = guest_of(&app.store, identity.guest(), language).await?;
    Ok(HomeData { guest, problem: None, games: own_rooms::rooms(app, identity.guest(), language).await? })
}

/// The current guest's rooms.
pub async fn my_games() -> Result<Vec<MyGame>, ApiError> {
    let RequestContext { app, identity, .. } = RequestContext::current()?;
    Ok(own_rooms::rooms(&app, identity.guest(), Language::current()).await?)
}

/// A page of the guest's games, with names in this language; the first page also lists unfinished games.
pub async fn own_games(
    app: &AppState,
    identity: Identity,
    language: Language,
    page: u32,
) -> Result<GamesData, ApiError> {
    let guest = identity.guest();
    let running = if page == 1 { own_rooms::rooms(app, guest, language).await? } else { Vec::new() };
    let running = running.into_iter().filter(|game| !matches!(game.state, RoomState::Over(_))).collect();
    // One more than is shown reveals whether there is a further page.
    let mut games = app.store.games_of(guest, (page - 1) * GAMES_PER_PAGE, GAMES_PER_PAGE + 1).await?;
    let more = games.len() > GAMES_PER_PAGE as usize && page < MAX_PAGE;
    games.truncate(GAMES_PER_PAGE as usize);
    let row = |own: OwnGame| (own.id.to_string(), own.side, day(own.game.ended), own.game);
    let finished = games.into_iter().map(row).collect();
    Ok(GamesData { running, finished, page, more })
}

/// Whether a guest has a game that is not over, or a room in which one may begin.
pub async fn plays(app: &AppState, guest: GuestKey) -> Result<bool, StoreError> {
    let rooms = own_rooms::rooms(app, guest, Language::default()).await?;
    Ok(rooms.iter().any(|room| !matches!(room.state, RoomState::Over(_))))
}
