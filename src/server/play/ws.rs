//! Web socket of a room: handshake with origin check, limits, heartbeat, and transport of messages between
//! client and room task. Their meaning is the room's business.

mod conversation;
mod end;
mod find_room;
mod joining;
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

use self::conversation::RoomSocket;
pub(in crate::server) use self::conversation::next_socket_id;
pub(in crate::server) use self::restart::RestartSignal;
use super::outbox::encode;
use crate::server::AppState;
use crate::server::auth::account::{Session, resolve_session};
use crate::server::auth::barring::barring;
use crate::server::auth::bot_session::resolve_bot;
use crate::server::http::limits::ConnectionPermit;
use crate::server::http::listen::Address;
use crate::server::http::{language, origin};
use crate::server::identity::{Identity, has_bearer};

/// The largest frame that is read. A message between [`room::message::MAX_BYTES`] and this gets an answer
/// before the socket is closed; a larger one is not even read.
const MAX_FRAME: usize = 16 * 1024;
/// Read buffer of a socket, in bytes. A move takes some 100.
const READ_BUFFER: usize = 512;
/// Timeout of sending a message; a slower client is dropped (backpressure).
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the client may take to answer a close frame, so that it can read the reason before the connection
/// is cut.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Close codes of RFC 6455, section 7.4.1, and of its registry.
pub(in crate::server) mod close {
    pub const NORMAL: u16 = 1000;
    pub const PROTOCOL: u16 = 1002;
    pub const NO_UTF8: u16 = 1007;
    pub const POLICY: u16 = 1008;
    pub const TOO_BIG: u16 = 1009;
    pub const RESTART: u16 = 1012;
    pub const TRY_AGAIN: u16 = 1013;
}

/// The handshake. A program comes in with its token. Without a cookie or a token that may play, the visitor is a spectator, with an identity that lasts as long as the
/// socket.
pub async fn handshake(
    State(app): State<AppState>,
    headers: HeaderMap,
    address: Option<Extension<Address>>,
    place: Option<Extension<Arc<ConnectionPermit>>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !origin::is_allowed(&app.config, &headers) {
        app.metrics.count_refusal("origin");
        return (StatusCode::FORBIDDEN, "This page may not connect here.").into_response();
    }
    if *app.isolated.borrow() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let is_program = has_bearer(&headers);
    let resolved =
        if is_program { resolve_bot(&app, &headers).await } else { resolve_session(&app, &headers).await };
    let session = match resolved {
        Ok(None) if is_program => return StatusCode::UNAUTHORIZED.into_response(),
        Ok(session) => session,
        Err(error) => {
            tracing::warn!(%error, "a session could not be resolved");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let with_cookie = session.as_ref().is_some_and(Session::may_play);
    let Some(session) = session.or_else(|| Identity::random().ok().map(Session::guest)) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let address = address.map(|Extension(address)| address);
    if let Some((fault, _)) = barring(&app, Some(&session), address.map(|Address(address)| address)) {
        // Said over the socket: a page does not learn why a handshake has failed.
        app.metrics.count_refusal(if fault == Fault::Blocked { "blocked" } else { "suspended" });
        return apply_limits(upgrade).on_upgrade(async move |mut socket| {
            let _place = place;
            close_with_reason(&mut socket, close::NORMAL, Some(fault)).await;
        });
    }
    let connection = (address, place);
    let visitor = (with_cookie, language::of_request(&headers));
    apply_limits(upgrade).on_upgrade(move |socket| {
        let tasks = app.tasks.clone();
        // The socket keeps the connection's place, because it outlives the request. It runs in a task of its
        // own: the handshake's task would keep all its memory.
        tasks.spawn(RoomSocket::new(app, session, visitor, connection, socket).run());
        ready(())
    })
}

/// Applies the size limits to a socket.
pub fn apply_limits(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    upgrade.max_frame_size(MAX_FRAME).max_message_size(MAX_FRAME)
}

/// The close code for an unreadable message; `None` for a broken connection.
pub fn close_code_of(error: axum::Error) -> Option<u16> {
    match error.into_inner().downcast_ref()? {
        tungstenite::Error::Capacity(_) => Some(close::TOO_BIG),
        tungstenite::Error::Utf8(_) => Some(close::NO_UTF8),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some(close::PROTOCOL),
        _ => None,
    }
}

/// Sends a message, or reports that the client is gone.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), ClientGone> {
    match tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(sent) => sent.map_err(|_| ClientGone { slow: false }),
        Err(_) => Err(ClientGone { slow: true }),
    }
}

async fn send_fault(socket: &mut WebSocket, fault: Fault) -> Result<(), ClientGone> {
    send(socket, Message::Text(encode(&ServerMessage::Fault(fault)))).await
}

/// Sends the reason and a close frame, then reads on for a moment: cutting a connection with unread data
/// would discard the reason. After a malformed frame nothing more can be read.
async fn close_with_reason(socket: &mut WebSocket, code: u16, fault: Option<Fault>) {
    if let Some(fault) = fault
        && send_fault(socket, fault).await.is_err()
    {
        return;
    }
    let frame = CloseFrame { code, reason: "".into() };
    if send(socket, Message::Close(Some(frame))).await.is_ok() {
        let answer = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, answer).await;
    }
}

/// The client is gone.
struct ClientGone {
    /// It does not read what is sent, which counts as gone.
    slow: bool,
}
