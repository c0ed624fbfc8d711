//! The rules of a tournament in short: what one has to know before one enters. The whole of them is `docs/TOURNAMENTS.md`.

use tournament::{
    BERSERK_MOVES, BOT_AFTER_MS, FINAL_AFTER_MS, Format, GRACE_MS, LONG_DRAW_MOVES, Millis, Plan,
    TournamentGame, UNRATED,
};

use super::describe::capacity;
use crate::app::text::words;
use crate::app::ui::el::{El, el};

/// The card, unfolded or folded up.
pub(super) fn rules_card(plan: &Plan, is_open: bool) -> El {
    let list = el("ul").class("rules").children(rules(plan).into_iter().map(|rule| {
        // One element: the row is a flex box with a bullet.
        el("li").child(el("span").child(rule))
    }));
    let summary = el("summary").child(el("h2").child(words::TOURNAMENT_RULES));
    el("section")
        .class("card event-rules")
        .child(el("details").attr("open", is_open).child(summary).child(list))
}

/// The rules that hold for this tournament.
pub(super) fn rules(plan: &Plan) -> Vec<String> {
    let game = match plan.terms.game {
        TournamentGame::Mancala(_) => words::tournament_rule_match(),
        TournamentGame::Mapello => words::tournament_rule_board(),
        TournamentGame::Reversi => words::tournament_rule_opening(),
    };
    let of_format = match plan.format {
        Format::Arena { berserk, .. } => arena(plan, berserk),
        Format::Swiss { .. } => swiss(capacity(plan.format)),
        Format::RoundRobin { double } => round_robin(double, capacity(plan.format)),
    };
    let common = [
        words::tournament_rule_rating(UNRATED.into()),
        words::tournament_rule_cancel(),
        words::tournament_rule_final(count(FINAL_AFTER_MS / 3_600_000)),
    ];
    [game].into_iter().chain(of_format).chain(common).collect()
}

fn arena(plan: &Plan, berserk: bool) -> Vec<String> {
    let draw_moves = u32::from(LONG_DRAW_MOVES).saturating_mul(plan.terms.game.games());
    let rules = [
        Some(words::tournament_rule_arena_pairing()),
        Some(words::tournament_rule_arena_points()),
        berserk.then(|| words::tournament_rule_half_time(BERSERK_MOVES.into())),
        Some(words::tournament_rule_draws(draw_moves)),
        Some(words::tournament_rule_performance()),
        plan.house_bots.then(|| words::tournament_house_bots_how(seconds(BOT_AFTER_MS))),
        plan.open_to_bots.then(words::tournament_open_to_bots_how),
        Some(words::tournament_rule_absent()),
        Some(words::tournament_rule_leave_arena()),
        Some(words::tournament_rule_end_arena(count(GRACE_MS / 60_000))),
        Some(words::tournament_rule_entry_arena(size(capacity(plan.format)))),
        Some(words::tournament_rule_outage()),
    ];
    rules.into_iter().flatten().collect()
}

fn swiss(most: usize) -> Vec<String> {
    vec![
        words::tournament_rule_swiss_pairing(),
        words::tournament_rule_robin_points(),
        words::tournament_rule_swiss_bye(),
        words::tournament_rule_swiss_ties(),
        words::tournament_rule_swiss_leave(),
        words::tournament_rule_swiss_entry(size(most)),
        words::tournament_rule_swiss_end(),
    ]
}

fn round_robin(double: bool, most: usize) -> Vec<String> {
    vec![
        if double { words::tournament_rule_robin_double() } else { words::tournament_rule_robin_pairing() },
        words::tournament_rule_robin_bye(),
        words::tournament_rule_robin_points(),
        words::tournament_rule_robin_ties(),
        words::tournament_rule_robin_time(),
        words::tournament_rule_robin_entry(size(most)),
    ]
}

/// A duration in whole seconds.
pub(super) fn seconds(ms: Millis) -> u32 {
    count(ms / 1_000)
}

pub(super) fn size(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn count(number: Millis) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
