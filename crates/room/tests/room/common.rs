//! Test fixtures: a room with its log and a clock, and short functions for what members do.

use room::message::Presence;
use room::{
    BoardChoice, Command, Company, Event, Game, GameSettings, Logged, MancalaSettings, MatchLength, MemberId,
    Millis, Origin, Rejection, Room, RoomCode, Seat, Settings, TimeControl, UndoRule, decide_among, evolve,
    stamp, tick,
};
use rules::mancala::notation::read_start_code;
use rules::mancala::{self, Pit, Variant};
use rules::mapello::{Board, Cell, notation};
use rules::{Move, Setup, Side};

/// Sits at the bottom.
pub const ANNA: MemberId = MemberId(0xA);
/// Sits at the top.
pub const BERT: MemberId = MemberId(0xB);
/// Comes third.
pub const CARL: MemberId = MemberId(0xC);
/// When the room is opened.
pub const OPENED_AT: Millis = 1_000_000;

/// A room, its log, and what time it is.
pub struct Table {
    pub log: Vec<Logged>,
    pub room: Room,
    pub now: Millis,
    /// The presence, as the server that runs the room knows it.
    pub here: Presence,
    next_id: u64,
}

impl Table {
    /// A room just opened, with nobody in it.
    pub fn open(settings: Settings) -> Self {
        let room = Room::new(RoomCode::from_seed(7));
        let mut table = Self { log: Vec::new(), room, now: OPENED_AT, here: Presence::default(), next_id: 0 };
        table.commit(vec![Event::Opened(settings)], None);
        table
    }

    /// A room restored without the log that led to it.
    pub fn resumed(room: Room, now: Millis) -> Self {
        Self { log: Vec::new(), room, now, here: Presence::default(), next_id: 0 }
    }

    /// Anna and Bert sit.
    pub fn seated(settings: Settings) -> Self {
        let mut table = Self::open(settings);
        table.must(ANNA, sit("Anna"));
        table.must(BERT, sit("Bert"));
        table
    }

    /// Anna (South, Black) and Bert play their first game, which has just begun.
    pub fn playing(settings: Settings) -> Self {
        let mut table = Self::seated(settings);
        table.get_ready();
        assert!(table.room.running().is_some());
        table
    }

    /// Anna and Bert get ready, and the countdown runs out; returns the events of the start.
    pub fn get_ready(&mut self) -> Vec<Event> {
        self.must(ANNA, Command::Ready(true));
        self.must(BERT, Command::Ready(true));
        self.wait(room::COUNTDOWN_MS)
    }

    /// Sends a command now, and appends the events to the log.
    pub fn ask(&mut self, by: MemberId, command: Command) -> Result<&[Logged], Rejection> {
        self.next_id += 1;
        let events = decide_among(&self.room, by, &command, &self.here, self.now)?;
        Ok(self.commit(events, Some(Origin { member: by, id: self.next_id })))
    }

    /// Sends a command that must be allowed; returns its events.
    pub fn must(&mut self, by: MemberId, command: Command) -> Vec<Event> {
        let shown = format!("{command:?}");
        match self.ask(by, command) {
            Ok(logged) => logged.iter().map(|logged| logged.event.clone()).collect(),
            Err(why) => panic!("{shown} was refused: {why}"),
        }
    }

    /// Sends a command that must be refused and change nothing; returns the reason.
    pub fn refused(&mut self, by: MemberId, command: Command) -> Rejection {
        let (before, events) = (self.room.clone(), self.log.len());
        let why = self.ask(by, command).map(<[Logged]>::to_vec).unwrap_err();
        assert_eq!((&self.room, self.log.len()), (&before, events), "a refused command changes nothing");
        why
    }

    /// Sends a command now, with this presence.
    pub fn ask_among(
        &mut self,
        by: MemberId,
        command: &Command,
        here: &Presence,
    ) -> Result<Vec<Event>, Rejection> {
        self.here = *here;
        let answer = self.ask(by, command.clone()).map(<[Logged]>::to_vec);
        self.here = Presence::default();
        Ok(answer?.into_iter().map(|logged| logged.event).collect())
    }

    /// Lets time pass, and lets the room do what falls due at the end of it.
    pub fn wait(&mut self, ms: Millis) -> Vec<Event> {
        self.now += ms;
        let events = tick(&self.room, self.now);
        self.commit(events.clone(), None);
        events
    }

    /// Sows a pit (from 0) of the member in the running game.
    pub fn sow(&mut self, by: MemberId, index: u8) -> Vec<Event> {
        let command = self.sowing(by, index);
        self.must(by, command)
    }

    /// The command that sows a pit (from 0) of the member now.
    pub fn sowing(&self, by: MemberId, index: u8) -> Command {
        let side = self.game().side_of(self.room.seat_of(by).unwrap());
        self.playing_move(sow(side, index))
    }

    /// Places a disc of a member, in a game of Mapello.
    pub fn place(&mut self, by: MemberId, name: &str) -> Vec<Event> {
        let command = self.playing_move(disc(name));
        self.must(by, command)
    }

