//! What the moves of a line do, as far as a reason may speak of it: read from the traces of the rules.

use rules::{Move, Position, Side, Trace, mancala, mapello};

/// Something that a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Fact {
    /// The side moves again (Mancala). The number counts its extra turns so far: in this turn, or in the whole line if
    /// that is compared.
    ExtraTurn(u8),
    /// It captures so many stones of the opponent (Mancala).
    Capture(u8),
    /// The game ends, and so many stones left in the pits go to a side (Mancala).
    Leftovers(u8),
    /// A disc in a corner (Mapello).
    Corner,
    /// A bonus is taken (Mapello).
    Bonus,
    /// A joker ends a line of discs that flip (Mapello).
    Joker,
    /// The other side has to pass (Mapello).
    Pass,
    /// So many discs flip (Mapello).
    Flips(u8),
}

impl Fact {
    /// About how many points the fact accounts for, beside the largest one of its kind in the other line: greater numbers
    /// are better reasons. `None` if the other line has as much of it.
    pub(super) fn weight(self, other: Option<Fact>) -> Option<u32> {
        let more = |own: u8, other: u8| (own > other).then(|| u32::from(own - other));
        match (self, other) {
            // A turn is worth about two stones.
            (Fact::ExtraTurn(own), Some(Fact::ExtraTurn(other))) => more(own, other).map(|more| 2 * more),
            (Fact::Capture(own), Some(Fact::Capture(other))) => more(own, other).filter(|more| *more > 1),
            (Fact::Leftovers(own), Some(Fact::Leftovers(other))) => more(own, other).filter(|more| *more > 1),
            // Most moves flip more or fewer discs than others: that is a reason only where nothing else is.
            (Fact::Flips(own), Some(Fact::Flips(other))) => more(own, other).map(|_| 1),
            (_, Some(_)) => None,
            (Fact::ExtraTurn(own), None) => Some(2 * u32::from(own)),
            (Fact::Capture(own) | Fact::Leftovers(own), None) => Some(u32::from(own)).filter(|own| *own > 1),
            (Fact::Corner, None) => Some(8),
            (Fact::Bonus, None) => Some(6),
            (Fact::Pass, None) => Some(5),
            (Fact::Joker, None) => Some(2),
            (Fact::Flips(_), None) => None,
        }
    }

    /// Whether two facts are of the same kind.
    fn is_like(self, other: Fact) -> bool {
        core::mem::discriminant(&self) == core::mem::discriminant(&other)
    }

    /// How much of it there is; 1 for what is there or not.
    fn amount(self) -> u8 {
        match self {
            Fact::ExtraTurn(many) | Fact::Capture(many) | Fact::Leftovers(many) | Fact::Flips(many) => many,
            Fact::Corner | Fact::Bonus | Fact::Joker | Fact::Pass => 1,
        }
    }
}

/// A fact with the move of a line that shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub fact: Fact,
    /// The index of the move in the line.
    pub at: usize,
    pub mv: Move,
    pub by: Side,
}

/// A turn of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// The first moves, up to the first one of the opponent.
    Own,
    /// The opponent's moves after them, up to the mover's next one.
    Reply,
    /// All moves of the side that makes the first one.
    AnyOwn,
    /// All moves of the opponent.
    AnyReply,
}

/// A line with the trace of each move.
pub(super) struct PlayedLine {
    moves: Vec<(Move, Side, Trace)>,
    over: bool,
}

impl PlayedLine {
    /// Plays the moves, as far as they are legal.
    pub fn of(position: &Position, line: &[Move]) -> PlayedLine {
        let (mut position, mut moves) = (position.clone(), Vec::new());
        for &mv in line {
            let Ok(played) = position.play(mv) else { break };
            moves.push((mv, position.to_move(), played.trace));
            position = played.position;
        }
        PlayedLine { moves, over: position.outcome().is_some() }
    }

    /// Whether the line goes to the end of the game.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The side that makes the first move.
    pub fn mover(&self) -> Option<Side> {
        self.moves.first().map(|(_, side, _)| *side)
    }

    /// The facts of a turn, in the order of its moves.
    pub fn facts(&self, turn: Turn) -> Vec<Seen> {
        let Some(mover) = self.mover() else { return Vec::new() };
        let own = self.moves.iter().take_while(|(_, side, _)| *side == mover).count();
        let reply = self.moves.iter().skip(own).take_while(|(_, side, _)| *side != mover).count();
        let is_in_turn = |at: usize, by: Side| match turn {
            Turn::Own => at < own,
            Turn::Reply => (own..own + reply).contains(&at),
            Turn::AnyOwn => by == mover,
            Turn::AnyReply => by != mover,
        };
        let mut extra_turns = 0;
        let mut seen = Vec::new();
        for (at, (mv, by, trace)) in
            self.moves.iter().enumerate().filter(|(at, (_, by, _))| is_in_turn(*at, *by))
        {
            let facts = facts_of(trace, *mv, &mut extra_turns);
            seen.extend(facts.into_iter().map(|fact| Seen { fact, at, mv: *mv, by: *by }));
        }
        seen
    }

    /// The largest fact of this kind in a turn.
    pub fn most_like(&self, turn: Turn, fact: Fact) -> Option<Fact> {
        let seen = self.facts(turn).into_iter().map(|seen| seen.fact);
        seen.filter(|seen| seen.is_like(fact)).max_by_key(|fact| fact.amount())
    }

    /// The stones that go to this side at the end of the line.
    pub fn leftovers(&self, to: Side) -> Option<Seen> {
        let at = self.moves.len().checked_sub(1)?;
        let (mv, by, trace) = self.moves.get(at)?;
        let Trace::Mancala(steps) = trace else { return None };
        let swept = steps.iter().filter_map(|step| match step {
            mancala::Step::Sweep { stones, to: owner, .. } if *owner == to => Some(*stones),
            _ => None,
        });
        let stones = swept.sum();
        (stones > 0).then_some(Seen { fact: Fact::Leftovers(stones), at, mv: *mv, by: *by })
    }
}

/// The facts of one move; `extra_turns` counts those of its turn.
fn facts_of(trace: &Trace, mv: Move, extra_turns: &mut u8) -> Vec<Fact> {
    match trace {
        Trace::Mancala(steps) => {
            let mut facts = Vec::new();
            for step in steps {
                match step {
                    mancala::Step::ExtraTurn(_) => {
                        *extra_turns += 1;
                        facts.push(Fact::ExtraTurn(*extra_turns));
                    }
                    mancala::Step::Capture { from_opposite, .. } if *from_opposite > 0 => {
                        facts.push(Fact::Capture(*from_opposite));
                    }
                    _ => {}
                }
            }
            facts
        }
        Trace::Mapello(steps) => {
            let (mut facts, mut flips) = (Vec::new(), 0);
            for step in steps {
                match step {
                    mapello::Step::Flip { discs, joker, .. } => {
                        flips += discs;
                        facts.extend(joker.filter(|_| !facts.contains(&Fact::Joker)).map(|_| Fact::Joker));
                    }
                    mapello::Step::Bonus { .. } => facts.push(Fact::Bonus),
                    mapello::Step::Pass(_) => facts.push(Fact::Pass),
                    _ => {}
                }
            }
            let is_corner = mv
                .as_mapello()
                .is_some_and(|cell| [0, 7].contains(&cell.row()) && [0, 7].contains(&cell.column()));
            facts.extend(is_corner.then_some(Fact::Corner));
            facts.push(Fact::Flips(flips));
            facts
        }
    }
}
