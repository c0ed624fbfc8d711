//! Players with a name of their own: what the profile says of it, their public page, and the leaderboards.

use room::{GameSettings, MatchPart};

use super::my_games::{MyGame, Outcome};
use super::profile::GameResults;
use super::rating::{Rating, RatingCategory};

/// The form value of a challenge to a game without a clock.
pub const NO_CLOCK: &str = "none";

/// The name of an account, for its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnName {
    /// The name that is claimed now.
    pub name: Option<String>,
    /// Names that were given up, and can be taken again.
    pub former: Vec<String>,
    /// Whether the player is on the leaderboards.
    pub is_listed: bool,
}

/// What became of the wish to have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimOutcome {
    /// It is the player's.
    Claimed,
    /// It was given up.
    Released,
    /// It is somebody else's, or looks like somebody else's.
    Taken,
    /// It has characters that no such name can have, or must not be used.
    Unfit,
    /// The player has had all the names that one can have.
    TooMany,
    /// Too many names were asked for from this network.
    TooOften,
    /// The operator lets the player choose no name.
    Muted,
}

impl ClaimOutcome {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Claimed, Self::Released, Self::Taken, Self::Unfit, Self::TooMany, Self::TooOften, Self::Muted];

    /// Its word in the address of the profile.
    pub fn word(self) -> &'static str {
        match self {
            Self::Claimed => "name-claimed",
            Self::Released => "name-released",
            Self::Taken => "name-taken",
            Self::Unfit => "name-unfit",
            Self::TooMany => "name-too-many",
            Self::TooOften => "name-too-often",
            Self::Muted => "name-muted",
        }
    }
}

/// A player whom the visitor follows or blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPlayer {
    /// The guest's hash, for forms.
    pub guest: String,
    /// The name that is seen, with its mark if it is claimed.
    pub name: String,
    /// Whether the player is here.
    pub is_online: bool,
}

/// Whom the visitor knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownPlayers {
    /// Whom they follow.
    pub followed: Vec<KnownPlayer>,
    /// Whom they block.
    pub blocked: Vec<KnownPlayer>,
}

/// What the profile says of the visitor's name, and of players whom they know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnStanding {
    /// The name of the account; `None` without an account.
    pub name: Option<OwnName>,
    /// Whom they follow and block.
    pub known: KnownPlayers,
    /// What became of the visitor's last form.
    pub outcome: Option<ClaimOutcome>,
}

/// What the lobby page shows of other players whom the visitor knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Friends {
    /// The rooms to which the visitor is challenged.
    pub challenges: Vec<MyGame>,
    /// The claimed names, with their mark, of followed players who are online.
    pub online: Vec<String>,
}

/// What the visitor of a player's page is to that player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visitor {
    /// Somebody whom the server does not know yet.
    Unknown,
    /// The player.
    Owner,
    /// Another guest.
    Other {
        /// Whether they follow the player.
        follows: bool,
        /// Whether they block the player.
        blocks: bool,
    },
}

/// What became of a form of a player's page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerOutcome {
    /// The player cannot be challenged or followed by the visitor.
    Refused,
    /// The visitor has too many open challenges, or follows or blocks too many.
    TooMany,
}

impl PlayerOutcome {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Refused, Self::TooMany];

    /// Its word in the address of the page.
    pub fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::TooMany => "too-many",
        }
    }
}

/// The public page of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerData {
    /// The claimed name, without its mark.
    pub name: String,
    /// The day since when it is theirs.
    pub since: String,
    /// Whether the player is here.
    pub is_online: bool,
    /// The results of each game.
    pub games: Vec<GameResults>,
    /// The last rated games, the latest first.
    pub rated: Vec<RatedGame>,
    /// Who looks at it.
    pub visitor: Visitor,
    /// What became of the visitor's last form.
    pub outcome: Option<PlayerOutcome>,
}

/// A rated game of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// Its id.
    pub id: String,
    /// Its day.
    pub day: String,
    /// The game with its variant or board.
    pub settings: GameSettings,
    /// What it is of a match.
    pub match_part: Option<MatchPart>,
    /// The name of the opponent.
    pub opponent: String,
    /// The result for the player.
    pub outcome: Outcome,
    /// By how many points the rating has changed.
    pub change: i32,
}

/// The leaderboards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaderboards(pub Vec<(RatingCategory, Vec<Leader>)>);

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leader {
    /// The claimed name, without its mark.
    pub name: String,
    /// The rating.
    pub rating: Rating,
    /// The number of rated games.
    pub games: u32,
    /// Whether it is the visitor.
    pub is_own: bool,
}
