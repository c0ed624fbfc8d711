//! Examples of summaries, and logs that are none.

use room::{Command, MemberId, Seat, Settings, decide, stamp};
use rules::Game;
use serde_json::{Value, json};

use super::super::members::{rename, sit};
use super::*;

/// A room of this device that is played in, with its log. A second passes with each command.
struct Device {
    room: Room,
    log: Vec<Logged>,
}

impl Device {
    fn open(game: Game, levels: [Option<Level>; 2]) -> Self {
        let mut device = Self { room: Room::new(code()), log: Vec::new() };
        let [bottom, top] = [0, 1].map(|seat| sit(Seat::BOTH[seat], levels[seat]));
        device.commit(vec![Event::Opened(Settings::for_game(game)), bottom, top]);
        device
    }

    fn commit(&mut self, events: Vec<Event>) {
        for logged in stamp(events, self.room.seq, 1_000 + 1_000 * self.room.seq as Millis, None) {
            evolve(&mut self.room, &logged);
            self.log.push(logged);
        }
    }

    fn start(&mut self, first: Seat) {
        let setup = self.room.next_settings().game.setup(1).unwrap();
        self.commit(vec![Event::started(1, setup, first)]);
    }

    fn member_to_move(&self) -> MemberId {
        let game = self.room.running().unwrap();
        self.room.occupant(game.seat_of(game.position.to_move())).unwrap().member
    }

    fn play(&mut self, moves: usize) {
        for _ in 0..moves {
            let game = self.room.running().unwrap();
            let mv = game.position.legal_moves()[0];
            let command = Command::Play { game: game.number, ply: game.ply(), mv };
            let events = decide(&self.room, self.member_to_move(), &command, self.room.at).unwrap();
            self.commit(events);
        }
    }

    fn resign(&mut self) {
        let events = decide(&self.room, self.member_to_move(), &Command::Resign, self.room.at).unwrap();
        self.commit(events);
    }

    fn summary(&self) -> Value {
        summary_of(&self.log)
    }
}

fn summary_of(log: &[Logged]) -> Value {
    let written = summarize_text(&serde_json::to_string(log).unwrap()).unwrap();
    serde_json::from_str(&written).unwrap()
}

#[test]
fn a_game_of_two_has_the_fields_that_archives_have_always_held() {
    let mut device = Device::open(Game::Mancala, [None; 2]);
    device.start(Seat::Bottom);
    device.play(3);
    device.resign();
    let score = device.room.game.as_ref().unwrap().position.score();
    let winner = device.room.game.as_ref().unwrap().ending.unwrap().winner;
    let expected = json!({
        "events": 8, "at": 8_000, "running": false,
        "games": [{
            "key": "duello.local.2", "since": 4_000, "at": 8_000, "levels": [-1, -1],
            "kind": Variant::default(), "moves": 3, "over": true, "winner": winner, "score": score,
            "log": [[0, 8]],
        }],
    });
    assert_eq!(device.summary(), expected);
}

#[test]
fn levels_are_by_side_and_a_board_is_what_it_was_made_from() {
    let mut device = Device::open(Game::Mapello, [None, Some(Level::Hard)]);
    device.start(Seat::Top);
    device.play(2);
    let game = &device.summary()["games"][0];
    assert_eq!(game["levels"], json!([Level::Hard as u8, -1]), "the computer has the first side");
    assert_eq!((&game["key"], &game["kind"]), (&json!("duello.computer.mapello"), &json!("default")));
    assert_eq!((&game["over"], &game["score"]), (&json!(false), &Value::Null));
    assert_eq!(device.summary()["running"], true);
}

