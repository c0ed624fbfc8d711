//! Why a form of a tournament was refused, in words.

use tournament::Rejection;

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::tournaments::TournamentProblem;

/// The problem, which a screen reader says at once.
pub(super) fn problem_said(problem: TournamentProblem) -> El {
    el("p").class("card problem").role("alert").child(problem_text(problem))
}

pub(super) fn problem_text(problem: TournamentProblem) -> String {
    match problem {
        TournamentProblem::Rejected(rejection) => rejection_text(rejection),
        TournamentProblem::TooMany => words::tournament_too_many(),
        TournamentProblem::TooManyEnter => words::tournament_too_many_enter(),
        TournamentProblem::Off => words::tournament_off(),
        TournamentProblem::NotUnderstood => words::tournament_not_understood(),
        TournamentProblem::Unavailable => words::unavailable(),
    }
}

fn rejection_text(rejection: Rejection) -> String {
    match rejection {
        Rejection::BadTitle => words::tournament_bad_title(),
        Rejection::BadTerms => words::tournament_bad_terms(),
        Rejection::BadStart => words::tournament_bad_start(),
        Rejection::BadName => words::tournament_bad_name(),
        Rejection::NoBots => words::tournament_no_bots(),
        Rejection::EntryClosed => words::tournament_entry_closed(),
        Rejection::Full => words::tournament_full(),
        Rejection::TooOften => words::tournament_too_often(),
        Rejection::NotEntered => words::tournament_not_entered(),
        Rejection::NotMaker => words::tournament_not_maker(),
        Rejection::Started => words::tournament_started(),
        Rejection::NotRunning => words::tournament_not_running(),
        // What only the server itself asks for.
        _ => words::unavailable(),
    }
}
