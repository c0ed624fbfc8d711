//! Command execution: prepares what members ask for, and has the room's replica (`room::sync::replica`) decide and
//! append it.

use std::net::IpAddr;
use std::time::Instant;

use room::message::{Fault, ServerMessage};
use room::sync::replica::{NotAppended, Outcome};
use room::{Command, IncomingCommand, MemberId, Origin, Rejection, Room, clean_line, clean_name, hide_chat};

use super::{HandOver, RoomTask, SocketId, Visitor};
use crate::server::auth::guest_name;
use crate::server::identity::GuestKey;
use crate::server::metrics::CommandOutcome;
use crate::server::profanity;
use crate::server::store::StoreError;

impl From<NotAppended<Self>> for StoreError {
    fn from(error: NotAppended<Self>) -> Self {
        match error {
            NotAppended::Conflict => Self::Conflict,
            NotAppended::Failed(error) => error,
        }
    }
}

impl RoomTask {
    /// Answers a command of a socket that has the events up to `after`.
    pub(super) async fn command(&mut self, socket: SocketId, id: u64, after: u64, command: &Command) {
        let Some(visitor) = self.host.members.get(socket).map(|member| member.visitor) else { return };
        let origin = Origin { member: visitor.member, id };
        let since = Instant::now();
        let outcome = self.execute(visitor, origin, after, command).await;
        self.host.rooms.metrics.command(metrics_label(&outcome), since);
        match outcome {
            Ok(Outcome::Appended) => {}
            Ok(Outcome::AlreadyDone | Outcome::NoEffect) => {
                self.catch_up(socket, after).await;
                self.host.members.send(socket, &ServerMessage::Done(id));
            }
            Ok(Outcome::Refused(reason)) => {
                let newest = self.host.history.since(after);
                let lacks_more = newest.is_none();
                let hidden = self.host.members.hidden_chat(&self.room, visitor.member);
                let events = hide_chat(newest.unwrap_or_default(), hidden);
                self.host.members.send(socket, &ServerMessage::Refused { id, reason, events });
                if lacks_more {
                    self.catch_up(socket, after).await;
                }
            }
            Err(error) => {
                tracing::warn!(code = %self.room.code, %error, "a command could not be written down");
                self.host.members.send(socket, &ServerMessage::Fault(Fault::Busy));
            }
        }
    }

    /// Executes a command of a client that has the events up to `after`, at most once for each `origin`
    /// (idempotent).
    pub(super) async fn execute(
        &mut self,
        visitor: Visitor,
        origin: Origin,
        after: u64,
        command: &Command,
    ) -> Result<Outcome, StoreError> {
        let silenced = self.silenced(visitor.guest, command);
        let Some(guest) = visitor.guest else {
            let mut host = self.host.acting_for(None);
            self.room.read_up_to(&mut host, after).await?;
            self.room.tick(&mut host).await?;
            return Ok(Outcome::Refused(Rejection::NotSeated));
        };
        if let Some(reason) = silenced {
            return Ok(Outcome::Refused(reason));
        }
        // What a bot is called is decided where its tokens are made.
        if visitor.bot.is_some() && matches!(command, Command::Rename { .. }) {
            return Ok(Outcome::Refused(Rejection::BadName));
        }
        self.host.note_player(&self.room, visitor);
        if let Some(reason) = self.host.refuses_game(&self.room, command) {
            return Ok(Outcome::Refused(reason));
        }
        let command = &self.named(guest, visitor.bot.is_some(), polite(command)).await?;
        let mut host = self.host.acting_for(Some(guest));
        match self.room.execute(&mut host, IncomingCommand { origin, after, command }).await? {
            Outcome::NoEffect => self.execute_outside_log(visitor, guest, origin, command).await,
            Outcome::Appended => {
                if let Command::Sit { name } = command
                    && visitor.bot.is_none()
                    && let Err(error) = self.keep_name(visitor.address, guest, name).await
                {
                    tracing::warn!(code = %self.room.code, %error, "a name could not be kept");
                }
                Ok(Outcome::Appended)
            }
            outcome => Ok(outcome),
        }
    }

    /// Executes a command of the visitor of a form, who has the whole log.
    async fn execute_form(&mut self, visitor: Visitor, command: &Command) -> Result<Outcome, StoreError> {
        let drawn = getrandom::u32().map_err(|error| StoreError::Unavailable(error.to_string()))?;
        // Ids of this size are used by no page, so they cannot collide.
        let origin = Origin { member: visitor.member, id: u64::from(drawn) | 1 << 52 };
        self.execute(visitor, origin, self.room.seq, command).await
    }

