//! What the chat tells of the events of a room.

use crate::settings::Settings;

/// The content of a system line; it follows from the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SystemLine {
    /// The named player took a seat.
    Came,
    /// The named player gave up the seat.
    Left,
    /// The named player changed the settings.
    Configured {
        /// The settings before.
        from: Settings,
        /// The settings since then.
        to: Settings,
        /// Somebody was ready, and is not any more.
        unready: bool,
    },
    /// The host closed the room, or opened it again.
    Closed(bool),
    /// The named player goes on at another device.
    SeatTransferred,
    /// The named player allows free text, or withdraws that.
    Talk(bool),
    /// The game of this number began.
    Started(u32),
    /// The named player asks for a takeback.
    UndoRequested,
    /// The named player declines the takeback.
    UndoDeclined,
    /// A turn was taken back.
    TakenBack,
    /// The named player offers a draw.
    DrawOffered,
    /// The named player declines the draw.
    DrawDeclined,
    /// The named player's offer or request was not answered before the next move.
    Lapsed,
    /// The named player gave the opponent time, so often in a row.
    TimeGiven(u32),
    /// The named player gave away half of the time.
    WentBerserk,
    /// The server was down, and both players got time for it.
    Interrupted,
    /// The named player asks to adjourn the game.
    AdjournRequested,
    /// The named player declines to adjourn.
    AdjournDeclined,
    /// The game was adjourned.
    Adjourned,
    /// The named player resumed the game.
    Resumed,
    /// The named player won.
    Won,
    /// The named player resigned.
    Resigned,
    /// The named player ran out of time, and lost by it.
    OutOfTime,
    /// The game was drawn.
    Drawn,
    /// The game does not count.
    CalledOff,
}
