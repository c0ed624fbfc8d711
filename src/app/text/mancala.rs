//! Texts about Mancala: pits and the effects of playing them, a played move, the rules of a variant.

use room::MancalaSettings;
use rules::mancala::{Capture, Direction, FirstMove, Hole, Leftovers, Move, Pit, Position, Sowing, Step};
use rules::{Outcome, Side};

use super::{PlayerName, joined, listed, words};

/// The effects of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The hole of the last stone.
    pub last: Option<Hole>,
    /// Whether the mover plays again.
    pub again: bool,
    /// Stones captured from the opponent, as the notation counts them; a last stone that is captured alone
    /// counts for itself.
    pub captured: u8,
    /// The side that gets the leftover stones at the end, and how many.
    pub swept: Option<(Side, u8)>,
    /// The outcome, if the game ends with the move.
    pub outcome: Option<Outcome>,
}

impl Effect {
    /// Reads the effects from the trace of a move.
    pub fn of(trace: &[Step]) -> Self {
        let mut effect = Self { last: None, again: false, captured: 0, swept: None, outcome: None };
        for step in trace {
            match *step {
                Step::Drop { into } => effect.last = Some(into),
                Step::Capture { from_last, from_opposite: 0, .. } => effect.captured = from_last,
                Step::Capture { from_opposite, .. } => effect.captured = from_opposite,
                Step::ExtraTurn(_) => effect.again = true,
                Step::End(outcome) => effect.outcome = Some(outcome),
                Step::Sweep { stones, to, .. } => {
                    effect.swept = Some((to, stones + effect.swept.map_or(0, |(_, before)| before)));
                }
                Step::Lift { .. } | Step::NextTurn(_) | Step::Swap => {}
            }
        }
        effect
    }

    /// The effects that speak for it, except for the hole of its last stone.
    fn advantages(&self) -> Vec<String> {
        let captures = (self.captured > 0).then(|| words::captures(self.captured.into()));
        let goes_on = match (self.outcome, self.again) {
            (Some(_), _) => Some(words::ends_game()),
            (None, true) => Some(words::plays_again()),
            (None, false) => None,
        };
        captures.into_iter().chain(goes_on).collect()
    }
}

/// The letter of a pit, from its owner's left: `a`, `b`, …
pub fn pit_letter(pit: Pit) -> char {
    char::from(b'a' + pit.index.min(25))
}

/// The accessible name of a pit: its side, letter and stones, and the effect of playing it if the viewer
/// `plays` it; `own` is the side that need not be named.
pub fn pit_name(
    position: &Position,
    pit: Pit,
    names: &[PlayerName; 2],
    own: Option<Side>,
    plays: bool,
) -> String {
    let (at, stones) = (pit_letter(pit).to_string(), u32::from(position.stones(pit)));
    let mut name = vec![match names[pit.side.index()].name() {
        _ if own == Some(pit.side) => words::pit(&at, stones),
        None => words::pit_of_you(&at, stones),
        Some(name) => words::pit_of_name(&name, &at, stones),
    }];
    if plays && let Ok((_, trace)) = position.play(Move::Sow(pit)) {
        let effect = Effect::of(&trace);
        name.extend(effect.last.map(|last| match last {
            Hole::Store(_) => words::last_in_store(),
            Hole::Pit(last) => match names[last.side.index()].name() {
                Some(name) if last.side != pit.side => {
                    words::last_in_pit_of_name(&name, &pit_letter(last).to_string())
                }
                _ => words::last_in_pit(&pit_letter(last).to_string()),
            },
        }));
        name.extend(effect.advantages());
    }
    listed(name)
}

/// The effects of playing a pit, for those who preview it; `None` for a mere sowing.
pub fn preview_text(position: &Position, pit: Pit) -> Option<String> {
    let (_, trace) = position.play(Move::Sow(pit)).ok()?;
    let advantages = Effect::of(&trace).advantages();
    let name = words::pit(&pit_letter(pit).to_string(), position.stones(pit).into());
    (!advantages.is_empty()).then(|| listed([vec![name], advantages].concat()))
}

/// The accessible name of a store.
pub fn store_name(position: &Position, side: Side, names: &[PlayerName; 2]) -> String {
    let stones = position.store(side).into();
    names[side.index()]
        .name()
        .map_or_else(|| words::store_of_you(stones), |name| words::store_of_name(&name, stones))
}

/// One sentence about a played move.
pub fn move_sentence(mv: Move, side: Side, trace: &[Step], names: &[PlayerName; 2]) -> String {
    let mover = &names[side.index()];
    let Move::Sow(pit) = mv else { return mover.phrase(words::you_swap, words::name_swaps) };
    let lifted = trace.iter().find_map(|step| match step {
        Step::Lift { stones, .. } => Some(*stones),
        _ => None,
    });
    let (at, stones) = (pit_letter(pit).to_string(), u32::from(lifted.unwrap_or(0)));
    let effect = Effect::of(trace);
    let sown = match (mover.name(), u32::from(effect.captured)) {
        (None, 0) => words::you_sow(&at, stones),
        (None, captured) => words::you_sow_and_capture(&at, stones, captured),
        (Some(name), 0) => words::name_sows(&name, &at, stones),
        (Some(name), captured) => words::name_sows_and_captures(&name, &at, stones, captured),
    };
    match (effect.outcome, effect.again) {
        (Some(_), _) => {
            let swept = effect.swept.map(|swept| format!("{}.", sweep_sentence(swept, names)));
            joined(" ", [Some(sown), swept, Some(words::game_is_over())].into_iter().flatten())
        }
        (None, true) => format!("{sown} {}.", mover.phrase(words::you_again, words::name_again)),
        (None, false) => sown,
    }
}

/// The sentence about the leftover stones at the end.
pub fn sweep_sentence((to, stones): (Side, u8), names: &[PlayerName; 2]) -> String {
    let stones = stones.into();
    names[to.index()].name().map_or_else(|| words::you_keep(stones), |name| words::name_keeps(&name, stones))
}

/// The rule card of a variant: one plain sentence for every rule.
pub fn rule_card(settings: &MancalaSettings) -> Vec<String> {
    let MancalaSettings { variant, start } = settings;
    let mut card = vec![
        words::rule_start(variant.pits.into(), variant.stones.into()),
        match variant.direction {
            Direction::CounterClockwise => words::rule_counter_clockwise(),
            Direction::Clockwise => words::rule_clockwise(),
        },
        match (variant.sowing, variant.capture) {
            (Sowing::Relay, _) => words::rule_relay(),
            (Sowing::Single, Capture::Opposite) => words::rule_capture_opposite(),
            (Sowing::Single, Capture::OppositeOrSelf) => words::rule_capture_alone(),
            (Sowing::Single, Capture::Never) => words::rule_capture_never(),
        },
        if variant.extra_turn { words::rule_extra_turn() } else { words::rule_no_extra_turn() },
        match variant.leftovers {
            Leftovers::Owner => words::rule_leftovers_owner(),
            Leftovers::Emptier => words::rule_leftovers_emptier(),
            Leftovers::Nobody => words::rule_leftovers_nobody(),
        },
    ];
    if let Some(start) = start {
        card.insert(1, words::rule_moved(start.seeds_moved().into()));
    }
    if settings.is_fair() {
        card.insert(2, words::rule_fair());
    }
    if variant.pie_rule {
        card.push(words::rule_pie());
    }
    match variant.first_move {
        FirstMove::South => {}
        FirstMove::North => card.push(words::rule_north_begins()),
        FirstMove::Alternate => card.push(words::rule_in_turn()),
    }
    card
}
