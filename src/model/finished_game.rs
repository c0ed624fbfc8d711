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

/// Context of the import page: the pasted text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportData {
    /// The text; empty before anything was pasted.
    pub text: String,
    /// The game parsed from it.
    pub game: Option<Finished>,
}

/// Context of the import page: the shared text is too long to be a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// The size of the preview picture in pixels, as link previews expect it.
pub const PICTURE: (u32, u32) = (1200, 630);
