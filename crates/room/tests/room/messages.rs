//! One example of every message of the wire protocol, in the order of the file of examples.

use room::message::{ClientMessage, Fault, Presence, ServerMessage, VERSION};
use room::{
    Audience, BoardChoice, ChatMessage, Command, Company, Event, GameSettings, Gone, Logged, MatchLength,
    Origin, Preset, RatingMode, Reason, Rejection, RoomCode, Seat, Settings, Sides, SpectatorLine,
    TimeControl, TimeOut, UndoRule,
};
use rules::mancala::{self, Variant};
use rules::mapello::Board;
use rules::{Game, IllegalMove, Move, Setup, SetupError, Side};

use crate::common::{
    ANNA, BERT, BLITZ, OPENED_AT, Table, built, disc, from_start, mapello, of_two, rename, say, sit, sow,
    strangers, timed, tiny,
};

pub fn commands() -> Vec<Command> {
    let variant = Variant { pie_rule: true, ..Variant::default() };
    let settings = Settings {
        game: GameSettings::Mancala(variant.into()),
        clock: TimeControl::Increment { base: 180, increment: 2 },
        sides: Sides::Random,
        undo: UndoRule::Consent,
        timeout: TimeOut::Loses,
        audience: Audience::Invited,
        company: Company::Friends,
        match_length: MatchLength::One,
        mode: RatingMode::Rated,
        berserk: false,
    };
    let mut all = vec![
        sit("Anna"),
        rename("Hanna"),
        Command::Leave,
        Command::Configure(settings),
        Command::Configure(timed(TimeControl::PerMove { seconds: 60 })),
        Command::Ready(true),
        Command::Play { game: 1, ply: 0, mv: sow(Side::First, 2) },
        Command::Play { game: 1, ply: 1, mv: Move::Mancala(mancala::Move::Swap) },
        Command::RequestUndo,
        Command::AnswerUndo(true),
        Command::OfferDraw,
        Command::AnswerDraw(false),
        Command::Resign,
        Command::Rematch,
        say("Well played"),
        Command::Play { game: 1, ply: 0, mv: disc("f4") },
        Command::SameBoardRematch,
        Command::Build(Board::DEFAULT),
        Command::Pick(Side::Second),
        Command::LeaveDraft,
    ];
    all.extend(boards().map(|choice| {
        let timeout = if choice == BoardChoice::Empty { TimeOut::Score } else { TimeOut::Loses };
        Command::Configure(Settings { timeout, ..mapello(choice) })
    }));
    let watched = [Audience::Public, Audience::Nobody];
    all.extend(watched.map(|audience| Command::Configure(Settings { audience, ..tiny() })));
    all.push(Command::GiveTime);
    all.push(Command::Configure(timed(TimeControl::DaysPerMove { days: 3 })));
    all.push(Command::Configure(Settings { company: Company::Strangers, ..tiny() }));
    all.extend([Command::ClaimWin, Command::ClaimDraw]);
    all.extend([Command::Adjourn, Command::AnswerAdjourn(true), Command::Resume]);
    all.extend(Preset::BEFORE.into_iter().chain(Preset::AFTER).map(Command::SendPreset));
    all.push(Command::AllowChat(true));
    all.push(Command::SendSpectatorChat("Who wins?".into()));
    all.push(Command::SendSpectatorPreset(Preset::Hello));
    all.push(Command::Report(BERT));
    all.push(Command::Close(true));
    all.push(Command::Configure(from_start("333-234")));
    all.push(Command::Configure(of_two(tiny())));
    let (company, mode) = (Company::Strangers, RatingMode::Casual);
    all.push(Command::Configure(Settings { company, mode, ..tiny() }));
    all.push(Command::GoBerserk);
    all
}

fn boards() -> [BoardChoice; 8] {
    let custom = built(&["c3", "f6"], &["a1", "h8"]);
    [
        BoardChoice::Empty,
        BoardChoice::Default,
        BoardChoice::Random(4_711),
        BoardChoice::Balanced(231),
        BoardChoice::Daily(20_000),
        BoardChoice::Custom(custom),
        BoardChoice::Draft,
        BoardChoice::Opening(1_025),
    ]
}

