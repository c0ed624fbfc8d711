//! Game files with one word changed, removed, doubled or swapped: refused, or read as exactly what they say. A
//! second, plain reader judges, which knows nothing but words and the rules.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod common;

use common::{Chance, WORDS, rounds};
use gametext::export::{Form, write};
use gametext::import::read;
use rules::mancala::{Hole, Pit, Step};
use rules::mapello::Cell;
use rules::{Move, Setup, Side, mancala, mapello};

/// The moves that the words say, or the index of the first word that is none. It reads what our writer
/// writes: numbers of every turn or pair, letters in the case of their side, captures, passes.
fn plain(setup: Setup, words: &[&str]) -> Result<Vec<Move>, usize> {
    match setup {
        Setup::Mancala(setup) => plain_mancala(&setup, words),
        Setup::Mapello(board) => plain_mapello(&board, words),
    }
}

fn plain_mancala(setup: &mancala::Setup, words: &[&str]) -> Result<Vec<Move>, usize> {
    let mut position = mancala::Position::start(setup);
    let mut moves = Vec::new();
    let mut taken: Option<u8> = None;
    let mut last_extra = false;
    let mut goal = None;
    let (mut by_turn, mut by_pair, mut open) = (true, true, None);
    let mut begun = 0;
    for (index, word) in words.iter().enumerate() {
        let wrong = || index;
        if let Some(number) = word.strip_suffix('.') {
            let number: u16 = number.parse().map_err(|_| index)?;
            by_turn &= number == position.turn();
            by_pair &= number == position.turn().div_ceil(2);
            if open.is_some() || !(by_turn || by_pair) {
                return Err(open.unwrap_or(index));
            }
            open = Some(index);
        } else if let Some(stones) = word.strip_prefix('x') {
            let stones: u8 = stones.parse().map_err(|_| index)?;
            if taken.take() != Some(stones) {
                return Err(index);
            }
        } else {
            // A turn without its number: turns are not numbered one by one.
            by_turn &= begun == position.turn() || open.is_some();
            begun = position.turn();
            for (part, name) in word.split('-').enumerate() {
                if part > 0 && !last_extra {
                    // Only the goal of the sowing before can stand here.
                    let letter = name.chars().next().filter(|_| name.len() == 1).ok_or_else(wrong)?;
                    let said = pit(letter).ok_or_else(wrong)?;
                    if goal.take() != Some(Hole::Pit(said)) {
                        return Err(index);
                    }
                    continue;
                }
                let mv = if name == "swap" {
                    mancala::Move::Swap
                } else {
                    let letter = name.chars().next().filter(|_| name.len() == 1).ok_or_else(wrong)?;
                    mancala::Move::Sow(pit(letter).ok_or_else(wrong)?)
                };
                let (after, steps) = position.play(mv).map_err(|_| index)?;
                let captured = steps.iter().find_map(|step| match step {
                    Step::Capture { from_opposite, .. } => Some(*from_opposite),
                    _ => None,
                });
                taken = Some(captured.unwrap_or(0));
                goal = steps.iter().rev().find_map(|step| match step {
                    Step::Drop { into } => Some(*into),
                    _ => None,
                });
                last_extra = steps.iter().any(|step| matches!(step, Step::ExtraTurn(_)));
                (position, open) = (after, None);
                moves.push(Move::Mancala(mv));
            }
        }
    }
    open.map_or(Ok(moves), Err)
}

fn pit(letter: char) -> Option<Pit> {
    match letter {
        'A'..='I' => Some(Pit { side: Side::First, index: letter as u8 - b'A' }),
        'a'..='i' => Some(Pit { side: Side::Second, index: letter as u8 - b'a' }),
        _ => None,
    }
}

