//! A test client: a web socket that drives the client's side of the protocol (`room::sync::client`), as the page
//! does. The core folds the events, and numbers, keeps and resends the commands; nothing of that is done here.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::SinkExt;
use room::message::{ClientMessage, Fault, Presence, ServerMessage};
use room::sync::client::{Client, Effect, NotSent, Surroundings};
use room::{Command, Logged, MemberId, Millis, Rejection, Room, RoomCode, Seat};
use tokio_tungstenite::tungstenite::Message;

use super::socket::{Socket, connect, receive};
use super::{http, patiently};

/// One browser tab.
pub struct Tab {
    socket: Socket,
    /// The client's side of the protocol. It outlives the socket: [`Tab::rejoin`] takes it.
    pub client: Client,
    pub me: MemberId,
    /// Its cookie; empty without one.
    pub guest: String,
    /// The confirmed room of [`Tab::client`], copied after every message for tests to keep and compare.
    pub room: Room,
    /// The last presence that was announced.
    pub here: Presence,
    /// Number of events in the welcome; `None` if it was the whole log.
    pub welcomed_with: Option<usize>,
    /// By how much the server's clock is ahead.
    ahead: Millis,
}

/// The outcome of a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    Happened,
    Done,
    Refused(Rejection),
    Fault(Fault),
}

/// The first of 65,536 command ids that nobody else in this process has. A member that reconnects or has two tabs
/// must not reuse an id: the server would take the second command for a resend of the first (idempotency).
fn unused_ids() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 16);
    NEXT.fetch_add(1 << 16, Ordering::Relaxed)
}

/// Sends the form of an invitation, under the guest's own name. Whether a seat was free, the room tells.
pub async fn sit_down(host: &str, code: RoomCode, cookie: Option<&str>) {
    if let Some(cookie) = cookie {
        http(host, &format!("POST /r/{code}\nCookie: duello_guest={cookie}"), "").await;
    }
}

fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as Millis
}

impl Tab {
    /// Joins a room as the guest of `cookie`, or without one, and sits down where a seat is free, as a person does
    /// who presses the button of the invitation.
    pub async fn join(host: &str, code: RoomCode, cookie: Option<&str>) -> Self {
        Self::try_join(host, code, cookie).await.expect("welcome")
    }

    /// As [`Tab::join`]. Fails with the close code if the socket ends, or with `None` if the first answer is no
    /// welcome.
    pub async fn try_join(host: &str, code: RoomCode, cookie: Option<&str>) -> Result<Self, Option<u16>> {
        sit_down(host, code, cookie).await;
        Self::watch(host, code, cookie).await
    }

    /// Joins a room as the guest of `cookie` without sitting down. Fails as [`Tab::try_join`] does.
    pub async fn watch(host: &str, code: RoomCode, cookie: Option<&str>) -> Result<Self, Option<u16>> {
        Self::rejoin(host, cookie, Client::new(code, unused_ids())).await
    }

    /// As [`Tab::try_join`], with a delay before anything received is read.
    pub async fn join_slowly(
        host: &str,
        code: RoomCode,
        cookie: Option<&str>,
        lag: Duration,
    ) -> Result<Self, Option<u16>> {
        sit_down(host, code, cookie).await;
        Self::open(host, cookie, Client::new(code, unused_ids()), lag).await
    }

    /// Reconnects a client: the server sends the events that it lacks (catch-up), and the client resends its
    /// pending commands. Fails as [`Tab::try_join`] does.
    pub async fn rejoin(host: &str, cookie: Option<&str>, client: Client) -> Result<Self, Option<u16>> {
        Self::open(host, cookie, client, Duration::ZERO).await
    }

    async fn open(
        host: &str,
        cookie: Option<&str>,
        client: Client,
        lag: Duration,
    ) -> Result<Self, Option<u16>> {
        let mut socket = connect(host, cookie, None).await.map_err(|_| None)?;
        socket.send(text(&client.hello())).await.map_err(|_| None)?;
        tokio::time::sleep(lag).await;
        let welcome = receive(&mut socket).await?;
        let ServerMessage::Welcome { you, now: at, log, here } = &welcome else { return Err(None) };
        let whole = log.first().is_some_and(|first| first.seq == 1);
        let mut tab = Self {
            socket,
            client,
            me: *you,
            guest: cookie.unwrap_or_default().to_owned(),
            room: Room::new(RoomCode::from_seed(0)),
            here: *here,
            welcomed_with: (!whole).then_some(log.len()),
            ahead: at - now(),
        };
        tab.apply(&welcome).await;
        Ok(tab)
    }

    /// The seat of this tab's member.
    pub fn seat(&self) -> Option<Seat> {
        self.room.seat_of(self.me)
    }

    /// Processes the next message.
    pub async fn next(&mut self) -> Result<ServerMessage, Option<u16>> {
        Ok(self.next_with_effects().await?.0)
    }

