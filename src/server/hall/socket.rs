//! Lobby socket of one page: it pushes changes of the lobby (`tell`) and receives seeks.

mod tell;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use self::tell::send;
use super::person::Person;
use super::{Here, draw};
use crate::app::pages::find::wish::Wish;
use crate::app::text::language::Language;
use crate::server::account::{Who, who};
use crate::server::identity::Identity;
use crate::server::limits::{Bucket, Place, Rate};
use crate::server::listen::Address;
use crate::server::ws::{Restart, close};
use crate::server::{AppState, language, origin};

/// The largest message that is read, in bytes.
const READ_MOST: usize = 1024;
/// Heartbeat: interval of the pings; the third in a row without any sign of the client ends the socket.
const HEARTBEAT: Duration = Duration::from_secs(5);
const MISSED_MOST: u32 = 3;
/// Rate limit of messages; a page's own pings use a fifth of it.
const RATE: Rate = Rate { burst: 30, per: Duration::from_secs(30) };

/// Query of the handshake.
#[derive(Deserialize)]
pub struct Asked {
    /// The page: `find` (lobby), `play` (a game against the computer while a seek is open) or `home`.
    of: String,
    /// Number of the seek that a reconnecting page holds.
    offer: Option<u64>,
}

/// A message of the page.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Said {
    /// Seeks an opponent.
    Seek { game: String, mancala: String, mapello: String, speed: String },
    /// Accepts this seek.
    Take { offer: u64 },
    /// Withdraws the seek.
    Cancel,
    /// Heartbeat of the page.
    Ping,
}

/// Handshake of the lobby socket. Without a cookie the page can only watch.
pub async fn handshake(
    State(app): State<AppState>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
    address: Option<Extension<Address>>,
    place: Option<Extension<Arc<Place>>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !origin::is_allowed(&app.config, &headers) {
        app.metrics.turned_away("origin");
        return (StatusCode::FORBIDDEN, "This page may not connect here.").into_response();
    }
    if *app.cut_off.borrow() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let home = match asked.of.as_str() {
        "home" => true,
        "find" | "play" => false,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let who = match who(&app, &headers).await {
        Ok(who) => who,
        Err(error) => {
            tracing::warn!(%error, "a cookie could not be looked up");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let identity = who.as_ref().map(|who| who.identity);
    let language = language::of(&headers);
    let address = address.map(|Extension(Address(address))| address);
    upgrade.read_buffer_size(READ_MOST).max_frame_size(READ_MOST).max_message_size(READ_MOST).on_upgrade(
        move |socket| {
            let tasks = app.tasks.clone();
            tasks.track_future(async move {
                let _place = place;
                let _counted = app.metrics.socket();
                let here = identity.map(|identity| app.hall.enter(identity.guest(), !home));
                let talk = Talk {
                    lists_at: Instant::now(),
                    bucket: Bucket::full(Instant::now()),
                    told: HashMap::new(),
                    offer: asked.offer,
                    meanwhile: asked.of == "find",
                    missed: 0,
                    identity,
                    who,
                    _here: here,
                    address,
                    language,
                    home,
                    app,
                };
                talk.run(socket).await;
            })
        },
    )
}

/// The state of one socket.
struct Talk {
    app: AppState,
    language: Language,
    identity: Option<Identity>,
    who: Option<Who>,
    address: Option<std::net::IpAddr>,
    home: bool,
    /// Whether the page is the lobby itself, which shows lists and offers a game against the computer
    /// meanwhile.
    meanwhile: bool,
    /// Number of the seek that the page holds.
    offer: Option<u64>,
    /// The fragments that the page shows, by name.
    told: HashMap<&'static str, String>,
    /// The earliest time at which lists may be sent again.
    lists_at: Instant,
    bucket: Bucket,
    missed: u32,
    /// Presence in the lobby, which ends with the socket.
    _here: Option<Here>,
}

/// The socket has ended, or is to be closed with this code.
struct End(Option<u16>);

impl Talk {
    async fn run(mut self, mut socket: WebSocket) {
        let Err(End(code)) = self.talk(&mut socket).await else { return };
        if let Some(code) = code {
            let frame = CloseFrame { code, reason: "".into() };
            let _ = send(&mut socket, Message::Close(Some(frame))).await;
        }
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let mut restart = Restart::new(&self.app, self.who.take());
        let mut bell = self.app.hall.bell.subscribe();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        let mut lists_changed = true;
        loop {
            self.tell_standing(socket).await?;
            if lists_changed && Instant::now() >= self.lists_at {
                lists_changed = false;
                self.tell_lists(socket).await?;
            }
            let lists_at = self.lists_at;
            tokio::select! {
                biased;
                () = restart.wait() => return Err(End(Some(close::RESTART))),
                message = socket.recv() => match message {
                    Some(Ok(message)) => self.receive(socket, message).await?,
                    Some(Err(_)) | None => return Err(End(None)),
                },
                _ = bell.changed() => lists_changed = true,
                () = sleep_until(lists_at.into()), if lists_changed => {}
                _ = heartbeat.tick() => {
                    self.missed += 1;
                    if self.missed >= MISSED_MOST {
                        return Err(End(Some(close::POLICY)));
                    }
                    send(socket, Message::Ping(Default::default())).await?;
                }
            }
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        self.missed = 0;
        let unlimited = self.app.config.player_messages == 0;
        if !unlimited && !self.bucket.take(RATE, Instant::now()) {
            self.app.metrics.turned_away("messages");
            self.tell(socket, vec![("said", draw::too_often(self.language))]).await?;
            return Err(End(Some(close::POLICY)));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End(Some(close::POLICY))),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(()),
        };
        let said = serde_json::from_str(&text).map_err(|_| End(Some(close::POLICY)))?;
        if let Said::Ping = said {
            return send(socket, Message::text("{}")).await;
        }
        let Some(identity) = self.identity.filter(|_| !self.home) else {
            let text = draw::needs_cookie(self.language);
            return self.tell(socket, vec![("said", text)]).await;
        };
        self.told.remove("said");
        let sought = match said {
            Said::Seek { game, mancala, mapello, speed } => {
                let way = if game == "mapello" { mapello } else { mancala };
                let wish = Wish::read(&game, &way, &speed).ok_or(End(Some(close::POLICY)))?;
                let Some(person) = self.person(identity, socket).await? else { return Ok(()) };
                self.app.hall.seek(&self.app, person, wish).map(Some)
            }
            Said::Take { offer } => {
                let Some(person) = self.person(identity, socket).await? else { return Ok(()) };
                self.app.hall.take(&self.app, person, offer).map(Some)
            }
            Said::Cancel => {
                self.app.hall.cancel(identity.guest());
                Ok(None)
            }
            Said::Ping => return Ok(()),
        };
        let text = match sought {
            Ok(offer) => {
                self.offer = offer;
                String::new()
            }
            Err(why) => draw::refusal(self.language, why),
        };
        self.tell(socket, vec![("said", text)]).await
    }

    /// The seeker with name and ratings, or an error message to the page.
    async fn person(&mut self, identity: Identity, socket: &mut WebSocket) -> Result<Option<Person>, End> {
        match Person::known(&self.app, identity, self.address).await {
            Ok(person) => Ok(Some(person)),
            Err(error) => {
                tracing::warn!(%error, "somebody who looks for an opponent was not found");
                self.tell(socket, vec![("said", draw::unavailable(self.language))]).await?;
                Ok(None)
            }
        }
    }
}
