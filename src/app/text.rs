//! What is said about a game, in plain words: pits, moves, results. Pure; every way to play says it alike.

pub mod mancala;

use room::message::Fault;
use room::{Ending, Game, Reason, TimeControl};
use rules::{Side, mancala::Variant};

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
    match (ending.reason, loser) {
        (Reason::Resigned, Some(loser)) => format!("{} resigned.", loser.subject()),
        (Reason::TimeOut, Some(loser)) => format!("{} ran out of time.", loser.subject()),
        (Reason::Agreed, _) => "Both agreed to a draw.".to_owned(),
        (Reason::CalledOff, _) => "The first move was not made in time. It counts for nobody.".to_owned(),
        _ if first == second => format!("{} each.", stones(first.into())),
        _ => {
            let (more, less) = (first.max(second), first.min(second));
            format!("{} to {less}: a lead of {}.", stones(more.into()), more - less)
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

/// The name of a variant: its preset's, or "Custom".
pub fn variant_name(variant: &Variant) -> &'static str {
    variant.preset().map_or("Custom", |preset| preset.name())
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
