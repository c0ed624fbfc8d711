//! How far a tournament has come: what its time says, how many take part, how many results there are.

use tournament::{Millis, Phase};

use super::describe::{Stage, countdown, is_arena, moment};
use super::rules::size;
use super::typed;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::tournaments::TournamentView;

/// What is shown of the tournament beside the standing: how far it has come.
pub fn tournament_state(view: &TournamentView) -> El {
    let line = &view.line;
    let stage = Stage::of(line, view.now);
    let state = el("div").class("event-state").attr("data-stage", stage.is_running().then_some("running"));
    let state = match (stage, line.phase, line.ends_at) {
        (Stage::Announced, ..) => {
            let left = line.plan.starts_at.saturating_sub(view.now);
            state.child(stat(words::tournament_starts_in(), countdown(left))).child(when(line.plan.starts_at))
        }
        (Stage::Running, _, Some(end)) if is_arena(&line.plan) => {
            state.child(stat(words::tournament_time_left(), countdown(end.saturating_sub(view.now))))
        }
        (Stage::Running, ..) if view.next_round.is_some() => {
            let left = view.next_round.unwrap_or(view.now).saturating_sub(view.now);
            state.child(stat(words::tournament_next_round(), countdown(left))).child(rounds(view))
        }
        (Stage::Running, Phase::Running(at), _) if view.rounds_planned().is_some() => {
            state.child(el("p").class("stage").children(rounds(view))).child(since(at))
        }
        (Stage::LastGames, ..) => state.child(el("p").class("stage").child(words::TOURNAMENT_LAST_GAMES)),
        (_, Phase::Running(at), _) => {
            state.child(el("p").class("stage").child(stage.name())).child(since(at))
        }
        (_, Phase::Finished(at), _) => state
            .child(winner(line.leader.as_deref()))
            .child(el("p").class("small soft").child(words::TOURNAMENT_ENDED).child(" ").child(moment(at))),
        _ => state.child(el("p").class("stage").child(stage.name())).child(when(line.plan.starts_at)),
    };
    state.child(numbers(view, stage))
}

/// A large value with what it is.
fn stat(label: String, value: El) -> El {
    el("p").class("stat").child(el("span").class("small soft").child(label)).child(" ").child(value)
}

fn when(at: Millis) -> El {
    el("p").class("small soft").child(moment(at))
}

fn since(at: Millis) -> El {
    el("p").class("small soft").child(words::TOURNAMENT_SINCE).child(" ").child(moment(at))
}

/// Which round of a Swiss tournament is played, or was played last.
fn rounds(view: &TournamentView) -> Option<El> {
    let planned = u32::from(view.rounds_planned()?);
    let round = words::tournament_round_of(&view.rounds.to_string(), &planned.to_string());
    Some(el("span").child(round))
}

fn winner(name: Option<&str>) -> El {
    match name {
        Some(name) => {
            let name = el("span").class("winner").child(typed(shown_name(name)));
            stat(words::tournament_winner_label(), name)
        }
        None => el("p").class("stage").child(words::TOURNAMENT_IS_FINISHED),
    }
}

/// How many take part, and how many results there are once it has begun.
fn numbers(view: &TournamentView, stage: Stage) -> El {
    let players = words::tournament_players(size(view.line.entrants));
    let results = (stage.is_running() || stage == Stage::Finished)
        .then(|| words::tournament_results_of(size(view.played)));
    el("p").class("small soft").child(match results {
        Some(results) => words::listed(&players, &results),
        None => players,
    })
}