    /// The board of the game of Mapello on the table.
    pub fn board(&self) -> Board {
        match self.game().setup {
            Setup::Mapello(board) => board,
            Setup::Mancala(_) => panic!("that is Mancala"),
        }
    }

    /// The command that plays a move now.
    pub fn playing_move(&self, mv: Move) -> Command {
        Command::Play { game: self.game().number, ply: self.game().ply(), mv }
    }

    /// Plays the first legal move of the side to move, 10 ms later.
    pub fn play_on(&mut self) -> Vec<Event> {
        let game = self.game();
        let seat = game.seat_of(game.position.to_move());
        let command = self.playing_move(game.position.legal_moves()[0]);
        let member = self.room.occupant(seat).unwrap().member;
        self.now += 10;
        self.must(member, command)
    }

    /// Plays on with the first legal move each time until the rules end the game.
    pub fn play_to_the_end(&mut self) -> Vec<Event> {
        loop {
            let events = self.play_on();
            if self.room.running().is_none() {
                return events;
            }
        }
    }

    /// The game on the table.
    pub fn game(&self) -> &Game {
        self.room.game.as_ref().unwrap()
    }

    /// Milliseconds a seat has left now.
    pub fn left(&self, seat: Seat) -> Millis {
        let game = self.game();
        game.clock.left(game.side_of(seat), self.now).unwrap()
    }

    /// Stamps events, appends them to the log and folds them into the room.
    pub fn commit(&mut self, events: Vec<Event>, by: Option<Origin>) -> &[Logged] {
        let from = self.log.len();
        self.log.extend(stamp(events, self.room.seq, self.now.max(self.room.at), by));
        self.log[from..].iter().for_each(|logged| evolve(&mut self.room, logged));
        &self.log[from..]
    }
}

/// The command to sit down.
pub fn sit(name: &str) -> Command {
    Command::Sit { name: name.to_owned() }
}

/// The command to change the name.
pub fn rename(name: &str) -> Command {
    Command::Rename { name: name.to_owned() }
}

/// The command to send a line of chat.
pub fn say(text: &str) -> Command {
    Command::SendChat(text.to_owned())
}

/// A sowing.
pub fn sow(side: Side, index: u8) -> Move {
    Move::Mancala(mancala::Move::Sow(Pit { side, index }))
}

/// A disc on a cell.
pub fn disc(name: &str) -> Move {
    Move::Mapello(cell(name))
}

fn cell(name: &str) -> Cell {
    notation::read_cell(name).unwrap()
}

/// Settings for Mapello on this choice of boards, without a clock.
pub fn mapello(choice: BoardChoice) -> Settings {
    Settings { game: GameSettings::Mapello(choice), ..Settings::default() }
}

/// A board without jokers, with walls and bonuses on these cells.
pub fn built(walls: &[&str], bonuses: &[&str]) -> Board {
    let bits = |names: &[&str]| names.iter().fold(0, |set, name| set | cell(name).bit());
    Board::new(bits(walls), bits(bonuses), 0).unwrap()
}

/// A board on which Black never has a move: White plays c4 and e6, which takes all discs.
pub fn narrow() -> Board {
    built(&["c3", "c5", "d6", "e3", "f4"], &["c4"])
}

/// Settings with these options and no clock.
pub fn mancala(variant: Variant) -> Settings {
    Settings { game: GameSettings::Mancala(variant.into()), ..Settings::default() }
}

/// Settings with the start of this code on the board that it belongs to, and no clock.
pub fn from_start(code: &str) -> Settings {
    let start = read_start_code(code).unwrap_or_else(|why| panic!("{code}: {why}"));
    let variant = Variant { pits: start.pits(), stones: start.stones_each(), ..Variant::default() };
    let game = GameSettings::Mancala(MancalaSettings { variant, start: Some(start) });
    Settings { game, ..Settings::default() }
}

/// A match of two games with these settings.
pub fn of_two(settings: Settings) -> Settings {
    Settings { match_length: MatchLength::Two, ..settings }
}

/// The default game with this clock.
pub fn timed(clock: TimeControl) -> Settings {
    Settings { clock, ..Settings::default() }
}

/// These settings between strangers, who do not wait for a late first turn.
pub fn strangers(settings: Settings) -> Settings {
    Settings { company: Company::Strangers, ..settings }
}

/// 3 minutes, and 2 seconds more a turn.
pub const BLITZ: TimeControl = TimeControl::Increment { base: 180, increment: 2 };

/// A game in which both have made their free first turn, in a second each.
pub fn opened(clock: TimeControl) -> Table {
    let mut table = Table::playing(timed(clock));
    table.wait(1_000);
    table.sow(ANNA, 0);
    table.wait(1_000);
    table.sow(BERT, 0);
    table
}

/// The default game on one device.
pub fn on_one_device() -> Settings {
    Settings { undo: UndoRule::AtOnce, ..Settings::default() }
}

/// The smallest game there is: three pits with a stone each.
pub fn tiny() -> Settings {
    mancala(Variant { pits: 3, stones: 1, ..Variant::default() })
}
