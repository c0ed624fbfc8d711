//! What is said about a game, in plain words: pits, moves, results. Pure; every way to play says it alike.

pub mod command;
pub mod computer;
pub mod language;
pub mod mancala;
pub mod mapello;
pub mod words;

use room::message::Fault;
use room::{Ending, Game, GameSettings, Reason, TimeControl, TimeOut};
use rules::{Move, Position, Side, Trace};

/// How one side is called by the one who looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// The one who looks.
    You,
    /// Somebody with this name.
    Named(String),
}

impl Who {
    /// As the one who does something: "You", "Nina".
    pub fn subject(&self) -> String {
        match self {
            Who::You => "You".to_owned(),
            Who::Named(name) => name.clone(),
        }
    }

    /// As the owner of something that begins a phrase: "Your", "Nina's".
    pub fn owner(&self) -> String {
        match self {
            Who::You => "Your".to_owned(),
            Who::Named(name) => format!("{name}\u{2019}s"),
        }
    }

    /// As the owner within a phrase: "your", "Nina's".
    pub fn owner_inside(&self) -> String {
        match self {
            Who::You => "your".to_owned(),
            Who::Named(_) => self.owner(),
        }
    }

    /// A verb in the right form: `verb("play", "plays")`.
    pub fn verb<'a>(&self, you: &'a str, named: &'a str) -> &'a str {
        match self {
            Who::You => you,
            Who::Named(_) => named,
        }
    }
}

/// "1 stone", "4 stones", "no stones".
pub fn stones(count: u32) -> String {
    match count {
        0 => "no stones".to_owned(),
        1 => "1 stone".to_owned(),
        n => format!("{n} stones"),
    }
}

/// "1 point", "4 points".
pub fn points(count: u32) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

fn amount(game: &Game, score: u16) -> String {
    match &game.position {
        Position::Mancala(_) => stones(score.into()),
        Position::Mapello(_) => points(score.into()),
    }
}

/// One sentence about a move that was made.
pub fn sentence(mv: Move, side: Side, trace: &Trace, who: &[Who; 2]) -> String {
    match (mv, trace) {
        (Move::Mancala(mv), Trace::Mancala(trace)) => mancala::sentence(mv, side, trace, who),
        (Move::Mapello(cell), Trace::Mapello(trace)) => mapello::sentence(cell, side, trace, who),
        // A move and its trace come from one position.
        (Move::Mancala(_), Trace::Mapello(_)) | (Move::Mapello(_), Trace::Mancala(_)) => String::new(),
    }
}

/// The headline of a result: who won, seen by the one who looks.
pub fn headline(ending: &Ending, who: &[Who; 2]) -> String {
    match (ending.reason, ending.winner) {
        (Reason::CalledOff, _) => "Game called off".to_owned(),
        (_, None) => "A draw".to_owned(),
        (_, Some(side)) => {
            let who = &who[side.index()];
            format!("{} {}", who.subject(), who.verb("win", "wins"))
        }
    }
}

/// How a result came about, in one sentence.
pub fn how(game: &Game, ending: &Ending, who: &[Who; 2]) -> String {
    let loser = ending.winner.map(|side| &who[side.other().index()]);
    let [first, second] = game.position.score();
    let late = if ending.reason == Reason::TimeOut { "Time ran out, the points decide. " } else { "" };
    match (ending.reason, loser) {
        (Reason::Resigned, Some(loser)) => format!("{} resigned.", loser.subject()),
        (Reason::TimeOut, Some(loser)) if game.timeout == TimeOut::Loses => {
            format!("{} ran out of time.", loser.subject())
        }
        (Reason::Agreed, _) => "Both agreed to a draw.".to_owned(),
        (Reason::CalledOff, _) => "The first move was not made in time. It counts for nobody.".to_owned(),
        _ if first == second => format!("{}{} each.", late, amount(game, first)),
        _ => {
            let (more, less) = (first.max(second), first.min(second));
            format!("{}{} to {less}: a lead of {}.", late, amount(game, more), more - less)
        }
    }
}

/// The clock of a game in words.
pub fn clock(control: TimeControl) -> String {
    match control {
        TimeControl::None => "No clock".to_owned(),
        TimeControl::PerMove { seconds } => format!("{seconds} seconds a move"),
        TimeControl::Increment { base, increment } if base % 60 == 0 => {
            format!("{} min + {increment} s a turn", base / 60)
        }
        TimeControl::Increment { base, increment } => format!("{base} s + {increment} s a turn"),
    }
}

/// Time left, as a clock shows it: "4:07", in tenths under ten seconds: "9.3".
pub fn time_left(ms: i64) -> String {
    if ms < 10_000 {
        return format!("{}.{}", ms / 1000, ms % 1000 / 100);
    }
    // Rounded up, so that a full minute is shown as one.
    let seconds = (ms + 999) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What a game is called: "Mancala", "Mapello".
pub fn game_name(game: rules::Game) -> &'static str {
    match game {
        rules::Game::Mancala => "Mancala",
        rules::Game::Mapello => "Mapello",
    }
}

/// What the side itself is called.
pub fn side_name(game: rules::Game, side: Side) -> &'static str {
    match (game, side) {
        (rules::Game::Mancala, Side::First) => "South",
        (rules::Game::Mancala, Side::Second) => "North",
        (rules::Game::Mapello, Side::First) => "Black",
        (rules::Game::Mapello, Side::Second) => "White",
    }
}

/// How a game is played, in a name: its preset's, its board's, or "Custom".
pub fn variant_name(settings: &GameSettings) -> String {
    match settings {
        GameSettings::Mancala(variant) => {
            variant.preset().map_or("Custom", |preset| preset.name()).to_owned()
        }
        GameSettings::Mapello(choice) => mapello::board_name(choice),
    }
}

/// What is wrong with the connection, and what helps.
pub fn fault(fault: Fault) -> &'static str {
    match fault {
        Fault::NotUnderstood => "The server did not understand this page. Reload it if that happens again.",
        Fault::TooLarge => "That was too long for the server.",
        Fault::TooFast => "That was too fast. One moment, please.",
        Fault::OldVersion => "There is a new version of Duello. Reload this page to go on.",
        Fault::NoSuchRoom => "This room does not exist any more.",
        Fault::Busy => "The server cannot store anything at the moment. Your move will be sent again.",
    }
}

/// What both sides are called by somebody who plays `own`, or by somebody who plays neither or both.
pub fn both(own: Option<Side>, names: [String; 2]) -> [Who; 2] {
    let [first, second] = names.map(Who::Named);
    match own {
        Some(Side::First) => [Who::You, second],
        Some(Side::Second) => [first, Who::You],
        None => [first, second],
    }
}
