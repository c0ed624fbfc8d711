//! One game of an agent: a connection to its room like that of a page, with the page's own protocol core (`room::sync::client`).

use std::time::Duration;

use kgp::{GameResult, Hints, TimeMode};
use room::message::{ClientMessage, Presence, ServerMessage};
use room::sync::client::{Client, Effect, Surroundings};
use room::{Command, Game, Millis, Reason, Room, RoomCode, Seat};
use rules::Move;
use rules::mancala::{self, Pit, Position};
use tokio::sync::mpsc;

use super::who::Who;
use crate::server::AppState;
use crate::server::play::lag::Lag;
use crate::server::play::outbox::{self, Parcel};
use crate::server::play::room_task::{BotLimits, Letter, SocketId, Visitor};
use crate::server::play::rooms::Mailbox;
use crate::server::play::ws::next_socket_id;

/// After so long without an answer of the room a command is sent again, as pages do.
const RESEND: Millis = 2_500;

/// See the module.
#[derive(Debug)]
pub struct Table {
    mailbox: Mailbox,
    socket: SocketId,
    client: Client,
    here: Presence,
    /// The number of the last game whose result the agent was last_result.
    last_result: u32,
}

/// A move that the agent has to make.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The number of the game in its room.
    pub game: u32,
    /// How many moves were played in it.
    pub ply: u32,
    /// The position.
    pub position: Position,
    /// When the game or the turn is over, if nobody moves.
    pub deadline: Option<Millis>,
    /// What the agent is last_result of the game, but for its time.
    pub hints: Hints,
}

impl Table {
    /// Enters a room; `None` if it cannot be entered.
    pub async fn enter(app: &AppState, who: &Who, code: RoomCode) -> Option<(Self, mpsc::Receiver<Parcel>)> {
        let mailbox = app.rooms.get_or_load(code).await.ok().flatten()?;
        let (outbox, parcels) = mpsc::channel(outbox::QUEUE);
        let socket = next_socket_id();
        let limits = BotLimits::of(&who.session).unwrap_or(BotLimits::Guest);
        let visitor = Visitor::bot(who.session.identity.member(code), Some(who.guest_key()), limits);
        let join =
            Letter::Join { socket, visitor, further: Vec::new(), after: 0, outbox, lag: Lag::default() };
        mailbox.send(Box::new(join)).await.ok()?;
        // Commands of earlier connections have other ids.
        let first_id = u64::from(getrandom::u32().ok()?) << 20;
        let client = Client::new(code, first_id);
        Some((Self { mailbox, socket, client, here: Presence::default(), last_result: 0 }, parcels))
    }

    /// Takes what the room sends; whether the connection to it goes on.
    pub async fn receive(&mut self, parcel: Parcel, now: Millis) -> bool {
        let text = match parcel {
            Parcel::Text(text) => text.to_string(),
            Parcel::Welcome(welcome) => welcome.text().to_string(),
            Parcel::Role(_) => return true,
            Parcel::Close(_) => return false,
        };
        let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else { return true };
        if let ServerMessage::Welcome { here, .. } | ServerMessage::Here(here) = &message {
            self.here = *here;
        }
        for effect in self.client.receive(&message, now) {
            match effect {
                Effect::Send(message) => self.send(message).await,
                Effect::Gap => self.send(self.client.ping(0)).await,
                Effect::Acknowledged(_) | Effect::Done(_) | Effect::Refused(..) | Effect::SeatHandedOver => {}
            }
        }
        if matches!(message, ServerMessage::Welcome { .. }) {
            self.pass_over_old_result();
        }
        self.decline(now).await;
        true
    }

    /// Does what waiting brings: sends again what was not answered, and claims the game that the opponent has left.
    pub async fn poll(&mut self, now: Millis) {
        for message in self.client.resend(now, RESEND) {
            self.send(message).await;
        }
        let has_left = self.game().is_some_and(|(game, seat)| {
            game.is_running() && self.here.gone[seat.other().index()].is_some() && self.turn().is_none()
        });
        if has_left {
            // The room refuses it until the opponent has been away for long enough.
            self.submit(Command::ClaimWin, now).await;
        }
    }

