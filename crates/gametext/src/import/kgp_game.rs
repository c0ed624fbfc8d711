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
    /// The move that was played last, until another position confirms it.
    stopped: Option<Stopped>,
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

/// What an error behind `stop` takes back.
struct Stopped {
    position: Position,
    /// The move that the last one replaced.
    before: Option<(u8, usize)>,
    /// The number of the line with the last move, else that of the position it answers.
    id: Option<String>,
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
            stopped: None,
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
    /// Behind `stop` too, by the number of the line with the move, or of the position if that line has none.
    pub(super) fn fails(&mut self, answered: Option<&str>, is_next: bool) {
        let is_stopped = |stopped: &mut Stopped| answered.is_some() && stopped.id.as_deref() == answered;
        if let Some(stopped) = self.stopped.take_if(is_stopped) {
            self.moves.pop();
            self.position = stopped.position;
            self.take_back(stopped.before);
            return;
        }
        let is_its = match (&self.last, answered) {
            // In the next line it may as well name the position that the move answers.
            (Some(own), Some(id)) => own.as_deref() == Some(id) || is_next && self.id.as_deref() == Some(id),
            (Some(_), None) => is_next,
            (None, _) => false,
        };
        if is_its && self.asked.is_some() {
            let before = self.before.take();
            self.take_back(before);
        }
    }

    /// Puts the move before it in the place of one that was not accepted.
    fn take_back(&mut self, before: Option<(u8, usize)>) {
        (self.asked, self.last) = (before, None);
        self.refused += 1;
        // The move that it replaced was not corrected after all.
        self.corrected -= u32::from(before.is_some() && self.corrected > 0);
    }

    /// A position follows: no error takes back the moves before it.
    pub(super) fn goes_on(&mut self) {
        self.stopped = None;
    }

    /// What is told of moves that do not count.
    pub(super) fn notices(&self) -> impl Iterator<Item = Notice> + use<> {
        let corrected = (self.corrected > 0).then_some(Notice::Corrected(self.corrected));
        let refused = (self.refused > 0).then_some(Notice::NotAccepted(self.refused));
        corrected.into_iter().chain(refused)
    }

    /// Plays the move that was asked for.
    pub(super) fn confirm(&mut self) -> Result<(), Fault> {
        let (before, last) = (self.before.take(), self.last.take().flatten());
        let Some((number, at)) = self.asked.take() else { return Ok(()) };
        let index = number.checked_sub(1).ok_or((at, Why::Illegal(rules::IllegalMove::NoSuchPit)))?;
        let mv = Move::Sow(Pit { side: self.position.to_move(), index });
        let position = self.position.play(mv).map_err(|why| (at, Why::Illegal(why)))?.0;
        let position = std::mem::replace(&mut self.position, position);
        self.stopped = Some(Stopped { position, before, id: last.or_else(|| self.id.clone()) });
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
