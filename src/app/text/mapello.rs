//! Mapello in words: squares and what a disc there would do, a move that was made, the rules of a board.

use room::BoardChoice;
use rules::mapello::notation::{cell_name, write_code};
use rules::mapello::{BONUS_POINTS, Board, Border, Cell, Position, Step};
use rules::{Outcome, SetupError, Side};

use super::Who;

/// The colour of a side.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// What a move comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Discs that turn over.
    pub flips: u8,
    /// A bonus is taken.
    pub bonus: bool,
    /// A joker ends one of its lines.
    pub joker: bool,
    /// Who has to pass after it.
    pub pass: Option<Side>,
    /// How the game ends by it, if it does.
    pub outcome: Option<Outcome>,
}

impl Effect {
    /// Reads the trace of a move.
    pub fn of(trace: &[Step]) -> Self {
        let mut effect = Self::default();
        for step in trace {
            match *step {
                Step::Flip { discs, joker, .. } => {
                    effect.flips += discs;
                    effect.joker |= joker.is_some();
                }
                Step::Bonus { .. } => effect.bonus = true,
                Step::Pass(side) => effect.pass = Some(side),
                Step::End(outcome) => effect.outcome = Some(outcome),
                Step::Place { .. } | Step::NextTurn(_) => {}
            }
        }
        effect
    }
}

/// The accessible name of an inner cell: which, what is there, and what a disc there would do for the one who may play.
pub fn cell_text(position: &Position, cell: Cell, may_play: bool) -> String {
    let mut name = cell_name(cell);
    if let Some(side) = position.disc(cell) {
        name.extend([", ", colour(side)]);
    } else if position.terrain().board().is_wall(cell) {
        name.push_str(", wall");
    } else if may_play && let Ok((_, trace)) = position.play(cell) {
        let effect = Effect::of(&trace);
        name.push_str(&format!(", legal, flips {}", effect.flips));
        if effect.joker {
            name.push_str(" with a joker");
        }
    } else if position.bonuses() & cell.bit() == 0 {
        name.push_str(", empty");
    }
    if position.bonuses() & cell.bit() != 0 {
        name.push_str(&format!(", bonus {BONUS_POINTS}"));
    }
    name
}

/// The accessible name of a border square: "Joker above d", "Border".
pub fn border_text(board: &Board, border: Border) -> String {
    if !board.is_joker(border) {
        return "Border".to_owned();
    }
    let column = |column: u8| char::from(b'a' + column.saturating_sub(1).min(7));
    match (border.row(), border.column()) {
        (0, 0) => "Joker, corner by a1".to_owned(),
        (0, 9) => "Joker, corner by h1".to_owned(),
        (9, 0) => "Joker, corner by a8".to_owned(),
        (9, 9) => "Joker, corner by h8".to_owned(),
        (0, at) => format!("Joker above {}", column(at)),
        (9, at) => format!("Joker below {}", column(at)),
        (row, 0) => format!("Joker left of row {row}"),
        (row, _) => format!("Joker right of row {row}"),
    }
}

/// What a kind of square does, for those who have not met it yet: shown for the square under the hand.
pub fn explain(position: &Position, square: Result<Cell, Border>) -> Option<&'static str> {
    let board = position.terrain().board();
    match square {
        Err(border) if board.is_joker(border) => Some("Joker: ends a line for whoever plays."),
        Err(_) => None,
        Ok(cell) if board.is_wall(cell) => Some("Wall: stops every line."),
        Ok(cell) if position.bonuses() & cell.bit() != 0 => Some("Bonus: 3 points to whoever plays here."),
        Ok(_) => None,
    }
}

/// One sentence about a move that was made.
pub fn sentence(cell: Cell, side: Side, trace: &[Step], who: &[Who; 2]) -> String {
    let mover = &who[side.index()];
    let effect = Effect::of(trace);
    let mut text = format!(
        "{} {} {}, flips {}",
        mover.subject(),
        mover.verb("play", "plays"),
        cell_name(cell),
        effect.flips
    );
    if effect.joker {
        text.push_str(" with a joker");
    }
    if effect.bonus {
        text.push_str(&format!(", bonus {BONUS_POINTS}"));
    }
    text.push('.');
    if effect.outcome.is_some() {
        text.push_str(" The game is over: nobody can move.");
    }
    if let Some(passing) = effect.pass {
        text.push(' ');
        text.push_str(&pass(passing, who));
    }
    text
}

/// Why a turn is missing.
pub fn pass(side: Side, who: &[Who; 2]) -> String {
    let who = &who[side.index()];
    format!("{} {} no move and {}.", who.subject(), who.verb("have", "has"), who.verb("pass", "passes"))
}

/// The name of a board.
pub fn board_name(choice: &BoardChoice) -> String {
    match choice {
        BoardChoice::Empty => "Empty board".to_owned(),
        BoardChoice::Default => "Default board".to_owned(),
        BoardChoice::Random(seed) => format!("Random board {seed}"),
        BoardChoice::Daily(_) => "Board of the day".to_owned(),
        BoardChoice::Custom(board) => {
            let code = write_code(board);
            format!("Own board {}\u{2026}", code.get(..5).unwrap_or_default())
        }
        BoardChoice::Draft => "Setup draft".to_owned(),
    }
}

/// The rule card of a board: one plain sentence for every rule.
pub fn rule_card(choice: &BoardChoice) -> Vec<String> {
    let mut card = vec![
        "A disc must trap a line of opposing discs between itself and another of yours. The line turns over.",
        "No move? The turn passes. When nobody can move, more points win: a point a disc.",
    ];
    if *choice != BoardChoice::Empty {
        card.extend([
            "A star is worth 3 points to whoever plays there.",
            "A joker on the border ends a line for whoever plays. A wall stops every line.",
        ]);
    }
    if *choice == BoardChoice::Draft {
        card.push("One builds the board, the other then picks the colour.");
    }
    card.into_iter().map(str::to_owned).collect()
}

/// What whoever builds a board wants to know, and whether it is good news: can both move, is it the same for both?
pub fn fairness(board: &Board) -> Vec<(bool, String)> {
    let start = Position::start(board);
    let moves = match [start.moves_of(Side::First), start.moves_of(Side::Second)] {
        [0, 0] => (false, "Nobody can move: this board cannot be played."),
        [0, _] => (false, "Black has no first move and passes."),
        [_, 0] => (false, "White could not answer with a first move of its own."),
        _ => (true, "Both colours can move."),
    };
    let alike = if is_symmetric(board) {
        (true, "It looks the same from both sides.")
    } else {
        (false, "It does not look the same from both sides: let the other one pick the colour.")
    };
    let counts =
        board.validate().err().filter(|why| *why != SetupError::NobodyCanMove).map(|why| why.to_string());
    let notes = [moves, alike].map(|(good, text)| (good, text.to_owned()));
    counts.map(|why| (false, why)).into_iter().chain(notes).collect()
}

/// Whether a quarter turn, which puts each colour where the other was, leaves the board as it is.
fn is_symmetric(board: &Board) -> bool {
    let cells = Cell::all_of(!0).all(|cell| {
        Cell::at(cell.column(), 7 - cell.row()).is_some_and(|turned| {
            (board.is_wall(cell), board.is_bonus(cell)) == (board.is_wall(turned), board.is_bonus(turned))
        })
    });
    cells
        && (0..Border::COUNT).filter_map(Border::new).all(|border| {
            Border::at(border.column(), 9 - border.row())
                .is_some_and(|turned| board.is_joker(border) == board.is_joker(turned))
        })
}
