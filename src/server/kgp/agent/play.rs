//! The games of an agent: which moves it is asked for, and what becomes of its answers.

use kgp::{Hints, Millis, Refused, RequestId};
use room::RoomCode;
use rules::mancala::{Pit, Position};

use super::{Agent, FREE_LINES, MOST_FREE_LINES};
use crate::server::kgp::table::Turn;
use crate::server::play::outbox::Parcel;

/// The agent's decision has to reach the room before its clock ends.
const MARGIN: Millis = 500;
/// The least time that an agent is given, in milliseconds.
const LEAST: Millis = 50;

/// A move that the agent was asked for.
#[derive(Debug)]
pub(super) struct Asked {
    code: RoomCode,
    /// The game in its room, and how many moves were played.
    at: (u32, u32),
    position: Position,
}

impl Agent {
    /// Takes what a room sends.
    pub(super) async fn hear_room(&mut self, code: RoomCode, parcel: Option<Parcel>) {
        let now = self.now();
        let Some(table) = self.games.get_mut(code) else { return };
        let goes_on = match parcel {
            Some(parcel) => table.receive(parcel, now).await,
            None => false,
        };
        let (turn, result) = (table.turn().map(|turn| (turn.game, turn.ply)), table.next_result());
        let is_over = !goes_on || table.is_over();
        let outdated = self.asked.iter().filter(|(_, asked)| asked.code == code && Some(asked.at) != turn);
        let outdated: Vec<RequestId> = outdated.map(|(id, _)| *id).collect();
        for id in outdated {
            self.asked.remove(&id);
            let out = self.connection.withdraw(id);
            self.carry_out(out).await;
        }
        if let Some((game, result)) = result {
            let out = self.connection.tell_result(&game, result);
            self.carry_out(out).await;
            // Before it leaves the game, which the lobby is told of.
            self.offers.refresh_ratings(&self.app, &self.who).await;
        }
        if is_over {
            self.leave(code).await;
        }
    }

    /// Asks for each move that is the agent's to make.
    pub(super) async fn ask_for_moves(&mut self) {
        for code in self.games.codes() {
            let is_asked = self.asked.values().any(|asked| asked.code == code);
            let turn = self.games.get_mut(code).filter(|_| !is_asked).and_then(|table| table.turn());
            if let Some(turn) = turn {
                self.ask(code, turn).await;
            }
        }
    }

    async fn ask(&mut self, code: RoomCode, turn: Turn) {
        let now = self.now();
        let Turn { game, ply, position, deadline, hints } = turn;
        let own = now + Millis::from(self.port.flags.kgp_seconds) * 1_000 - MARGIN;
        let until = deadline.map_or(own, |deadline| own.min(deadline - MARGIN)).max(now + LEAST);
        let public_url = self.app.config.public_url.as_ref();
        let uri = public_url.map(|url| format!("{url}/r/{code}"));
        let hints = Hints { uri, clock: Some((until - now) / 1_000), ..hints };
        match self.connection.ask(&position, Some(until), &hints) {
            Ok((id, out)) => {
                self.asked.insert(id, Asked { code, at: (game, ply), position });
                self.free_lines = (self.free_lines + FREE_LINES).min(MOST_FREE_LINES);
                self.send_lines(out);
            }
            // In mode `simple` one state comes after the other.
            Err(Refused::Busy | Refused::NotReady | Refused::NoMove) => {}
            // A game that was begun in another way, and that the protocol has no words for.
            Err(Refused::OtherRules) => self.leave(code).await,
        }
    }

    /// Plays a decided move: the agent's, or one that is drawn by lot.
    pub(super) async fn play(&mut self, id: RequestId, pit: Option<Pit>) {
        let Some(Asked { code, at, position }) = self.asked.remove(&id) else { return };
        let drawn = || kgp::pick(&position, getrandom::u64().unwrap_or_default());
        let (now, table) = (self.now(), self.games.get_mut(code));
        if let Some((table, pit)) = table.zip(pit.or_else(drawn)) {
            table.play(at, pit, now).await;
        }
    }
}
