//! Mancala in words: pits and what playing them does, a move that was made, the rules of a variant.

use rules::mancala::{
    Capture, Direction, FirstMove, Hole, Leftovers, Move, Pit, Position, Sowing, Step, Variant,
};
use rules::{Outcome, Side};

use super::{Who, stones};

/// What a move comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Where the last stone falls.
    pub last: Option<Hole>,
    /// The mover plays again.
    pub again: bool,
    /// Stones captured, the last one included.
    pub captured: u8,
    /// How the game ends by it, if it does.
    pub outcome: Option<Outcome>,
}

impl Effect {
    /// Reads the trace of a move.
    pub fn of(trace: &[Step]) -> Self {
        let mut effect = Self { last: None, again: false, captured: 0, outcome: None };
        for step in trace {
            match *step {
                Step::Drop { into } => effect.last = Some(into),
                Step::Capture { from_last, from_opposite, .. } => effect.captured = from_last + from_opposite,
                Step::ExtraTurn(_) => effect.again = true,
                Step::End(outcome) => effect.outcome = Some(outcome),
                Step::Lift { .. } | Step::NextTurn(_) | Step::Sweep { .. } | Step::Swap => {}
            }
        }
        effect
    }
}

/// The letter of a pit, from its owner's left: `a`, `b`, …
pub fn letter(pit: Pit) -> char {
    char::from(b'a' + pit.index.min(25))
}

/// The accessible name of a pit: whose, which, how many stones, and what playing it would do.
pub fn pit_name(position: &Position, pit: Pit, who: &[Who; 2], own: Option<Side>) -> String {
    let owner = match &who[pit.side.index()] {
        _ if own == Some(pit.side) => "Pit".to_owned(),
        who => format!("{} pit", who.owner()),
    };
    let mut name = format!("{owner} {}, {}", letter(pit), stones(position.stones(pit).into()));
    if own == Some(pit.side)
        && let Ok((_, trace)) = position.play(Move::Sow(pit))
    {
        let effect = Effect::of(&trace);
        name.push_str(&match effect.last {
            Some(Hole::Store(_)) => ", last stone in your store".to_owned(),
            Some(Hole::Pit(last)) if last.side == pit.side => format!(", last stone in pit {}", letter(last)),
            Some(Hole::Pit(last)) => {
                format!(", last stone in {} pit {}", who[last.side.index()].owner_inside(), letter(last))
            }
            None => String::new(),
        });
        if effect.captured > 0 {
            name.push_str(&format!(", captures {}", effect.captured));
        }
        name.push_str(match (effect.outcome, effect.again) {
            (Some(_), _) => ", ends the game",
            (None, true) => ", plays again",
            (None, false) => "",
        });
    }
    name
}

/// The accessible name of a store.
pub fn store_name(position: &Position, side: Side, who: &[Who; 2]) -> String {
    format!("{} store, {}", who[side.index()].owner(), stones(position.store(side).into()))
}

/// One sentence about a move that was made.
pub fn sentence(mv: Move, side: Side, trace: &[Step], who: &[Who; 2]) -> String {
    let mover = &who[side.index()];
    let Move::Sow(pit) = mv else {
        return format!("{} {} sides.", mover.subject(), mover.verb("swap", "swaps"));
    };
    let lifted = trace.iter().find_map(|step| match step {
        Step::Lift { stones, .. } => Some(*stones),
        _ => None,
    });
    let mut text = format!(
        "{} {} {}, {}",
        mover.subject(),
        mover.verb("play", "plays"),
        letter(pit),
        stones(lifted.unwrap_or(0).into())
    );
    let effect = Effect::of(trace);
    if effect.captured > 0 {
        text.push_str(&format!(", and {} {}", mover.verb("capture", "captures"), effect.captured));
    }
    text.push('.');
    match (effect.outcome, effect.again) {
        (Some(_), _) => text.push_str(" The game is over."),
        (None, true) => {
            text.push_str(&format!(" {} {} again.", mover.subject(), mover.verb("play", "plays")));
        }
        (None, false) => {}
    }
    text
}

/// The rule card of a variant: one plain sentence for every rule.
pub fn rule_card(variant: &Variant) -> Vec<String> {
    let mut card = vec![
        format!("{} pits a side, {} in each.", variant.pits, stones(variant.stones.into())),
        match variant.direction {
            Direction::CounterClockwise => "Stones are sown counter-clockwise, one by one.".to_owned(),
            Direction::Clockwise => "Stones are sown clockwise, one by one.".to_owned(),
        },
    ];
    if variant.sowing == Sowing::Relay {
        card.push("The last stone in a pit with stones lifts that pit, and sowing goes on.".to_owned());
    } else {
        card.push(
            match variant.capture {
                Capture::Opposite => "The last stone in an own empty pit captures the stones opposite.",
                Capture::OppositeOrSelf => {
                    "The last stone in an own empty pit goes to the store, with the stones opposite if there are any."
                }
                Capture::Never => "Nothing is captured.",
            }
            .to_owned(),
        );
    }
    card.push(
        if variant.extra_turn {
            "The last stone in the own store gives another turn."
        } else {
            "There are no extra turns."
        }
        .to_owned(),
    );
    card.push(
        match variant.leftovers {
            Leftovers::Owner => "When a side is empty the game ends, and the other side keeps its stones.",
            Leftovers::Emptier => {
                "When a side is empty the game ends, and its player gets the stones that are left."
            }
            Leftovers::Nobody => "When a side is empty the game ends. Stones still in the pits do not count.",
        }
        .to_owned(),
    );
    if variant.pie_rule {
        card.push("After the first turn the second player may swap sides instead of playing.".to_owned());
    }
    match variant.first_move {
        FirstMove::South => {}
        FirstMove::North => card.push("North begins.".to_owned()),
        FirstMove::Alternate => card.push("South and North begin in turn.".to_owned()),
    }
    card
}
