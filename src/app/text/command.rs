//! The parser of text commands, for players who prefer typing, and the board in words for them.

use rules::mancala::{Move as Sowing, Pit};
use rules::mapello::notation::{cell_name, read_cell};
use rules::mapello::{Border, Cell};
use rules::{Move, Position, Side, mancala};

use super::mapello::{border_text, discs};
use super::{joined, listed, words};

/// A text command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextCommand {
    /// Describe the board.
    Board,
    /// Repeat the last move.
    Last,
    /// The time left.
    Clock,
    /// The score.
    Score,
    /// The legal moves.
    Moves,
    /// Takeback.
    Undo,
    /// Give the opponent time.
    Give,
    /// Offer a draw, or claim one if the opponent is gone.
    Draw,
    /// Claim the win if the opponent is gone.
    Claim,
    /// Resign, after confirmation.
    Resign {
        /// Whether it was confirmed.
        confirmed: bool,
    },
    /// Send a line of chat.
    Chat(String),
    /// Play a move.
    Play(Move),
    /// List the commands; also the answer to an unknown one.
    Help,
}

/// Parses a command, in the language of the page or in English; a move is written as on the board.
pub fn parse_command(text: &str, position: &Position) -> TextCommand {
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let word = word.to_ascii_lowercase();
    let is = |english: &str, own: String| word == english || word == own;
    if is("board", words::command_board()) {
        TextCommand::Board
    } else if is("last", words::command_last()) {
        TextCommand::Last
    } else if is("clock", words::command_clock()) {
        TextCommand::Clock
    } else if is("score", words::command_score()) {
        TextCommand::Score
    } else if is("moves", words::command_moves()) {
        TextCommand::Moves
    } else if is("undo", words::command_undo()) {
        TextCommand::Undo
    } else if is("give", words::command_give()) {
        TextCommand::Give
    } else if is("draw", words::command_draw()) {
        TextCommand::Draw
    } else if is("claim", words::command_claim()) {
        TextCommand::Claim
    } else if is("chat", words::command_chat()) {
        TextCommand::Chat(rest.trim().to_owned())
    } else if is("resign", words::command_resign()) {
        let word = rest.trim().to_ascii_lowercase();
        TextCommand::Resign { confirmed: word == "yes" || word == words::command_yes() }
    } else {
        parse_move(&word, position).map_or(TextCommand::Help, TextCommand::Play)
    }
}

fn parse_move(word: &str, position: &Position) -> Option<Move> {
    let position = match position {
        Position::Mapello(_) => return read_cell(word).map(Move::Mapello),
        Position::Mancala(position) => position,
    };
    if word == "swap" || word == words::command_swap() {
        return Some(Move::Mancala(Sowing::Swap));
    }
    let index = match word.as_bytes() {
        [letter @ b'a'..=b'i'] => letter - b'a',
        [digit @ b'1'..=b'9'] => digit - b'1',
        _ => return None,
    };
    let pit = Pit { side: position.to_move(), index };
    (index < position.variant().pits).then_some(Move::Mancala(Sowing::Sow(pit)))
}

/// The position in sentences, side by side.
pub fn describe_board(position: &Position, names: &[String; 2]) -> String {
    match position {
        Position::Mancala(position) => {
            joined(" ", Side::BOTH.iter().map(|side| describe_row(position, *side, names)))
        }
        Position::Mapello(position) => {
            let board = position.terrain().board();
            let line = |(name, set): (String, u64)| {
                let cells = || listed(Cell::all_of(set).map(cell_name).collect());
                (set != 0).then(|| words::command_line(&name, &cells()))
            };
            let jokers = (0..Border::COUNT).filter_map(Border::new).filter(|&at| board.is_joker(at));
            let [first, second] = Side::BOTH.map(|side| (discs(side), position.discs(side)));
            let walls = (words::command_walls(), board.walls());
            let bonuses = (words::command_bonuses(), position.bonuses());
            let jokers = jokers.map(|at| format!("{}.", border_text(board, at)));
            let lines = [first, second, walls, bonuses].into_iter().filter_map(line);
            joined(" ", lines.chain(jokers))
        }
    }
}

