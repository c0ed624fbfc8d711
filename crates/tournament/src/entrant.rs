//! Entrants: who takes part in a tournament, and how each stands.

use room::{MemberId, Millis, claimed_name, clean_name, is_bot_name};
use serde::{Deserialize, Serialize};

use crate::pairing::PairingId;
use crate::rejection::Rejection;
use crate::rounds::InRound;
use crate::score::Score;

/// The rating that somebody without one counts as.
pub const UNRATED: u16 = 1500;
/// The highest rating that an entrant can have.
pub const MAX_RATING: u16 = 4000;

/// The number of an entrant in its tournament: 0, 1, 2 … in the order of entering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntrantId(pub u32);

impl EntrantId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an entrant is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntrantKind {
    /// A person without an account.
    Guest,
    /// A person with an account.
    Account,
    /// A bot whose owner has entered it.
    Bot,
    /// A bot of the server, which fills up and has no rank.
    HouseBot,
}

impl EntrantKind {
    /// Whether it is a program.
    pub fn is_bot(self) -> bool {
        matches!(self, Self::Bot | Self::HouseBot)
    }
}

/// Somebody who enters. All of it is what the server knows of the sender, except for the name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The public id of this person within the tournament: as in rooms, a different one in every tournament.
    pub member: MemberId,
    /// The name shown.
    pub name: String,
    /// What the entrant is.
    pub kind: EntrantKind,
    /// The rating at the game and speed of the tournament, 0 to [`MAX_RATING`]; `None` for who has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
}

impl Entry {
    /// The entry with its name cleaned as in rooms.
    ///
    /// # Errors
    /// [`Rejection::BadName`] for a name that cannot be shown, or that has the mark of bots or of claimed names without
    /// its bearer being one; [`Rejection::BadRating`].
    pub(crate) fn checked(&self) -> Result<Self, Rejection> {
        let name = clean_name(&self.name).ok_or(Rejection::BadName)?;
        let may_be_claimed = self.kind == EntrantKind::Account || claimed_name(&name).is_none();
        if is_bot_name(&name) != self.kind.is_bot() || !may_be_claimed {
            return Err(Rejection::BadName);
        }
        if self.rating.is_some_and(|rating| rating > MAX_RATING) {
            return Err(Rejection::BadRating);
        }
        Ok(Self { name, ..self.clone() })
    }
}

/// An entrant, as the log says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The number in the tournament.
    pub id: EntrantId,
    /// Who it is.
    pub entry: Entry,
    /// When the entrant came first.
    pub entered: Millis,
    /// Whether the entrant has left, and has not come back since.
    pub has_left: bool,
    /// How often the entrant has come back.
    pub(crate) returns: u16,
    /// Since when the entrant is not playing.
    pub free_since: Millis,
    /// The pairing of an arena or a Swiss tournament that is being played. In a round robin all are played at once, and this is
    /// `None`.
    pub playing: Option<PairingId>,
    /// Whom the entrant was paired with last.
    pub last_opponent: Option<EntrantId>,
    /// How many more pairings the entrant has begun than the opponents have.
    pub first_moves: i32,
    /// Whether the entrant began the last pairing.
    pub began_last: bool,
    /// The pairings with a result, in the order in which the results came.
    pub played: Vec<PairingId>,
    /// What the results are worth, and the rounds without a game.
    pub score: Score,
    /// What the entrant does in each round of a Swiss tournament that is paired, the first one first. Empty in other formats.
    pub rounds: Vec<InRound>,
}

impl Entrant {
    pub(crate) fn new(id: EntrantId, entry: Entry, at: Millis) -> Self {
        Self {
            id,
            entry,
            entered: at,
            has_left: false,
            returns: 0,
            free_since: at,
            playing: None,
            last_opponent: None,
            first_moves: 0,
            began_last: false,
            played: Vec::new(),
            score: Score::default(),
            rounds: Vec::new(),
        }
    }

    /// The rating at entry, or [`UNRATED`].
    pub fn rating(&self) -> u16 {
        self.entry.rating.unwrap_or(UNRATED)
    }

    /// Whether the entrant was paired, or had the bye in a round of a Swiss tournament.
    pub fn has_taken_part(&self) -> bool {
        self.last_opponent.is_some() || self.rounds.contains(&InRound::Bye)
    }

    /// The points of the rounds of a Swiss tournament without a game.
    pub(crate) fn points_without_game(&self) -> u32 {
        self.rounds.iter().map(|round| round.points()).sum()
    }

    /// Whether it is one of the server's own bots.
    pub fn is_house_bot(&self) -> bool {
        self.entry.kind == EntrantKind::HouseBot
    }
}
