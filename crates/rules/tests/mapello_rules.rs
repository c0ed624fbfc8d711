//! Tests of the rules of Mapello by example: what flips, what ends a line, who passes, when it is over, and
//! what counts.

#[path = "common/played.rs"]
mod common;

use common::{cell, check, play_move, position};
use rules::mapello::notation::write_position;
use rules::mapello::{Board, Position, Ray, Step};
use rules::{IllegalMove, Move, Outcome, Setup, Side};

/// A position with the four discs of the centre and whatever the given rows draw.
fn drawing_of(rows: &[(usize, &str)], behind: &str) -> String {
    let row = "#........#";
    let mut drawing = ["##########", row, row, row, "#...XO...#", "#...OX...#", row, row, row, "##########"];
    for (row, signs) in rows {
        drawing[*row] = signs;
    }
    format!("{} {behind}", drawing.join("\n")).trim_end().to_owned()
}

/// A line that flips: its direction, its discs, and row and column of the joker that ends it.
type Line = (Ray, u8, Option<(u8, u8)>);

fn flips(steps: &[Step]) -> Vec<Line> {
    let flips = steps.iter().filter_map(|step| match *step {
        Step::Flip { ray, discs, joker, .. } => Some((ray, discs, joker.map(|at| (at.row(), at.column())))),
        _ => None,
    });
    flips.collect()
}

#[test]
fn the_example_of_the_rule_sheet_flips_six() {
    let before = "####J#####\n##.*..*.##\n#.....#..#\nJ*#..OX.*J\nJ...OXX.X#\n#...XXXX*#\n#*...XX#.J\nJ..#..X..#\n##.*...*##\n###J###J## O 0 0";
    let after = "####J#####\n##.*..*.##\n#.....#..#\nJ*#..OX.*J\nJ...OOX.O#\n#...XOXO*#\n#*...OO#.J\nJ..#.OX..#\n##.*...*##\n###J###J## X 0 0";
    let (written, steps) = play_move(before, "e7");
    assert_eq!(written, after);
    assert_eq!(flips(&steps), [(Ray::NorthEast, 3, Some((3, 9))), (Ray::North, 3, None)]);
    assert_eq!(steps.first(), Some(&Step::Place { by: Side::Second, on: cell("e7") }));
    assert_eq!(steps.last(), Some(&Step::NextTurn(Side::First)));
    assert_eq!(steps.len(), 4);
}

#[test]
fn black_begins_with_d4_and_e5() {
    let start = Position::start(&Board::EMPTY);
    assert_eq!(start, position(&drawing_of(&[], "X 0 0")));
    let moves: Vec<_> = start.legal_moves().collect();
    assert_eq!(moves, ["e3", "f4", "c5", "d6"].map(cell));
    assert_eq!((start.turn(), start.to_move()), (1, Side::First));
}

#[test]
fn exactly_the_enclosed_lines_flip() {
    let rows = [(3, "#.OOO.XOX#"), (4, "#...XO...#")];
    let (after, steps) = play_move(&drawing_of(&rows, ""), "e3");
    assert_eq!(flips(&steps), [(Ray::South, 1, None)]);
    assert!(after.contains("#.OOOXXOX#\n#...XX...#"), "{after}");
}

#[test]
fn a_joker_ends_a_line_for_whoever_moves() {
    let rows = [(1, "JOO......#"), (2, "JXX......#")];
    assert_eq!(flips(&play_move(&drawing_of(&rows, "X"), "c1").1), [(Ray::West, 2, Some((1, 0)))]);
    let white = flips(&play_move(&drawing_of(&rows, "O"), "c2").1);
    assert_eq!(white, [(Ray::West, 2, Some((2, 0)))]);
}

#[test]
fn a_joker_in_a_corner_ends_a_diagonal() {
    for (corner, from, ray) in [(0, "f6", Ray::NorthWest), (9, "c6", Ray::NorthEast)] {
        let mut top = "##########".to_owned();
        top.replace_range(corner..=corner, "J");
        let rows = [
            (0, top.as_str()),
            (1, "#O......O#"),
            (2, "#.O....O.#"),
            (3, "#..O..O..#"),
            (4, "#...OO...#"),
            (5, "#...OO...#"),
        ];
        let (_, steps) = play_move(&drawing_of(&rows, ""), from);
        assert_eq!(flips(&steps), [(ray, 5, Some((0, corner as u8)))]);
    }
}

#[test]
fn a_joker_at_the_side_of_a_corner_ends_no_diagonal() {
    let rows = [(0, "#J########"), (1, "JO.......#"), (2, "#.O......#")];
    assert_eq!(check(&drawing_of(&rows, ""), "c3"), Err(IllegalMove::NoFlip));
}

#[test]
fn seven_discs_up_to_a_joker_flip() {
    let rows = [(1, "JOOOOOOO.#")];
    let (after, steps) = play_move(&drawing_of(&rows, ""), "h1");
    assert_eq!(flips(&steps), [(Ray::West, 7, Some((1, 0)))]);
    assert!(after.contains("JXXXXXXXX#"), "{after}");
}

#[test]
fn a_joker_with_nothing_between_flips_nothing() {
    assert_eq!(check(&drawing_of(&[(1, "J........#")], ""), "a1"), Err(IllegalMove::NoFlip));
    assert_eq!(check(&drawing_of(&[(1, "JX.......#")], ""), "b1"), Err(IllegalMove::NoFlip));
}

