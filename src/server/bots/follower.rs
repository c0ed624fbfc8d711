//! Follows one room for a bot: a connection of the room like that of a page, whose replica of the room becomes the lines of
//! the bot's stream, and through which the bot acts.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use room::message::{Fault, ServerMessage};
use room::{Command, Company, Logged, MemberId, Origin, Rejection, Room, RoomCode, evolve, fold};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::actions::{Action, MoveOrCommand};
use super::directory::Place;
use super::error::BotError;
use super::game_line::{GameLine, game_line, room_line};
use super::stream::Line;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::identity::Identity;
use crate::server::play::lag::Lag;
use crate::server::play::outbox::{self, Parcel};
use crate::server::play::room_task::{BotLimits, Letter, SocketId, Visitor};
use crate::server::play::rooms::Mailbox;
use crate::server::play::ws::next_socket_id;

/// Actions that may wait while the room decides on earlier ones.
pub const ACTIONS: usize = 8;
/// How long a bot stays with a stranger after a game, for another one.
const STAY: Duration = Duration::from_secs(60);
/// How long a full queue of lines is waited for.
const READ_WITHIN: Duration = Duration::from_secs(10);
/// After how long a bot looks whether events were lost, as a page's heartbeat does.
const PING_EVERY: Duration = Duration::from_secs(20);

/// See the module.
pub struct Follower {
    app: AppState,
    session: Session,
    code: RoomCode,
    mailbox: Mailbox,
    socket: SocketId,
    parcels: mpsc::Receiver<Parcel>,
    lines: mpsc::Sender<Line>,
    place: Option<Arc<Place>>,
    /// Whether a game is played, as the directory was last told.
    plays: Option<bool>,
    room: Option<(Room, MemberId)>,
    last_line: Option<GameLine>,
    last_room_line: Option<Value>,
    next_id: u64,
    waiting: HashMap<u64, oneshot::Sender<Result<(), BotError>>>,
    /// Since when there is no game to play.
    idle_since: Instant,
    /// Whether the bot has got up.
    has_left: bool,
}

/// The room has nothing more for the bot.
struct Ended;

impl Follower {
    /// Enters a room; `None` if it cannot be entered.
    pub async fn enter(
        app: AppState,
        session: Session,
        code: RoomCode,
        lines: mpsc::Sender<Line>,
        place: Option<Arc<Place>>,
    ) -> Option<Self> {
        let mailbox = app.rooms.get_or_load(code).await.ok().flatten()?;
        let (outbox, parcels) = mpsc::channel(outbox::QUEUE);
        let socket = next_socket_id();
        // Who only watches is nobody at the table: its opponent must not be told that the bot is there.
        let limits = BotLimits::of(&session)?;
        let (visitor, further) = if session.may_play() {
            let member = session.identity.member(code);
            let visitor = Visitor::bot(member, Some(session.identity.guest()), limits);
            (visitor, session.further_members(code))
        } else {
            (Visitor::bot(Identity::random().ok()?.member(code), None, limits), Vec::new())
        };
        let join = Letter::Join { socket, visitor, further, after: 0, outbox, lag: Lag::default() };
        mailbox.send(Box::new(join)).await.ok()?;
        // Commands of earlier streams of the bot have other ids.
        let next_id = u64::from(getrandom::u32().ok()?) << 20;
        Some(Self {
            app,
            session,
            code,
            mailbox,
            socket,
            parcels,
            lines,
            place,
            plays: None,
            room: None,
            last_line: None,
            last_room_line: None,
            next_id,
            waiting: HashMap::new(),
            idle_since: Instant::now(),
            has_left: false,
        })
    }

    /// Follows the room until there is nothing more to play, the room drops the bot, or the stream ends.
    /// Whether the bot still sits there: then the connection was lost.
    pub async fn run(mut self, actions: &mut mpsc::Receiver<Action>, end: &CancellationToken) -> bool {
        let mut ping = tokio::time::interval(PING_EVERY);
        ping.reset();
        loop {
            let step = tokio::select! {
                () = end.cancelled() => break,
                parcel = self.parcels.recv() => match parcel {
                    Some(parcel) => self.receive(parcel).await,
                    None => Err(Ended),
                },
                action = actions.recv() => match action {
                    Some(action) => self.perform(action).await,
                    None => Err(Ended),
                },
                _ = ping.tick() => self.check().await,
            };
            if step.is_err() {
                break;
            }
        }
        for (_, waits) in self.waiting.drain() {
            let _ = waits.send(Err(BotError::Busy));
        }
        let leave = Letter::Leave { socket: self.socket, silent: Duration::ZERO };
        let _ = self.mailbox.send(Box::new(leave)).await;
        !self.has_left && self.room.as_ref().is_none_or(|(room, me)| room.seat_of(*me).is_some())
    }

    async fn receive(&mut self, parcel: Parcel) -> Result<(), Ended> {
        let text = match parcel {
            Parcel::Text(text) => text.to_string(),
            Parcel::Welcome(welcome) => welcome.text().to_string(),
            Parcel::Role(_) => return Ok(()),
            Parcel::Close(_) => return Err(Ended),
        };
        match serde_json::from_str(&text) {
            Ok(ServerMessage::Welcome { you, log, .. }) => {
                let room = fold(self.code, &log);
                let me = self.seated_member(&room).unwrap_or(you);
                self.room = Some((room, me));
            }
            Ok(ServerMessage::Events { events }) => self.evolve(&events).await?,
            Ok(ServerMessage::Done(id)) => self.answer(id, Ok(())),
            Ok(ServerMessage::Refused { id, reason, events }) => {
                self.evolve(&events).await?;
                self.answer(id, Err(BotError::Refused(reason)));
            }
            Ok(ServerMessage::Fault(Fault::Busy)) => {
                for (_, waits) in self.waiting.drain() {
                    let _ = waits.send(Err(BotError::Busy));
                }
            }
            Ok(_) | Err(_) => {}
        }
        self.write_changes().await
    }

