//! Files of a device that a room of today wrote, and what is left of them when they are damaged.

use super::super::tests::read;
use room::{Command, Room, RoomCode, Settings, decide, evolve, stamp};
use rules::Game;

use super::*;

/// A file with a game in which South, a level of the computer, plays against a person, takes a move back,
/// and resigns.
fn file(game: Game, moves: usize) -> String {
    let mut room = Room::new(RoomCode::from_seed(0));
    let mut log = Vec::new();
    let mut happen = |room: &mut Room, events: Vec<Event>| {
        for logged in stamp(events, room.seq, 7, None) {
            evolve(room, &logged);
            log.push(logged);
        }
    };
    let settings = Settings::for_game(game);
    let sit =
        |seat, member, name: &str| Event::Seated { seat, member: MemberId(member), name: name.to_owned() };
    let setup = settings.game.setup(1).unwrap();
    happen(
        &mut room,
        vec![
            Event::Opened(settings),
            sit(Seat::Bottom, 1, "person"),
            sit(Seat::Top, 35, Level::Easy.name()),
            Event::started(1, setup, Seat::Top),
        ],
    );
    let play = |room: &Room| {
        let at = room.running().unwrap();
        let mv = *at.position.legal_moves().first().unwrap();
        let member = room.occupant(at.seat_of(at.position.to_move())).unwrap().member;
        decide(room, member, &Command::Play { game: 1, ply: at.ply(), mv }, 7).unwrap()
    };
    for _ in 0..moves {
        let events = play(&room);
        happen(&mut room, events);
    }
    happen(&mut room, vec![Event::Undone(moves as u32 - 1)]);
    happen(&mut room, vec![Event::Ended { winner: Some(Side::Second), reason: Reason::Resigned }]);
    format!(
        r#"{{"duello":1,"games":[{{"moves":{},"over":true,"log":{}}}]}}"#,
        moves - 1,
        serde_json::to_string(&log).unwrap()
    )
}

#[test]
fn a_local_game_is_imported_with_its_level_takebacks_and_result() {
    for (game, person) in [(Game::Mancala, "North"), (Game::Mapello, "White")] {
        let read = read(&file(game, 9)).unwrap();
        assert_eq!((read.setup.game(), read.moves.len()), (game, 8));
        assert_eq!(read.names, ["Easy", person]);
        assert_eq!((read.reason, read.winner), (Reason::Resigned, Some(Side::Second)));
    }
}

#[test]
fn a_person_of_an_earlier_version_has_no_name_unless_renamed() {
    let text = file(Game::Mancala, 9);
    for (name, read_as) in [("person", "North"), ("You", "North"), ("Ada", "Ada")] {
        let named = text.replace("\"name\":\"person\"", &format!("\"name\":\"{name}\""));
        assert_eq!(read(&named).unwrap().names, ["Easy", read_as], "{name}");
    }
}

#[test]
fn a_local_game_with_impossible_moves_is_not_imported() {
    let whole = file(Game::Mancala, 5);
    for (old, new) in [
        (r#""pits":6"#, r#""pits":255"#),
        (r#""stones":4"#, r#""stones":0"#),
        (r#""index":0"#, r#""index":200"#),
        (r#""index":0"#, r#""index":-1"#),
        (r#""started""#, r#""begun""#),
        (r#""undone":4"#, r#""undone":0"#),
    ] {
        let wrong = whole.replace(old, new);
        assert_ne!(wrong, whole, "{old}");
        assert_eq!(read(&wrong), None, "{new}");
    }
}

#[test]
fn malformed_local_games_are_not_imported_and_never_panic() {
    let whole = file(Game::Mapello, 6);
    // The file cut off anywhere, and with any character changed.
    for at in 0..whole.len() {
        assert_eq!(read(&whole[..at]), None);
        for sign in ["\"", "9", "[", "}", "-", "é"] {
            let bent = format!("{}{sign}{}", &whole[..at], &whole[at + 1..]);
            let told = read(&bent);
            assert!(told.is_none_or(|game| game.room().game.is_some()), "{bent}");
        }
    }
    let names = whole.replace("Easy", "<script>\\u202e");
    assert_eq!(read(&names).unwrap().names, ["Black", "White"]);
    let late = whole.replace("\"at\":7", "\"at\":9223372036854775807");
    assert_eq!(read(&late), None, "no calendar has that day");
}