    /// Gives up a seat for good. The opponent's consent is not needed, because resigning first ends the game
    /// that would hold the seat.
    pub(super) async fn give_up(&mut self, visitor: Visitor) -> Result<(), StoreError> {
        for command in [Command::Resign, Command::Leave] {
            // Without a game to resign, or a seat, there is nothing to do.
            self.execute_form(visitor, &command).await?;
        }
        Ok(())
    }

    /// Seats a visitor, under the guest's name if none is given; the reason if the room refuses it.
    pub(super) async fn sit(
        &mut self,
        visitor: Visitor,
        further: &[MemberId],
        name: Option<String>,
    ) -> Result<Option<Rejection>, StoreError> {
        self.read_log().await?;
        let Some(guest) = visitor.guest else { return Ok(Some(Rejection::NotSeated)) };
        if self.is_shut() || self.host.hidden.hides(visitor.member) {
            return Ok(Some(Rejection::Closed));
        }
        if further.iter().any(|member| self.room.seat_of(*member).is_some()) {
            return Ok(None);
        }
        let name = match name.filter(|name| clean_name(name).is_some()) {
            Some(name) => name,
            None => guest_name::guest_of(&self.host.rooms.store, guest, visitor.language).await?.name,
        };
        Ok(match self.execute_form(visitor, &Command::Sit { name }).await? {
            Outcome::Refused(reason) => Some(reason),
            _ => None,
        })
    }

    /// Keeps the name under which a guest who has not chosen one sits down.
    /// Not over the address's limit of names: then it stands in this room alone.
    async fn keep_name(
        &self,
        address: Option<IpAddr>,
        guest: GuestKey,
        name: &str,
    ) -> Result<(), StoreError> {
        let store = &self.host.rooms.store;
        if guest_name::is_generated(guest, name) || store.guest_name(guest).await?.is_some() {
            return Ok(());
        }
        let names = &self.host.rooms.limits.names;
        if address.is_some_and(|address| names.take(address, Instant::now()).is_err()) {
            return Ok(());
        }
        store.rename_guest(guest, name.to_owned(), self.host.rooms.time.now()).await
    }

    /// Transfers a member's seat to another device of the same person.
    pub(super) async fn hand_over(&mut self, from: MemberId, to: Visitor) -> Result<HandOver, StoreError> {
        if self.is_shut() {
            return Ok(HandOver::NoSeat);
        }
        let mut host = self.host.acting_for(to.guest);
        let transfer = |room: &Room, _| room::transfer_seat(room, from, to.member).into_iter().collect();
        Ok(if self.room.append(&mut host, transfer).await? {
            HandOver::Done
        } else if self.room.seat_of(to.member).is_some() {
            HandOver::Sits
        } else {
            HandOver::NoSeat
        })
    }

    /// Appends what is due by time alone.
    pub(super) async fn tick(&mut self) -> Result<(), StoreError> {
        Ok(self.room.tick(&mut self.host.acting_for(None)).await?)
    }

    /// Reads what other nodes have appended.
    pub(super) async fn read_log(&mut self) -> Result<(), StoreError> {
        self.room.read(&mut self.host.acting_for(None)).await?;
        Ok(())
    }

    /// Reads what other nodes have appended if the log is said to reach to `seq`, further than this node knows.
    pub(super) async fn read_log_up_to(&mut self, seq: u64) -> Result<(), StoreError> {
        self.room.read_up_to(&mut self.host.acting_for(None), seq).await
    }
}

/// The command with cleaned lines and masked profanity; the original is neither decided on, stored nor sent.
fn polite(command: &Command) -> Command {
    let masked = |text: &str| profanity::mask_profanity(&clean_line(text));
    match command {
        Command::SendChat(text) => Command::SendChat(masked(text)),
        Command::SendSpectatorChat(text) => Command::SendSpectatorChat(masked(text)),
        other => other.clone(),
    }
}

/// The outcome as a metrics label.
fn metrics_label(outcome: &Result<Outcome, StoreError>) -> CommandOutcome {
    match outcome {
        Ok(Outcome::Appended) => CommandOutcome::Appended,
        Ok(Outcome::AlreadyDone | Outcome::NoEffect) => CommandOutcome::Nothing,
        Ok(Outcome::Refused(_)) => CommandOutcome::Refused,
        Err(_) => CommandOutcome::Failed,
    }
}
