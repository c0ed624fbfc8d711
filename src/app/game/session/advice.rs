//! Computer analysis: hints for one position on request, and the review of a finished game.

use std::sync::Arc;

use engine_protocol::review::{ReviewedMove, review_move};
use engine_protocol::{Question, ScoredMove, Task};
use leptos::prelude::untrack;
use room::Game;

use super::{Notice, Session, Shown};
use crate::client::engine_worker;

/// The limits for a hint, in milliseconds and search nodes …
const ADVICE: (u32, u64) = (1_000, 2_000_000);
/// … and for each position of a review.
const REVIEW: (u32, u64) = (300, 400_000);

/// The values of the moves of one position (a hint).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The game's number.
    pub number: u32,
    /// The number of moves before the position.
    pub ply: u32,
    /// Every legal move with its value, the best first; empty while the engine is thinking.
    pub values: Vec<ScoredMove>,
}

/// The values of all moves of a game (a review).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The game's number.
    pub number: u32,
    /// For each position of the game, by its number of moves, all legal moves, the best first; empty while
    /// not analysed yet.
    pub values: Vec<Vec<ScoredMove>>,
    /// The verdict on each move that was made; `None` while not analysed yet.
    pub turns: Vec<Option<ReviewedMove>>,
}

impl Review {
    /// How many moves have a verdict.
    pub fn done(&self) -> usize {
        self.turns.iter().flatten().count()
    }
}

impl Shown {
    /// The values of the moves of the position on the board, the best first, if they are known and to be
    /// shown.
    pub fn valued(&self) -> &[ScoredMove] {
        let Some(game) = self.seen() else { return &[] };
        let at = (game.number, game.ply());
        if let Some(advice) = self.advice.as_ref().filter(|advice| (advice.number, advice.ply) == at) {
            return &advice.values;
        }
        let review = self.review.as_ref().filter(|review| review.number == game.number);
        review.and_then(|review| review.values.get(game.ply() as usize)).map_or(&[], Vec::as_slice)
    }
}

impl Session {
    /// Whether a hint is being computed.
    pub fn is_advising(&self) -> bool {
        self.shown().advice.as_ref().is_some_and(|advice| advice.values.is_empty())
    }

    /// Shows a hint for the position on the board, or hides it.
    pub fn advise(&self) {
        let session = *self;
        let asked = untrack(|| session.shown().advice.is_some());
        let game = untrack(|| session.with_game(Game::clone)).filter(|_| !asked);
        let advice =
            game.as_ref().map(|game| Advice { number: game.number, ply: game.ply(), values: Vec::new() });
        let show = move |advice: Option<Advice>| session.change(|shown| shown.advice = advice.map(Arc::new));
        show(advice.clone());
        let (Some(game), Some(advice)) = (game, advice) else { return engine_worker::stop() };
        weigh(&game, ADVICE, move |values| {
            // The hint may have been hidden, or be for another position by now.
            if session.peek().is_none_or(|shown| shown.advice.as_deref() != Some(&advice)) {
                return;
            }
            if values.is_empty() {
                session.tell(Notice::NoAnswer);
            }
            let values = Some(values).filter(|values| !values.is_empty());
            show(values.map(|values| Advice { values, ..advice }));
        });
    }

    /// Reviews the finished game, from the last move to the first.
    pub fn review(&self) {
        let Some(game) = untrack(|| self.with_game(Game::clone)) else { return };
        let known = self.peek().and_then(|shown| shown.review.clone());
        if known.is_none_or(|review| review.number != game.number) {
            let all = game.moves.len();
            let review =
                Review { number: game.number, values: vec![Vec::new(); all], turns: vec![None; all] };
            self.change(|shown| shown.review = Some(Arc::new(review)));
            self.weigh_next();
        }
    }

    fn weigh_next(self) {
        let Some(shown) = self.peek() else { return };
        let Some(review) = shown.review.clone() else { return };
        let Some(game) = shown.room.as_ref().and_then(|room| room.game.as_ref()) else { return };
        let next = review.values.iter().rposition(Vec::is_empty);
        let Some(ply) = next.filter(|_| game.number == review.number) else { return };
        let (at, made) = (game.at(ply as u32), game.moves.get(ply).copied());
        let side = at.position.to_move();
        weigh(&at, REVIEW, move |values| {
            // The review may have been dropped with its game; the next game may have the same number.
            let current = self.peek().and_then(|shown| shown.review.clone());
            if !current.is_some_and(|current| Arc::ptr_eq(&current, &review)) {
                return;
            }
            let failed = values.is_empty();
            let turn = made.and_then(|made| review_move(&values, side, made));
            self.change(|shown| {
                let mut review = (*review).clone();
                review.values[ply] = values;
                review.turns[ply] = turn;
                // After a failure the review is dropped; it can be requested again.
                shown.review = Some(Arc::new(review)).filter(|_| !failed);
            });
            if failed {
                self.tell(Notice::NoAnswer);
            } else {
                self.weigh_next();
            }
        });
    }
}

/// Has the engine score all moves of a position.
fn weigh(game: &Game, (millis, nodes): (u32, u64), told: impl FnOnce(Vec<ScoredMove>) + 'static) {
    let question = Question { record: game.record(), task: Task::Score, millis, nodes };
    engine_worker::ask(&question, move |answer| told(answer.moves));
}
