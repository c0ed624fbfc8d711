//! The stream of a bot: one answer that never ends, with a line of JSON for each thing that happens in any of its games. While
//! it is open the bot is online, sits at its tables as a page would, and can be asked for games on its terms.

use std::collections::HashSet;
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
use crate::model::rating::{Rating, RatingCategory};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::http::listen::Address;
use crate::server::identity::Identity;
use crate::server::play::ws::RestartSignal;
use crate::server::profile::{current_ratings, rating_at};
use crate::server::store::StoreError;
use crate::server::store::ladder::Ladder;

/// A line of the stream, without its end.
pub type Line = String;

/// Lines that may wait for a bot that reads slowly. Its games go on without it.
const QUEUE: usize = 256;
/// How often an empty line is sent, so that both sides notice a lost connection.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// How often who only watches looks for new games of the bot.
const LIST_ROOMS_EVERY: Duration = Duration::from_secs(5);
/// How soon a room is entered again whose connection was lost, doubled up to the most: one that is closed for good stays so.
const ENTER_AGAIN: Duration = Duration::from_secs(1);
const ENTER_AGAIN_AT_MOST: Duration = Duration::from_secs(60);
/// How often the ratings are read that others are shown.
const RATE_EVERY: Duration = Duration::from_secs(60);
/// The most rooms that a stream follows from its beginning on: those with a running clock first.
const MAX_RESUMED: u32 = 256;
/// What each of them costs, in points of the token.
const RESUMED_POINTS: u32 = 5;

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
    let ratings = ratings(&app, identity).await?;
    let (name, is_house) = (pass.name, pass.is_house);
    let bot = BotOnline { identity, name, is_house, is_known: true, terms, ratings, games: 0 };
    let may_play = session.may_play();
    let watcher = if may_play { None } else { Some(app.bots.watchers.enter(identity.guest())?) };
    // Each room that is resumed is loaded; what its log comes to costs points when it is entered.
    let resumed = app.store.relevant_rooms_of(identity.guest(), MAX_RESUMED).await?.len();
    let points = RESUMED_POINTS.saturating_mul(u32::try_from(resumed).unwrap_or(MAX_RESUMED));
    let paid = app.limits.tokens.take_many(session.cookie.guest(), points, Instant::now());
    paid.map_err(BotError::TooMany)?;
    let (lines, mut received) = mpsc::channel::<Line>(QUEUE);
    let hello = json!({ "type": "hello", "bot": bot.name, "scope": pass.scope.word() });
    let _ = lines.try_send(hello.to_string());
    let bytes = move |line: Option<Line>| {
        line.map(|line| Ok::<_, std::convert::Infallible>(Bytes::from(line + "\n")))
    };
    let body = Body::from_stream(stream::poll_fn(move |context| received.poll_recv(context).map(bytes)));
    let address = address.map(|axum::Extension(address)| address);
    let tasks = app.tasks.clone();
    // Before the answer, so that whoever has read the first line can be asked for a game.
    let (place, entered) = may_play.then(|| app.bots.open(bot)).unzip();
    // After that, so that no game begins in between that neither stream hears of.
    let rooms = app.store.relevant_rooms_of(identity.guest(), MAX_RESUMED).await?;
    let context =
        StreamContext { app, session, place: place.map(Arc::new), lines, end: CancellationToken::new() };
    let rooms = rooms.into_iter().map(|held| held.code).collect();
    tasks.spawn(async move {
        let _watcher = watcher;
        serve(context, address, entered, rooms).await;
    });
    let head = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    Ok((head, body).into_response())
}

/// What the task of a stream and its followers share.
#[derive(Clone)]
struct StreamContext {
    app: AppState,
    session: Session,
    /// The bot's place in the directory; `None` for who only watches.
    place: Option<Arc<Place>>,
    lines: mpsc::Sender<Line>,
    end: CancellationToken,
}

