//! The security page of an account: its passkeys, the browsers that are signed in, and notices of changes.

/// What an account is told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeKind {
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// A browser has signed in.
    SignedIn,
}

impl NoticeKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::PasskeyAdded, Self::PasskeyRemoved, Self::SignedIn];

    /// Its name in the database and in exports.
    pub fn word(self) -> &'static str {
        match self {
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::SignedIn => "signed_in",
        }
    }
}

/// A notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// What has happened.
    pub kind: NoticeKind,
    /// In which browser: its name, then a slash and its system, as far as they are known.
    pub browser: String,
    /// The day.
    pub day: String,
}

/// Notices that have not been read in this browser yet, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notices {
    /// The notices.
    pub all: Vec<Notice>,
    /// The time of the latest, in milliseconds since 1970.
    pub until: i64,
}

/// The games of a browser whose guest is put aside while it is signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrowserGames {
    /// Whether they come along has not been said.
    Unanswered {
        /// Whether some of them are still being played.
        running: bool,
    },
    /// They came along, and can be taken back.
    Adopted,
}

/// A passkey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasskeyItem {
    /// Its id.
    pub id: String,
    /// The browser in which it was made.
    pub browser: String,
    /// The day on which it was made.
    pub made: String,
    /// The day on which it was used last.
    pub used: Option<String>,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionItem {
    /// Its id.
    pub id: String,
    /// The browser.
    pub browser: String,
    /// Whether it is the one that looks at the page.
    pub is_this: bool,
    /// The day on which it signed in.
    pub since: String,
    /// The day on which it was used last.
    pub used: Option<String>,
}

/// What the page says about the form that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A passkey has to be shown first.
    Unconfirmed,
    /// The passkey was removed.
    PasskeyRemoved,
    /// It is the only one, or there is none of that id.
    PasskeyStays,
    /// Sign-ins were ended.
    Ended,
    /// The name of a bot cannot be had, or there are too many bots.
    BotNotMade,
    /// A bot was deleted.
    BotRemoved,
    /// A bot has too many tokens.
    TokenNotMade,
    /// A token was revoked.
    TokenRevoked,
}

/// A bot of the account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotItem {
    /// Its id.
    pub id: String,
    /// Its name, with the mark.
    pub name: String,
    /// Its tokens, the oldest first.
    pub tokens: Vec<TokenItem>,
}

/// A token of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenItem {
    /// Its id, a hash of it.
    pub id: String,
    /// Whether the bot may play with it, or only watch.
    pub plays: bool,
    /// The day on which it was made.
    pub made: String,
    /// The day on which it was used last.
    pub used: Option<String>,
}

/// Context of the security page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Security {
    /// The browser is not signed in.
    SignedOut,
    /// It is.
    SignedIn(SecurityData),
}

/// What the page shows of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecurityData {
    /// The unread notices.
    pub notices: Notices,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<PasskeyItem>,
    /// The browsers that are signed in, this one first.
    pub sessions: Vec<SessionItem>,
    /// The bots, the oldest first.
    pub bots: Vec<BotItem>,
    /// The text of a token that was made a moment ago.
    pub new_token: Option<String>,
    /// For how many milliseconds more no passkey has to be shown.
    pub confirmed_for: i64,
    /// What came of a form.
    pub outcome: Option<Outcome>,
}