/// The beginning of a game from a random opening.
fn from_opening(number: u32) -> Event {
    Event::started_from(Some(1_025), number, Setup::Mapello(Board::OTHELLO), Seat::Bottom)
}

/// The settings of a room of an arena.
fn arena_room() -> Settings {
    strangers(Settings { clock: BLITZ, berserk: true, ..Settings::default() })
}

fn events() -> Vec<Event> {
    let settings = Settings { undo: UndoRule::AtOnce, sides: Sides::Top, ..Settings::default() };
    let seat = Seat::Top;
    let ended = |winner, reason| Event::Ended { winner, reason };
    vec![
        Event::Opened(settings),
        Event::Seated { seat, member: BERT, name: "Bert".into() },
        Event::Renamed { seat, name: "Robert".into() },
        Event::Left(seat),
        Event::Configured { seat, settings },
        Event::Readied { seat, ready: true },
        Event::CountingDown(OPENED_AT + 3_000),
        Event::started(1, settings.game.setup(1).unwrap(), Seat::Bottom),
        Event::Moved { side: Side::First, mv: sow(Side::First, 2) },
        Event::UndoRequested(seat),
        Event::UndoDeclined(seat),
        Event::Undone(4),
        Event::DrawOffered(seat),
        Event::DrawDeclined(seat),
        ended(Some(Side::First), Reason::Played),
        ended(Some(Side::Second), Reason::Resigned),
        ended(Some(Side::First), Reason::TimeOut),
        ended(None, Reason::Agreed),
        ended(None, Reason::CalledOff),
        Event::RematchOffered(seat),
        Event::ChatSent { seat, text: "Hello".into() },
        Event::Opened(Settings::for_game(Game::Mapello)),
        Event::started(2, Setup::Mapello(Board::DEFAULT), seat),
        from_opening(3),
        Event::Moved { side: Side::First, mv: disc("f4") },
        Event::SameBoardRematchOffered(seat),
        Event::DraftBegan(seat),
        Event::Built(Board::EMPTY),
        Event::DraftLeft(seat),
        Event::Interrupted { from: OPENED_AT, until: OPENED_AT + 4_000 },
        Event::Lag { side: Side::Second, ms: 120 },
        Event::TimeGiven(seat),
        ended(Some(Side::First), Reason::Abandoned),
        ended(None, Reason::Abandoned),
        Event::AdjournRequested(seat),
        Event::AdjournDeclined(seat),
        Event::Adjourned(seat),
        Event::Resumed(seat),
        Event::SeatTransferred { seat, member: ANNA },
        Event::PresetSent { seat, preset: Preset::GoodLuck },
        Event::ChatAllowed { seat, allowed: true },
        Event::Closed(true),
        Event::Opened(from_start("444344-454443-01")),
        Event::started(3, from_start("444344-454443-01").game.setup(3).unwrap(), seat),
        Event::Opened(arena_room()),
        Event::WentBerserk(seat),
    ]
}

