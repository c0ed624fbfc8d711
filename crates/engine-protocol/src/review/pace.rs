//! The time of a review: how long each question may take, so that the whole of it ends in time.

/// The longest time of a whole review, in milliseconds. With what page and worker need beside the questions it stays
/// below 90 s, and players look at the end of the game, which is known first, meanwhile.
const TOTAL_MS: u32 = 84_000;
/// The time of an estimate, in milliseconds: reserved for every position that may need one.
const ESTIMATE_MS: u32 = 300;
/// The node limit of an estimate: on a fast device it is reached before the time, so that fast devices agree.
const ESTIMATE_NODES: u64 = 400_000;
/// A proof may take one part in so many of the time that is left. The proofs of a game take about twice as long with
/// each move towards its beginning, so that a third leaves enough for one or two that follow.
const SHARE: u32 = 3;
/// The longest time of a proof, in milliseconds.
const PROOF_MS: u32 = 20_000;
/// After so many proofs in a row that met their limit …
const FAILURES: u32 = 2;
/// … a proof gets this many milliseconds: enough for what is known already, and no more.
const RETRY_MS: u32 = 250;
/// The time of the last questions, whether a move was the only good one, in milliseconds each.
const ONLY_MOVE_MS: u32 = 250;

/// The limits of one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionLimits {
    /// Time limit, in milliseconds.
    pub millis: u32,
    /// Node limit.
    pub nodes: u64,
}

/// The pace of a review: what was spent, and what is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    spent: u32,
    failures: u32,
}

impl Pace {
    /// Counts the time of a question, in milliseconds.
    pub fn spend(&mut self, millis: u32) {
        self.spent = self.spent.saturating_add(millis);
    }

    /// Counts a proof, and whether it was found.
    pub fn count_proof(&mut self, found: bool) {
        self.failures = if found { 0 } else { self.failures + 1 };
    }

    /// The milliseconds spent on questions so far.
    #[must_use]
    pub fn spent(&self) -> u32 {
        self.spent
    }

    /// The limits of a proof, with so many positions that may still need an estimate. It has no node limit: a table that
    /// is full of proofs makes the next one short, so that nodes say nothing of what is left to do.
    pub(super) fn proof(&self, positions: usize) -> QuestionLimits {
        let reserve = u32::try_from(positions).unwrap_or(u32::MAX).saturating_mul(ESTIMATE_MS);
        let share = TOTAL_MS.saturating_sub(self.spent).saturating_sub(reserve) / SHARE;
        let share = share.min(PROOF_MS);
        let millis = if self.failures >= FAILURES { share.min(RETRY_MS) } else { share };
        QuestionLimits { millis: millis.max(RETRY_MS), nodes: u64::MAX }
    }

    /// The limits of an estimate.
    pub(super) fn estimate() -> QuestionLimits {
        QuestionLimits { millis: ESTIMATE_MS, nodes: ESTIMATE_NODES }
    }

    /// The limits of a question whether a move was the only good one; `None` once the time is over.
    pub(super) fn only_move(&self) -> Option<QuestionLimits> {
        (self.spent + ONLY_MOVE_MS <= TOTAL_MS)
            .then_some(QuestionLimits { millis: ONLY_MOVE_MS, nodes: u64::MAX })
    }
}
