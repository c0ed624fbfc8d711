//! Solving Mancala: the options are those of a variant.

use std::time::{Duration, Instant};

use engine::mancala::{Objective, SearchOptions, solve as solve_position};
use engine::{Limits, SearchResult};
use rules::mancala::notation::write_turns;
use rules::mancala::{Capture, Leftovers, MAX_PITS, Position, STONES, Setup, Sowing, Variant};

use crate::number;

pub const USAGE: &str = "\
solve mancala [--pits 1..9] [--stones 1..12] [--capture opposite|opposite_or_self|never] [--relay]
             [--no-extra-turn] [--leftovers owner|emptier|nobody] [--pie-rule]
             [--outcome|--move] [--first-moves] [--table MEGABYTES] [--endgame STONES] [--time SECONDS] [--threads 1]

  --outcome      who wins, no more: value +1, 0 or -1
  --move         the best move that can be found in --time, as in the game
  --first-moves  the value of every first move as well, each on its own
  --endgame      first work out every board with so many stones; if not given, a third of all there are";

/// Megabytes of the table when none are given.
const TABLE: u32 = 128;

/// What is asked for.
struct Task {
    variant: Variant,
    options: SearchOptions,
    first_moves: bool,
    time: Option<Duration>,
}

/// Prints each answer as soon as it is found.
pub fn solve(words: impl Iterator<Item = String>) -> Result<(), String> {
    let task = read(words)?;
    let start = Position::start(&Setup::new(task.variant, 1));
    let (answer, time) = task.solve(&start);
    println!("{}", report(&start, &answer, time));
    for mv in start.legal_moves().filter(|_| task.first_moves) {
        let Ok(after) = start.play_with(mv, |_| ()) else { continue };
        let (mut answer, time) = task.solve(&after);
        if after.to_move() != start.to_move() {
            answer.value = -answer.value;
        }
        let turn = write_turns(&start, &[mv]).unwrap_or_default().swap_remove(0).text;
        let nodes = answer.nodes;
        println!("move {turn} {} nodes {nodes} seconds {:.2}", value(&answer), time.as_secs_f64());
    }
    Ok(())
}

impl Task {
    /// The answer, and how long it took. Every position has all the time anew.
    fn solve(&self, position: &Position) -> (SearchResult, Duration) {
        let begin = Instant::now();
        let mut stop = || self.time.is_some_and(|time| begin.elapsed() >= time);
        let answer = solve_position(position, &mut Limits::new(&mut stop), &self.options);
        (answer, begin.elapsed())
    }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let options = SearchOptions {
        objective: Objective::ExactValue,
        table_bytes: (TABLE as usize) << 20,
        endgame_stones: 0,
    };
    let mut task = Task { variant: Variant::default(), options, first_moves: false, time: None };
    let mut endings = None;
    while let Some(word) = words.next() {
        let variant = &mut task.variant;
        match word.as_str() {
            "--pits" => variant.pits = number(&word, words.next(), 1..=MAX_PITS as u32)? as u8,
            "--stones" => {
                let range = u32::from(*STONES.start())..=u32::from(*STONES.end());
                variant.stones = number(&word, words.next(), range)? as u8;
            }
            "--capture" => variant.capture = capture(words.next())?,
            "--relay" => variant.sowing = Sowing::Relay,
            "--no-extra-turn" => variant.extra_turn = false,
            "--leftovers" => variant.leftovers = leftovers(words.next())?,
            "--pie-rule" => variant.pie_rule = true,
            "--move" => task.options.objective = Objective::BestMove,
            "--outcome" => task.options.objective = Objective::Outcome,
            "--first-moves" => task.first_moves = true,
            "--table" => task.options.table_bytes = (number(&word, words.next(), 1..=65_536)? as usize) << 20,
            "--endgame" => endings = Some(number(&word, words.next(), 0..=31)?),
            "--time" => {
                let seconds = number(&word, words.next(), 1..=1_000_000)?;
                task.time = Some(Duration::from_secs(seconds.into()));
            }
            // For those who compare programs: it never takes more.
            "--threads" => drop(number(&word, words.next(), 1..=1)?),
            _ => return Err(format!("unknown option: {word}")),
        }
    }
    let stones = 2 * u32::from(task.variant.pits) * u32::from(task.variant.stones);
    let usual = if task.options.objective == Objective::BestMove {
        0
    } else {
        (stones / 3).min(most_endings(task.variant.pits))
    };
    task.options.endgame_stones = endings.unwrap_or(usual);
    Ok(task)
}

/// Up to how many stones the boards take no more than about 100 MB, by pits a side.
fn most_endings(pits: u8) -> u32 {
    let holes = 2 * u64::from(pits);
    let mut boards = 1;
    let more = |stones: &u64| {
        // All boards with up to so many stones: (holes + stones) over holes.
        boards = boards * (holes + stones) / stones;
        boards <= 100_000_000
    };
    (1..=31).take_while(more).count() as u32
}

fn capture(word: Option<String>) -> Result<Capture, String> {
    match word.as_deref() {
        Some("opposite") => Ok(Capture::Opposite),
        Some("opposite_or_self") => Ok(Capture::OppositeOrSelf),
        Some("never") => Ok(Capture::Never),
        _ => Err("--capture is opposite, opposite_or_self or never".to_owned()),
    }
}

fn leftovers(word: Option<String>) -> Result<Leftovers, String> {
    match word.as_deref() {
        Some("owner") => Ok(Leftovers::Owner),
        Some("emptier") => Ok(Leftovers::Emptier),
        Some("nobody") => Ok(Leftovers::Nobody),
        _ => Err("--leftovers is owner, emptier or nobody".to_owned()),
    }
}

/// One fact a line.
fn report(start: &Position, answer: &SearchResult, time: Duration) -> String {
    let moves: Vec<_> = answer.pv.iter().filter_map(|mv| mv.as_mancala()).collect();
    let turns = write_turns(start, &moves).unwrap_or_default();
    let line = turns.into_iter().map(|turn| turn.text.replace(" x", "x")).collect::<Vec<_>>().join(" ");
    let (value, nodes) = (value(answer), answer.nodes);
    format!("{value}\nline {line}\nnodes {nodes}\nseconds {:.2}", time.as_secs_f64())
}

/// A value that was not proved in time says to which depth it was looked at.
fn value(answer: &SearchResult) -> String {
    let stones = answer.value / 100;
    if answer.proved {
        format!("value {stones:+}")
    } else {
        format!("estimate {stones:+} at depth {}", answer.depth)
    }
}