fn plain_mapello(board: &mapello::Board, words: &[&str]) -> Result<Vec<Move>, usize> {
    let mut position = mapello::Position::start(board);
    let mut moves = Vec::new();
    let mut due = position.to_move() == Side::Second;
    // Entries with the passes that were written or skipped.
    let (mut entries, mut open) = (0, None);
    let mut ways = [true; 4];
    for (index, word) in words.iter().enumerate() {
        if let Some(number) = word.strip_suffix('.') {
            let number: usize = number.parse().map_err(|_| index)?;
            let first = |said: usize, entries: usize| entries.is_multiple_of(2) && said == entries / 2 + 1;
            let skipped = entries + usize::from(due);
            let now = [
                first(number, entries) || first(number, skipped),
                first(number, moves.len()),
                number == entries + 1 || number == skipped + 1,
                number == moves.len() + 1,
            ];
            for (way, now) in ways.iter_mut().zip(now) {
                *way &= now;
            }
            if open.is_some() || !ways.contains(&true) {
                return Err(open.unwrap_or(index));
            }
            open = Some(index);
        } else if *word == "--" {
            if !due && position.outcome().is_none() {
                return Err(index);
            }
            (due, open, entries) = (false, None, entries + 1);
        } else {
            let [column, row] = word.as_bytes() else { return Err(index) };
            let column = column.checked_sub(b'a').ok_or(index)?;
            let row = row.checked_sub(b'1').ok_or(index)?;
            let cell = Cell::at(row, column).ok_or(index)?;
            let (after, steps) = position.play(cell).map_err(|_| index)?;
            if open.is_none() {
                // A move without its number: moves are not numbered one by one.
                ways[2..].fill(false);
            }
            entries += 1 + usize::from(due);
            due = steps.iter().any(|step| matches!(step, mapello::Step::Pass(_)));
            (position, open) = (after, None);
            moves.push(Move::Mapello(cell));
        }
    }
    open.map_or(Ok(moves), Err)
}

/// One word changed, removed, doubled, or swapped with the next one.
fn mutate<'a>(chance: &mut Chance, words: &mut Vec<&'a str>, others: &[&'a str]) {
    let at = chance.below(words.len());
    match chance.below(4) {
        0 => words[at] = chance.of(others),
        1 => drop(words.remove(at)),
        2 => words.insert(at, words[at]),
        _ if at + 1 < words.len() => words.swap(at, at + 1),
        _ => drop(words.pop()),
    }
}

#[test]
fn a_mutated_word_is_refused_there_or_read_as_it_says() {
    let mut chance = Chance(7);
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..rounds(2_000, 50_000) {
        let setup = if round % 2 == 0 { chance.mancala() } else { chance.mapello() };
        let mut game = chance.game(setup);
        (game.reason, game.winner) = (room::Reason::Played, None);
        game.moves.truncate(1 + chance.below(40));
        if game.room().game.is_some_and(|game| game.position.outcome().is_some()) {
            game.moves.pop();
        }
        if game.moves.is_empty() {
            continue;
        }
        let text = write(&game, Form::Notation).unwrap();
        let (tags, moves) = text.split_once("\n\n").unwrap();
        let moves = moves.trim_end().trim_end_matches('*');
        let mut words: Vec<&str> = moves.split_whitespace().collect();
        let others: Vec<&str> =
            words.iter().copied().chain(["z", "17.", "x3", "d7", "A", "b", "--"]).collect();
        mutate(&mut chance, &mut words, &others);
        let mutated = words.join(" ");
        let tags: Vec<&str> = tags.lines().filter(|tag| !tag.starts_with("[Result")).collect();
        let text = format!("{}\n\n{mutated}\n", tags.join("\n"));
        let lines = tags.len() + 2;
        match (read(&text, &WORDS), plain(setup, &words)) {
            (Ok(mut games), Ok(moves)) if games.len() == 1 => {
                assert_eq!(games.remove(0).unwrap().game.moves, moves, "{text}");
                accepted += 1;
            }
            (Err(why), Err(word)) => {
                let place = why.place.unwrap_or_else(|| unreachable!("{text}"));
                let before: usize = words[..word].iter().map(|word| word.len() + 1).sum();
                let column = before + 1..=before + words[word].len();
                assert_eq!(place.line as usize, lines, "{:?} {text}", why.why);
                assert!(column.contains(&(place.column as usize)), "{:?} {} {text}", why.why, place.column);
                refused += 1;
            }
            // Nothing is left.
            (Err(_), Ok(moves)) if moves.is_empty() => {}
            (read, plain) => unreachable!("{read:?}\n{plain:?}\n{text}"),
        }
    }
    assert!(refused > accepted && accepted > 100, "{refused} refused, {accepted} accepted");
}
