//! The proof that a fair start is fair, made again in front of the players: after each first move the engine proves who
//! wins. South cannot win if no first move does, and cannot lose if one of them holds the draw.

use engine_protocol::{Answer, Question, Task};
use leptos::prelude::*;
use rules::mancala::{Position, Setup, Start, Variant};
use rules::{Move, Record};

use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{maybe, memo, part_if, text};
use crate::client::{self, engine_worker};

/// The time limit of the proof after one first move, in milliseconds. A slow phone needs about a minute for the slowest.
const MOVE_LIMIT_MS: u32 = 180_000;

/// What is proved so far.
#[derive(Clone, PartialEq)]
struct Proof {
    setup: Setup,
    /// The legal first moves.
    moves: Vec<Move>,
    /// The result for South after each of the moves that are done: 1 for a win, 0 for a draw, −1 for a loss.
    results: Vec<i32>,
    nodes: u64,
    begun: room::Millis,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Running,
    /// All first moves are done, after so many seconds.
    Done(u32),
    /// The engine failed, or it took too long.
    Failed,
}

impl Proof {
    /// Whether the results prove a draw.
    fn is_draw(&self) -> bool {
        self.results.iter().max() == Some(&0)
    }

    fn sentence(&self) -> String {
        let (done, all) = (self.results.len() as u32, self.moves.len() as u32);
        match self.state {
            State::Running => words::proof_running(done + 1, &all.to_string()),
            State::Done(seconds) if self.is_draw() => {
                let holding = self.results.iter().filter(|result| **result == 0).count();
                words::proof_done(
                    seconds.max(1),
                    &grouped(self.nodes),
                    &holding.to_string(),
                    &all.to_string(),
                )
            }
            State::Done(_) | State::Failed => words::proof_failed(),
        }
    }
}

/// A number in groups of three digits, separated as in every language by a thin space.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// The button *Prove it*, and below it how far the proof is.
pub(super) fn fairness_proof(variant: Variant, start: Start) -> (El, AnyView) {
    let proof = RwSignal::new(None::<Proof>);
    on_cleanup(move || {
        if proof.try_get_untracked().flatten().is_some_and(|proof| proof.state == State::Running) {
            engine_worker::stop();
        }
    });
    let is_running =
        move || proof.with(|proof| proof.as_ref().is_some_and(|proof| proof.state == State::Running));
    let press = move || {
        if untrack(is_running) {
            engine_worker::stop();
            proof.set(None);
        } else {
            begin(proof, Setup { start: Some(start), ..Setup::new(variant, 1) });
        }
    };
    let name = move || if is_running() { words::stop_proof() } else { words::prove_it() };
    let is_shown = memo(move || proof.with(Option::is_some));
    let shown = part_if(move || is_shown.get().then(|| untrack(|| progress(proof))));
    (button("button").on_click(press).child(text(name)), shown.into_any())
}

fn begin(proof: RwSignal<Option<Proof>>, setup: Setup) {
    let moves = Position::start(&setup).legal_moves().map(Move::Mancala).collect();
    let begun = client::now();
    proof.set(Some(Proof { setup, moves, results: Vec::new(), nodes: 0, begun, state: State::Running }));
    prove_next(proof);
}

/// Asks the engine about the first move that comes next.
fn prove_next(proof: RwSignal<Option<Proof>>) {
    // A proof that has failed is not tried again by itself.
    let now = proof.try_get_untracked().flatten().filter(|proof| proof.state == State::Running);
    let Some(now) = now else { return };
    let Some(&mv) = now.moves.get(now.results.len()) else { return };
    let record = Record { moves: vec![mv], ..Record::new(rules::Setup::Mancala(now.setup)) };
    let Ok(after) = record.replay() else { return };
    // An extra turn leaves South to move, whose result it is.
    let sign = if after.to_move() == rules::Side::First { 1 } else { -1 };
    let question = Question { record, task: Task::ProveWinner, millis: MOVE_LIMIT_MS, nodes: u64::MAX };
    engine_worker::ask(&question, move |answer: Answer| {
        proof.try_update(|proof| {
            if let Some(proof) = proof {
                proof.nodes += answer.nodes;
                match answer.value {
                    Some(value) => proof.results.push(sign * value),
                    None => proof.state = State::Failed,
                }
                if proof.results.len() == proof.moves.len() {
                    let seconds = (client::now() - proof.begun) as f64 / 1_000.0;
                    proof.state = State::Done(seconds.round() as u32);
                }
            }
        });
        prove_next(proof);
    });
}

/// A bar with a part for each first move, and what is known.
fn progress(proof: RwSignal<Option<Proof>>) -> AnyView {
    let read =
        move |read: fn(&Proof) -> String| proof.with(|proof| proof.as_ref().map(read).unwrap_or_default());
    let all = proof.with_untracked(|proof| proof.as_ref().map_or(0, |proof| proof.moves.len()));
    let segment = |place: usize| {
        let state = move || {
            proof.with(|proof| {
                let proof = proof.as_ref()?;
                let name = match proof.results.len() {
                    done if place < done => "done",
                    done if place == done && proof.state == State::Running => "now",
                    _ => return None,
                };
                Some(name.to_owned())
            })
        };
        el("i").attr("data-state", maybe(state))
    };
    let bar = el("div")
        .class("proof-bar")
        .role("progressbar")
        .aria_label(words::PROVE_IT)
        .attr("aria-valuemin", "0")
        .attr("aria-valuemax", all.to_string())
        .attr("aria-valuenow", text(move || read(|proof| proof.results.len().to_string())))
        .children((0..all).map(segment));
    let said = el("p").class("small").role("status").child(text(move || read(Proof::sentence)));
    el("div").class("proof").child(bar).child(said).any()
}
