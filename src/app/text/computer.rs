//! The computer in words: its levels, what it thinks of a move, and why.

use engine::{Level, Valued};
use rules::mancala::Move as Sowing;
use rules::mapello::notation::cell_name;
use rules::{Move, Position, Trace};

use super::mancala::letter;
use super::{mancala, mapello, points, stones};

/// What somebody who chooses a level wants to know.
pub fn about(level: Level) -> &'static str {
    match level {
        Level::Random => "Plays anything that is allowed. For the very first game.",
        Level::Greedy => "Takes whatever gains most at once, and never looks ahead.",
        Level::Beginner => "Knows the rules, looks a move ahead, and often slips.",
        Level::Easy => "Looks a few moves ahead, and slips now and then.",
        Level::Medium => "Plays a sound game. Beat it twice and you are good.",
        Level::Hard => "Seldom slips. You will have to plan.",
        Level::Expert => "Looks far ahead. Few people win against it.",
        Level::Master => "All it can find in a second a move. Once it sees the end, it plays perfectly.",
    }
}

/// What a move is worth: "+3", "−2", "0".
pub fn worth(value: i32) -> String {
    let rounded = (value.abs() + 50) / 100;
    match (rounded, value > 0) {
        (0, _) => "0".to_owned(),
        (more, true) => format!("+{more}"),
        (less, false) => format!("\u{2212}{less}"),
    }
}

/// So many hundredths of a point in words: "3 stones".
pub fn amount(position: &Position, hundredths: i32) -> String {
    let rounded = (hundredths.unsigned_abs() + 50) / 100;
    match position {
        _ if rounded == 0 => "nothing".to_owned(),
        Position::Mancala(_) => stones(rounded),
        Position::Mapello(_) => points(rounded),
    }
}

/// A move, as the boards call it.
pub fn move_name(mv: Move) -> String {
    match mv {
        Move::Mancala(Sowing::Sow(pit)) => letter(pit).to_string(),
        Move::Mancala(Sowing::Swap) => "swap sides".to_owned(),
        Move::Mapello(cell) => cell_name(cell),
    }
}

/// The best move and why, in a few words.
pub fn advice(position: &Position, best: &Valued) -> String {
    let why = position.play(best.mv).map(|played| reasons(best.mv, &played.trace)).unwrap_or_default();
    let why = if why.is_empty() { "best in sight".to_owned() } else { why.join(", ") };
    let value = worth(best.value);
    match best.mv {
        Move::Mancala(Sowing::Swap) => format!("Swap sides ({value})"),
        mv => format!("Play {}: {why} ({value})", move_name(mv)),
    }
}

/// What the position comes to with the best move, as far as is known.
pub fn outlook(position: &Position, best: &Valued) -> String {
    let many = amount(position, best.value);
    let [sure, about] = if best.proved { ["It is", ""] } else { ["It looks like", "about "] };
    match worth(best.value).chars().next() {
        Some('+') => format!("{sure} a win by {about}{many}."),
        Some('\u{2212}') => format!("{sure} a loss by {about}{many}."),
        _ => format!("{sure} a draw."),
    }
}

/// A move that was made, beside the best one.
pub fn compared(best: &Valued, played: &Valued) -> String {
    let [best_name, played_name] = [best.mv, played.mv].map(move_name);
    if worth(best.value) == worth(played.value) {
        return format!("{played_name} ({}) was as good as any.", worth(played.value));
    }
    format!("{best_name} ({}) was better than {played_name} ({}).", worth(best.value), worth(played.value))
}

/// What a move does at once that speaks for it.
fn reasons(mv: Move, trace: &Trace) -> Vec<String> {
    let mut reasons = Vec::new();
    match (mv, trace) {
        (Move::Mancala(_), Trace::Mancala(trace)) => {
            let effect = mancala::Effect::of(trace);
            if effect.captured > 0 {
                reasons.push(format!("captures {}", effect.captured));
            }
            if effect.again {
                reasons.push("another turn".to_owned());
            }
            if effect.outcome.is_some() {
                reasons.push("ends the game".to_owned());
            }
        }
        (Move::Mapello(cell), Trace::Mapello(trace)) => {
            let effect = mapello::Effect::of(trace);
            if [0, 7].contains(&cell.row()) && [0, 7].contains(&cell.column()) {
                reasons.push("a corner".to_owned());
            }
            if effect.bonus {
                reasons.push("a bonus".to_owned());
            }
            if effect.pass.is_some() {
                reasons.push("they must pass".to_owned());
            }
            if effect.outcome.is_some() {
                reasons.push("ends the game".to_owned());
            }
        }
        (Move::Mancala(_), Trace::Mapello(_)) | (Move::Mapello(_), Trace::Mancala(_)) => {}
    }
    reasons
}
