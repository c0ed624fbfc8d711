//! The rounds of a Swiss tournament: what each entrant does in them, and the tournament that the crate `swiss` pairs and ranks.

use core::cmp::Reverse;

use room::Seat;
use swiss::{Bye, Colour, GameResult, Outcome, Player, assign_numbers};

use crate::entrant::{Entrant, EntrantId};
use crate::pairing::PairingId;
use crate::plan::Format;
use crate::score::{Scoring, Taken};
use crate::state::Tournament;

/// What an entrant does in a round of a Swiss tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InRound {
    /// Plays, or has played.
    Paired(PairingId),
    /// Has the bye that the pairing gives if the number of entrants is odd: 2 points, as for a win.
    Bye,
    /// Was not there yet in the first round: 1 point, as for a draw.
    Late,
    /// Was not there in a later round: no point.
    Absent,
}

impl InRound {
    /// What it gives without a game, on the scale of 2 points for a win; 0 for a pairing, whose result gives the points.
    pub fn points(self) -> u32 {
        match self {
            Self::Bye => 2,
            Self::Late => 1,
            Self::Paired(_) | Self::Absent => 0,
        }
    }

    /// What whoever is not there has from this round, counted from 1.
    pub(crate) fn missed(round: u32) -> Self {
        if round == 1 { Self::Late } else { Self::Absent }
    }
}

/// A Swiss tournament as the crate `swiss` sees it.
pub(crate) struct Field {
    /// The rounds that are over. Players are numbered by rating, equal ones in the order of entering, and have no names:
    /// pairings do not depend on what may be hidden later.
    pub swiss: swiss::Tournament,
    /// Who the players are: those who have taken part in a round, or have not left.
    pub entrants: Vec<EntrantId>,
}

/// The rounds of a Swiss tournament that are over; `None` in other formats.
pub(crate) fn rounds_over(tournament: &Tournament) -> Option<Field> {
    let Format::Swiss { rounds, .. } = tournament.plan.format else { return None };
    let played = (tournament.rounds as usize).saturating_sub(usize::from(tournament.open > 0));
    let is_in = |entrant: &&Entrant| !entrant.has_left || entrant.has_taken_part();
    let entrants: Vec<&Entrant> = tournament.entrants.iter().filter(is_in).collect();
    let mut index = vec![None; tournament.entrants.len()];
    for (player, entrant) in entrants.iter().enumerate() {
        index[entrant.id.index()] = Some(player);
    }
    let player_of = |id: EntrantId| index.get(id.index()).copied().flatten();
    let mut players: Vec<Player> = entrants
        .iter()
        .map(|entrant| Player {
            number: 0,
            name: String::new(),
            rating: entrant.rating().into(),
            outcomes: (entrant.rounds.iter().take(played))
                .map(|&round| {
                    outcome(tournament, entrant.id, round, player_of).unwrap_or(Outcome::Bye(Bye::Zero))
                })
                .collect(),
        })
        .collect();
    assign_numbers(&mut players);
    let first_colour = first_colour(tournament).unwrap_or(Colour::White);
    let swiss = swiss::Tournament { rounds: rounds.into(), played, first_colour, players };
    Some(Field { swiss, entrants: entrants.iter().map(|entrant| entrant.id).collect() })
}

/// The same before the next round: whoever has left is not to be paired.
pub(crate) fn before_next_round(tournament: &Tournament) -> Option<Field> {
    let mut field = rounds_over(tournament)?;
    for (player, &id) in field.swiss.players.iter_mut().zip(&field.entrants) {
        if tournament.entrant(id).is_some_and(|entrant| entrant.has_left) {
            player.outcomes.push(Outcome::Bye(Bye::Zero));
        }
    }
    Some(field)
}

/// The colour of the strongest one in the first round, drawn by lot for it; `None` before it.
fn first_colour(tournament: &Tournament) -> Option<Colour> {
    let in_first = tournament.entrants.iter().filter_map(|entrant| match entrant.rounds.first() {
        Some(InRound::Paired(id)) => Some((entrant, *id)),
        _ => None,
    });
    let (strongest, id) = in_first.min_by_key(|(entrant, _)| (Reverse(entrant.rating()), entrant.id))?;
    tournament.pairing(id)?.seat_of(strongest.id).map(colour)
}

/// White begins, so White sits at the bottom.
fn colour(seat: Seat) -> Colour {
    match seat {
        Seat::Bottom => Colour::White,
        Seat::Top => Colour::Black,
    }
}

/// What a round was to an entrant, with opponents by their place in the list of players; `None` if it is not over.
fn outcome(
    tournament: &Tournament,
    id: EntrantId,
    round: InRound,
    player_of: impl Fn(EntrantId) -> Option<usize>,
) -> Option<Outcome> {
    let pairing = match round {
        InRound::Bye => return Some(Outcome::Bye(Bye::Pairing)),
        InRound::Late => return Some(Outcome::Bye(Bye::Half)),
        InRound::Absent => return Some(Outcome::Bye(Bye::Zero)),
        InRound::Paired(pairing) => tournament.pairing(pairing)?,
    };
    let (result, seat) = (pairing.result?, pairing.seat_of(id)?);
    let (opponent, colour) = (player_of(pairing.opponent_of(id)?)?, colour(seat));
    let taken = Scoring::Swiss.taken(result.outcome, seat)?;
    Some(if result.absent().is_some() {
        Outcome::Forfeit { opponent, colour, won: taken == Taken::Win }
    } else {
        let result = match taken {
            Taken::Win => GameResult::Win,
            Taken::Draw => GameResult::Draw,
            Taken::Loss => GameResult::Loss,
        };
        Outcome::Played { opponent, colour, result }
    })
}