    /// The move that the agent has to make, if it is its turn and none is on its way.
    pub fn turn(&self) -> Option<Turn> {
        let (game, seat) = self.game().filter(|(game, _)| game.is_running())?;
        let is_free = self.client.pending().is_empty();
        let position = *game
            .position
            .as_mancala()
            .filter(|position| is_free && game.side_of(seat) == position.to_move())?;
        let hints = self.hints(game, seat);
        Some(Turn { game: game.number, ply: game.ply(), position, deadline: game.deadline(), hints })
    }

    /// The result of a game that has ended since the last call, with the name by which the agent knows the game.
    pub fn next_result(&mut self) -> Option<(String, GameResult)> {
        let (game, seat) = self.game()?;
        let ending = game.ending.filter(|_| game.number > self.last_result)?;
        let result = match ending.winner {
            _ if ending.reason == Reason::CalledOff => GameResult::Aborted,
            Some(side) if side == game.side_of(seat) => GameResult::Win,
            Some(_) => GameResult::Loss,
            None => GameResult::Draw,
        };
        let (name, number) = (self.game_name(game), game.number);
        self.last_result = number;
        Some((name, result))
    }

    /// A game that was over when the agent came is no news.
    fn pass_over_old_result(&mut self) {
        if let Some((game, _)) = self.game().filter(|(game, _)| !game.is_running()) {
            self.last_result = game.number;
        }
    }

    /// Whether nothing more is played here.
    pub fn is_over(&self) -> bool {
        let over = |room: &Room| {
            let sits = self.client.me().is_some_and(|me| room.seat_of(me).is_some());
            let is_other = room.game.as_ref().is_some_and(|game| game.position.as_mancala().is_none());
            !sits || is_other || room.running().is_none() && !room.is_match_break()
        };
        self.client.confirmed().is_some_and(over)
    }

    /// Plays a move.
    pub async fn play(&mut self, (game, ply): (u32, u32), pit: Pit, now: Millis) {
        let mv = Move::Mancala(mancala::Move::Sow(pit));
        self.submit(Command::Play { game, ply, mv }, now).await;
    }

    /// Leaves the room, as a page does that is closed. The seat is kept.
    pub async fn leave(self) {
        let leave = Letter::Leave { socket: self.socket, silent: Duration::ZERO };
        let _ = self.mailbox.send(Box::new(leave)).await;
    }

    /// Answers what the protocol has no words for.
    async fn decline(&mut self, now: Millis) {
        let Some((game, seat)) = self.game().filter(|(game, _)| game.is_running()) else { return };
        let asks = |asked: Option<Seat>| asked == Some(seat.other());
        let answers = [
            (asks(game.undo_request), Command::AnswerUndo(false)),
            (asks(game.draw_offer), Command::AnswerDraw(false)),
            (asks(game.put_away_asked), Command::AnswerAdjourn(false)),
        ];
        for (_, answer) in answers.into_iter().filter(|(is_asked, _)| *is_asked) {
            if self.client.pending().iter().all(|pending| pending.command != answer) {
                self.submit(answer, now).await;
            }
        }
    }

    async fn submit(&mut self, command: Command, now: Millis) {
        let with = Surroundings { ahead: 0, here: self.here };
        // What the room would refuse is not sent.
        if let Ok(message) = self.client.submit(command, now, &with) {
            self.send(message).await;
        }
    }

    async fn send(&self, message: ClientMessage) {
        let socket = self.socket;
        let letter = match message {
            ClientMessage::Cmd { id, after, cmd } => Letter::Command { socket, id, after, command: cmd },
            ClientMessage::Ping { n, after } => Letter::Ping { socket, n, after },
            ClientMessage::Hello { .. } | ClientMessage::Leaving => return,
        };
        // A room that has ended closes the other direction as well.
        let _ = self.mailbox.send(Box::new(letter)).await;
    }

    /// The game on the table, and the agent's seat.
    fn game(&self) -> Option<(&Game, Seat)> {
        let room = self.client.confirmed()?;
        Some((room.game.as_ref()?, room.seat_of(self.client.me()?)?))
    }

    fn game_name(&self, game: &Game) -> String {
        let code = self.client.confirmed().map(|room| room.code.to_string()).unwrap_or_default();
        format!("{code}-{}", game.number)
    }

    fn hints(&self, game: &Game, seat: Seat) -> Hints {
        let opponent = self.client.confirmed().and_then(|room| room.occupant(seat.other()));
        Hints {
            game: Some(self.game_name(game)),
            opponent: opponent.map(|occupant| occupant.name.clone()),
            time_mode: Some(TimeMode::Relative),
            ..Hints::default()
        }
    }
}
