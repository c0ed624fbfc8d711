//! The room that a socket asks for.

use room::RoomCode;
use room::message::Fault;

use super::close;
use super::end::End;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::lookup::Lookup;
use crate::server::http::listen::Address;
use crate::server::play::rooms::Mailbox;

/// The mailbox of a room, or why the socket ends.
pub(super) async fn find_room(
    app: &AppState,
    address: Option<Address>,
    session: &Session,
    code: RoomCode,
) -> Result<Mailbox, End> {
    let lookup = Lookup::of_session(app, address, session);
    if lookup.check_room(code).await.is_err() {
        return Err(End::TooManyMisses);
    }
    let room = app.rooms.get_or_load(code).await.map_err(|error| {
        tracing::warn!(%code, %error, "a room could not be loaded");
        End::Close(close::TRY_AGAIN, Some(Fault::Busy))
    })?;
    lookup.room(code, room.is_some());
    room.ok_or(End::Close(close::NORMAL, Some(Fault::NoSuchRoom)))
}