    /// The member under which the bot sits in a room. With a token that may only read this is not the member who watches.
    fn seated_member(&self, room: &Room) -> Option<MemberId> {
        self.session.members(self.code).into_iter().find(|member| room.seat_of(*member).is_some())
    }

    async fn evolve(&mut self, events: &[Logged]) -> Result<(), Ended> {
        for logged in events {
            let Some((room, me)) = &mut self.room else { return Ok(()) };
            if logged.seq > room.seq + 1 {
                return self.ask_for_events().await;
            }
            if logged.seq <= room.seq {
                continue;
            }
            evolve(room, logged);
            if let Some(Origin { id, .. }) = logged.by.filter(|origin| origin.member == *me) {
                self.answer(id, Ok(()));
            }
        }
        Ok(())
    }

    /// Writes a line of what has changed for the bot.
    async fn write_changes(&mut self) -> Result<(), Ended> {
        let Some((room, me)) = &self.room else { return Ok(()) };
        // A game that was put away waits for nobody.
        let plays = room.running().is_some_and(|game| game.put_away.is_none()) || room.is_match_break();
        if self.plays.replace(plays) != Some(plays) {
            self.place.iter().for_each(|place| place.set_plays(self.code, plays));
            self.app.lobby.notify_of_bots();
        }
        let Some(line) = game_line(room, *me, self.app.time.now()) else {
            // Nothing is there for a bot that has left.
            let line = room_line(room, *me).ok_or(Ended)?;
            if self.last_room_line.as_ref() == Some(&line) {
                return Ok(());
            }
            let text = line.to_string();
            self.last_room_line = Some(line);
            return self.write(text).await;
        };
        if room.running().is_some() {
            self.idle_since = Instant::now();
        }
        if self.last_line.as_ref().is_some_and(|last| last.is_equal_but_for_clocks(&line)) {
            return Ok(());
        }
        let text = serde_json::to_string(&line).map_err(|_| Ended)?;
        self.last_line = Some(line);
        self.write(text).await
    }

    /// Writes a line. Whoever does not read for long enough is not there.
    async fn write(&self, line: Line) -> Result<(), Ended> {
        let sent = tokio::time::timeout(READ_WITHIN, self.lines.send(line)).await;
        sent.map_err(|_| Ended)?.map_err(|_| Ended)
    }

    async fn perform(&mut self, Action { what, reply }: Action) -> Result<(), Ended> {
        let Some((room, _)) = &self.room else {
            let _ = reply.send(Err(BotError::Busy));
            return Ok(());
        };
        let command = match what {
            MoveOrCommand::Command(command) => command,
            MoveOrCommand::Move { game, ply, word } => match move_command(room, game, ply, &word) {
                Ok(command) => command,
                Err(error) => {
                    // The asker may have gone.
                    let _ = reply.send(Err(error));
                    return Ok(());
                }
            },
        };
        self.send(command, reply).await
    }

    async fn send(
        &mut self,
        command: Command,
        reply: oneshot::Sender<Result<(), BotError>>,
    ) -> Result<(), Ended> {
        self.next_id += 1;
        let (id, after) = (self.next_id, self.room.as_ref().map_or(0, |(room, _)| room.seq));
        self.waiting.insert(id, reply);
        self.post(Letter::Command { socket: self.socket, id, after, command }).await
    }

    /// What a page's heartbeat does; and a bot that has played with a stranger gets up after a while.
    async fn check(&mut self) -> Result<(), Ended> {
        let is_strangers = self.room.as_ref().is_some_and(|(room, _)| {
            room.settings.company == Company::Strangers && room.running().is_none() && !room.is_match_break()
        });
        if self.session.may_play() && is_strangers && self.idle_since.elapsed() >= STAY {
            self.has_left = true;
            self.next_id += 1;
            let (id, after) = (self.next_id, self.room.as_ref().map_or(0, |(room, _)| room.seq));
            let command = Command::Leave;
            self.post(Letter::Command { socket: self.socket, id, after, command }).await?;
            return Err(Ended);
        }
        self.ask_for_events().await
    }

    async fn ask_for_events(&mut self) -> Result<(), Ended> {
        let after = self.room.as_ref().map_or(0, |(room, _)| room.seq);
        self.post(Letter::Ping { socket: self.socket, n: 0, after }).await
    }

    async fn post(&self, letter: Letter) -> Result<(), Ended> {
        self.mailbox.send(Box::new(letter)).await.map_err(|_| Ended)
    }

    fn answer(&mut self, id: u64, answer: Result<(), BotError>) {
        if let Some(waits) = self.waiting.remove(&id) {
            // The asker may have gone.
            let _ = waits.send(answer);
        }
    }
}

/// The command that plays a move of a bot. Whose turn it is the room decides.
fn move_command(room: &Room, game: u32, ply: u32, word: &str) -> Result<Command, BotError> {
    let running = room.running().filter(|running| running.number == game && running.ply() == ply);
    let running = running.ok_or(BotError::Refused(Rejection::Stale))?;
    let mv = running.position.move_of_word(word);
    let mv = mv.ok_or(BotError::BadRequest("move: not among the legal ones"))?;
    Ok(Command::Play { game, ply, mv })
}
