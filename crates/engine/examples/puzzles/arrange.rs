//! Arranges found puzzles in weeks and appends them to a pack: line by line the puzzles of the days, from an easy one on
//! Monday to a hard one on Sunday. What a pack has stays where it is, so that no day's puzzle changes.

use std::collections::HashSet;

use puzzles::{Pack, write_header};
use rules::Game;

/// Days of a week.
const DAYS: usize = 7;

/// A puzzle that was found: its difficulty, and its line in the pack.
type Found<'a> = (u8, &'a str);

/// Appends at most so many puzzles, in whole weeks; of Mancala those with at most so many stones in the pits, because
/// the plain solver takes long for more.
pub fn append(game: Game, found: &str, path: &str, most: usize, stones: u8) -> Result<(), String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|why| format!("{path}: {why}"));
    let found = read(found)?;
    let mut pack = read(path).unwrap_or_else(|_| format!("{}\n", write_header(game)));
    let mut known: HashSet<String> = pack.lines().filter_map(|line| position_of(game, line)).collect();
    let mut fresh: Vec<Found<'_>> = Vec::new();
    for line in found.lines().filter(|line| !line.starts_with("end ")) {
        let line = line.split_once(' ').map_or(line, |(_, line)| line);
        if let (Some(difficulty), Some(position)) = (line.get(..1), position_of(game, line))
            && (game == Game::Mapello || stones_of(&position) <= u32::from(stones))
            && known.insert(position)
        {
            fresh.push((difficulty.parse().unwrap_or_default(), line));
        }
    }
    let taken = share_out(fresh, most);
    let weeks = taken.len() / DAYS;
    // Equal parts, the first with the easiest; within a part the order is by chance.
    let mut days: Vec<Vec<Found<'_>>> =
        taken.chunks(weeks.max(1)).take(DAYS).map(<[Found<'_>]>::to_vec).collect();
    for day in &mut days {
        day.sort_by_key(|(_, line)| hash(line));
    }
    for week in 0..weeks {
        for (_, line) in days.iter().filter_map(|day| day.get(week)) {
            pack.push_str(line);
            pack.push('\n');
        }
    }
    let whole = Pack::read(&pack).map_err(|why| why.to_string())?;
    for number in 0..whole.len() {
        whole.puzzle(number).map_err(|why| format!("puzzle {number}: {why}"))?;
    }
    std::fs::write(path, &pack).map_err(|why| format!("{path}: {why}"))?;
    println!("{} puzzles more, {} in all", weeks * DAYS, whole.len());
    Ok(())
}

/// The position in a line of a pack.
fn position_of(game: Game, line: &str) -> Option<String> {
    let words = line.split(' ').skip(3).take(if game == Game::Mancala { 1 } else { 2 });
    Some(words.collect::<Vec<_>>().join(" ")).filter(|position| !position.is_empty())
}

/// The stones in the pits of a position of Mancala.
fn stones_of(position: &str) -> u32 {
    position.chars().take(12).filter_map(|sign| sign.to_digit(32)).sum()
}

/// So many of them at most, sorted by difficulty: of each difficulty as many as of every other, as far as there are.
fn share_out(mut found: Vec<Found<'_>>, most: usize) -> Vec<Found<'_>> {
    found.sort_by_key(|(difficulty, line)| (*difficulty, hash(line)));
    let mut of_each: Vec<Vec<Found<'_>>> = Vec::new();
    for puzzle in found {
        match of_each.last_mut() {
            Some(last) if last[0].0 == puzzle.0 => last.push(puzzle),
            _ => of_each.push(vec![puzzle]),
        }
    }
    let all = of_each.iter().map(Vec::len).sum::<usize>().min(most);
    let all = all / DAYS * DAYS;
    // The rarest first, so that what it lacks is made up by the others.
    let mut order: Vec<usize> = (0..of_each.len()).collect();
    order.sort_by_key(|place| of_each[*place].len());
    let mut left = all;
    for (done, place) in order.iter().enumerate() {
        let share = left / (order.len() - done);
        of_each[*place].truncate(share);
        left -= of_each[*place].len();
    }
    of_each.concat()
}

/// A hash of a text (FNV-1a), which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
