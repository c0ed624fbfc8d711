//! The report of a Swiss tournament in FIDE's format TRF-16, as pairing programs and federations read it.

use swiss::trf::{Report, write};

use crate::rounds::rounds_over;
use crate::state::Tournament;

/// What a report says besides entrants and results. Any text may be empty; its line is left out then.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrfHead {
    /// The day of the start, as FIDE writes it: `2026/11/28`.
    pub start: String,
    /// The day of the end.
    pub end: String,
    /// Where it is played: of the server, the domain.
    pub place: String,
    /// The time control.
    pub time_control: String,
}

/// The report after the rounds of a Swiss tournament that are over; `None` in other formats, and before the first round.
///
/// It has 1, ½ and 0 points for what is 2, 1 and 0 here. A loss without a move is a forfeit (`+`, `-`), a pairing that was
/// void a draw; `U` is the bye that the pairing has given, `H` the first round of whoever came later, `Z` any other round
/// without a game. White is who began the first game. Who has no rating has 0, but a number as with
/// [`crate::UNRATED`]. Names are cut at 33 characters. Where names are hidden, it is for the caller to fold the redacted log.
pub fn trf(tournament: &Tournament, head: &TrfHead) -> Option<String> {
    let mut field = rounds_over(tournament).filter(|field| field.swiss.played > 0)?;
    for (player, &id) in field.swiss.players.iter_mut().zip(&field.entrants) {
        let entry = &tournament.entrant(id)?.entry;
        player.name.clone_from(&entry.name);
        player.rating = entry.rating.unwrap_or(0).into();
    }
    Some(write(&Report {
        name: tournament.plan.title.clone(),
        city: head.place.clone(),
        start: head.start.clone(),
        end: head.end.clone(),
        kind: "Individual: Swiss-System".into(),
        time_control: head.time_control.clone(),
        ..Report::new(field.swiss)
    }))
}
