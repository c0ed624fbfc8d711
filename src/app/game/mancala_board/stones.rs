//! The layer of stones over the board: one element a stone, moved by style alone.

use leptos::prelude::*;
use rules::Side;
use rules::mancala::{Hole, Pit};

use super::Board;
use super::heaps::Heaps;
use super::place::{Shape, Spot, spot};
use crate::app::ui::el::el;
use crate::app::ui::live::{flag, part};

/// How many colours of glass there are.
const COLOURS: u64 = 6;

/// Where a stone is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Shown {
    spot: Spot,
    /// Held over the board, being sown.
    lifted: bool,
    /// How often it has moved: restarts the hop.
    moves: u32,
}

pub(super) fn stones(board: Board) -> AnyView {
    let mut before = Vec::<Option<Shown>>::new();
    let stones = part(move || {
        let shape = board.shape.get();
        let seed = board.session.with(|room| {
            let number = room.game.as_ref().map_or(0, |game| game.number);
            room.code.to_string().bytes().fold(u64::from(number), |seed, byte| seed * 31 + u64::from(byte))
        });
        let seed = seed.unwrap_or_default();
        let shown = lay(&board.view.get().heaps, seed, shape, &before);
        let stones =
            shown.iter().enumerate().map(|(number, shown)| stone(number, *shown, seed)).collect::<Vec<_>>();
        before = shown;
        stones.into_any()
    });
    let still = flag(move || board.view.get().still);
    el("div").class("stones").attr("aria-hidden", "true").attr("data-still", still).child(stones).any()
}

/// Where every stone lies, by its number; those that have changed place since `before` have made one move more.
fn lay(heaps: &Heaps, seed: u64, shape: Shape, before: &[Option<Shown>]) -> Vec<Option<Shown>> {
    let mut all = vec![None; heaps.total()];
    let mut lay = |stones: &[u8], hole: Hole, lifted: bool| {
        for (slot, &stone) in stones.iter().enumerate() {
            let number = usize::from(stone);
            let spot = spot(seed, hole, slot, shape);
            let old = before.get(number).copied().flatten();
            let moves = old.map_or(0, |old| old.moves + u32::from(old.spot != spot));
            if let Some(place) = all.get_mut(number) {
                *place = Some(Shown { spot, lifted, moves });
            }
        }
    };
    for side in Side::BOTH {
        let pits = (0..shape.pits).map(|index| Hole::Pit(Pit { side, index }));
        for hole in pits.chain([Hole::Store(side)]) {
            lay(heaps.heap(hole), hole, false);
        }
    }
    if let Some((pit, stones)) = heaps.hand() {
        lay(stones, Hole::Pit(pit), true);
    }
    all
}

fn stone(number: usize, shown: Option<Shown>, seed: u64) -> AnyView {
    let hop = shown.filter(|s| s.moves > 0).map(|s| if s.moves % 2 == 0 { "a" } else { "b" }.to_owned());
    let style = shown.map(|s| format!("--x:{};--y:{}", decimals(s.spot.x), decimals(s.spot.y)));
    let lifted = shown.is_some_and(|s| s.lifted);
    el("i")
        .class("stone")
        .attr("data-c", colour(seed, number).to_string())
        .attr("data-hop", hop)
        .attr("data-lifted", lifted)
        .attr("style", style)
        .any()
}

fn colour(seed: u64, number: usize) -> u64 {
    let mixed = (seed ^ (number as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) % COLOURS
}

/// A fraction of one, to four decimals, without the code that writes any number whatever.
pub(crate) fn decimals(fraction: f32) -> String {
    format!(".{:04}", (fraction * 10_000.0).round().clamp(0.0, 9_999.0) as u32)
}