fn describe_row(position: &mancala::Position, side: Side, names: &[String; 2]) -> String {
    let stone = |index| position.stones(Pit { side, index }).to_string();
    let stones = listed((0..position.variant().pits).map(stone).collect());
    words::command_row(&names[side.index()], &stones, position.store(side).into())
}

/// The legal moves, as one types them.
pub fn list_moves(position: &Position) -> String {
    let name = |mv: &Move| match mv {
        Move::Mancala(Sowing::Swap) => words::command_swap(),
        mv => super::computer::move_name(*mv),
    };
    listed(position.legal_moves().iter().map(name).collect())
}

#[cfg(test)]
mod tests {
    use rules::mancala::Variant;
    use rules::mapello::Board;
    use rules::{Move, Position, Setup};

    use super::{TextCommand, describe_board, list_moves, parse_command};

    fn mancala() -> Position {
        Setup::Mancala(rules::mancala::Setup::new(Variant::default(), 1)).start()
    }

    fn mapello() -> Position {
        Setup::Mapello(Board::DEFAULT).start()
    }

    #[test]
    fn a_move_command_is_parsed_in_the_boards_notation() {
        for (text, index) in [("a", 0), (" F ", 5), ("3", 2)] {
            let TextCommand::Play(Move::Mancala(mv)) = parse_command(text, &mancala()) else {
                panic!("{text}")
            };
            assert_eq!(
                mv,
                rules::mancala::Move::Sow(rules::mancala::Pit { side: rules::Side::First, index })
            );
        }
        assert!(
            matches!(parse_command("D3", &mapello()), TextCommand::Play(Move::Mapello(cell)) if (cell.row(), cell.column()) == (2, 3))
        );
        for (text, position) in
            [("g", mancala()), ("0", mancala()), ("d3", mancala()), ("d9", mapello()), ("a", mapello())]
        {
            assert_eq!(parse_command(text, &position), TextCommand::Help, "{text}");
        }
    }

    #[test]
    fn text_commands_are_parsed_and_unknown_text_means_help() {
        assert_eq!(parse_command("Board", &mancala()), TextCommand::Board);
        assert_eq!(parse_command("give time", &mancala()), TextCommand::Give);
        assert_eq!(
            [parse_command("draw", &mancala()), parse_command("Claim", &mapello())],
            [TextCommand::Draw, TextCommand::Claim]
        );
        assert_eq!(
            parse_command("chat  Well played! ", &mancala()),
            TextCommand::Chat("Well played!".to_owned())
        );
        assert_eq!(parse_command("resign", &mancala()), TextCommand::Resign { confirmed: false });
        assert_eq!(parse_command("resign now", &mancala()), TextCommand::Resign { confirmed: false });
        assert_eq!(parse_command("resign YES", &mancala()), TextCommand::Resign { confirmed: true });
        for text in ["", " ", "boards", "\u{0}", "play a"] {
            assert_eq!(parse_command(text, &mancala()), TextCommand::Help, "{text}");
        }
    }

    #[test]
    fn the_board_is_described_side_by_side() {
        let names = ["South".to_owned(), "North".to_owned()];
        assert_eq!(
            describe_board(&mancala(), &names),
            "South: 4, 4, 4, 4, 4, 4; store 0. North: 4, 4, 4, 4, 4, 4; store 0."
        );
        let sentences = describe_board(&mapello(), &names);
        assert!(sentences.starts_with("black: d4, e5. white: e4, d5. walls: a1, "), "{sentences}");
        assert!(sentences.contains("Joker"), "{sentences}");
        assert_eq!(list_moves(&mancala()), "a, b, c, d, e, f");
        assert_eq!(list_moves(&mapello()).split(", ").count(), mapello().legal_moves().len());
    }
}
