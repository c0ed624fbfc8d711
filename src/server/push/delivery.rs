//! Web Push delivery: words each note in the browser's language, encrypts it, and posts it to the push
//! service.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::sync::{Semaphore, mpsc};
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, WebPushBuilder};

use super::repeats::Repeats;
use super::subscription::decode_base64url;
use super::{
    AccountNote, Answer, ChallengeNote, GameNote, Note, NoteKind, PushServices, Subscription, TournamentNews,
    TournamentNote,
};
use crate::app::text::account::{browser_name, notice_text};
use crate::app::text::names::{game_name, shown_name};
use crate::app::text::words;
use crate::server::{AppState, time};

/// Requests that are sent at a time …
const CONCURRENT_REQUESTS: usize = 16;
/// … and deliveries under way, including those that wait for a retry.
const MAX_PENDING: usize = 1024;
/// Timeout of a push service.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// Delays of the retries after a temporary failure.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(30)];

/// TTL at the push service for a device that is offline: a turn may be over after a day, an opponent who has
/// arrived does not wait for long, and whoever comes to the page sees what has changed in the account.
fn ttl(note: &Note) -> Duration {
    match note {
        Note::Game(GameNote { kind: NoteKind::Arrival, .. }) => Duration::from_secs(15 * 60),
        Note::Tournament(TournamentNote { what: TournamentNews::Soon(minutes), .. }) => {
            Duration::from_secs(u64::from(*minutes) * 60)
        }
        Note::Tournament(_) => Duration::from_secs(15 * 60),
        Note::Game(GameNote { kind: NoteKind::Turn, .. }) | Note::Account(_) | Note::Challenge(_) => {
            Duration::from_secs(24 * 3600)
        }
    }
}

/// The outcome of a request to a push service.
enum DeliveryResult {
    Delivered,
    /// The subscription has ended and is deleted.
    Gone,
    /// A temporary failure, which is retried.
    Retry,
    Refused(StatusCode),
}

/// Delivers queued notes until the server stops; deliveries under way are lost then.
pub async fn deliver(app: AppState, mut notes: mpsc::Receiver<Note>) {
    let client = Arc::new(PushClient::new(app.clone()));
    let under_way = Arc::new(Semaphore::new(MAX_PENDING));
    let mut repeats = Repeats::default();
    loop {
        let note = tokio::select! {
            () = app.stop.cancelled() => return,
            note = notes.recv() => note,
        };
        let Some(note) = note else { return };
        if let Note::Game(note @ GameNote { kind: NoteKind::Turn, .. }) = &note
            && !repeats.admits((note.code, note.seat), note.progress, Instant::now())
        {
            continue;
        }
        let subscriptions = match &note {
            Note::Game(note) => app.store.subscriptions(note.code, note.seat, note.kind).await,
            Note::Account(AccountNote { guest, .. }) | Note::Challenge(ChallengeNote { guest, .. }) => {
                app.store.subscriptions_of(*guest).await
            }
            // An entrant stays who entered, whatever account they have come to since.
            Note::Tournament(TournamentNote { guest, .. }) => match app.store.guest_now(*guest).await {
                Ok(guest) => app.store.subscriptions_of(guest).await,
                Err(error) => Err(error),
            },
        };
        let subscriptions = subscriptions.unwrap_or_else(|error| {
            tracing::warn!(%error, "push subscriptions could not be read");
            Vec::new()
        });
        if let Note::Game(note @ GameNote { kind: NoteKind::Arrival, .. }) = &note
            && (subscriptions.is_empty() || !is_first_arrival(&app, note).await)
        {
            continue;
        }
        for subscription in subscriptions {
            // The loop does not wait for a slow push service, because the next note may go to another one.
            let Ok(place) = Arc::clone(&under_way).try_acquire_owned() else {
                tracing::warn!("too many push notes are being delivered; one was dropped");
                continue;
            };
            let (client, note, stop) = (Arc::clone(&client), note.clone(), app.stop.clone());
            tokio::spawn(async move {
                let _place = place;
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = client.deliver_with_retries(&note, subscription) => {}
                }
            });
        }
    }
}

/// Whether nobody's arrival has been told to the holder of the seat before. In doubt it is not told: it is news of
/// a moment.
async fn is_first_arrival(app: &AppState, note: &GameNote) -> bool {
    app.store.tell_arrival(note.code, note.seat, app.time.now()).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "an arrival could not be noted");
        false
    })
}

struct PushClient {
    app: AppState,
    services: PushServices,
    sending: Semaphore,
    http: Client<HttpsConnector<HttpConnector>, Body>,
}

impl PushClient {
    fn new(app: AppState) -> Self {
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let http = Client::builder(TokioExecutor::new()).build(connector);
        let services = PushServices::new(&app.config.push_service);
        Self { services, sending: Semaphore::new(CONCURRENT_REQUESTS), app, http }
    }

