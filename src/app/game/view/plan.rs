//! A plan: what is chosen and not played yet, known to this page alone. And what a press on the board means.

use room::Millis;
use rules::Move;

use super::premove::Premove;

/// What was chosen and is not played yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// It is played when it is the player's turn.
    Premove(Premove),
    /// It is played when the player confirms it, in this game and at this ply alone.
    Unconfirmed { mv: Move, game: u32, ply: u32 },
}

/// What has last become of a plan without being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlanNews {
    #[default]
    Nothing,
    PremoveCancelled,
    MoveCancelled,
}

/// What choosing a move on the board means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Nothing,
    /// It is played; what the rules do not allow is refused with the reason.
    Play {
        game: u32,
        ply: u32,
    },
    /// It is shown, and waits for a confirmation.
    Propose {
        game: u32,
        ply: u32,
    },
    /// It is planned for the turn after this one.
    Premove {
        game: u32,
        turn: u16,
    },
}

/// A pointer that was pressed on a board.
#[derive(Clone, Copy)]
pub(super) struct Press {
    pub at: Millis,
    pub meaning: Meaning,
    pub is_touch: bool,
}

/// A move that was played here, and when.
#[derive(Clone, Copy)]
pub(super) struct Played {
    pub mv: Move,
    pub game: u32,
    pub ply: u32,
    pub at: Millis,
}

/// What was chosen by pointer last, and when; whether it was held, so that it is played when it is chosen again.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub mv: Move,
    pub at: Millis,
    pub held: bool,
}

impl Plan {
    /// The planned moves, in their order.
    pub fn moves(&self) -> Vec<Move> {
        match self {
            Plan::Premove(premove) => premove.moves().collect(),
            Plan::Unconfirmed { mv, .. } => vec![*mv],
        }
    }

    /// What is told of it when it is given up.
    pub fn cancelled(&self) -> PlanNews {
        match self {
            Plan::Premove(_) => PlanNews::PremoveCancelled,
            Plan::Unconfirmed { .. } => PlanNews::MoveCancelled,
        }
    }
}
