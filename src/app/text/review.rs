//! Texts of a game review: what moves lost and why, and what an attempt is worth.

use engine_protocol::review::reason::{Fact, Reason, Shown};
use engine_protocol::review::{Analysis, Certainty, Loss, ReviewedMove};
use rules::{Move, Position};

use super::computer::{move_name, points_text, score_text};
use super::{PlayerName, words};

/// What the mistakes of a side cost: what is proved, and what is estimated, each in a sentence with the number of its
/// moves. Nothing is said of what lost nothing.
pub fn mistakes_sentences(
    position: &Position,
    who: &PlayerName,
    lost: Loss,
    moves: [u32; 2],
) -> Option<String> {
    let is_some = |lost: i32| score_text(lost) != "0";
    let [proved, estimated] = [lost.proved, lost.estimated].map(|lost| points_text(position, lost));
    let sentence = |cost: &str, moves: u32| {
        who.name().map_or_else(
            || words::your_mistakes(cost, moves),
            |name| words::mistakes_of_name(&name, cost, moves),
        )
    };
    match (is_some(lost.proved), is_some(lost.estimated)) {
        (false, false) => None,
        (true, false) => Some(sentence(&proved, moves[0])),
        (false, true) => Some(words::by_estimate(&sentence(&estimated, moves[1]))),
        (true, true) => {
            let more = words::more_by_estimate(&estimated, moves[1]);
            Some(format!("{} {more}", sentence(&proved, moves[0])))
        }
    }
}

/// From where on the figures of a review are proved.
pub fn proved_sentence(analysis: &Analysis) -> String {
    let all = analysis.record().moves.len();
    match analysis.proved_from() {
        0 => words::all_proved(),
        from if from >= all => words::none_proved(),
        from => words::proved_from(from as u32 + 1),
    }
}

/// What a move lost: "Move 19, South: c lost 4 stones".
pub fn loss_sentence(
    position: &Position,
    number: u32,
    mover: &PlayerName,
    mv: Move,
    reviewed: &ReviewedMove,
) -> String {
    let (played, amount) = (move_name(mv), points_text(position, reviewed.loss()));
    let name = mover.name().unwrap_or_else(words::you);
    match reviewed.certainty {
        Certainty::Proved => words::move_lost(number, &name, &played, &amount),
        Certainty::Estimated => words::move_lost_about(number, &name, &played, &amount),
    }
}

/// The reason for a loss, in a sentence.
pub fn reason_sentence(reason: &Reason) -> String {
    let played = move_name(reason.mv);
    let missed = reason.shown == Shown::InBestLine;
    let sentence = match (reason.fact, missed) {
        (Fact::ExtraTurn(_), true) => words::why_best_turn(&played),
        (Fact::ExtraTurn(_), false) => words::why_reply_turn(&played),
        (Fact::Capture(stones), true) => words::why_best_capture(stones.into(), &played),
        (Fact::Capture(stones), false) => words::why_reply_capture(stones.into(), &played),
        (Fact::Leftovers(stones), true) => return words::why_best_leftovers(stones.into()),
        (Fact::Leftovers(stones), false) => return words::why_reply_leftovers(stones.into()),
        (Fact::Corner, true) => words::why_best_corner(&played),
        (Fact::Corner, false) => words::why_reply_corner(&played),
        (Fact::Bonus, true) => words::why_best_bonus(&played),
        (Fact::Bonus, false) => words::why_reply_bonus(&played),
        (Fact::Joker, true) => words::why_best_joker(&played),
        (Fact::Joker, false) => words::why_reply_joker(&played),
        (Fact::Pass, true) => words::why_best_pass(&played),
        (Fact::Pass, false) => words::why_reply_pass(&played),
        (Fact::Flips(discs), true) => words::why_best_flips(discs.into(), &played),
        (Fact::Flips(discs), false) => words::why_reply_flips(discs.into(), &played),
    };
    if reason.later { words::why_later(&sentence) } else { sentence }
}

/// What an attempt is worth: `best` is the value of the position before it, in hundredths of a point, `loss` what it
/// loses, in points, if that could be proved.
pub fn attempt_sentence(position: &Position, mv: Move, best: i32, loss: Option<i32>) -> String {
    let played = move_name(mv);
    match loss {
        None => words::not_proved(&played),
        Some(0) if best > 0 => words::keeps_win(&played),
        Some(0) if best == 0 => words::keeps_draw(&played),
        Some(0) => words::as_good_as_any(&played),
        Some(loss) => words::still_loses(&played, &points_text(position, 100 * loss)),
    }
}
