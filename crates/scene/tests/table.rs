//! What a table accepts, and that nothing else gets in.

use scene::heaps::Lying;
use scene::picture::MarkKind;
use scene::plan::{Hole, Plan, Row};
use scene::table::{
    Content, HoleState, MOST_DISCS, MOST_STONES, Mancala, Mapello, Side, Square, SquarePiece, Stone, Table,
    TableError, hole_id, hole_of_id, square_id, square_of_id,
};

fn stone() -> Stone {
    Stone { lying: Lying { at: [0.5, 0.3], diameter: 0.36, layer: 0 }, colour: 3 }
}

fn mancala() -> Mancala {
    let hole = |id: &str| HoleState {
        id: id.to_owned(),
        count: Some(4),
        marks: vec![MarkKind::Legal],
        note: Some("\u{2212}4".to_owned()),
    };
    Mancala {
        pits: 6,
        near: Side::Second,
        turn: Some(Row::Far),
        stones: vec![Some(stone()), None],
        holes: vec![hole("south-a"), hole("north-store")],
        ..Mancala::default()
    }
}

fn mapello() -> Mapello {
    let square =
        |place, piece| Square { place, piece: Some(piece), marks: vec![MarkKind::Last], ..Square::default() };
    let squares = vec![
        Square { turns: true, ..square(44, SquarePiece::Disc(Side::First)) },
        square(11, SquarePiece::Wall),
        Square { ghost: Some(Side::Second), note: Some("+12".into()), ..square(12, SquarePiece::Star) },
        square(90, SquarePiece::Joker),
    ];
    Mapello { squares, trays: Some([30, 29]), ..Mapello::default() }
}

fn error(content: Content) -> Option<TableError> {
    Table::new(content).err()
}

#[test]
fn possible_tables_are_accepted() {
    assert_eq!(error(Content::Mancala(mancala())), None);
    assert_eq!(error(Content::Mapello(mapello())), None);
    assert_eq!(error(Content::Mancala(Mancala { pits: 1, ..Mancala::default() })), None);
    assert_eq!(error(Content::Mapello(Mapello::default())), None);
}

#[test]
fn impossible_boards_are_refused() {
    let wrong = |change: fn(&mut Mancala)| {
        let mut board = mancala();
        change(&mut board);
        error(Content::Mancala(board))
    };
    assert_eq!(wrong(|board| board.pits = 0), Some(TableError::Pits(0)));
    assert_eq!(wrong(|board| board.pits = 11), Some(TableError::Pits(11)));
    assert_eq!(wrong(|board| board.stones = vec![None; MOST_STONES + 1]), Some(TableError::Stones(257)));
    assert_eq!(wrong(|board| board.holes[0].id = "south-g".into()), Some(TableError::Hole("south-g".into())));
    assert_eq!(wrong(|board| board.holes[1].id = "south-a".into()), Some(TableError::Hole("south-a".into())));
    assert_eq!(wrong(|board| board.holes[0].count = Some(1_000)), Some(TableError::Count("south-a".into())));
    assert_eq!(wrong(|board| board.holes[0].marks = vec![MarkKind::Last; 2]), Some(TableError::Marks));
    assert_eq!(wrong(|board| board.holes[0].marks = vec![MarkKind::Turn]), Some(TableError::Marks));
    assert_eq!(wrong(|board| board.holes[0].note = Some("\u{2212}1000".into())), Some(TableError::Note));
    for value in [f32::NAN, f32::INFINITY, -0.01, 1.01] {
        for change in [
            Lying { at: [value, 0.5], ..stone().lying },
            Lying { at: [0.5, value], ..stone().lying },
            Lying { diameter: value, ..stone().lying },
        ] {
            let board = Mancala { stones: vec![None, Some(Stone { lying: change, colour: 0 })], ..mancala() };
            assert_eq!(error(Content::Mancala(board)), Some(TableError::Stone(1)), "{change:?}");
        }
    }
    assert_eq!(
        wrong(|board| board.stones = vec![Some(Stone { colour: 6, ..stone() })]),
        Some(TableError::Stone(0))
    );
}

