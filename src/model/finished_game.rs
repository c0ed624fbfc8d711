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

/// Context of the import page: the text that was pasted or was in a file, and what was read from it.
#[cfg(feature = "ssr")]
#[derive(Clone, PartialEq, Debug)]
pub struct ImportData {
    /// The text; empty if it was too long.
    pub text: String,
    /// The games, or why there are none.
    pub read: Result<Vec<gametext::import::Entry>, gametext::refusal::Refusal>,
    /// The index of the game that was chosen.
    pub chosen: Option<usize>,
    /// How many games of a file are not among them, because there are more than are read at once.
    pub left_out: u32,
}

/// The size of the preview picture in pixels, as link previews expect it.
pub const PICTURE: (u32, u32) = (1200, 630);
