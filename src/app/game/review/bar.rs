//! What the replay bar shows of a review: why the move at hand lost points, the lines that show it, and the attempt to do
//! better.

use std::sync::Arc;

use engine_protocol::review::Certainty;
use leptos::prelude::*;
use rules::Move;

use crate::app::game::replay::PLAY_BUTTON;
use crate::app::game::view::analysis::{Attempt, Variation, VariationKind};
use crate::app::game::view::session::{Review, Session};
use crate::app::text::computer::move_name;
use crate::app::text::review::{attempt_sentence, reason_sentence};
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{memo, part_if, text};
use crate::client;

/// The first button of this part of the bar.
const FIRST_BUTTON: &str = ".review-bar button";

/// What the bar is about.
#[derive(Clone, PartialEq)]
struct Subject {
    review: Arc<Review>,
    /// The move, by the number of moves before it.
    ply: u32,
    /// What is on the board instead of the game.
    variation: Option<VariationKind>,
}

/// The part of the replay bar, for a move whose loss is proved.
pub(in crate::app::game) fn review_bar(session: Session) -> AnyView {
    let subject = memo(move || subject(session));
    let sentence = text(move || subject.get().and_then(|subject| sentence(&subject)).unwrap_or_default());
    let buttons = part_if(move || {
        let subject = subject.get()?;
        Some(untrack(|| buttons(session, &subject)))
    });
    // The live region exists before it has a text, because otherwise the text would not be read aloud.
    let said = el("p").role("status").child(sentence);
    el("div").class("review-bar").child(said).child(buttons).any()
}

fn subject(session: Session) -> Option<Subject> {
    let state = session.state();
    let (review, shown) = (state.review.clone()?, state.replay.as_ref()?);
    if review.number != shown.number {
        return None;
    }
    let (ply, variation) = match &state.variation {
        Some(variation) => (variation.from, Some(variation.kind)),
        None => (shown.ply(), None),
    };
    let reviewed = review.analysis.reviewed(ply as usize)?;
    let shows = reviewed.certainty == Certainty::Proved && reviewed.loss() > 0;
    shows.then_some(Subject { review, ply, variation })
}

/// The sentence: the reason, or what the board shows.
fn sentence(Subject { review, ply, variation }: &Subject) -> Option<String> {
    let (index, number) = (*ply as usize, ply + 1);
    let played = move_name(*review.analysis.record().moves.get(index)?);
    match variation {
        None => review.analysis.reason(index).map(|reason| reason_sentence(&reason)),
        Some(VariationKind::BestLine) => Some(words::best_line_of(number, &played)),
        Some(VariationKind::Refutation) => Some(words::refutation_of(number, &played)),
        Some(VariationKind::Attempt(Attempt::Choosing)) => Some(words::find_better(number, &played)),
        Some(VariationKind::Attempt(Attempt::Judging(mv))) => Some(words::checking_move(&move_name(*mv))),
        Some(VariationKind::Attempt(Attempt::Judged { mv, loss })) => {
            let (best, _) = review.analysis.value(index)?;
            Some(attempt_sentence(review.analysis.position(index)?, *mv, best, *loss))
        }
    }
}

/// The buttons: what can be shown beside what is on the board, and the way back.
fn buttons(session: Session, subject: &Subject) -> AnyView {
    let ply = subject.ply;
    let (analysis, index) = (&subject.review.analysis, ply as usize);
    let line = |kind: VariationKind, line: Vec<Move>, name: words::Phrase| -> Option<El> {
        let is_shown = line.is_empty() || subject.variation == Some(kind);
        let show = move || show_line(session, ply, kind, &line);
        (!is_shown).then(|| button("button").on_click(show).child(name))
    };
    let try_again = || {
        let choosing = VariationKind::Attempt(Attempt::Choosing);
        let begin = move || {
            show_line(session, ply, choosing, &[]);
            client::defer(client::focus_board);
        };
        let shows = subject.variation != Some(choosing);
        shows.then(|| button("button").on_click(begin).child(words::TRY_AGAIN))
    };
    let back = || {
        let leave = move || {
            session.go_to_game_ply(Some(ply));
            client::defer(|| client::focus(FIRST_BUTTON));
        };
        subject.variation.map(|_| button("button primary").on_click(leave).child(words::BACK_TO_GAME))
    };
    el("div")
        .class("review-buttons")
        .child(line(VariationKind::BestLine, analysis.best_line(index), words::SHOW_BEST_LINE))
        .child(line(VariationKind::Refutation, analysis.refutation(index), words::SHOW_REFUTATION))
        .child(try_again())
        .child(back())
        .any()
}

/// Shows a line on the board, from the position where it leaves the game.
fn show_line(session: Session, from: u32, kind: VariationKind, line: &[Move]) {
    let Some(mut game) = untrack(|| session.with_game(|game| game.at(from))) else { return };
    game.ending = None;
    for &mv in line {
        let Ok(played) = game.position.play(mv) else { break };
        game.moves.push(mv);
        game.position = played.position;
    }
    session.show_variation(Variation { from, game, kind }, from);
    if !line.is_empty() {
        client::defer(|| client::focus(PLAY_BUTTON));
    }
}
