//! The test, in groups of players: a file keeps the assessed moves of each group, so that a run which was stopped goes on
//! there, and another model scores the same games again without playing them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;

use fairplay::{AssessedMove, Cell, Difficulty, LossClass, Model};
use rules::{Game, Side};

use crate::players::Player;
use crate::report;
use crate::simulate::{Career, Task, cheating_careers, honest_careers};

/// Shares of Master's moves; 0 for honest players.
const SHARES: [f64; 4] = [0.0, 0.3, 0.6, 1.0];
/// Players of a group.
const GROUP: u64 = 100;

/// By share and number of the group.
type Groups = BTreeMap<(u64, u64), Vec<Career>>;

/// Plays what the file does not have, and prints the test; `only` those with this share of Master's moves, in per cent.
pub fn test(task: &Task, only: Option<u64>, file: Option<&str>) -> std::io::Result<()> {
    let mut groups = match file {
        Some(name) if std::path::Path::new(name).exists() => read(&std::fs::read_to_string(name)?),
        _ => Groups::new(),
    };
    let model = Model::published();
    for share in SHARES {
        let percent = (share * 100.0) as u64;
        if only.is_some_and(|only| only != percent) {
            continue;
        }
        let wanted = if percent == 0 { task.players } else { task.cheats };
        let mut careers = Vec::new();
        for group in 0..wanted.div_ceil(GROUP) {
            let size = GROUP.min(wanted - group * GROUP);
            let known = groups.remove(&(percent, group)).filter(|known| known.len() as u64 == size);
            careers.extend(match known {
                Some(known) => known,
                None => {
                    let played = match percent {
                        0 => honest_careers(task, group, size),
                        _ => cheating_careers(task, group, size, share),
                    };
                    if let Some(name) = file {
                        let mut file = OpenOptions::new().append(true).create(true).open(name)?;
                        file.write_all(written(percent, group, &played).as_bytes())?;
                    }
                    played
                }
            });
        }
        println!("{} players with {percent} % of Master's moves, {} games each", careers.len(), task.games);
        report::print(&model, &careers);
    }
    Ok(())
}

/// A group as text: a line for each player, and one for each move below it.
fn written(percent: u64, group: u64, careers: &[Career]) -> String {
    let mut text = String::new();
    for career in careers {
        let (strength, game) = (career.player.strength, career.game.word());
        let _ = writeln!(text, "{percent} {group} {game} {strength}");
        for (AssessedMove { ply, side, loss, difficulty, cell, .. }, by_engine) in &career.moves {
            let Difficulty { shallow, middle, deep } = difficulty;
            let (side, proved, engine) = (side.index(), u8::from(cell.is_proved()), u8::from(*by_engine));
            let _ = writeln!(text, " {ply} {side} {loss} {shallow} {middle} {deep} {proved} {engine}");
        }
    }
    text
}

/// The groups of a file; a line that is cut off ends it.
fn read(text: &str) -> Groups {
    let mut groups = Groups::new();
    let mut last = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<f64>().ok());
        if line.starts_with(' ') {
            let added = || {
                let careers = groups.get_mut(&last?)?;
                let career = careers.last_mut()?;
                let difficulty = Difficulty { shallow: number(3)?, middle: number(4)?, deep: number(5)? };
                let cell = Cell::of(career.game, number(6)? == 1.0, difficulty)?;
                let (loss, side) = (number(2)?, Side::BOTH[usize::from(number(1)? == 1.0)]);
                let (ply, class) = (number(0)? as usize, LossClass::of(loss));
                let assessed = AssessedMove { ply, side, loss, difficulty, cell, class, millis: None };
                career.moves.push((assessed, number(7)? == 1.0));
                Some(())
            };
            let _ = { added }();
        } else if let (Some(percent), Some(group), Some(strength)) = (number(0), number(1), number(3)) {
            let Some(game) = Game::from_word(words[2]) else { continue };
            let player = Player { engine_share: percent / 100.0, ..Player::honest(strength) };
            let key = (percent as u64, group as u64);
            groups.entry(key).or_default().push(Career { player, game, moves: Vec::new() });
            last = Some(key);
        }
    }
    groups
}
