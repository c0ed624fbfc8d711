//! The fixed set: positions of both games, each searched to a fixed depth or to its end. Positions looked at and values are
//! the same in every run; only the time differs.

use std::time::Instant;

use engine::{Limits, score_moves, search};
use rules::mancala::{Capture, Preset, Sowing, Variant};
use rules::mapello::Board;
use rules::mapello::notation::read_position;
use rules::{Position, mancala, mapello};

use super::chance::Chance;
use super::positions::{FFO_40, placed, sown};

/// Searches every group of the set, and prints a row for each, for each of the games and for all.
pub fn run(games: &[&str]) {
    println!("{:<53} {:>5} {:>11} {:>8} {:>7} {:>8}", "group", "of", "nodes", "s", "M/s", "values");
    let mut all = Sum::default();
    for &game in games {
        let mut sum = Sum::default();
        for group in if game == "Mancala" { mancala_groups() } else { mapello_groups() } {
            sum.add(&measure(game, &group));
        }
        sum.print(&format!("{game}: all"));
        all.add(&sum);
    }
    all.print("all");
}

/// Positions that are searched alike.
struct Group {
    name: &'static str,
    ask: Ask,
    /// Moves to look ahead; `u32::MAX` to the end.
    depth: u32,
    positions: Vec<Position>,
}

impl Group {
    /// Positions of which the best move is asked.
    fn best(name: &'static str, depth: u32, positions: Vec<Position>) -> Group {
        Group { name, ask: Ask::Best, depth, positions }
    }

    /// Positions of which it is asked what every move is worth.
    fn values(name: &'static str, depth: u32, positions: Vec<Position>) -> Group {
        Group { name, ask: Ask::Values, depth, positions }
    }
}

/// What is asked of a position.
#[derive(Clone, Copy)]
enum Ask {
    Best,
    Values,
}

/// What searches have cost and found.
#[derive(Default)]
struct Sum {
    positions: usize,
    nodes: u64,
    seconds: f64,
    /// All values added up, in hundredths: two programs that differ in it do not search alike.
    values: i64,
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.seconds += other.seconds;
        self.values += other.values;
    }

    fn print(&self, name: &str) {
        let speed = self.nodes as f64 / self.seconds / 1e6;
        println!(
            "{name:<53} {:>5} {:>11} {:>8.3} {speed:>7.2} {:>8}",
            self.positions, self.nodes, self.seconds, self.values
        );
    }
}

fn measure(game: &str, group: &Group) -> Sum {
    let mut sum = Sum { positions: group.positions.len(), ..Sum::default() };
    for position in &group.positions {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        let start = Instant::now();
        let found: i64 = match group.ask {
            Ask::Best => {
                limits.depth = group.depth;
                search(position, &mut limits).value.into()
            }
            Ask::Values => {
                let all = score_moves(position, group.depth, &mut limits);
                all.iter().map(|valued| i64::from(valued.value)).sum()
            }
        };
        sum.seconds += start.elapsed().as_secs_f64();
        sum.nodes += limits.node_count();
        sum.values += found;
    }
    sum.print(&format!("{game}: {}", group.name));
    sum
}

fn mancala_groups() -> Vec<Group> {
    let kalah = Preset::Kalah.variant();
    let (six_three, six_six) = (Variant { stones: 3, ..kalah }, Variant { stones: 6, ..kalah });
    let (nine_four, pie) = (Variant { pits: 9, ..kalah }, Variant { pie_rule: true, ..kalah });
    let relay = Variant { sowing: Sowing::Relay, ..kalah };
    let or_self = Variant { capture: Capture::OppositeOrSelf, ..kalah };
    let start = |variant| vec![Position::Mancala(mancala::Position::start(&mancala::Setup::new(variant, 1)))];
    let after = |variant, moves: u32| {
        let mut chance = Chance(moves.into());
        (0..10).filter_map(|_| sown(variant, &mut chance, moves)).collect()
    };
    let end = u32::MAX;
    vec![
        Group::best("6,4, the first position, 20 deep", 20, start(kalah)),
        Group::best("6,4, after 10 moves, 17 deep", 17, after(kalah, 10)),
        Group::best("6,4, after 30 moves, to the end", end, after(kalah, 30)),
        Group::best("6,3, the first position, to the end", end, start(six_three)),
        Group::best("6,6, after 10 moves, 15 deep", 15, after(six_six, 10)),
        Group::best("9,4, after 10 moves, 12 deep", 12, after(nine_four, 10)),
        Group::best("6,4, OppositeOrSelf, after 10 moves, 16 deep", 16, after(or_self, 10)),
        Group::best("6,4, relay, after 10 moves, 13 deep", 13, after(relay, 10)),
        Group::best("6,4, pie rule, the first position, 18 deep", 18, start(pie)),
        Group::values("6,4, after 10 moves, every move, 12 deep", 12, after(kalah, 10)),
    ]
}

fn mapello_groups() -> Vec<Group> {
    let start = |board| vec![Position::Mapello(mapello::Position::start(&board))];
    let default = |until: u32| {
        let mut chance = Chance(until.into());
        let positions = (0..10).filter_map(|_| placed(&Board::DEFAULT, &mut chance, until));
        positions.map(Position::Mapello).collect()
    };
    let random = |until| {
        let positions = (0..10).filter_map(|seed| placed(&Board::random(seed), &mut Chance(seed), until));
        positions.map(Position::Mapello).collect()
    };
    let ffo = read_position(FFO_40).map(Position::Mapello).into_iter().collect();
    let end = u32::MAX;
    vec![
        Group::best("default board, the first position, 14 deep", 14, start(Board::DEFAULT)),
        Group::best("empty board, the first position, 13 deep", 13, start(Board::EMPTY)),
        Group::best("random boards, 48 empty, 11 deep", 11, random(48)),
        Group::best("random boards, 32 empty, 11 deep", 11, random(32)),
        Group::best("default board, 16 empty, to the end", end, default(16)),
        Group::best("default board, 20 empty, to the end", end, default(20)),
        Group::best("random boards, 18 empty, to the end", end, random(18)),
        Group::best("FFO 40 (20 empty), to the end", end, ffo),
        Group::values("random boards, 40 empty, every move, 8 deep", 8, random(40)),
    ]
}