pub fn rejections() -> Vec<Rejection> {
    let illegal = [
        IllegalMove::WrongSide,
        IllegalMove::EmptyPit,
        IllegalMove::NoSuchPit,
        IllegalMove::GameOver,
        IllegalMove::SwapNotAllowed,
        IllegalMove::Wall,
        IllegalMove::Occupied,
        IllegalMove::NoFlip,
        IllegalMove::OtherGame,
    ];
    let bad_boards = [
        SetupError::Walls(9),
        SetupError::Bonuses(9),
        SetupError::Jokers(9),
        SetupError::Place,
        SetupError::NobodyCanMove,
    ];
    let mut all = vec![
        Rejection::NotSeated,
        Rejection::Full,
        Rejection::RoomFull,
        Rejection::BadName,
        Rejection::BadSettings,
        Rejection::GameRunning,
        Rejection::NoGame,
        Rejection::NoOpponent,
        Rejection::NotYourTurn,
        Rejection::Stale,
        Rejection::NothingRequested,
        Rejection::AlreadyRequested,
        Rejection::NothingToUndo,
        Rejection::Wait(4_200),
        Rejection::DrawTooSoon,
        Rejection::DrawAfter(3),
        Rejection::TooLate,
        Rejection::EmptyLine,
        Rejection::LineTooLong,
        Rejection::RepeatedLine,
    ];
    all.extend(illegal.map(Rejection::Illegal));
    all.push(Rejection::NoDraft);
    all.extend(bad_boards.map(Rejection::BadBoard));
    all.push(Rejection::NoSameBoard);
    all.push(Rejection::NoClock);
    all.extend([Rejection::OpponentPresent, Rejection::HasClock]);
    all.extend([Rejection::PresetsUsedUp, Rejection::PresetsOnly, Rejection::SpectatorsOnly]);
    all.extend([Rejection::Closed, Rejection::NotHost]);
    all.extend([Rejection::Muted(3_600_000), Rejection::ChatOff]);
    all.push(Rejection::BadBoard(SetupError::Start));
    all.push(Rejection::MatchRunning);
    all.extend([Rejection::NoBerserk, Rejection::AlreadyBerserk, Rejection::BerserkTooLate]);
    all
}

/// A room with everything in it: a game, offers, chat, answered commands.
pub fn full_room() -> Table {
    let mut table = Table::playing(Settings { clock: TimeControl::PerMove { seconds: 60 }, ..tiny() });
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.must(ANNA, say("Hello"));
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, Command::RequestUndo);
    table
}

pub fn client_messages() -> Vec<ClientMessage> {
    let mut all = vec![
        ClientMessage::Hello { v: VERSION, room: RoomCode::from_seed(7), after: 0 },
        ClientMessage::Ping { n: 3, after: 18 },
    ];
    all.extend((1..).zip(commands()).map(|(id, cmd)| ClientMessage::Cmd { id, after: 18, cmd }));
    all.push(ClientMessage::Leaving);
    all
}

pub fn server_messages() -> Vec<ServerMessage> {
    let here = Presence { seats: [true, false], watching: 2, ..Presence::default() };
    let by = Some(Origin { member: ANNA, id: 7 });
    let one = vec![Logged { seq: 1, at: OPENED_AT, by, event: Event::UndoRequested(Seat::Bottom) }];
    let mut all = vec![
        ServerMessage::Welcome { you: ANNA, now: OPENED_AT, log: one.clone(), here },
        ServerMessage::Welcome { you: BERT, now: OPENED_AT, log: full_room().log, here },
        ServerMessage::Events { events: one.clone() },
        ServerMessage::Done(7),
        ServerMessage::Here(here),
        ServerMessage::Pong { n: 3, now: OPENED_AT },
        ServerMessage::Refused { id: 8, reason: Rejection::Stale, events: one },
    ];
    let log = (1..).zip(events()).map(|(seq, event)| Logged { seq, at: OPENED_AT, by: None, event });
    all.extend(log.map(|logged| ServerMessage::Events { events: vec![logged] }));
    let refused = |reason| ServerMessage::Refused { id: 7, reason, events: Vec::new() };
    all.extend(rejections().into_iter().map(refused));
    let faults = [
        Fault::NotUnderstood,
        Fault::TooLarge,
        Fault::TooFast,
        Fault::OldVersion,
        Fault::NoSuchRoom,
        Fault::Busy,
        Fault::Closed,
        Fault::Suspended,
        Fault::Blocked,
        Fault::Shut,
    ];
    all.extend(faults.map(ServerMessage::Fault));
    let gone = |left, claim| [None, Some(Gone { since: OPENED_AT, left, claim })];
    let without_bert = [gone(false, None), gone(true, Some(OPENED_AT + 10_000))];
    all.extend(without_bert.map(|gone| ServerMessage::Here(Presence { gone, ..here })));
    let line = |seq, said| SpectatorLine { seq, member: BERT, name: "Bert".into(), at: OPENED_AT, said };
    all.push(ServerMessage::SpectatorChat(vec![
        line(2, ChatMessage::Text("Who wins?".into())),
        line(3, ChatMessage::Preset(Preset::Hello)),
    ]));
    all
}
