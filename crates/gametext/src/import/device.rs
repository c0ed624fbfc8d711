//! Parses the file that "my games" exports from a device (`public/local-archive.js`): the logs of the rooms
//! that ran in its page. Pure.

use std::collections::BTreeMap;

use engine_protocol::Level;
use room::{
    BoardChoice, Event, Finished, Logged, MemberId, Reason, Seat, TimeControl, TimeOut, opening_moves,
};
use rules::{Position, Record, Setup, Side};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::json::{Text, checked, lost, parse};
use super::{Entry, MAX_GAMES, ReadGame, side_names};
use crate::Words;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::listed;

/// The version of the file, as its field `duello`.
const VERSION: u32 = 1;

/// The exported file.
#[derive(Deserialize)]
struct Kept<'a> {
    duello: Option<u32>,
    #[serde(borrow)]
    games: Vec<&'a RawValue>,
}

/// The fields of an entry: those of the file, and those of the list that it is made from, which repeat the log.
const FIELDS: [&str; 21] = [
    "log", "place", "names", "moves", "over", "winner", "score", "read", "key", "since", "at", "levels",
    "kind", "id", "old", "sort", "state", "review", "events", "running", "gone",
];

/// The fields of one of its games that are read. The summary is derived from the log, so it is compared with it.
#[derive(Deserialize)]
struct Game<'a> {
    #[serde(borrow)]
    log: Vec<&'a RawValue>,
    #[serde(default)]
    place: Option<String>,
    names: Option<[String; 2]>,
    moves: Option<usize>,
    over: Option<bool>,
    winner: Option<Side>,
    score: Option<[u16; 2]>,
}

/// What a person without a name of their own is called in a log, now and in earlier versions.
const NAMELESS: [&str; 2] = ["person", "You"];

/// The least member id of the computer: that of a person is the seat.
const COMPUTERS: u64 = 16;

/// Parses the games of a file, in its order. A game without a move is none.
pub(super) fn read(text: &mut Text<'_>, raw: &RawValue, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let Kept { duello, games } = parse(raw.get()).map_err(|why| text.fails(raw.get(), &why))?;
    if duello.is_some_and(|version| version != VERSION) {
        return Err(text.refuses(raw.get(), None, Why::JsonField("duello".to_owned())));
    }
    let mut entries = Vec::new();
    for raw in games {
        match of_entry(text, raw, words) {
            Ok(games) => entries.extend(games),
            Err(why) => entries.push(Err(why)),
        }
        if entries.len() > MAX_GAMES {
            return Err(text.refuses(raw.get(), None, Why::TooManyGames));
        }
    }
    Ok(entries)
}

/// The games of one entry, also without the file around it: its log has one, or a game in progress and those
/// before it.
pub(super) fn of_entry(text: &mut Text<'_>, raw: &RawValue, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let entry: Game<'_> = parse(raw.get()).map_err(|why| text.field_fails(raw.get(), &why))?;
    let mut log = Log::new(words);
    for part in &entry.log {
        let logged: Logged = parse(part.get()).map_err(|why| text.field_fails(part.get(), &why))?;
        let kept = serde_json::to_value(&logged).map_err(|why| text.field_fails(part.get(), &why))?;
        // Only what makes the game: settings of earlier versions had other fields.
        if is_of_game(&logged.event)
            && let Some((at, name)) = lost(part, &kept)
        {
            return Err(text.refuses(at.get(), None, Why::JsonField(name)));
        }
        log.add(&logged).map_err(|(ply, why)| text.refuses(part.get(), ply, why))?;
    }
    if let Some(name) = log.contradicts(&entry).or_else(|| log.called(entry.names.as_ref())) {
        return Err(text.refuses(raw.get(), None, Why::LogSummary(name.to_owned())));
    }
    let fields: BTreeMap<String, IgnoredAny> = parse(raw.get()).unwrap_or_default();
    let lost: Vec<_> = fields.into_keys().filter(|name| !FIELDS.contains(&name.as_str())).collect();
    let lost = (!lost.is_empty()).then(|| Notice::NotKept(listed(&lost)));
    let place = entry.place.as_deref().map(room::clean_line).filter(|place| !place.is_empty());
    log.games.retain(|game| game.moves.len() > game.opening_ply());
    if log.games.is_empty() {
        return Err(text.refuses(raw.get(), None, Why::NoMoves));
    }
    let read = log.games.into_iter().map(|game| {
        checked(game, Format::Device, words)
            .map(|mut read| {
                read.notices.extend(lost.clone());
                ReadGame { place: place.clone(), ..read }
            })
            .map_err(|(ply, why)| text.refuses(raw.get(), ply, why))
    });
    Ok(read.collect())
}

fn is_of_game(event: &Event) -> bool {
    matches!(event, Event::Started { .. } | Event::Moved { .. } | Event::Undone(_) | Event::Ended { .. })
}

/// The games of a log, played as a room plays them. Only the events of a game follow each other without gaps:
/// each game has its own, and those before its start that it needs.
struct Log<'a> {
    words: &'a Words,
    called: [Option<(MemberId, String)>; 2],
    games: Vec<Finished>,
    /// The position of the last game, and the seat of its first side; none before the first game.
    now: Option<(Position, Seat)>,
    over: bool,
    seq: u64,
}

