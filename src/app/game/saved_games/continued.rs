//! Logs of games that continue another game: from one of its positions, or as its review on this device.

use room::{
    Event, Finished, Game as Played, Logged, Millis, Reason, Room, Seat, Settings, TimeControl, UndoRule,
    stamp,
};
use rules::Side;
use serde::Serialize;

use super::members::seated;
use super::slot::code;
use super::summary::{GameSummary, summarize};
use crate::app::Opponent;

/// The first event of a room. The computer agrees to every takeback, but only the person's own turns are
/// taken back.
pub fn opened(settings: Settings, opponent: Opponent) -> Event {
    let undo = match opponent {
        Opponent::Person => UndoRule::AtOnce,
        Opponent::Computer => UndoRule::Consent,
    };
    Event::Opened(Settings { undo, ..settings })
}

/// The log of a game that continues from a position of another game: with the same players, or, if they are
/// not at this device, with a person as `own` against the computer.
pub fn log_from(
    room: &Room,
    game: &Played,
    opponent: Opponent,
    own: Option<Side>,
    now: Millis,
) -> Vec<Logged> {
    let settings = Settings { clock: TimeControl::None, berserk: false, ..room.next_settings() };
    let mut played = game.clone();
    played.number = 1;
    let elsewhere = Room::new(code());
    let [bottom, top] = seated(if own.is_some() { &elsewhere } else { room }, opponent);
    match own {
        Some(Side::First) => played.first = Seat::Bottom,
        Some(Side::Second) => played.first = Seat::Top,
        None => {}
    }
    let events = [opened(settings, opponent), bottom, top].into_iter().chain(played.events()).collect();
    stamp(events, 0, now, None)
}

/// The parts from which the log of a finished game on this device is put together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parts {
    /// The log's beginning: for a review, with the players' names; with a person on the first side against the
    /// computer; with a person on the second.
    pub begins: [Vec<Logged>; 3],
    /// The moves that players made, behind those of its opening.
    pub moves: Vec<Logged>,
    /// Its end, if it has ended.
    pub end: Option<Logged>,
    /// The summary of all of it, for the list on "my games".
    pub summary: GameSummary,
    /// The players' names.
    pub names: [String; 2],
    /// Where it was played, if its text says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Splits a finished game into the parts of a log of this device.
pub fn parts(game: &Finished, place: Option<String>) -> Option<Parts> {
    let room = game.room();
    let played = room.game.as_ref()?;
    // The script continues from a number of moves of players.
    let start = played.at(played.opening_ply());
    let begin = |opponent, own| log_from(&room, &start, opponent, own, game.ended);
    let mut review = begin(Opponent::Person, None);
    for logged in &mut review {
        if let Event::Seated { seat, name, .. } = &mut logged.event {
            game.names[start.side_of(*seat).index()].clone_into(name);
        }
    }
    let begins =
        [review, begin(Opponent::Computer, Some(Side::First)), begin(Opponent::Computer, Some(Side::Second))];
    let moves = played.events().into_iter().skip(1).collect();
    let moves = stamp(moves, begins[0].len() as u64, game.ended, None);
    let last = moves.last().map_or(0, |last| last.seq);
    // A game that was only written down may stop short of its end.
    let is_over = game.reason != Reason::Played || played.position.outcome().is_some();
    let end = Event::Ended { winner: game.winner, reason: game.reason };
    let end = stamp(vec![end], last, game.ended, None).pop().filter(|_| is_over);
    let whole: Vec<_> = begins[0].iter().chain(&moves).chain(&end).cloned().collect();
    let summary = summarize(&whole)?.games.pop()?;
    Some(Parts { begins, moves, end, summary, names: game.names.clone(), place })
}

#[cfg(test)]
mod tests {
    use engine_protocol::Level;
    use room::{BoardChoice, GameSettings, fold, opening_moves};
    use rules::{Game, Record};

    use super::super::members::level_at;
    use super::*;

    #[test]
    fn a_finished_game_becomes_one_of_this_device_whole_or_to_a_move() {
        for game in Game::ALL {
            let setup = GameSettings::setup(&Settings::for_game(game).game, 1).unwrap();
            let mut record = Record::new(setup);
            while let Some(&mv) = record.replay().unwrap().legal_moves().first() {
                record.moves.push(mv);
            }
            let whole = Finished::from_record(["a".to_owned(), "b".to_owned()], record.clone()).unwrap();
            let Parts { begins, moves, end, summary, names, .. } = parts(&whole, None).unwrap();
            let log: Vec<_> = begins[0].iter().chain(&moves).chain(&end).cloned().collect();
            let room = fold(code(), &log);
            assert_eq!((room.seq, room.running()), (log.len() as u64, None));
            let called = Seat::BOTH.map(|seat| room.occupant(seat).unwrap().name.clone());
            assert_eq!((called, names), (whole.names.clone(), whole.names.clone()));
            assert_eq!(serde_json::to_value(summary).unwrap()["moves"], record.moves.len());
            assert_eq!(room.game.unwrap().moves, record.moves);
            for (begin, side) in begins[1..].iter().zip(Side::BOTH) {
                let room = fold(code(), begin.iter().chain(&moves[..3]));
                let seat = room.running().unwrap().seat_of(side);
                assert_eq!((level_at(&room, seat), room.seq), (None, 7), "a person");
                assert_eq!(level_at(&room, seat.other()), Some(Level::Easy));
            }
            let resigned = Finished { reason: Reason::Resigned, ..whole.clone() };
            assert!(parts(&resigned, None).unwrap().end.is_some());
            record.moves.truncate(4);
            let cut = Finished::from_record(whole.names, record).unwrap();
            assert_eq!(parts(&cut, None).unwrap().end, None, "it can be played on");
        }
    }

    #[test]
    fn a_game_from_an_opening_is_reviewed_and_continued_behind_it() {
        let choice = BoardChoice::Opening(3);
        let setup = GameSettings::Mapello(choice).setup(1).unwrap();
        let mut record = Record { setup, moves: opening_moves(&setup, Some(3)) };
        while let Some(&mv) = record.replay().unwrap().legal_moves().first() {
            record.moves.push(mv);
        }
        let names = ["a".to_owned(), "b".to_owned()];
        let whole = Finished { board: Some(choice), ..Finished::from_record(names, record.clone()).unwrap() };
        let Parts { begins, moves, end, .. } = parts(&whole, None).unwrap();
        let log: Vec<_> = begins[0].iter().chain(&moves).chain(&end).cloned().collect();
        let game = fold(code(), &log).game.unwrap();
        assert_eq!((game.opening, &game.moves), (Some(3), &record.moves));
        let unplayed = summarize(&begins[0]).unwrap().games.pop().unwrap();
        assert_eq!(
            serde_json::to_value(unplayed).unwrap()["moves"],
            0,
            "the opening alone is no game to list"
        );
        // As the button of the position behind ten moves does: two of them are the players'.
        let room = fold(code(), begins[1].iter().chain(&moves[..2]));
        assert_eq!(room.game.unwrap().moves, record.moves[..10]);

        // From a position within the opening, its moves are moves like others.
        let early = log_from(&whole.room(), &game.at(3), Opponent::Computer, Some(Side::First), 0);
        let early = fold(code(), &early).game.unwrap();
        assert_eq!((early.opening, &early.moves[..]), (None, &record.moves[..3]));
    }
}
