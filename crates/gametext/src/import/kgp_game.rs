//! One game of a log of the Kalah Game Protocol, as far as it has been read.

use std::collections::BTreeSet;

use rules::Side;
use rules::mancala::notation::write_kgp;
use rules::mancala::{Move, Pit, Position, Setup, Variant};

use super::frame::Fault;
use crate::refusal::{Notice, Why};

/// A game of a log, as far as it has been read.
pub(super) struct Running {
    pub(super) setup: Setup,
    pub(super) position: Position,
    pub(super) moves: Vec<Move>,
    /// The last move behind the last position, which is not confirmed, and where it stands.
    pub(super) asked: Option<(u8, usize)>,
    /// The one before it, which stays if the last one is not accepted.
    before: Option<(u8, usize)>,
    /// The number of the line with the last move, if that line has one; outer `None` if it is answered.
    pub(super) last: Option<Option<String>>,
    pub(super) corrected: u32,
    /// How many moves were not accepted.
    refused: u32,
    /// The number of the line with the last position: an answer to another one comes too late.
    pub(super) id: Option<String>,
    /// The numbers of the positions that have no answer yet.
    pub(super) unanswered: BTreeSet<String>,
    /// Whether the player has said that the last move stays.
    pub(super) yielded: bool,
}

impl Running {
    pub(super) fn new(setup: Setup) -> Self {
        Running {
            setup,
            position: Position::start(&setup),
            moves: Vec::new(),
            asked: None,
            before: None,
            last: None,
            corrected: 0,
            refused: 0,
            id: None,
            unanswered: BTreeSet::new(),
            yielded: false,
        }
    }

    /// Takes a move of a line with this number as the one that counts.
    pub(super) fn ask(&mut self, asked: (u8, usize), id: Option<&str>) {
        self.before = self.asked.replace(asked);
        self.last = Some(id.map(str::to_owned));
        self.id.iter().for_each(|id| _ = self.unanswered.remove(id));
    }

    /// Takes back the last move if an error answers it: by the number of its line, or without one in the next line.
    pub(super) fn fails(&mut self, answered: Option<&str>, is_next: bool) {
        let is_its = match (&self.last, answered) {
            // In the next line it may as well name the position that the move answers.
            (Some(own), Some(id)) => own.as_deref() == Some(id) || is_next && self.id.as_deref() == Some(id),
            (Some(_), None) => is_next,
            (None, _) => false,
        };
        if is_its && self.asked.is_some() {
            self.asked = self.before.take();
            self.last = None;
            self.refused += 1;
            // The move that it replaced was not corrected after all.
            self.corrected -= u32::from(self.asked.is_some() && self.corrected > 0);
        }
    }

    /// What is told of moves that do not count.
    pub(super) fn notices(&self) -> impl Iterator<Item = Notice> + use<> {
        let corrected = (self.corrected > 0).then_some(Notice::Corrected(self.corrected));
        let refused = (self.refused > 0).then_some(Notice::NotAccepted(self.refused));
        corrected.into_iter().chain(refused)
    }

    /// Plays the move that was asked for.
    pub(super) fn confirm(&mut self) -> Result<(), Fault> {
        (self.before, self.last) = (None, None);
        let Some((number, at)) = self.asked.take() else { return Ok(()) };
        let index = number.checked_sub(1).ok_or((at, Why::Illegal(rules::IllegalMove::NoSuchPit)))?;
        let mv = Move::Sow(Pit { side: self.position.to_move(), index });
        self.position = self.position.play(mv).map_err(|why| (at, Why::Illegal(why)))?.0;
        self.moves.push(mv);
        Ok(())
    }
}

/// The set-up that a position begins, if it is a start of Kalah.
pub(crate) fn start_of(state: &str) -> Option<Setup> {
    let numbers = state.strip_prefix('<')?.strip_suffix('>')?;
    let mut numbers = numbers.split(',');
    let pits = numbers.next()?.parse().ok()?;
    let stones = numbers.nth(2)?.parse().ok()?;
    let setup = Setup::new(Variant { pits, stones, ..Variant::default() }, 1);
    setup.variant.validate().ok()?;
    (setup.starts == Side::First && write_kgp(&Position::start(&setup)) == state).then_some(setup)
}
