//! A bot that is online, as others find it.

use engine_protocol::Level;
use room::BOT_MARK;

use crate::model::rating::Rating;
use crate::server::bots::terms::Terms;
use crate::server::identity::Identity;

/// A bot that is online.
#[derive(Clone, Debug)]
pub struct BotOnline {
    /// Its identity, for its seats.
    pub identity: Identity,
    /// Its name, with the mark.
    pub name: String,
    /// Whether it is one of whoever runs the server.
    pub is_house: bool,
    /// Whether the store knows it: otherwise its games are not rated.
    pub is_known: bool,
    /// On what terms it plays.
    pub terms: Terms,
    /// Its ratings on the ladder of bots, in Mancala and in Mapello.
    pub ratings: [Option<Rating>; 2],
    /// How many games it plays.
    pub games: usize,
}

impl BotOnline {
    /// The place of the level of the computer that it is called after, from the weakest on.
    pub fn level(&self) -> Option<usize> {
        let called = self.name.strip_prefix(BOT_MARK)?;
        Level::ALL.into_iter().position(|level| level.name() == called)
    }

    /// How strong it is taken for before its first rated game.
    pub fn expected_points(&self) -> u32 {
        let steps = self.level().and_then(|level| u32::try_from(level).ok());
        steps.map_or(NEW_POINTS, |steps| WEAKEST_POINTS + STEP_POINTS * steps)
    }

    /// Whether it has time for another game.
    pub fn is_free(&self) -> bool {
        self.games < self.terms.games
    }
}

/// The points of a player without a rating.
const NEW_POINTS: u32 = 1_500;
/// Those that the weakest level is taken to have before its first rated game, and how much stronger each further one is.
const WEAKEST_POINTS: u32 = 700;
const STEP_POINTS: u32 = 175;
