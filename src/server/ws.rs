//! One socket: handshake, limits, heartbeat, and carrying messages between the wire and the room. What the messages
//! mean is the room's business.

mod conversation;
mod end;
mod restart;

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use room::message::{Fault, ServerMessage};
use tungstenite::error::ProtocolError;

use self::conversation::Conversation;
pub(super) use self::restart::Restart;
use super::AppState;
use super::account::{Who, who};
use super::identity::Identity;
use super::limits::Place;
use super::origin;
use super::outbox::encode;

/// The most that is read at all. What lies between this and [`room::message::MAX_BYTES`] is answered before the socket
/// is closed; beyond, the frame is not even read.
const READ_MOST: usize = 16 * 1024;
/// The read buffer of a socket. A move is some 100 bytes.
const READ_BUFFER: usize = 512;
/// How long a message may take to leave; a socket that takes longer is as good as gone.
const SEND_WITHIN: Duration = Duration::from_secs(5);
/// How long the other end gets to answer a close, so that it reads why before the connection is cut.
const CLOSE_WITHIN: Duration = Duration::from_secs(2);

/// Codes of RFC 6455, section 7.4.1, and of its registry.
pub(super) mod close {
    pub const NORMAL: u16 = 1000;
    pub const PROTOCOL: u16 = 1002;
    pub const NO_UTF8: u16 = 1007;
    pub const POLICY: u16 = 1008;
    pub const TOO_BIG: u16 = 1009;
    pub const RESTART: u16 = 1012;
    pub const TRY_AGAIN: u16 = 1013;
}

/// The handshake. Without a cookie the visitor gets an identity that lasts as long as the socket, and watches.
pub async fn handshake(
    State(app): State<AppState>,
    headers: HeaderMap,
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
    let known = match who(&app, &headers).await {
        Ok(known) => known,
        Err(error) => {
            tracing::warn!(%error, "a cookie could not be looked up");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let with_cookie = known.is_some();
    let Some(who) = known.or_else(|| Identity::random().ok().map(Who::guest)) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    limited(upgrade).on_upgrade(move |socket| {
        let tasks = app.tasks.clone();
        // The connection's place is held as long as the socket is open, which outlives the request. A task of its own: that
        // of the handshake keeps the room for all that it did.
        tasks.spawn(Conversation::new(app, who, with_cookie, place, socket).run());
        ready(())
    })
}

/// A socket with our limits.
pub fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    let limited = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    limited.max_frame_size(READ_MOST).max_message_size(READ_MOST)
}

/// Why something that came cannot be read, as a code to close with; `None` for a connection that broke.
pub fn unreadable(error: axum::Error) -> Option<u16> {
    match error.into_inner().downcast_ref()? {
        tungstenite::Error::Capacity(_) => Some(close::TOO_BIG),
        tungstenite::Error::Utf8(_) => Some(close::NO_UTF8),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some(close::PROTOCOL),
        _ => None,
    }
}

/// Sends, or finds that nobody is there any more.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match tokio::time::timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(sent) => sent.map_err(|_| Gone { slow: false }),
        Err(_) => Err(Gone { slow: true }),
    }
}

async fn send_fault(socket: &mut WebSocket, fault: Fault) -> Result<(), Gone> {
    send(socket, Message::Text(encode(&ServerMessage::Fault(fault)))).await
}

/// Says why, closes, and reads on for a moment: a connection that is cut while something is unread takes the reason
/// with it. After a frame that could not be read, nothing more is.
async fn say_farewell(socket: &mut WebSocket, code: u16, fault: Option<Fault>) {
    if let Some(fault) = fault
        && send_fault(socket, fault).await.is_err()
    {
        return;
    }
    let frame = CloseFrame { code, reason: "".into() };
    if send(socket, Message::Close(Some(frame))).await.is_ok() {
        let answer = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = tokio::time::timeout(CLOSE_WITHIN, answer).await;
    }
}

/// The other end is gone.
struct Gone {
    /// It takes nothing of what is sent, which is as good as gone.
    slow: bool,
}