impl<'a> Log<'a> {
    fn new(words: &'a Words) -> Self {
        Log { words, called: [None, None], games: Vec::new(), now: None, over: false, seq: 0 }
    }

    /// Adds an event, if it can stand here; else the number of the move at fault, and why.
    fn add(&mut self, Logged { seq, at, event, .. }: &Logged) -> Result<(), (Option<u32>, Why)> {
        let out_of_place = Err((None, Why::LogEvent));
        let is_running = self.now.is_some() && !self.over;
        if *seq <= self.seq || is_running && is_of_game(event) && *seq != self.seq + 1 {
            return out_of_place;
        }
        self.seq = *seq;
        match event {
            Event::Seated { seat, member, name } => {
                self.called[seat.index()] = Some((*member, name.clone()));
            }
            Event::Renamed { seat, name } => {
                self.called[seat.index()].iter_mut().for_each(|(_, called)| called.clone_from(name));
            }
            Event::Started { setup, first, opening, .. } => {
                if let Err(why) = setup.validate() {
                    return Err((None, Why::Setup(why)));
                }
                let mut game = begun(*setup);
                game.board = opening.map(BoardChoice::Opening);
                game.moves = opening_moves(setup, *opening);
                let record = Record { setup: *setup, moves: game.moves.clone() };
                let position = record.replay().map_err(|(_, why)| (None, Why::Illegal(why)))?;
                self.now = Some((position, *first));
                self.over = false;
                self.games.push(game);
            }
            _ => {}
        }
        let (Some(game), Some((position, first))) = (self.games.last_mut(), &mut self.now) else {
            return if is_of_game(event) { out_of_place } else { Ok(()) };
        };
        if self.over {
            return if is_of_game(event) { out_of_place } else { Ok(()) };
        }
        game.names = names(game.setup, *first, &self.called, self.words);
        match event {
            Event::Moved { side, mv } => {
                if position.to_move() != *side {
                    return out_of_place;
                }
                let ply = game.moves.len() as u32 + 1;
                *position = position.play(*mv).map_err(|why| (Some(ply), Why::Illegal(why)))?.position;
                game.moves.push(*mv);
            }
            Event::Undone(keep) => {
                let keep = (*keep as usize).max(game.opening_ply());
                if keep > game.moves.len() {
                    return out_of_place;
                }
                game.moves.truncate(keep);
                let record = Record { setup: game.setup, moves: game.moves.clone() };
                *position = record.replay().map_err(|(_, why)| (None, Why::Illegal(why)))?;
            }
            Event::Ended { winner, reason } => {
                (game.winner, game.reason, game.ended) = (*winner, *reason, *at);
                self.over = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// Gives the names beside the log to those who have none in it; the field, if it says other names.
    fn called(&mut self, names: Option<&[String; 2]>) -> Option<&'static str> {
        let names = names?;
        let [game] = self.games.as_mut_slice() else { return Some("names") };
        let own = side_names(game.setup.game(), self.words);
        for ((name, own), told) in game.names.iter_mut().zip(&own).zip(names) {
            if name == own {
                name.clone_from(told);
            }
        }
        (game.names != *names).then_some("names")
    }

    /// The field of a summary that says something else than the last game of the log.
    fn contradicts(&self, entry: &Game<'_>) -> Option<&'static str> {
        let game = self.games.last()?;
        let over = self.over && game.reason != Reason::CalledOff;
        let score = self.now.as_ref().map(|(position, _)| position.score());
        let differs = [
            ("moves", entry.moves.is_some_and(|moves| moves != game.moves.len())),
            ("over", entry.over.is_some_and(|said| said != over)),
            ("winner", entry.winner.is_some_and(|_| entry.winner != game.winner)),
            ("score", entry.score.is_some() && entry.score != score.filter(|_| over)),
        ];
        differs.into_iter().find_map(|(name, differs)| differs.then_some(name))
    }
}

/// The names of the players at the moment.
fn names(setup: Setup, first: Seat, called: &[Option<(MemberId, String)>; 2], words: &Words) -> [String; 2] {
    let own = side_names(setup.game(), words);
    Side::BOTH.map(|side| {
        let seat = if side == Side::First { first } else { first.other() };
        let name = match &called[seat.index()] {
            Some((MemberId(member), name)) if *member >= COMPUTERS => {
                Level::ALL.into_iter().find(|level| level.name() == name).map(words.level)
            }
            Some((_, name)) => Some(name.clone()).filter(|name| !NAMELESS.contains(&name.as_str())),
            None => None,
        };
        name.unwrap_or_else(|| own[side.index()].clone())
    })
}

fn begun(setup: Setup) -> Finished {
    Finished {
        names: Default::default(),
        setup,
        board: None,
        moves: Vec::new(),
        winner: None,
        reason: Reason::Played,
        timeout: TimeOut::default(),
        clock: TimeControl::None,
        ended: 0,
        match_part: None,
    }
}

#[cfg(test)]
mod tests;
