//! The one error type of all readers, and the notices beside a game that was read. Values only: the sentences
//! are phrases of the app.

use rules::{IllegalMove, SetupError};

/// The format a text was taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Turns of Mancala, with or without tags.
    Mancala,
    /// Moves of Mapello or Othello, with or without tags.
    Mapello,
    /// Our JSON of one game, or a list of them.
    Json,
    /// The file of "my games".
    Device,
    /// A log of the Kalah Game Protocol.
    Kgp,
    /// Games of Othello in the Generic Game Format.
    Ggf,
    /// Files of the WTHOR base of Othello games.
    Wthor,
    /// None of them.
    Unknown,
}

/// Where something stands in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// The word that begins there, up to 20 characters; empty at the end of the text.
    pub word: String,
}

/// Why a text, or one game of it, is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The format it was taken for.
    pub format: Format,
    /// The place at fault, if it is one place.
    pub place: Option<Place>,
    /// The number of the move at fault, from 1.
    pub ply: Option<u32>,
    /// The reason.
    pub why: Why,
}

/// The reason of a [`Refusal`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// There is no text.
    Empty,
    /// The text is longer than [`crate::import::MAX_BYTES`].
    TooLong,
    /// There are more games than [`crate::import::MAX_GAMES`].
    TooManyGames,
    /// The text has the form of no format.
    NoFormat,
    /// A game without a move.
    NoMoves,
    /// The sign has no meaning in this format.
    Sign(char),
    /// The sign only looks like a letter or digit of the notation.
    Lookalike(char),
    /// A comment is never closed.
    CommentOpen,
    /// A brace stands in a comment: an earlier one was not closed.
    CommentNested,
    /// Moves stand behind a semicolon, which makes them a comment.
    CommentMoves,
    /// A tag is not of the form `[Name "value"]`.
    TagForm,
    /// A tag is given twice, with two values.
    TagTwice(String),
    /// A tag has a value it cannot have.
    TagValue(String),
    /// Two tags contradict each other.
    TagsDisagree([String; 2]),
    /// The tag tells of another start or other rules, which cannot be played here.
    TagSetup(String),
    /// The tag names another game, such as chess.
    OtherGame(String),
    /// An empty line stands between tags, so that they may be those of two games.
    TagsApart,
    /// Tags stand below the moves they may belong to.
    TagsBelow,
    /// The moves before and behind this place may be one game or several.
    OneOrSeveral,
    /// These lines may be turns with the score so far behind each, or games with their results.
    TurnsOrGames,
    /// The text says twice who begins, and not the same.
    StartsTwice,
    /// More tags than a game has.
    TooManyTags,
    /// The options can be read but cannot be played.
    Setup(SetupError),
    /// The share code of the board is wrong.
    BoardCode,
    /// The text says a day that is none.
    Date,
    /// The date is not written as `2024.01.31`.
    DateForm,
    /// The word is no move.
    NoMove,
    /// The word is a move of chess.
    Chess,
    /// The word is the share code of a board, which only a tag can give.
    BoardAlone,
    /// The move is illegal.
    Illegal(IllegalMove),
    /// The letter is in the case of the side that is not to move.
    Case,
    /// The last stone does not fall where the text says.
    Goal,
    /// Another number of stones was captured.
    Captured(u8),
    /// Another number is due here.
    Number {
        /// The number that is due.
        due: u32,
    },
    /// A number without a move behind it.
    NumberAlone,
    /// Pits are named by letters and by numbers in one text.
    MixedNames,
    /// The numbers may be pits or those of turns, and both readings are games.
    NumbersOrPits,
    /// A pass is written where the rules make none.
    Pass,
    /// Something stands behind the result.
    AfterResult,
    /// Results stand before the moves they may belong to.
    ResultEarly,
    /// The text gives two results.
    ResultTwice,
    /// The moves lead to another result.
    ResultWrong,
    /// The moves lead to another score.
    ScoreWrong([u16; 2]),
    /// No game can have this score: so many points are there to be shared.
    ScoreImpossible(u16),
    /// White, named before Black as in chess, and a result without points: it is not clear who won.
    ResultWhose,
    /// The ending does not go with the moves or the result.
    EndingWrong,
    /// The text says how the game ended, but not who won.
    ResultMissing,
    /// The text gives another number of moves than it has.
    Count(u32),
    /// The line is none of the protocol.
    KgpLine,
    /// The first position is no start of Kalah.
    KgpStart,
    /// The position does not follow from the moves before it.
    KgpState,
    /// A move before the first position.
    KgpMoveEarly,
    /// A move behind `stop`, before another position.
    KgpMoveLate,
    /// A move answers another position than the last one: several games are played at once.
    KgpSeveral,
    /// Options of a game stand behind its end, and no other game follows.
    KgpOptions,
    /// The text is no game in the Generic Game Format: a sequence of properties such as `B[d3]` between `(;` and `;)`.
    GgfForm,
    /// The board is none of 64 squares with the side to move.
    GgfBoard,
    /// The game begins from a position of its own, which cannot be kept.
    GgfStart,
    /// The move or pass is one of the side that is not to move.
    GgfSide,
    /// The file is none of the WTHOR base, or is damaged: as a whole, or in the game of this number.
    Wthor(Option<u32>),
    /// There are names of the WTHOR base, and no games.
    WthorNames,
    /// The JSON cannot be read.
    JsonForm,
    /// The JSON has a field that is not understood, or a value that is not kept.
    JsonField(String),
    /// The JSON has no such field, which it needs.
    JsonMissing(String),
    /// A field is given twice.
    JsonTwice(String),
    /// The event cannot stand here in the log of a room.
    LogEvent,
    /// The summary beside a log says something else than the log.
    LogSummary(String),
    /// The log of a device holds no game that can be read.
    LogForm,
}

/// What a reader says beside a game that it has read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The columns were mirrored: the text was written for Othello's centre, but it names Mapello.
    Mirrored,
    /// The text was read as it is typed, on a board with Othello's start, which its first move shows.
    OthelloStart,
    /// The text does not say the options or the board: the usual ones were taken.
    SetupAssumed,
    /// The game stands below one whose tags tell options or a board: the usual ones were taken for it.
    SetupAbove,
    /// The text is all in small letters, so they do not say whose pits they name.
    SmallLetters,
    /// Each line could be a game of its own: all of them were read as one.
    LinesAsOne,
    /// Numbers behind the turns are the score so far, by the moves, and no results.
    RunningScore,
    /// Comments were left out.
    Comments {
        /// How many.
        count: u32,
        /// The beginning of the first one.
        first: String,
    },
    /// A tag, or its value, was left out.
    TagLeftOut(String),
    /// These tags, fields or points are understood, but not kept with a game.
    NotKept(String),
    /// A name was shortened, or characters that cannot be shown were taken out.
    NameChanged(String),
    /// The text calls the game undecided, but its moves decide it.
    ResultOpen,
    /// The text gives a result but not how it came about.
    ResultUnexplained,
    /// The text gives a result, and a reason for it that is not understood.
    ReasonUnknown(String),
    /// The moment at which the game ended was read as seconds, as milliseconds would be in the year 1970.
    Seconds,
    /// Moves that a player corrected were left out.
    Corrected(u32),
    /// Moves that an error of the protocol answers were left out.
    NotAccepted(u32),
}
