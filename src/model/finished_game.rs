//! A finished game as its page shows it, and a game imported from text.

use room::Finished;

/// Context of the page of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordData {
    /// The game.
    pub game: Finished,
    /// The address of this server, without a slash at its end.
    pub base: String,
    /// The extensions of its export files.
    pub files: Vec<&'static str>,
}

/// Context of the import page: the pasted text, and what was read from it.
#[cfg(feature = "ssr")]
#[derive(Clone, PartialEq, Debug)]
pub struct ImportData {
    /// The text; empty if it was too long.
    pub text: String,
    /// The games, or why there are none.
    pub read: Result<Vec<gametext::import::Entry>, gametext::refusal::Refusal>,
    /// The index of the game that was chosen.
    pub chosen: Option<usize>,
}

/// The size of the preview picture in pixels, as link previews expect it.
pub const PICTURE: (u32, u32) = (1200, 630);
