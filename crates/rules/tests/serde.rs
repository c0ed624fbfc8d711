//! Tests of the serialised form of Mancala, on the wire and in the store: it survives a round trip, and
//! invalid positions are refused.
#![cfg(feature = "serde")]

#[path = "common/games.rs"]
mod games;

use games::{games, play};
use proptest::prelude::*;
use rules::mancala::notation::read_start_code;
use rules::mancala::{Setup, Variant};
use rules::{Move, Played, Position, Record, Trace};
use serde_json::{from_str, json, to_string, to_value};

proptest! {
    #[test]
    fn records_positions_and_traces_round_trip_through_serde((setup, choices) in games()) {
        let plies = play(&setup, choices);
        let mut record = Record::new(rules::Setup::Mancala(setup));
        for ply in plies {
            record.moves.push(Move::Mancala(ply.mv));
            let before = Position::Mancala(ply.before);
            prop_assert_eq!(from_str::<Position>(&to_string(&before).unwrap()).unwrap(), before);
            let played =
                Played { position: Position::Mancala(ply.after), trace: Trace::Mancala(ply.steps) };
            prop_assert_eq!(from_str::<Played>(&to_string(&played).unwrap()).unwrap(), played);
        }
        prop_assert_eq!(from_str::<Record>(&to_string(&record).unwrap()).unwrap(), record);
    }

    #[test]
    fn deserializing_any_bytes_never_panics(bytes in any::<Vec<u8>>()) {
        let _ = serde_json::from_slice::<Record>(&bytes);
        let _ = serde_json::from_slice::<Position>(&bytes);
    }
}

#[test]
fn the_serialized_form_never_changes() {
    let record = Record {
        setup: rules::Setup::Mancala(Setup::new(rules::mancala::Variant::default(), 1)),
        moves: vec![
            Move::Mancala(rules::mancala::Move::Sow(rules::mancala::Pit {
                side: rules::Side::First,
                index: 4,
            })),
            Move::Mancala(rules::mancala::Move::Swap),
        ],
    };
    let expected = json!({
        "setup": { "mancala": {
            "variant": {
                "pits": 6, "stones": 4, "capture": "opposite", "sowing": "single", "extra_turn": true,
                "leftovers": "owner", "direction": "counter_clockwise", "pie_rule": false, "first_move": "south"
            },
            "starts": "first"
        } },
        "moves": [{ "mancala": { "sow": { "side": "first", "index": 4 } } }, { "mancala": "swap" }]
    });
    assert_eq!(to_value(record).unwrap(), expected);
}

#[test]
fn the_serialized_form_of_a_start_never_changes() {
    let plain = Setup::new(Variant::default(), 1);
    let written = to_string(&plain).unwrap();
    assert!(written.ends_with(r#""first_move":"south"},"starts":"first"}"#), "{written}");
    let start = read_start_code("444344-454443-01").ok();
    let fair = Setup { start, ..plain };
    let expected = written.replace("\"first\"}", "\"first\",\"start\":\"444344-454443-01\"}");
    assert_eq!((to_string(&fair).unwrap(), start.is_some()), (expected.clone(), true));
    assert_eq!(from_str::<Setup>(&expected).unwrap(), fair);
    assert_eq!(from_str::<Setup>(&written).unwrap(), plain);
}

#[test]
fn a_hostile_start_is_refused_with_the_reason() {
    let value = to_value(Setup::new(Variant::default(), 1)).unwrap();
    for (start, why) in [
        (json!("444444-444444"), "This is the usual start"),
        (json!("000000-888888"), "A row is empty"),
        (json!("444344-454444-00"), "This is not the code of a start"),
        (json!("ZZZZZZZZZ-ZZZZZZZZZ-ZZ"), "620 stones cannot be shared out"),
        (json!("Z".repeat(100_000)), "This is not the code of a start"),
        (json!([4, 4, 4]), "invalid type"),
        (json!(444_344), "invalid type"),
        (json!({"rows": [[4], [4]]}), "invalid type"),
    ] {
        let mut value = value.clone();
        value["start"] = start;
        let refused = serde_json::from_value::<Setup>(value).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn an_impossible_position_is_refused() {
    let start = rules::Setup::Mancala(Setup::new(rules::mancala::Variant::default(), 1)).start();
    let value = to_value(&start).unwrap();
    assert_eq!(serde_json::from_value::<Position>(value.clone()).unwrap(), start);
    for (path, wrong) in [
        ("/mancala/variant/pits", json!(200)),
        ("/mancala/rows/0", json!([4, 4])),
        ("/mancala/stores", json!([200, 200])),
        ("/mancala/turn", json!(0)),
        ("/mancala/can_swap", json!(true)),
    ] {
        let mut value = value.clone();
        *value.pointer_mut(path).unwrap() = wrong;
        assert!(serde_json::from_value::<Position>(value).is_err(), "{path}");
    }
}