async fn serve(
    context: StreamContext,
    address: Option<Address>,
    mut entered: Option<mpsc::UnboundedReceiver<RoomCode>>,
    rooms: Vec<RoomCode>,
) {
    let StreamContext { app, session, lines, .. } = context.clone();
    let _counted = app.metrics.socket();
    let mut restart = RestartSignal::new(&app, Some(session.clone()), address);
    app.lobby.notify_of_bots();
    let mut followed: HashSet<RoomCode> = rooms.iter().copied().collect();
    let mut followers = JoinSet::new();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.reset();
    let mut rating = tokio::time::interval(RATE_EVERY);
    rating.reset();
    let mut list_rooms = tokio::time::interval(LIST_ROOMS_EVERY);
    list_rooms.reset();
    rooms.into_iter().for_each(|code| drop(followers.spawn(follow(context.clone(), code))));
    let last = loop {
        tokio::select! {
            () = restart.wait() => break "closing",
            code = next_room(&mut entered) => match code {
                Some(code) => drop(followers.spawn(follow(context.clone(), code))),
                None => break "replaced",
            },
            // Who only watches is told of no room.
            _ = list_rooms.tick(), if entered.is_none() => {
                let rooms = app.store.relevant_rooms_of(session.identity.guest(), MAX_RESUMED).await;
                let new = rooms.unwrap_or_default().into_iter().filter(|held| followed.insert(held.code));
                new.for_each(|held| drop(followers.spawn(follow(context.clone(), held.code))));
            }
            Some(ended) = followers.join_next() => {
                // The bot may sit down there again.
                if let Ok(code) = ended {
                    followed.remove(&code);
                }
                app.lobby.notify_of_bots();
            }
            // A full queue is no end: the bot may be about to read.
            _ = heartbeat.tick() => if let Err(mpsc::error::TrySendError::Closed(_)) = lines.try_send(String::new()) {
                break "";
            },
            _ = rating.tick() => match ratings(&app, session.identity).await {
                Ok(ratings) => context.place.iter().for_each(|place| place.set_ratings(ratings)),
                Err(error) => tracing::warn!(%error, "the ratings of a bot could not be read"),
            },
            () = lines.closed() => break "",
        }
    };
    if !last.is_empty() {
        let _ = lines.try_send(json!({ "type": last }).to_string());
    }
    context.end.cancel();
    while followers.join_next().await.is_some() {}
    drop(context);
    app.lobby.notify_of_bots();
}

/// How strong a bot is by the games of bots at rapid, in Mancala and in Mapello.
pub async fn ratings(app: &AppState, bot: Identity) -> Result<[Option<Rating>; 2], StoreError> {
    let ratings = current_ratings(app, Ladder::Bots, bot.guest()).await?;
    Ok([Game::Mancala, Game::Mapello].map(|game| rating_at(&ratings, RatingCategory::rapid(game))))
}

/// The next room that the bot is to enter; `None` when another stream has taken over. Who only watches waits for ever.
async fn next_room(entered: &mut Option<mpsc::UnboundedReceiver<RoomCode>>) -> Option<RoomCode> {
    match entered {
        Some(entered) => entered.recv().await,
        None => pending().await,
    }
}

/// Follows a room, unless that is done already. Returns its code at the end.
async fn follow(context: StreamContext, code: RoomCode) -> RoomCode {
    let StreamContext { app, session, place, lines, end } = context;
    let (actions, mut received) = mpsc::channel(ACTIONS);
    if place.as_ref().is_some_and(|place| !place.follow(code, actions.clone())) {
        return code;
    }
    let mut pause = ENTER_AGAIN;
    while !end.is_cancelled() {
        let entered = Follower::enter(app.clone(), session.clone(), code, lines.clone(), place.clone()).await;
        let is_lost = match entered {
            Some(follower) => follower.run(&mut received, &end).await,
            None => true,
        };
        if !is_lost {
            break;
        }
        tokio::select! {
            () = end.cancelled() => {}
            () = tokio::time::sleep(pause) => {}
        }
        pause = (pause * 2).min(ENTER_AGAIN_AT_MOST);
    }
    // Until here, because the follower ends when nobody can act any more.
    drop(actions);
    place.iter().for_each(|place| place.leave(code));
    code
}
