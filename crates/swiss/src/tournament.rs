//! A tournament as the pairing sees it: players with pairing numbers, and what each of them did in every round.

use std::collections::BTreeSet;

/// The colour of a side. Where a pairing is a match of several games, or colours mean nothing in the game, it stands for
/// who starts the first game: White does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Starts the first game.
    White,
    /// Does not start the first game.
    Black,
}

impl Colour {
    /// The other colour.
    pub fn opposite(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// How a game or match that was played ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// One point.
    Win,
    /// Half a point.
    Draw,
    /// No point.
    Loss,
}

/// A round without an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bye {
    /// Given by the pairing, as the number of players was odd: one point.
    Pairing,
    /// Given by the organiser: one point.
    Full,
    /// Asked for by the player: half a point.
    Half,
    /// The player was absent, had withdrawn or had not entered yet: no point.
    Zero,
}

/// What a player did in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Played.
    Played {
        /// Index of the opponent in `Tournament::players`.
        opponent: usize,
        /// The player's colour.
        colour: Colour,
        /// How it ended for the player.
        result: GameResult,
    },
    /// Paired, but somebody did not appear: a point for whoever did. The two may be paired again.
    Forfeit {
        /// Index of the opponent in `Tournament::players`.
        opponent: usize,
        /// The colour that the player would have had.
        colour: Colour,
        /// Whether the player appeared, and the opponent did not.
        won: bool,
    },
    /// Not paired with anybody.
    Bye(Bye),
}

impl Outcome {
    /// The points for it, in halves of a point.
    pub fn half_points(self) -> u32 {
        match self {
            Outcome::Played { result: GameResult::Win, .. }
            | Outcome::Forfeit { won: true, .. }
            | Outcome::Bye(Bye::Pairing | Bye::Full) => 2,
            Outcome::Played { result: GameResult::Draw, .. } | Outcome::Bye(Bye::Half) => 1,
            Outcome::Played { result: GameResult::Loss, .. }
            | Outcome::Forfeit { won: false, .. }
            | Outcome::Bye(Bye::Zero) => 0,
        }
    }

    /// The opponent of a game that was played, or was to be played.
    pub fn opponent(self) -> Option<usize> {
        match self {
            Outcome::Played { opponent, .. } | Outcome::Forfeit { opponent, .. } => Some(opponent),
            Outcome::Bye(_) => None,
        }
    }
}

/// A player with everything that happened so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The pairing number (FIDE's TPN), from 1 for the strongest; `assign_numbers` gives it.
    pub number: u32,
    /// Shown in lists, and decides between equal ratings.
    pub name: String,
    /// Of any scale, the higher the stronger; 0 for none.
    pub rating: u32,
    /// One for each round, the first round first. Who enters late was absent before: `Bye::Zero`. One outcome more than
    /// rounds were played, which is a bye, says that the player is not to be paired in the coming round.
    pub outcomes: Vec<Outcome>,
}

impl Player {
    /// The points before a round (0 for the first), in halves of a point.
    pub fn half_points_before(&self, round: usize) -> u32 {
        self.outcomes.iter().take(round).map(|outcome| outcome.half_points()).sum()
    }
}

impl Player {
    /// Whether the player was paired in one of the rounds that are over (the bye that the pairing gives is included), or is
    /// to be paired in the coming one.
    pub(crate) fn was_paired(&self, played: usize) -> bool {
        let paired = |outcome: &Outcome| !matches!(outcome, Outcome::Bye(Bye::Full | Bye::Half | Bye::Zero));
        self.outcomes.len() == played || self.outcomes.iter().any(paired)
    }
}

/// A tournament between two rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// How many rounds it will have: in the last one the rules on colours are looser for those who lead.
    pub rounds: usize,
    /// How many rounds are over.
    pub played: usize,
    /// The colour of the player with number 1 in the first round (FIDE: the initial colour, drawn by lot).
    pub first_colour: Colour,
    /// In any order. Outcomes name opponents by their index in this list.
    pub players: Vec<Player>,
}

/// What a tournament must not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// Two players have the same pairing number.
    #[error("pairing number {0} is given twice")]
    SameNumber(u32),
    /// A player has not one outcome for each round (or one more, a bye), or outcomes of two opponents contradict each other.
    #[error("the outcomes of player {0} (from 0) do not fit")]
    Outcomes(usize),
}

impl Tournament {
    /// Whether numbers and outcomes fit each other.
    pub fn check(&self) -> Result<(), TournamentError> {
        let mut numbers = BTreeSet::new();
        for (index, player) in self.players.iter().enumerate() {
            if !numbers.insert(player.number) {
                return Err(TournamentError::SameNumber(player.number));
            }
            let known = player.outcomes.len();
            let asks_for_bye = || matches!(player.outcomes.last(), Some(Outcome::Bye(_)));
            let fits = known == self.played || known == self.played + 1 && asks_for_bye();
            if !fits || (0..known).any(|round| !self.is_mirrored(index, round)) {
                return Err(TournamentError::Outcomes(index));
            }
        }
        Ok(())
    }

    /// Whether the outcome of a player in a round and that of the opponent can be of the same game: of opposite colours,
    /// and with no more than one point together.
    pub(crate) fn is_mirrored(&self, player: usize, round: usize) -> bool {
        let own = self.players[player].outcomes[round];
        let Some(opponent) = own.opponent() else { return true };
        let Some(&other) = self.players.get(opponent).and_then(|other| other.outcomes.get(round)) else {
            return false;
        };
        let points = own.half_points() + other.half_points();
        match (own, other) {
            (Outcome::Played { colour, .. }, Outcome::Played { opponent, colour: others, .. }) => {
                opponent == player && colour != others && points == 2
            }
            (Outcome::Forfeit { colour, .. }, Outcome::Forfeit { opponent, colour: others, .. }) => {
                opponent == player && colour != others && points <= 2
            }
            _ => false,
        }
    }

    /// The points of a player, by index, after the rounds that are over, in halves of a point.
    pub fn half_points(&self, player: usize) -> u32 {
        self.players[player].half_points_before(self.played)
    }
}

/// Gives pairing numbers by rating, the highest first, then by name, then by the place in the list (FIDE C.04.2, article 2;
/// titles do not exist here). After late entries it may be called again: numbers decide nothing about rounds that are over.
pub fn assign_numbers(players: &mut [Player]) {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&players[a], &players[b]);
        b.rating.cmp(&a.rating).then_with(|| a.name.cmp(&b.name))
    });
    for (number, index) in (1..).zip(order) {
        players[index].number = number;
    }
}
