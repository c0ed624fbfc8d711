//! Why a player was given a score, in sentences for the operator.

use crate::server::store::Findings;

/// The names of the strengths, by their number.
const STRENGTHS: [&str; 5] = ["Beginner", "Easy", "Medium", "Hard", "Expert"];

/// Sentences without a full stop, the weightiest first.
pub(in crate::server) fn reasons(findings: &Findings) -> Vec<String> {
    let Findings { strength, own_strength, engine_share, .. } = *findings;
    let Findings { hard, hard_found, hard_expected, hard_by_master, hard_loss, .. } = *findings;
    let mut reasons = vec![format!(
        "plays like {}: of {hard} hard moves {hard_found} were best, expected {hard_expected:.1}, by Master \
         {hard_by_master:.1}; they lost {hard_loss:.1} each",
        in_words(strength)
    )];
    if engine_share > 0.0 {
        let (own, share) = (in_words(own_strength), 100.0 * engine_share);
        reasons.push(format!("or like {own} with an engine at {share:.0} % of the moves"));
    }
    reasons.extend(
        findings
            .time_correlation
            .map(|correlation| format!("time follows difficulty by {correlation:.2} (0 is not at all)")),
    );
    reasons
}

/// A strength in words.
fn in_words(strength: f64) -> String {
    let (level, above) = (strength as usize, strength.fract());
    let name = |level: usize| STRENGTHS[level.min(STRENGTHS.len() - 1)];
    if above < 0.25 {
        name(level).to_owned()
    } else if above < 0.75 {
        format!("{} to {}", name(level), name(level + 1))
    } else {
        name(level + 1).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_between_two_levels_has_the_name_of_both() {
        assert_eq!(
            [0.0, 0.2, 0.5, 0.8, 4.0, 9.0].map(in_words),
            ["Beginner", "Beginner", "Beginner to Easy", "Easy", "Expert", "Expert"]
        );
    }
}
