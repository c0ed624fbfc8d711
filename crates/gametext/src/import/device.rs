//! Parses the file that "my games" exports from a device (`public/local-archive.js`): the logs of the rooms
//! that ran in its page. Pure.

use engine_protocol::Level;
use room::{Event, Finished, Logged, MemberId, Reason, Seat, TimeControl, TimeOut};
use rules::{Setup, Side};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{Text, checked, parse};
use super::{Entry, MAX_GAMES, ReadGame, side_names};
use crate::Words;
use crate::refusal::{Format, Refusal, Why};

/// The exported file.
#[derive(Deserialize)]
struct Kept<'a> {
    #[serde(borrow)]
    games: Vec<&'a RawValue>,
}

/// The fields of one of its games that are read.
#[derive(Deserialize)]
struct Game {
    log: Vec<Logged>,
    #[serde(default)]
    place: Option<String>,
}

/// What a person without a name of their own is called in a log.
const NAMELESS: &str = "person";

/// The least member id of the computer: that of a person is the seat.
const COMPUTERS: u64 = 16;

/// Parses the games of a file, in its order. A game without a move is none.
pub(super) fn read(mut text: Text<'_>, raw: &RawValue, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let Kept { games } = parse(raw.get()).map_err(|why| text.fails(raw.get(), &why))?;
    let mut entries = Vec::new();
    for raw in games {
        match parse::<Game>(raw.get()).map(|game| (told(&game.log, words), game.place)) {
            Ok((told, _)) if told.is_empty() => {
                entries.push(Err(text.refuses(raw.get(), None, Why::LogForm)))
            }
            Ok((told, place)) => entries.extend(told.into_iter().map(|game| {
                let place = place.as_deref().map(room::clean_line).filter(|place| !place.is_empty());
                checked(game, Format::Device, words)
                    .map(|read| ReadGame { place, ..read })
                    .map_err(|(ply, why)| text.refuses(raw.get(), ply, why))
            })),
            Err(why) => entries.push(Err(text.fails(raw.get(), &why))),
        }
        if entries.len() > MAX_GAMES {
            return Err(text.refuses(raw.get(), None, Why::TooManyGames));
        }
    }
    Ok(entries)
}

/// The games of a log. They are not played out here: the caller checks whether they are legal.
fn told(log: &[Logged], words: &Words) -> Vec<Finished> {
    let mut called: [Option<(MemberId, &str)>; 2] = [None; 2];
    let mut games: Vec<Finished> = Vec::new();
    for Logged { at, event, .. } in log {
        match event {
            Event::Seated { seat, member, name } => called[seat.index()] = Some((*member, name.as_str())),
            Event::Started { setup, first, .. } => games.push(begun(*setup, *first, called, words)),
            _ => {}
        }
        let Some(game) = games.last_mut() else { continue };
        match event {
            Event::Moved { mv, .. } => game.moves.push(*mv),
            Event::Undone(keep) => game.moves.truncate(*keep as usize),
            Event::Ended { winner, reason } => {
                (game.winner, game.reason, game.ended) = (*winner, *reason, *at);
            }
            _ => {}
        }
    }
    games.retain(|game| !game.moves.is_empty());
    games
}

fn begun(setup: Setup, first: Seat, called: [Option<(MemberId, &str)>; 2], words: &Words) -> Finished {
    let own = side_names(setup.game(), words);
    let names = Side::BOTH.map(|side| {
        let seat = if side == Side::First { first } else { first.other() };
        let name = match called[seat.index()] {
            Some((MemberId(member), name)) if member >= COMPUTERS => {
                Level::ALL.into_iter().find(|level| level.name() == name).map(words.level)
            }
            Some((_, name)) => Some(name.to_owned()).filter(|name| name != NAMELESS),
            None => None,
        };
        name.unwrap_or_else(|| own[side.index()].clone())
    });
    Finished {
        names,
        setup,
        board: None,
        moves: Vec::new(),
        winner: None,
        reason: Reason::Played,
        timeout: TimeOut::default(),
        clock: TimeControl::None,
        ended: 0,
    }
}

#[cfg(test)]
mod tests {
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
        let sit = |seat, member, name: &str| Event::Seated {
            seat,
            member: MemberId(member),
            name: name.to_owned(),
        };
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
            r#"{{"duello":1,"games":[{{"score":[1,2],"log":{}}}]}}"#,
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
}