    async fn deliver_with_retries(&self, note: &Note, to: Subscription) {
        let mut delays = RETRY_DELAYS.into_iter();
        loop {
            match self.send(note, &to).await {
                DeliveryResult::Delivered => return,
                DeliveryResult::Gone => {
                    if let Err(error) = self.app.store.unsubscribe(to.endpoint, None).await {
                        tracing::warn!(%error, "a dead push subscription could not be deleted");
                    }
                    return;
                }
                DeliveryResult::Refused(status) => {
                    tracing::warn!(%status, "a push service refused a note");
                    return;
                }
                DeliveryResult::Retry => match delays.next() {
                    Some(wait) => tokio::time::sleep(wait).await,
                    None => {
                        tracing::warn!("a push service could not be reached");
                        return;
                    }
                },
            }
        }
    }

    async fn send(&self, note: &Note, to: &Subscription) -> DeliveryResult {
        // Checked again, because the list of admitted services may have changed since the subscription.
        let Some(request) = self.request(note, to) else { return DeliveryResult::Gone };
        // The permit is released before the wait for a retry.
        let Ok(_place) = self.sending.acquire().await else { return DeliveryResult::Retry };
        match tokio::time::timeout(ANSWER_TIMEOUT, self.http.request(request)).await {
            Ok(Ok(answer)) => classify(&answer),
            Ok(Err(_)) | Err(_) => DeliveryResult::Retry,
        }
    }

    fn request(&self, note: &Note, to: &Subscription) -> Option<Request<Body>> {
        let (address, origin) = self.services.parse_admitted(&to.endpoint)?;
        let key = PublicKey::from_sec1_bytes(&decode_base64url(&to.p256dh, 65)?).ok()?;
        let auth = Auth::clone_from_slice(&decode_base64url(&to.auth, 16)?);
        let builder = WebPushBuilder::new(address, key, auth).with_valid_duration(ttl(note));
        let mut request = builder.build(message(note, to).to_string()).ok()?;
        let config = &self.app.config;
        let contact = config.public_url.as_ref().filter(|url| url.is_https()).map(ToString::to_string);
        let by = self.app.push.vapid.authorization(&origin, contact.as_deref(), time::system_seconds());
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, HeaderValue::from_str(&by).ok()?);
        let is_turn = matches!(note, Note::Game(GameNote { kind: NoteKind::Turn, .. }));
        headers.insert("urgency", HeaderValue::from_static(if is_turn { "normal" } else { "high" }));
        if let Note::Game(note) = note {
            // The push service replaces an undelivered message of the same room, and learns nothing of the room.
            let topic = self.app.push.topics.topic(note.code, &to.endpoint)?;
            headers.insert("topic", HeaderValue::from_str(&topic).ok()?);
        }
        Some(request.map(Body::from))
    }
}

fn classify(answer: &Response<impl Sized>) -> DeliveryResult {
    match answer.status() {
        status if status.is_success() => DeliveryResult::Delivered,
        StatusCode::NOT_FOUND | StatusCode::GONE => DeliveryResult::Gone,
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            DeliveryResult::Retry
        }
        status => DeliveryResult::Refused(status),
    }
}

/// Payload that `public/sw.js` displays.
fn message(note: &Note, to: &Subscription) -> serde_json::Value {
    let (title, body) = to.language.during(|| match note {
        Note::Game(GameNote { kind: NoteKind::Turn, who, game, .. }) => {
            (words::push_turn_title(), words::push_turn_text(&shown_name(who), game_name(*game)))
        }
        Note::Game(GameNote { kind: NoteKind::Arrival, who, game, .. }) => {
            (words::push_arrival_title(&shown_name(who)), words::push_arrival_text(game_name(*game)))
        }
        Note::Account(note) => {
            (notice_text(note.kind, &browser_name(&note.browser)), words::push_account_text())
        }
        Note::Challenge(ChallengeNote { who, answer: Answer::Asked(game), .. }) => {
            (words::push_challenge_title(&shown_name(who)), words::push_challenge_text(game_name(*game)))
        }
        Note::Challenge(ChallengeNote { who, answer: Answer::Declined, .. }) => {
            (words::push_declined_title(&shown_name(who)), words::push_declined_text())
        }
        Note::Tournament(TournamentNote { title, what, .. }) => {
            let news = match what {
                TournamentNews::Soon(minutes) => words::push_tournament_soon(title, &minutes.to_string()),
                TournamentNews::Starts => words::push_tournament_starts(title),
                TournamentNews::Paired => words::push_tournament_paired(title),
            };
            (news, words::push_tournament_text())
        }
    });
    let (tag, url) = match note {
        Note::Game(note) => (note.code.to_string(), format!("/r/{}", note.code)),
        Note::Account(note) => (note.kind.word().to_owned(), "/security".to_owned()),
        Note::Challenge(note) => (note.code.to_string(), format!("/r/{}", note.code)),
        Note::Tournament(TournamentNote { what: TournamentNews::Paired, code, .. }) => {
            (code.to_string(), format!("/r/{code}"))
        }
        Note::Tournament(note) => (note.code.to_string(), format!("/e/{}", note.code)),
    };
    let mut payload = serde_json::json!({ "title": title, "body": body, "tag": tag, "url": url });
    if let Note::Game(note) = note {
        // The button by which the room is muted: its label, and what it sends.
        let label = to.language.during(words::push_mute);
        payload["mute"] = serde_json::json!({ "label": label, "room": note.code });
    }
    payload
}
