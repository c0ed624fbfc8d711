//! The stream of a bot: one answer that never ends, with a line of JSON for each thing that happens in any of its games. While
//! it is open the bot is online, sits at its tables as a page would, and can be asked for games on its terms.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use room::RoomCode;
use rules::Game;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::directory::{BotOnline, Place};
use super::error::BotError;
use super::follower::{ACTIONS, Follower};
use super::pass::Reader;
use super::terms::{Terms, TermsQuery};
use crate::model::rating::Rating;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::http::listen::Address;
use crate::server::identity::Identity;
use crate::server::play::ws::RestartSignal;
use crate::server::profile::shown_rating;
use crate::server::store::StoreError;
use crate::server::store::ladder::Ladder;

/// A line of the stream, without its end.
pub type Line = String;

/// Lines that may wait for a bot that reads slowly. Its games go on without it.
const QUEUE: usize = 256;
/// How often an empty line is sent, so that both sides notice a lost connection.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// How often the ratings are read that others are shown.
const RATE_EVERY: Duration = Duration::from_secs(60);
/// The most rooms that a stream follows from its beginning on: those with a running clock first.
const MAX_RESUMED: u32 = 256;

/// Opens the stream. An earlier one of the same bot ends; with a token that may only read, the bot does not come online.
pub async fn stream(
    State(app): State<AppState>,
    reader: Reader,
    address: Option<axum::Extension<Address>>,
    query: Result<Query<TermsQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, BotError> {
    let Query(query) = query.map_err(|_| BotError::BadRequest("the query is not what it should be"))?;
    let Reader { session, pass } = reader;
    if *app.isolated.borrow() {
        return Err(BotError::Busy);
    }
    let terms = Terms::parse(&query, pass.is_house).map_err(BotError::BadRequest)?;
    let identity = session.identity;
    let rooms = app.store.relevant_rooms_of(identity.guest(), MAX_RESUMED).await?;
    let ratings = ratings(&app, identity).await?;
    let (name, is_house) = (pass.name, pass.is_house);
    let bot = BotOnline { identity, name, is_house, is_known: true, terms, ratings, games: 0 };
    let (lines, mut received) = mpsc::channel::<Line>(QUEUE);
    let hello = json!({ "type": "hello", "bot": bot.name, "scope": pass.scope.word() });
    let _ = lines.try_send(hello.to_string());
    let bytes = move |line: Option<Line>| {
        line.map(|line| Ok::<_, std::convert::Infallible>(Bytes::from(line + "\n")))
    };
    let body = Body::from_stream(stream::poll_fn(move |context| received.poll_recv(context).map(bytes)));
    let address = address.map(|axum::Extension(address)| address);
    let tasks = app.tasks.clone();
    let rooms = rooms.into_iter().map(|held| held.code).collect();
    tasks.spawn(serve(app, session, address, bot, lines, rooms));
    let head = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    Ok((head, body).into_response())
}

async fn serve(
    app: AppState,
    session: Session,
    address: Option<Address>,
    bot: BotOnline,
    lines: mpsc::Sender<Line>,
    rooms: Vec<RoomCode>,
) {
    let _counted = app.metrics.socket();
    let mut restart = RestartSignal::new(&app, Some(session.clone()), address);
    let (place, mut entered) = app.bots.open(bot);
    app.lobby.notify_of_bots();
    let (place, end) = (Arc::new(place), CancellationToken::new());
    let mut followers = JoinSet::new();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.reset();
    let mut rating = tokio::time::interval(RATE_EVERY);
    rating.reset();
    let follow =
        |code| follow(app.clone(), session.clone(), code, lines.clone(), Arc::clone(&place), end.clone());
    rooms.into_iter().for_each(|code| drop(followers.spawn(follow(code))));
    let last = loop {
        tokio::select! {
            () = restart.wait() => break "closing",
            code = entered.recv() => match code {
                Some(code) => drop(followers.spawn(follow(code))),
                None => break "replaced",
            },
            Some(_) = followers.join_next() => app.lobby.notify_of_bots(),
            // A full queue is no end: the bot may be about to read.
            _ = heartbeat.tick() => if let Err(mpsc::error::TrySendError::Closed(_)) = lines.try_send(String::new()) {
                break "";
            },
            _ = rating.tick() => match ratings(&app, session.identity).await {
                Ok(ratings) => place.set_ratings(ratings),
                Err(error) => tracing::warn!(%error, "the ratings of a bot could not be read"),
            },
            () = lines.closed() => break "",
        }
    };
    if !last.is_empty() {
        let _ = lines.try_send(json!({ "type": last }).to_string());
    }
    end.cancel();
    while followers.join_next().await.is_some() {}
    drop(place);
    app.lobby.notify_of_bots();
}

/// How strong a bot is by the games of bots, in Mancala and in Mapello.
pub async fn ratings(app: &AppState, bot: Identity) -> Result<[Option<Rating>; 2], StoreError> {
    let (all, now) = (app.store.ratings_on(Ladder::Bots, bot.guest()).await?, app.time.now());
    let of = |game: Game| {
        let (_, rating) = all.iter().find(|(of, _)| *of == game)?;
        Some(shown_rating(rating.decayed_to(now)))
    };
    Ok([Game::Mancala, Game::Mapello].map(of))
}

/// Follows a room, unless that is done already.
async fn follow(
    app: AppState,
    session: Session,
    code: RoomCode,
    lines: mpsc::Sender<Line>,
    place: Arc<Place>,
    end: CancellationToken,
) {
    let (actions, received) = mpsc::channel(ACTIONS);
    if !place.follow(code, actions) {
        return;
    }
    if let Some(follower) = Follower::enter(app, session, code, lines, Arc::clone(&place)).await {
        follower.run(received, end).await;
    }
    place.leave(code);
}