#[test]
fn impossible_squares_are_refused() {
    let wrong = |change: fn(&mut Mapello)| {
        let mut board = mapello();
        change(&mut board);
        error(Content::Mapello(board))
    };
    assert_eq!(wrong(|board| board.squares[0].place = 100), Some(TableError::Square(100)));
    assert_eq!(wrong(|board| board.squares[0].place = 11), Some(TableError::Square(11)));
    assert_eq!(wrong(|board| board.squares[0].place = 9), Some(TableError::Piece(9)));
    assert_eq!(wrong(|board| board.squares[3].place = 55), Some(TableError::Piece(55)));
    assert_eq!(wrong(|board| board.squares[3].marks = vec![MarkKind::Last; 200]), Some(TableError::Marks));
    // Only a disc turns over, and none is placed where something lies, or on the border.
    assert_eq!(wrong(|board| board.squares[1].turns = true), Some(TableError::Piece(11)));
    for at in [0, 1, 3] {
        let mut board = mapello();
        board.squares[at].ghost = Some(Side::First);
        assert_eq!(error(Content::Mapello(board)), Some(TableError::Piece(mapello().squares[at].place)));
    }
    assert_eq!(wrong(|board| board.squares[2].note = Some("a word".into())), Some(TableError::Note));
    assert_eq!(wrong(|board| board.trays = Some([0, MOST_DISCS + 1])), Some(TableError::Discs(33)));
}

#[test]
fn ids_name_each_hole_and_square_once_and_back() {
    for near in [Side::First, Side::Second] {
        for clockwise in [false, true] {
            let board = Mancala { pits: 9, near, clockwise, ..Mancala::default() };
            for hole in (Plan { pits: 9, mirrored: clockwise }).holes() {
                assert_eq!(hole_of_id(&board, &hole_id(&board, hole)), Some(hole));
            }
        }
    }
    let board = mancala();
    // Letters run from each player's left: north is near.
    assert_eq!(hole_of_id(&board, "north-a"), Some(Hole::Pit(Row::Near, 0)));
    assert_eq!(hole_of_id(&board, "south-a"), Some(Hole::Pit(Row::Far, 5)));
    for id in ["", "-", "south", "south-", "south-ab", "south-A", "west-a", "south-g", "south-é", "sq-4"] {
        assert_eq!(hole_of_id(&board, id), None, "{id:?}");
    }
    assert!((0..100).all(|place| square_of_id(&square_id(place)) == Some(place)));
    for id in ["sq-100", "sq-", "sq--1", "44", "sq-4a", "sq-99999999999"] {
        assert_eq!(square_of_id(id), None, "{id:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn tables_are_written_and_read_and_checked_while_they_are_read() {
    for content in [Content::Mancala(mancala()), Content::Mapello(mapello())] {
        let table = Table::new(content).unwrap();
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&text).unwrap(), table);
    }
    let small = r#"{"mancala":{"pits":6,"near":"first","turn":"near","stones":[[0.5,0.68,0.36,0,3],null],
        "holes":[{"id":"south-a","count":4,"marks":["legal","preview"]}]}}"#;
    let table: Table = serde_json::from_str(small).unwrap();
    assert_eq!(table.as_mancala().unwrap().holes[0].marks, [MarkKind::Legal, MarkKind::Preview]);
    for wrong in [
        r#"{"mancala":{}}"#,
        r#"{"mancala":{"pits":200}}"#,
        r#"{"mancala":{"pits":6,"stones":[[2,0,0.36,0,3]]}}"#,
        r#"{"mancala":{"pits":6,"stones":[[0.1,0,0.36,0]]}}"#,
        r#"{"mapello":{"squares":[{"place":101}]}}"#,
        r#"{"mapello":{"squares":[{"place":44,"piece":"joker"}]}}"#,
        r#"{"chess":{}}"#,
        "[]",
    ] {
        assert!(serde_json::from_str::<Table>(wrong).is_err(), "{wrong}");
    }
}
