//! Tests of the serialised form of Mapello, on the wire and in the store: it stays as it is, and invalid
//! values are refused.
#![cfg(feature = "serde")]

#[path = "common/mapello_games.rs"]
mod games;

use games::{cells, games, play};
use proptest::prelude::*;
use rules::mapello::notation::{write_code, write_position};
use rules::mapello::{Board, Cell, Position as Mapello};
use rules::{Move, Played, Position, Record, Setup, Trace};
use serde_json::{Value, from_str, from_value, json, to_string, to_value};

proptest! {
    #[test]
    fn records_positions_and_traces_round_trip_through_serde((board, choices) in games()) {
        let plies = play(&board, choices);
        let moves = cells(&plies).into_iter().map(Move::Mapello).collect();
        let record = Record { setup: Setup::Mapello(board), moves };
        for ply in plies {
            let before = Position::Mapello(ply.before);
            prop_assert_eq!(from_str::<Position>(&to_string(&before).unwrap()).unwrap(), before);
            let played = Played { position: Position::Mapello(ply.after), trace: Trace::Mapello(ply.steps) };
            prop_assert_eq!(from_str::<Played>(&to_string(&played).unwrap()).unwrap(), played);
        }
        prop_assert_eq!(from_str::<Record>(&to_string(&record).unwrap()).unwrap(), record);
    }

    #[test]
    fn deserializing_any_value_never_panics(text in any::<String>(), number in any::<i64>()) {
        for value in [json!(text), json!(number), json!({ "mapello": text }), json!({ "mapello": number })] {
            let _ = from_value::<Setup>(value.clone());
            let _ = from_value::<Position>(value.clone());
            if let Ok(Move::Mapello(cell)) = from_value(value) {
                prop_assert_eq!(i64::from(cell.index()), number);
            }
        }
    }
}

#[test]
fn the_serialized_form_never_changes() {
    let moves = [20, 29].map(|index| Move::Mapello(Cell::new(index).unwrap())).to_vec();
    let record = Record { setup: Setup::Mapello(Board::DEFAULT), moves };
    let expected = json!({
        "setup": { "mapello": "K6G4E-0R03R-44167-0G123-4903E-X" },
        "moves": [{ "mapello": 20 }, { "mapello": 29 }]
    });
    assert_eq!(to_value(record).unwrap(), expected);
}

#[test]
fn the_serialized_form_of_a_played_move_never_changes() {
    let start = Setup::Mapello(Board::EMPTY).start();
    let played = start.play(Move::Mapello(Cell::new(20).unwrap())).unwrap();
    let rows = "##########/#........#/#........#/#....X...#/#...XX...#/#...OX...#/#........#/#........#/#........#/##########";
    let expected = json!({
        "position": { "mapello": format!("{rows} O 0 0") },
        "trace": { "mapello": [
            { "place": { "by": "first", "on": 20 } },
            { "flip": { "by": "first", "from": 20, "ray": "south", "discs": 1, "joker": null } },
            { "next_turn": "second" }
        ] }
    });
    assert_eq!(to_value(played).unwrap(), expected);
}

#[test]
fn impossible_values_are_refused() {
    let code = write_code(&Board::DEFAULT);
    let position = write_position(&Mapello::start(&Board::DEFAULT));
    let setups =
        [json!(""), json!(7), json!(null), json!({}), json!([0, 0, 0]), json!(code[1..]), json!(position)];
    for setup in setups {
        assert!(from_value::<Setup>(json!({ "mapello": setup })).is_err(), "{setup}");
    }
    for cell in
        [json!(64), json!(255), json!(256), json!(-1), json!(1.5), json!("d3"), json!(null), json!([1])]
    {
        assert!(from_value::<Move>(json!({ "mapello": cell })).is_err(), "{cell}");
    }
    let positions = [
        json!(code),
        json!(""),
        json!(position.replace("XO", ".O")),
        json!(position.replace(" 0 0", " 3 0")),
        json!(position.replace('#', "J")),
        json!({ "discs": [1, 1] }),
        Value::Null,
    ];
    for position in positions {
        assert!(from_value::<Position>(json!({ "mapello": position })).is_err(), "{position}");
    }
    let step = |ray: &str, from: u8, joker: u8| {
        let flip = json!({ "by": "first", "from": from, "ray": ray, "discs": 1, "joker": joker });
        from_value::<Trace>(json!({ "mapello": [{ "flip": flip }] }))
    };
    assert!(step("south", 63, 35).is_ok());
    assert!(
        step("down", 63, 35).is_err() && step("south", 64, 35).is_err() && step("south", 63, 36).is_err()
    );
}
