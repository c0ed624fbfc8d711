//! The visitor and their games: the running rooms and the finished games.

use room::{Finished, Millis, RoomCode};
use rules::Side;
use serde::{Deserialize, Serialize};

/// The visitor: a guest without an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Guest {
    /// The name shown to others, chosen or generated.
    pub name: String,
}

/// One of the visitor's rooms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MyGame {
    /// The room; its page is `/r/CODE`.
    pub code: RoomCode,
    /// The opponent's name, if there is one.
    pub opponent: Option<String>,
    /// The game and its variant or board.
    pub title: String,
    /// The state of the room.
    pub state: RoomState,
    /// The time of its last event.
    pub updated: Millis,
}

/// The state of a room, as one of its players sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomState {
    /// No game has begun, or a board is being built for the next one.
    #[serde(rename = "lobby")]
    Setup,
    /// It is the visitor's turn.
    YourTurn,
    /// It is the opponent's turn.
    TheirTurn,
    /// The last game is over.
    Over(Outcome),
    /// Somebody has challenged the visitor to a game here.
    Challenged,
    /// The game is adjourned until one of the players resumes it.
    #[serde(rename = "put_away")]
    Adjourned,
}

/// How a game ended for the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Aborted: it does not count.
    #[serde(rename = "called_off")]
    Aborted,
}

impl Outcome {
    /// How a game that counts has ended for a side; without a winner it is drawn.
    pub fn of(winner: Option<Side>, own: Side) -> Self {
        match winner {
            None => Self::Drawn,
            Some(winner) if winner == own => Self::Won,
            Some(_) => Self::Lost,
        }
    }
}

/// The data of the home page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HomeData {
    /// The visitor.
    pub guest: Guest,
    /// The error of the visitor's last request.
    pub problem: Option<String>,
    /// The visitor's rooms, those where it is their turn first.
    pub games: Vec<MyGame>,
}

/// Context of the page "my games".
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GamesData {
    /// Rooms that are not finished, on the first page.
    pub running: Vec<MyGame>,
    /// The finished games on this page, the latest first: the id of each, the visitor's side, its day, the
    /// game.
    pub finished: Vec<(String, Side, String, Finished)>,
    /// The number of this page, from 1.
    pub page: u32,
    /// Whether there is a further page.
    pub more: bool,
}
