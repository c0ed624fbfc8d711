//! The state of a tournament: the fold of its log. The limits of tournaments stand here too.

use std::collections::HashMap;

use room::{MemberId, Millis};

use crate::entrant::{Entrant, EntrantId};
use crate::pairing::{Pairing, PairingId};
use crate::plan::{Format, Plan};
use crate::result::PairingResult;
use crate::score::{Score, Scoring};

/// The most entrants of an arena.
pub const MAX_ARENA: usize = 2_000;
/// The most entrants of a round robin, of which all games are played at once.
pub const MAX_ROUND_ROBIN: usize = 16;
/// The most entrants of a double round robin: nobody has more games at once than in a single one.
pub const MAX_DOUBLE_ROUND_ROBIN: usize = 8;
/// The most entrants of a Swiss tournament: so many are paired within a fraction of a second.
pub const MAX_SWISS: usize = 500;
/// How often an entrant may come back.
pub const MAX_RETURNS: u16 = 100;
/// The length of the log from which on nobody enters or comes back and nobody is paired in an arena. Entrants may
/// still leave and results are still accepted: there are no more of them than entrants and pairings.
pub const MAX_LOG: u64 = 200_000;

/// How late a tournament may start, in milliseconds: one that is missed by more (24 hours) does not take place.
pub const MAX_LATE_MS: Millis = 24 * 3_600_000;
/// The least time between two rounds of an arena, in milliseconds.
pub const PAIRING_INTERVAL_MS: Millis = 3_000;
/// After how many milliseconds of waiting an entrant is paired with a house bot.
pub const BOT_AFTER_MS: Millis = 20_000;
/// How long after the end of an arena a pairing may still end to count, in milliseconds: ten minutes.
pub const GRACE_MS: Millis = 10 * 60_000;
/// How long after [`Phase::Finished`] results are accepted and corrected, in milliseconds: 24 hours.
pub const FINAL_AFTER_MS: Millis = 24 * 3_600_000;

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It is announced. If its start is missed ([`Tournament::is_missed`]), it stays in this phase for ever.
    Announced,
    /// It has begun at this moment.
    Running(Millis),
    /// It was over at this moment.
    Finished(Millis),
    /// It does not take place.
    Cancelled,
}

/// A tournament. Equal logs give equal tournaments, on every server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// The number of its last fact.
    pub seq: u64,
    /// What its maker has chosen.
    pub plan: Plan,
    /// How far it has come.
    pub phase: Phase,
    /// When an arena ends, once it has begun. No pairing is made from then on.
    pub ends_at: Option<Millis>,
    /// Everybody who has ever entered, by [`EntrantId`].
    pub entrants: Vec<Entrant>,
    /// All pairings, in the order of [`PairingId`].
    pub pairings: Vec<Pairing>,
    /// Who has the bye in which round of a round robin or a Swiss tournament.
    pub byes: Vec<(u32, EntrantId)>,
    /// How many pairings have no result yet.
    pub(crate) open: usize,
    /// How many rounds were paired, and when the last one was.
    pub(crate) rounds: u32,
    pub(crate) paired_at: Option<Millis>,
    /// From when on the pause of a Swiss tournament counts: from the last result, or the end of an outage.
    pub(crate) pause_from: Option<Millis>,
    /// By how much outages have prolonged the arena.
    pub(crate) prolonged: Millis,
    /// The end of the last outage that has prolonged an arena, or the pause of a Swiss tournament.
    pub(crate) interrupted_until: Option<Millis>,
    pub(crate) by_member: HashMap<MemberId, EntrantId>,
}

impl Tournament {
    /// A tournament with nobody in it.
    pub(crate) fn new(plan: Plan) -> Self {
        Self {
            seq: 0,
            plan,
            phase: Phase::Announced,
            ends_at: None,
            entrants: Vec::new(),
            pairings: Vec::new(),
            byes: Vec::new(),
            open: 0,
            rounds: 0,
            paired_at: None,
            pause_from: None,
            prolonged: 0,
            interrupted_until: None,
            by_member: HashMap::new(),
        }
    }

    /// The entrant with this number.
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get(id.index())
    }

    /// The entrant who is this member.
    pub fn entrant_of(&self, member: MemberId) -> Option<&Entrant> {
        self.by_member.get(&member).and_then(|&id| self.entrant(id))
    }

    /// The entrants who have not left.
    pub fn active(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| !entrant.has_left)
    }

    /// The pairing with this number.
    pub fn pairing(&self, id: PairingId) -> Option<&Pairing> {
        self.pairings.get(id.index()?)
    }

    /// The pairings without a result, whose rooms have to be looked after until the standing is final
    /// ([`Tournament::final_at`]): nothing is accepted after that.
    pub fn open_pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(|pairing| pairing.result.is_none())
    }

    /// How many rounds were paired. In an arena every moment at which somebody was paired is a round. A Swiss tournament that is
    /// over with fewer rounds than planned has ended early, because nobody could be paired any more.
    pub fn rounds_paired(&self) -> u32 {
        self.rounds
    }

    pub(crate) fn is_swiss(&self) -> bool {
        matches!(self.plan.format, Format::Swiss { .. })
    }

    /// Whether it has begun and is not over.
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running(_))
    }

    /// Whether it has not begun, and its start is missed by so much that it never will.
    pub fn is_missed(&self, now: Millis) -> bool {
        self.phase == Phase::Announced && now.saturating_sub(self.plan.starts_at) > MAX_LATE_MS
    }

    /// The most entrants that may be in it at once.
    pub fn capacity(&self) -> usize {
        match self.plan.format {
            Format::Arena { .. } => MAX_ARENA,
            Format::RoundRobin { double: false } => MAX_ROUND_ROBIN,
            Format::RoundRobin { double: true } => MAX_DOUBLE_ROUND_ROBIN,
            Format::Swiss { .. } => MAX_SWISS,
        }
    }

    /// Until when results are accepted and corrected; `None` while the tournament is not over.
    ///
    /// It is counted from the fact that the tournament is over, not from the planned end: after an outage of days that lies
    /// far back, and results can be reported only now. If a clock was far ahead at that fact, it is later by as much.
    pub fn final_at(&self) -> Option<Millis> {
        match self.phase {
            Phase::Finished(at) => Some(at.saturating_add(FINAL_AFTER_MS)),
            _ => None,
        }
    }

    /// Whether a result counts: in an arena it has to come about before its end, or within [`GRACE_MS`].
    pub fn counts(&self, result: &PairingResult) -> bool {
        self.ends_at.is_none_or(|end| result.ended <= end.saturating_add(GRACE_MS))
    }

    /// What the results of an entrant are worth, counted anew.
    pub(crate) fn recount(&mut self, id: EntrantId) {
        let scoring = Scoring::of(&self.plan);
        let Some(entrant) = self.entrant(id) else { return };
        let mut score = Score::beginning_with(entrant.points_without_game());
        for pairing in entrant.played.iter().filter_map(|&id| self.pairing(id)) {
            self.add_to(&mut score, scoring, pairing, id);
        }
        if let Some(entrant) = self.entrants.get_mut(id.index()) {
            entrant.score = score;
        }
    }

    /// Adds what an entrant has taken from a pairing, if it counts; gives the points.
    pub(crate) fn add_to(
        &self,
        score: &mut Score,
        scoring: Scoring,
        pairing: &Pairing,
        id: EntrantId,
    ) -> Option<u32> {
        let result = pairing.result.filter(|result| self.counts(result))?;
        score.add(scoring, &result, pairing.seat_of(id)?)
    }
}