#[test]
fn each_game_of_a_log_is_summarised_with_its_own_events() {
    let mut device = Device::open(Game::Mapello, [None; 2]);
    for moves in [4, 1, 6] {
        device.start(Seat::Bottom);
        device.play(moves);
        device.resign();
    }
    let moves = |summary: &Value| -> Vec<u64> {
        summary["games"].as_array().unwrap().iter().map(|game| game["moves"].as_u64().unwrap()).collect()
    };
    let summary = device.summary();
    assert_eq!(moves(&summary), [4, 1, 6]);
    for game in summary["games"].as_array().unwrap() {
        let ranges: Vec<[usize; 2]> = serde_json::from_value(game["log"].clone()).unwrap();
        let own: Vec<Logged> = ranges.iter().flat_map(|&[from, to]| device.log[from..to].to_vec()).collect();
        let alone = &summary_of(&own)["games"][0];
        for field in ["key", "since", "at", "levels", "kind", "moves", "over", "winner", "score"] {
            assert_eq!(alone[field], game[field], "{field}");
        }
    }
}

#[test]
fn taken_back_moves_do_not_count_and_a_called_off_game_is_not_over() {
    let mut device = Device::open(Game::Mancala, [None; 2]);
    device.start(Seat::Bottom);
    device.play(5);
    device.commit(vec![Event::Undone(2)]);
    device.commit(vec![Event::Ended { winner: None, reason: Reason::CalledOff }]);
    let summary = device.summary();
    assert_eq!((&summary["games"][0]["moves"], &summary["games"][0]["over"]), (&json!(2), &json!(false)));
    assert_eq!(summary["running"], false);
}

#[test]
fn what_no_device_has_written_is_no_log_and_nothing_panics() {
    let mut device = Device::open(Game::Mancala, [None; 2]);
    device.start(Seat::Bottom);
    device.play(3);
    let whole = serde_json::to_string(&device.log).unwrap();
    assert!(summarize_text(&whole).is_some());
    for (old, new) in [
        ("\"pits\":6", "\"pits\":255"),
        ("\"stones\":4", "\"stones\":-1"),
        ("\"stones\":4", "\"stones\":0"),
        ("\"at\":", "\"at\":9e"),
        ("\"at\":4000", "\"at\":8640000000000000"),
        ("\"started\"", "\"begun\""),
    ] {
        let wrong = whole.replace(old, new);
        assert_ne!(wrong, whole, "{old}");
        assert_eq!(summarize_text(&wrong), None, "{new}");
    }
    for text in ["", "null", "7", "[]", "[null]", "{}"] {
        assert_eq!(summarize_text(text), None, "{text}");
    }
    for at in (0..whole.len()).step_by(3) {
        for sign in ["\"", "9", "[", "}", "-"] {
            let _ = summarize_text(&format!("{}{sign}{}", &whole[..at], &whole[at + 1..]));
        }
    }
}

#[test]
fn a_repeated_event_starts_no_second_game() {
    let mut device = Device::open(Game::Mancala, [None; 2]);
    device.start(Seat::Bottom);
    device.play(2);
    let repeated = device.log[3].clone();
    device.log.push(repeated);
    assert_eq!(device.summary()["games"].as_array().map(Vec::len), Some(1));
}

#[test]
fn names_of_two_at_one_device_are_told_with_every_game() {
    let mut device = Device::open(Game::Mancala, [None; 2]);
    device.start(Seat::Bottom);
    device.play(1);
    device.commit(vec![rename(Seat::Bottom, "Ada")]);
    assert_eq!(device.summary()["games"][0].get("names"), None, "the other one has no name");
    device.commit(vec![rename(Seat::Top, "Bo")]);
    assert_eq!(device.summary()["games"][0]["names"], json!(["Ada", "Bo"]));
    device.resign();
    device.start(Seat::Top);
    device.play(1);
    let summary = device.summary();
    assert_eq!(summary["games"][1]["names"], json!(["Bo", "Ada"]), "they have changed sides");
    // Each game's own log has the names, wherever they were given.
    for game in summary["games"].as_array().unwrap() {
        let own: Vec<Logged> = game["log"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|range| range[0].as_u64().unwrap()..range[1].as_u64().unwrap())
            .map(|place| device.log[place as usize].clone())
            .collect();
        let room = room::fold(code(), &own);
        let name = |seat| room.occupant(seat).map(|occupant| occupant.name.as_str());
        assert_eq!(Seat::BOTH.map(name), [Some("Ada"), Some("Bo")]);
    }
}