#[test]
fn walls_empty_cells_and_bonuses_enclose_no_line() {
    for row in ["#.O#X....#", "#.O.X....#", "#.O*X....#"] {
        assert_eq!(check(&drawing_of(&[(1, row)], ""), "a1"), Err(IllegalMove::NoFlip), "{row}");
    }
    assert_eq!(check(&drawing_of(&[(1, "#.OX.....#")], ""), "a1"), Ok(()));
    assert_eq!(check(&drawing_of(&[(1, "#.OOOOOOO#")], ""), "a1"), Err(IllegalMove::NoFlip));
    assert_eq!(check(&drawing_of(&[(1, "#.OOOOOOOJ")], ""), "a1"), Ok(()));
}

#[test]
fn a_bonus_is_worth_three_points_once() {
    let start = drawing_of(&[(4, "#...XO*..#")], "X 0 0");
    let (after, steps) = play_move(&start, "f4");
    assert_eq!(steps[2..], [Step::Bonus { by: Side::First, on: cell("f4") }, Step::NextTurn(Side::Second)]);
    assert_eq!(after, drawing_of(&[(4, "#...XXX..#")], "O 3 0"));
    let after = position(&after);
    assert_eq!(Side::BOTH.map(|side| (after.score(side), after.taken(side))), [(7, 1), (1, 0)]);
    assert_eq!(after.bonuses(), 0);
}

#[test]
fn a_bonus_without_a_flip_is_no_move() {
    assert_eq!(check(&drawing_of(&[(1, "#*.......#")], ""), "a1"), Err(IllegalMove::NoFlip));
}

#[test]
fn an_illegal_move_has_its_reason() {
    let start = drawing_of(&[(1, "##.......#")], "");
    assert_eq!(check(&start, "a1"), Err(IllegalMove::Wall));
    assert_eq!(check(&start, "d4"), Err(IllegalMove::Occupied));
    assert_eq!(check(&start, "e4"), Err(IllegalMove::Occupied));
    assert_eq!(check(&start, "d3"), Err(IllegalMove::NoFlip));
    assert_eq!(position(&start).play(cell("d3")), Err(IllegalMove::NoFlip));
}

/// Black to move has a1 and a8. After a1 White has no move, after a8 nobody has.
const BEFORE_A_PASS: [(usize, &str); 4] =
    [(1, "#.OX.....#"), (4, "#...XX...#"), (5, "#...XX...#"), (8, "#.OXXXXXX#")];

#[test]
fn a_side_without_a_move_passes_in_the_trace() {
    let (after, steps) = play_move(&drawing_of(&BEFORE_A_PASS, "X 0 0"), "a1");
    assert_eq!(steps[2..], [Step::Pass(Side::Second), Step::NextTurn(Side::First)]);
    assert!(after.ends_with(" X 0 0"), "{after}");
    assert_eq!(position(&after).legal_moves().collect::<Vec<_>>(), [cell("a8")]);
}

#[test]
fn the_game_ends_when_nobody_can_move_even_on_an_empty_board() {
    let (after, _) = play_move(&drawing_of(&BEFORE_A_PASS, "X 0 3"), "a1");
    let (end, steps) = position(&after).play(cell("a8")).unwrap();
    assert_eq!(steps[2..], [Step::End(Outcome::Win(Side::First))]);
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(Side::BOTH.map(|side| end.score(side)), [15, 3]);
    assert_eq!((end.legal_moves().count(), end.to_move()), (0, Side::First));
    assert_eq!(end.check(cell("a2")), Err(IllegalMove::GameOver));
    assert_eq!(position(&write_position(&end)), end);
}

#[test]
fn the_points_decide_and_not_the_discs() {
    let outcome = |row, behind| {
        position(&drawing_of(&[(1, row), (4, "#...XX...#"), (5, "#...XX...#")], behind)).outcome()
    };
    assert_eq!(outcome("#XX......#", "X 0 3"), Some(Outcome::Win(Side::First)));
    assert_eq!(outcome("#XX......#", "X 0 6"), Some(Outcome::Draw));
    assert_eq!(outcome("#XXX.....#", "X 0 9"), Some(Outcome::Win(Side::Second)));
}

#[test]
fn black_passes_at_once_when_there_is_no_first_move() {
    let board = Board::new(["e3", "f4", "c5", "d6"].map(|name| cell(name).bit()).iter().sum(), 0, 0).unwrap();
    assert_eq!(board.validate(), Ok(()));
    assert!(board.opens_with_pass());
    let start = Position::start(&board);
    assert_eq!((start.to_move(), start.turn()), (Side::Second, 1));
    assert!(!Board::EMPTY.opens_with_pass() && !Board::DEFAULT.opens_with_pass());
}

#[test]
fn moves_of_another_game_are_refused() {
    let mapello = Setup::Mapello(Board::EMPTY).start();
    let mancala = Setup::Mancala(rules::mancala::Setup::new(rules::mancala::Variant::default(), 1)).start();
    let disc = Move::Mapello(cell("e3"));
    let swap = Move::Mancala(rules::mancala::Move::Swap);
    assert_eq!(
        (mapello.check(swap), mancala.check(disc)),
        (Err(IllegalMove::OtherGame), Err(IllegalMove::OtherGame))
    );
    assert_eq!(mapello.play(swap).err(), Some(IllegalMove::OtherGame));
    assert_eq!(mancala.play(disc).err(), Some(IllegalMove::OtherGame));
    assert_eq!(mapello.check(disc), Ok(()));
}
