//! Solver for Mancala: variant and search options from the command line.

use std::time::{Duration, Instant};

use engine::mancala::{Objective, SearchOptions, solve as solve_position};
use engine::{Limits, SearchResult};
use rules::mancala::notation::write_turns;
use rules::mancala::{Position, Setup};

use crate::setup::{SetupOptions, number};

/// The options besides those of the setup.
pub const USAGE: &str = "
             [--outcome|--move] [--first-moves] [--table MEGABYTES] [--endgame STONES] [--time SECONDS] [--threads 1]

  --outcome      the outcome only: value +1, 0 or -1
  --move         the best move within --time, as in the game
  --first-moves  also the value of every first move, each solved separately
  --endgame      stones of the endgame database; by default a third of all stones";

/// Default size of the transposition table, in megabytes.
const TABLE: u32 = 128;

/// The parsed command line.
struct Task {
    setup: Setup,
    options: SearchOptions,
    first_moves: bool,
    time: Option<Duration>,
}

/// Solves and prints each position in turn.
pub fn solve(words: impl Iterator<Item = String>) -> Result<(), String> {
    let task = parse_task(words)?;
    let start = Position::start(&task.setup);
    let (result, time) = task.solve(&start);
    println!("{}", report(&start, &result, time));
    for mv in start.legal_moves().filter(|_| task.first_moves) {
        let Ok(after) = start.play_with(mv, |_| ()) else { continue };
        let (mut result, time) = task.solve(&after);
        if after.to_move() != start.to_move() {
            result.value = -result.value;
        }
        let turn = write_turns(&start, &[mv]).unwrap_or_default().swap_remove(0).text;
        let nodes = result.nodes;
        println!("move {turn} {} nodes {nodes} seconds {:.2}", value(&result), time.as_secs_f64());
    }
    Ok(())
}

impl Task {
    /// The result and the time it took. The time limit is for each position.
    fn solve(&self, position: &Position) -> (SearchResult, Duration) {
        let begin = Instant::now();
        let mut stop = || self.time.is_some_and(|time| begin.elapsed() >= time);
        let result = solve_position(position, &mut Limits::new(&mut stop), &self.options);
        (result, begin.elapsed())
    }
}

/// Parses the command line; the error names the wrong argument.
fn parse_task(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let options = SearchOptions {
        objective: Objective::ExactValue,
        table_bytes: (TABLE as usize) << 20,
        endgame_stones: 0,
    };
    let mut setup = SetupOptions::default();
    let mut task = Task { setup: setup.setup()?, options, first_moves: false, time: None };
    let mut endgame_stones = None;
    while let Some(word) = words.next() {
        if setup.take(&word, &mut words)? {
            continue;
        }
        match word.as_str() {
            "--move" => task.options.objective = Objective::BestMove,
            "--outcome" => task.options.objective = Objective::Outcome,
            "--first-moves" => task.first_moves = true,
            "--table" => task.options.table_bytes = (number(&word, words.next(), 1..=65_536)? as usize) << 20,
            "--endgame" => endgame_stones = Some(number(&word, words.next(), 0..=31)?),
            "--time" => {
                let seconds = number(&word, words.next(), 1..=1_000_000)?;
                task.time = Some(Duration::from_secs(seconds.into()));
            }
            // Accepted for comparisons with other programs; the search has one thread.
            "--threads" => drop(number(&word, words.next(), 1..=1)?),
            _ => return Err(format!("unknown option: {word}")),
        }
    }
    task.setup = setup.setup()?;
    let variant = &task.setup.variant;
    let stones = 2 * u32::from(variant.pits) * u32::from(variant.stones);
    let default = if task.options.objective == Objective::BestMove {
        0
    } else {
        (stones / 3).min(affordable_endgame_stones(variant.pits))
    };
    task.options.endgame_stones = endgame_stones.unwrap_or(default);
    Ok(task)
}

/// The largest endgame database of about 100 MB at most, in stones, by pits a side.
fn affordable_endgame_stones(pits: u8) -> u32 {
    let pits = 2 * u64::from(pits);
    let mut boards = 1;
    let fits = |stones: &u64| {
        // The binomial coefficient (pits + stones) over pits: all boards with up to this many stones.
        boards = boards * (pits + stones) / stones;
        boards <= 100_000_000
    };
    (1..=31).take_while(fits).count() as u32
}

/// The printed report, a fact a line.
fn report(start: &Position, result: &SearchResult, time: Duration) -> String {
    let moves: Vec<_> = result.pv.iter().filter_map(|mv| mv.as_mancala()).collect();
    let turns = write_turns(start, &moves).unwrap_or_default();
    let pv = turns.into_iter().map(|turn| turn.text.replace(" x", "x")).collect::<Vec<_>>().join(" ");
    let (value, nodes) = (value(result), result.nodes);
    format!("{value}\nline {pv}\nnodes {nodes}\nseconds {:.2}", time.as_secs_f64())
}

/// The value in stones; an unproved one as an estimate with its depth.
fn value(result: &SearchResult) -> String {
    let stones = result.value / 100;
    if result.proved {
        format!("value {stones:+}")
    } else {
        format!("estimate {stones:+} at depth {}", result.depth)
    }
}