    /// Processes the next message; with what the client makes of it.
    pub async fn next_with_effects(&mut self) -> Result<(ServerMessage, Vec<Effect>), Option<u16>> {
        let message = receive(&mut self.socket).await?;
        let effects = self.apply(&message).await;
        Ok((message, effects))
    }

    async fn apply(&mut self, message: &ServerMessage) -> Vec<Effect> {
        if let ServerMessage::Here(here) = message {
            self.here = *here;
        }
        let effects = self.client.receive(message, now());
        // A page would ask for the missing events; here a server that leaves some out has failed the test.
        assert!(!effects.contains(&Effect::Gap), "a gap after {}: {message:?}", self.client.seq());
        self.room.clone_from(self.client.confirmed().expect("a welcome brings the room"));
        for effect in &effects {
            if let Effect::Send(message) = effect {
                self.send(message).await;
            }
        }
        effects
    }

    /// Processes messages until the room is as wanted.
    pub async fn until(&mut self, so: impl Fn(&Room) -> bool) {
        let changes = async {
            while !so(&self.room) {
                self.next().await.expect("the socket stays open");
            }
        };
        patiently("the room is as it should be", changes).await;
    }

    /// Processes messages until the socket ends; whether the last one was that the room is closed to
    /// spectators.
    pub async fn until_closed(&mut self) -> bool {
        let mut closed = false;
        while let Ok(message) = self.next().await {
            closed = message == ServerMessage::Fault(Fault::Closed);
        }
        closed
    }

    /// Sends a message. If the socket has ended, the next message that is awaited says so.
    pub async fn send(&mut self, message: &ClientMessage) {
        self.send_raw(text(message)).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.send_raw(Message::text(text)).await;
    }

    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// Submits a command to the client without sending it; its id and the message.
    ///
    /// # Errors
    /// The client does not send it, as in a page.
    pub fn submit(&mut self, command: Command) -> Result<(u64, ClientMessage), NotSent> {
        let surroundings = Surroundings { ahead: self.ahead, here: self.here };
        let message = self.client.submit(command, now(), &surroundings)?;
        Ok((self.client.pending().last().unwrap().id, message))
    }

    /// Sends the pending commands once more.
    pub async fn resend(&mut self) {
        for message in self.client.resend(now(), 0) {
            self.send(&message).await;
        }
    }

    pub fn is_pending(&self, id: u64) -> bool {
        self.client.pending().iter().any(|pending| pending.id == id)
    }

    /// Submits a command and awaits its outcome.
    pub async fn ask(&mut self, command: Command) -> Answer {
        self.try_ask(command).await.expect("the socket stays open")
    }

    /// As [`Tab::ask`]; fails with the close code if the socket ends.
    pub async fn try_ask(&mut self, command: Command) -> Result<Answer, Option<u16>> {
        match self.submit(command.clone()) {
            Ok((id, message)) => {
                self.send(&message).await;
                self.outcome(id).await
            }
            // Here the server is tested: it has to refuse also what a page would not send.
            Err(NotSent::Refused(_)) => self.ask_as(unused_ids(), command).await,
            Err(not_sent) => panic!("{command:?}: {not_sent:?}"),
        }
    }

    /// Awaits the outcome of a pending command.
    pub async fn outcome(&mut self, id: u64) -> Result<Answer, Option<u16>> {
        loop {
            let (message, effects) = self.next_with_effects().await?;
            if let ServerMessage::Fault(fault) = message {
                return Ok(Answer::Fault(fault));
            }
            if self.is_pending(id) {
                continue;
            }
            let answer = effects.into_iter().find_map(|effect| match effect {
                Effect::Acknowledged(acknowledged) if acknowledged == id => Some(Answer::Happened),
                Effect::Done(_) => Some(Answer::Done),
                Effect::Refused(Some(_), reason) => Some(Answer::Refused(reason)),
                _ => None,
            });
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
    }

    /// Sends a command past the client, with this id, and awaits its outcome: for repeated ids, and for commands
    /// that no page sends.
    pub async fn ask_as(&mut self, id: u64, command: Command) -> Result<Answer, Option<u16>> {
        self.ask_as_of(id, self.room.seq, command).await
    }

    /// As [`Tab::ask_as`], on behalf of a client that has the events up to `after`.
    pub async fn ask_as_of(&mut self, id: u64, after: u64, command: Command) -> Result<Answer, Option<u16>> {
        self.send(&ClientMessage::Cmd { id, after, cmd: command }).await;
        loop {
            let me = self.me;
            let mine = |event: &Logged| event.by.is_some_and(|by| by.member == me && by.id == id);
            match self.next().await? {
                ServerMessage::Events { events } if events.iter().any(mine) => return Ok(Answer::Happened),
                ServerMessage::Done(done) if done == id => return Ok(Answer::Done),
                ServerMessage::Refused { id: refused, reason, .. } if refused == id => {
                    return Ok(Answer::Refused(reason));
                }
                ServerMessage::Fault(fault) => return Ok(Answer::Fault(fault)),
                _ => {}
            }
        }
    }
}

fn text(message: &ClientMessage) -> Message {
    Message::text(serde_json::to_string(message).unwrap())
}
