//! A pack: the puzzles of a game as text, one a line. The reader is strict and never panics.
//!
//! The first line says what it is, `duello puzzles 1 mancala`. A puzzle is six words and, if any move draws, a seventh:
//! difficulty, letters of the themes (or `-`), goal and value (`W6`), position, line, and the drawing moves of each own
//! turn between commas. `pack/position.rs` says how positions are written; in the line, moves stand side by side as in
//! the notation of the game: `CaBD`, `d3c5e1`. Whose a move is follows from the rules.

mod moves;
mod position;

use core::fmt;

use rules::Game;

use crate::goal::Goal;
use crate::puzzle::{DIFFICULTIES, Puzzle};
use crate::theme::{Theme, Themes};
use moves::{read_turns, write_turns};
use position::{read_position, write_position};

/// The version of the format. A pack of another version is not read.
const VERSION: &str = "1";

/// Why a text is no pack, or a line no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackError {
    /// The first line is not that of a pack of this version and of a game.
    Header,
    /// A line has too few words or too many.
    Words,
    /// The difficulty is no number from 1 to [`DIFFICULTIES`].
    Difficulty,
    /// A theme is unknown, is not of this game, or stands there twice.
    Themes,
    /// Goal and value do not fit together, or are none.
    Goal,
    /// The position cannot be, or the game is over.
    Position,
    /// A move is illegal, or the line does not have two to four own moves.
    Line,
    /// The drawing moves are not those of the own turns.
    Draws,
    /// The line says the same as another one that is written as it should be.
    Spelling,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PackError::Header => "This is no pack of puzzles of this version.",
            PackError::Words => "A puzzle has six or seven words.",
            PackError::Difficulty => "The difficulty of a puzzle is out of range.",
            PackError::Themes => "A theme of a puzzle cannot be.",
            PackError::Goal => "The goal of a puzzle cannot be.",
            PackError::Position => "The position of a puzzle cannot be.",
            PackError::Line => "The line of a puzzle cannot be played.",
            PackError::Draws => "The drawing moves of a puzzle cannot be.",
            PackError::Spelling => "A puzzle is written in another way than it should be.",
        })
    }
}

impl core::error::Error for PackError {}

/// What a pack says of a puzzle before its line is read: enough to choose one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// From 1 to [`DIFFICULTIES`].
    pub difficulty: u8,
    /// What the line is about.
    pub themes: Themes,
}

/// The puzzles of a game. They are read one by one, when they are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    game: Game,
    lines: Vec<String>,
}

impl Pack {
    /// Reads a pack, without the puzzles in it.
    ///
    /// # Errors
    /// The text is no pack of this version.
    pub fn read(text: &str) -> Result<Pack, PackError> {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        let game = Game::ALL.into_iter().find(|game| write_header(*game) == header);
        let game = game.ok_or(PackError::Header)?;
        Ok(Pack { game, lines: lines.map(str::to_owned).collect() })
    }

    /// Which game it is of.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game
    }

    /// How many puzzles it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Difficulty and themes of a puzzle; `None` if there is none of this number, or its line is wrong.
    #[must_use]
    pub fn summary(&self, number: usize) -> Option<Summary> {
        let mut words = self.lines.get(number)?.split(' ');
        let difficulty = read_difficulty(words.next()?).ok()?;
        let themes = read_themes(self.game, words.next()?).ok()?;
        Some(Summary { difficulty, themes })
    }

    /// A puzzle by its number, from 0.
    ///
    /// # Errors
    /// What is wrong with its line; [`PackError::Words`] if there is none of this number.
    pub fn puzzle(&self, number: usize) -> Result<Puzzle, PackError> {
        let line = self.lines.get(number).ok_or(PackError::Words)?;
        let puzzle = read_line(self.game, line)?;
        if write_line(&puzzle) == *line { Ok(puzzle) } else { Err(PackError::Spelling) }
    }
}

/// The first line of a pack.
#[must_use]
pub fn write_header(game: Game) -> String {
    format!("duello puzzles {VERSION} {}", game.word())
}

/// The line of a puzzle.
#[must_use]
pub fn write_line(puzzle: &Puzzle) -> String {
    let themes: String = puzzle.themes.iter().map(Theme::letter).collect();
    let themes = if themes.is_empty() { "-" } else { &themes };
    let Puzzle { difficulty, value, .. } = *puzzle;
    let (goal, position) = (puzzle.goal.letter(), write_position(puzzle));
    let (line, draws) = write_turns(&puzzle.turns);
    format!("{difficulty} {themes} {goal}{value} {position} {line}{draws}")
}

fn read_line(game: Game, text: &str) -> Result<Puzzle, PackError> {
    let mut words = text.split(' ');
    let mut next = || words.next().ok_or(PackError::Words);
    let difficulty = read_difficulty(next()?)?;
    let themes = read_themes(game, next()?)?;
    let (goal, value) = read_goal(game, next()?)?;
    let (setup, position, seed) = match game {
        Game::Mancala => read_position(game, &[next()?]),
        Game::Mapello => read_position(game, &[next()?, next()?]),
    }
    .ok_or(PackError::Position)?;
    let line = next()?;
    let draws = words.next().unwrap_or_default();
    if words.next().is_some() {
        return Err(PackError::Words);
    }
    let turns = read_turns(&position, goal, line, draws)?;
    Ok(Puzzle { setup, position, seed, goal, value, difficulty, themes, turns })
}

fn read_difficulty(word: &str) -> Result<u8, PackError> {
    let number = word.parse().ok().filter(|number| (1..=DIFFICULTIES).contains(number));
    number.ok_or(PackError::Difficulty)
}

fn read_themes(game: Game, word: &str) -> Result<Themes, PackError> {
    let mut themes = Themes::default();
    for letter in word.chars().filter(|_| word != "-") {
        let theme = Theme::ALL.into_iter().find(|theme| theme.letter() == letter && theme.is_of(game));
        let theme = theme.filter(|theme| !themes.has(*theme)).ok_or(PackError::Themes)?;
        themes.add(theme);
    }
    Ok(themes)
}

fn read_goal(game: Game, word: &str) -> Result<(Goal, i16), PackError> {
    let mut letters = word.chars();
    let goal = letters.next().and_then(Goal::of_letter).ok_or(PackError::Goal)?;
    let value: i16 = letters.as_str().parse().map_err(|_| PackError::Goal)?;
    let fits = match goal {
        Goal::Win | Goal::Points => (1..=i16::from(u8::MAX)).contains(&value),
        Goal::Draw => value == 0,
    };
    if fits && goal.most_of_others(game, value) < value { Ok((goal, value)) } else { Err(PackError::Goal) }
}
