//! The fixed set: positions of both games, searched to a fixed depth or solved. Node counts and values are the same in
//! every run; only the time differs.

use std::time::Instant;

use engine::{Limits, score_moves, search};
use rules::mancala::{Capture, Preset, Sowing, Variant};
use rules::mapello::Board;
use rules::mapello::notation::read_position;
use rules::{Position, mancala, mapello};

use super::positions::{FFO_40, mancala_position, mapello_position};
use super::rng::Rng;

/// Searches every group of the set; prints a row for each group, each game and the total.
pub fn run(games: &[&str]) {
    println!("{:<53} {:>5} {:>11} {:>8} {:>7} {:>8}", "group", "of", "nodes", "s", "M/s", "values");
    let mut all = Totals::default();
    for &game in games {
        let mut sum = Totals::default();
        for group in if game == "Mancala" { mancala_groups() } else { mapello_groups() } {
            sum.add(&measure(game, &group));
        }
        sum.print(&format!("{game}: all"));
        all.add(&sum);
    }
    all.print("all");
}

/// Positions that are searched in the same way.
struct Group {
    name: &'static str,
    task: Task,
    /// Search depth in moves; `u32::MAX` solves the position.
    depth: u32,
    positions: Vec<Position>,
}

impl Group {
    /// A group that is searched for the best move.
    fn best_move(name: &'static str, depth: u32, positions: Vec<Position>) -> Group {
        Group { name, task: Task::BestMove, depth, positions }
    }

    /// A group of which all moves are scored (MultiPV).
    fn score_moves(name: &'static str, depth: u32, positions: Vec<Position>) -> Group {
        Group { name, task: Task::ScoreMoves, depth, positions }
    }
}

/// What the search has to find.
#[derive(Clone, Copy)]
enum Task {
    BestMove,
    ScoreMoves,
}

/// Totals of several searches.
#[derive(Default)]
struct Totals {
    positions: usize,
    nodes: u64,
    seconds: f64,
    /// Sum of all values, in hundredths of a point. Two builds with different sums do not search alike.
    values: i64,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
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

fn measure(game: &str, group: &Group) -> Totals {
    let mut sum = Totals { positions: group.positions.len(), ..Totals::default() };
    for position in &group.positions {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        let start = Instant::now();
        let value: i64 = match group.task {
            Task::BestMove => {
                limits.depth = group.depth;
                search(position, &mut limits).value.into()
            }
            Task::ScoreMoves => {
                let all = score_moves(position, group.depth, &mut limits);
                all.iter().map(|scored| i64::from(scored.value)).sum()
            }
        };
        sum.seconds += start.elapsed().as_secs_f64();
        sum.nodes += limits.node_count();
        sum.values += value;
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
        let mut rng = Rng(moves.into());
        (0..10).filter_map(|_| mancala_position(variant, &mut rng, moves)).collect()
    };
    let end = u32::MAX;
    vec![
        Group::best_move("6,4, the first position, 20 deep", 20, start(kalah)),
        Group::best_move("6,4, after 10 moves, 17 deep", 17, after(kalah, 10)),
        Group::best_move("6,4, after 30 moves, to the end", end, after(kalah, 30)),
        Group::best_move("6,3, the first position, to the end", end, start(six_three)),
        Group::best_move("6,6, after 10 moves, 15 deep", 15, after(six_six, 10)),
        Group::best_move("9,4, after 10 moves, 12 deep", 12, after(nine_four, 10)),
        Group::best_move("6,4, OppositeOrSelf, after 10 moves, 16 deep", 16, after(or_self, 10)),
        Group::best_move("6,4, relay, after 10 moves, 13 deep", 13, after(relay, 10)),
        Group::best_move("6,4, pie rule, the first position, 18 deep", 18, start(pie)),
        Group::score_moves("6,4, after 10 moves, every move, 12 deep", 12, after(kalah, 10)),
    ]
}

fn mapello_groups() -> Vec<Group> {
    let start = |board| vec![Position::Mapello(mapello::Position::start(&board))];
    let default = |until: u32| {
        let mut rng = Rng(until.into());
        let positions = (0..10).filter_map(|_| mapello_position(&Board::DEFAULT, &mut rng, until));
        positions.map(Position::Mapello).collect()
    };
    let random = |until| {
        let positions =
            (0..10).filter_map(|seed| mapello_position(&Board::random(seed), &mut Rng(seed), until));
        positions.map(Position::Mapello).collect()
    };
    let ffo = read_position(FFO_40).map(Position::Mapello).into_iter().collect();
    let end = u32::MAX;
    vec![
        Group::best_move("default board, the first position, 14 deep", 14, start(Board::DEFAULT)),
        Group::best_move("empty board, the first position, 13 deep", 13, start(Board::EMPTY)),
        Group::best_move("random boards, 48 empty, 11 deep", 11, random(48)),
        Group::best_move("random boards, 32 empty, 11 deep", 11, random(32)),
        Group::best_move("default board, 16 empty, to the end", end, default(16)),
        Group::best_move("default board, 20 empty, to the end", end, default(20)),
        Group::best_move("random boards, 18 empty, to the end", end, random(18)),
        Group::best_move("FFO 40 (20 empty), to the end", end, ffo),
        Group::score_moves("random boards, 40 empty, every move, 8 deep", 8, random(40)),
    ]
}
