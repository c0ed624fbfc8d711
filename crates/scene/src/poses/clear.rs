//! Stones that move at the same time keep clear of each other: those that roll aside hop over others, those that fly together
//! spread out.

use super::motion::Motion;
use crate::heaps::Resting;

/// Two stones may come so near to each other on their ways, as a share of the distance at which they touch.
const NEAR: f32 = 0.9;
/// So much more room is worth another detour.
const BETTER: f32 = 0.02;
/// The times at which ways are compared.
const TIMES: u8 = 10;
/// In larger heaps, and where more fly together, nobody sees what crosses.
const MOST_ROLLING: usize = 40;
const MOST_FLYING: usize = 80;
/// The detours that are tried, aside and up, in columns: the shorter ones first.
const HOPS: [[f32; 2]; 7] =
    [[0.0, 0.0], [0.0, 0.08], [0.0, 0.16], [0.0, 0.24], [0.0, 0.32], [0.0, 0.4], [0.0, 0.48]];
const SPREADS: [[f32; 2]; 15] = [
    [0.0, 0.0],
    [0.0, 0.18],
    [0.16, 0.08],
    [-0.16, 0.08],
    [0.0, 0.36],
    [0.26, 0.2],
    [-0.26, 0.2],
    [0.36, 0.0],
    [-0.36, 0.0],
    [0.18, 0.46],
    [-0.18, 0.46],
    [0.46, 0.3],
    [-0.46, 0.3],
    [0.0, 0.62],
    [0.0, 0.8],
];

/// Lets stones hop that roll at the same time, the furthest first: just so high that they pass the others and those that lie.
pub(super) fn hop_over(rolls: &mut [(usize, Motion)], lying: &[Resting]) {
    if rolls.len() + lying.len() > MOST_ROLLING {
        return;
    }
    let mut order: Vec<usize> = (0..rolls.len()).collect();
    let length = |at: usize| rolls[at].1.from.centre.distance_squared(rolls[at].1.to.centre);
    order.sort_by(|a, b| length(*b).total_cmp(&length(*a)));
    for at in order {
        let others: Vec<Motion> = rolls
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, (_, other))| *other)
            .collect();
        rolls[at].1.detour = best(rolls[at].1, &HOPS, &others, lying);
    }
}

/// Lets stones spread out that land at the same time: each keeps clear of those before it, and of those that are still on
/// their way or have just landed.
pub(super) fn fly_clear(flights: &mut [(usize, Motion)], flown: &[Motion]) {
    if flights.len() > MOST_FLYING {
        return;
    }
    let mut known: Vec<Motion> = Vec::new();
    for (_, motion) in flights {
        let with = flown.iter().rev().take(MOST_FLYING).filter(|other| other.land > motion.start).copied();
        let others: Vec<Motion> = with.chain(known.iter().copied()).collect();
        motion.detour = best(*motion, &SPREADS, &others, &[]);
        known.push(*motion);
    }
}

/// The first of these detours that leads clear of all others, or that with the most room.
fn best(motion: Motion, detours: &[[f32; 2]], others: &[Motion], lying: &[Resting]) -> [f32; 2] {
    let mut best = (f32::NEG_INFINITY, [0.0; 2]);
    for detour in detours {
        let room = room(Motion { detour: *detour, ..motion }, others, lying);
        if room > best.0 + BETTER {
            best = (room, *detour);
        }
        if room >= NEAR {
            break;
        }
    }
    best.1
}

/// How near a stone comes to any other one on its way, as a share of the distance at which they touch. Where it begins and ends
/// it touches others anyway.
fn room(motion: Motion, others: &[Motion], lying: &[Resting]) -> f32 {
    let mut room = f32::INFINITY;
    for time in 1..TIMES {
        let part = f32::from(time) / f32::from(TIMES);
        let millis = motion.start as f32 + (motion.land - motion.start) as f32 * part;
        let (here, diameter) = motion.place(millis);
        let others = others.iter().map(|other| other.place(millis));
        let lying = lying.iter().map(|stone| (stone.centre, stone.diameter));
        for (there, other) in others.chain(lying) {
            room = room.min(here.distance(there) / (0.5 * (diameter + other)));
        }
    }
    room
}
