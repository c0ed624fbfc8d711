//! What a line is about, read from the traces of its moves.

use rules::mancala::Step as Sown;
use rules::mapello::{Cell, Step as Placed};
use rules::{Game, Move, Position, Side, Trace, mapello};

use crate::OwnTurn;

/// A theme of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Theme {
    /// The same side moves again: an extra turn, or the opponent has to pass.
    Again,
    /// Stones are captured.
    Capture,
    /// Few stones or empty squares are left: see [`Theme::fits`].
    Endgame,
    /// A corner is taken.
    Corner,
    /// The first move is into a region with an odd number of empty squares, where one of even number was open too.
    Parity,
    /// A bonus is taken.
    Bonus,
}

/// The most stones in the pits of an endgame of Mancala.
const ENDGAME_STONES: u8 = 16;
/// The most empty squares of an endgame of Mapello.
const ENDGAME_EMPTIES: u32 = 8;

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 6] =
        [Theme::Again, Theme::Capture, Theme::Endgame, Theme::Corner, Theme::Parity, Theme::Bonus];

    /// Its letter in a pack.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Theme::Again => 'a',
            Theme::Capture => 'c',
            Theme::Endgame => 'e',
            Theme::Corner => 'k',
            Theme::Parity => 'p',
            Theme::Bonus => 'b',
        }
    }

    /// Whether puzzles of this game have it.
    #[must_use]
    pub const fn is_of(self, game: Game) -> bool {
        match self {
            Theme::Again | Theme::Endgame => true,
            Theme::Capture => matches!(game, Game::Mancala),
            Theme::Corner | Theme::Parity | Theme::Bonus => matches!(game, Game::Mapello),
        }
    }
}

/// The themes of a puzzle: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Themes(u8);

impl Themes {
    /// Adds a theme.
    pub fn add(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u8;
    }

    /// Whether a theme is among them.
    #[must_use]
    pub const fn has(self, theme: Theme) -> bool {
        self.0 >> theme as u8 & 1 == 1
    }

    /// Those that are among them.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(move |theme| self.has(*theme))
    }
}

/// The themes of a line; `None` if a move is illegal, or is not of the side it is said to be of.
pub(crate) fn themes_of(start: &Position, turns: &[OwnTurn]) -> Option<Themes> {
    let side = start.to_move();
    let mut themes = Themes::default();
    if is_endgame(start) {
        themes.add(Theme::Endgame);
    }
    if let (Position::Mapello(position), Some(Move::Mapello(cell))) =
        (start, turns.first().map(|turn| turn.mv))
        && plays_by_parity(position, cell)
    {
        themes.add(Theme::Parity);
    }
    let mut position = start.clone();
    for (index, turn) in turns.iter().enumerate() {
        position = play(&position, side, turn.mv, |trace| see(&mut themes, trace))?;
        for reply in &turn.replies {
            position = play(&position, side.other(), *reply, |_| ())?;
        }
        if index + 1 < turns.len() && position.to_move() != side {
            return None;
        }
    }
    Some(themes)
}

fn play(position: &Position, side: Side, mv: Move, see: impl FnOnce(&Trace)) -> Option<Position> {
    let played = position.play(mv).ok().filter(|_| position.to_move() == side)?;
    see(&played.trace);
    Some(played.position)
}

/// Adds what an own move is about.
fn see(themes: &mut Themes, trace: &Trace) {
    match trace {
        Trace::Mancala(steps) => steps.iter().for_each(|step| match step {
            Sown::ExtraTurn(_) => themes.add(Theme::Again),
            Sown::Capture { .. } => themes.add(Theme::Capture),
            _ => {}
        }),
        Trace::Mapello(steps) => steps.iter().for_each(|step| match step {
            Placed::Pass(_) => themes.add(Theme::Again),
            Placed::Bonus { .. } => themes.add(Theme::Bonus),
            Placed::Place { on, .. } if on.row() % 7 == 0 && on.column() % 7 == 0 => {
                themes.add(Theme::Corner);
            }
            _ => {}
        }),
    }
}

fn is_endgame(start: &Position) -> bool {
    match start {
        Position::Mancala(position) => {
            Side::BOTH.iter().map(|side| position.row_total(*side)).sum::<u8>() <= ENDGAME_STONES
        }
        Position::Mapello(position) => empty_of(position).count_ones() <= ENDGAME_EMPTIES,
    }
}

fn empty_of(position: &mapello::Position) -> u64 {
    let full = position.discs(Side::First) | position.discs(Side::Second);
    !(full | position.terrain().board().walls())
}

/// Whether the move goes into a region of odd size while a legal one would go into a region of even size.
fn plays_by_parity(position: &mapello::Position, played: Cell) -> bool {
    let empty = empty_of(position);
    let is_odd = |cell: Cell| region_of(empty, cell.bit()).count_ones() % 2 == 1;
    is_odd(played) && position.legal_moves().any(|cell| !is_odd(cell))
}

/// The empty squares that are connected with this one, corners included.
fn region_of(empty: u64, from: u64) -> u64 {
    let mut region = from;
    loop {
        let rows = region | region << 8 | region >> 8;
        let wider = rows | (rows & !0x8080_8080_8080_8080) << 1 | (rows & !0x0101_0101_0101_0101) >> 1;
        let next = wider & empty;
        if next == region {
            return region;
        }
        region = next;
    }
}
