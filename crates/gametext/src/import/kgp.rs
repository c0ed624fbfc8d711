//! Logs of the Kalah Game Protocol. A position is as the side to move sees it; of the moves behind it the
//! last one counts, once the next position or the end confirms it; not one that answers an earlier position,
//! or comes after the player yielded.
//!
//! ```text
//! line    = [ "<" / ">" ] [ id [ "@" id ] ] command
//! command = "kgp" [ 3number ] / "state" position / "move" number / "stop" / "set" option value / other *word
//! other   = "ok" / "error" / "yield" / "ping" / "pong" / "mode" / "goodbye"
//! ```
//! Players and result are options of ours, which other programs pass over, as the protocol wants it.

use room::Finished;
use rules::mancala::notation::write_kgp;
use rules::mancala::{Move, Pit, Position, Setup, Variant};
use rules::{Record, Side};

use super::frame::{Fault, Section, Tag};
use super::kgp_line::{Line, line_of, unquoted, words_of};
use super::{Entry, MAX_GAMES, Played, ReadGame, ending, refusal, tags};
use crate::Words;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::{Places, Word, ends_line};

/// What begins the names of our options.
pub(crate) const OPTION: &str = "duello:";
/// Commands that change nothing of the game.
const OTHER: [&str; 7] = ["ok", "error", "yield", "ping", "pong", "mode", "goodbye"];

/// Whether a text begins with a line of the protocol.
pub(super) fn is_kgp(begin: &str) -> bool {
    let begins = |line: &str| {
        let words = words_of(line, 0);
        let Some(line) = line_of(&words) else { return words.first().map(|_| false) };
        let next = line.rest.first().map_or("", |word| word.text.as_str());
        match line.command.text.as_str() {
            "kgp" | "mode" => Some(true),
            // These are words of English as well.
            "state" => Some(next.starts_with('<')),
            "set" => Some(next.contains(':')),
            // These may stand before it; comments are refused where they stand.
            other if OTHER.contains(&other) || other.starts_with([';', '#']) => None,
            _ => Some(false),
        }
    };
    begin.split(ends_line).find_map(begins).unwrap_or(false)
}

/// Reads all games of a log.
pub(super) fn read(source: &str, words: &Words) -> Result<Vec<Entry>, Refusal> {
    let mut log = Log { words, options: Vec::new(), now: None, done: Vec::new(), stopped: false, last: 0 };
    let mut places = Places::new(source);
    let mut begin = 0;
    for line in source.split_inclusive(ends_line) {
        let words = words_of(line, begin);
        begin += line.len();
        if let Some(line) = line_of(&words) {
            log.last = line.command.at;
            let read = log.command(source, &line);
            if let Err((at, why)) = read {
                let why = refusal(&mut places, Format::Kgp, at, log.ply(), why);
                log.done.push(Err(why));
                return Ok(log.done);
            }
        } else if let Some(word) = words.first() {
            log.done.push(Err(refusal(&mut places, Format::Kgp, word.at, None, Why::KgpLine)));
            return Ok(log.done);
        }
    }
    let options = |log: &Log<'_>| log.options.first().map_or(Ok(()), |tag| Err((tag.at, Why::KgpOptions)));
    if let Err((at, why)) = log.end().and_then(|()| options(&log)) {
        let why = refusal(&mut places, Format::Kgp, at, log.ply(), why);
        log.done.push(Err(why));
    }
    if log.done.len() > MAX_GAMES {
        return Err(refusal(&mut places, Format::Kgp, log.last, None, Why::TooManyGames));
    }
    if log.done.is_empty() {
        log.done.push(Err(refusal(&mut places, Format::Kgp, source.len(), None, Why::NoMoves)));
    }
    Ok(log.done)
}

/// A game of a log, as far as it has been read.
struct Running {
    setup: Setup,
    position: Position,
    moves: Vec<Move>,
    /// The last move behind the last position, which is not confirmed, and where it stands.
    asked: Option<(u8, usize)>,
    corrected: u32,
    /// The number of the line with the last position: an answer to another one comes too late.
    id: Option<String>,
    /// Whether the player has said that the last move stays.
    yielded: bool,
}

impl Running {
    /// Plays the move that was asked for.
    fn confirm(&mut self) -> Result<(), Fault> {
        let Some((number, at)) = self.asked.take() else { return Ok(()) };
        let index = number.checked_sub(1).ok_or((at, Why::Illegal(rules::IllegalMove::NoSuchPit)))?;
        let mv = Move::Sow(Pit { side: self.position.to_move(), index });
        self.position = self.position.play(mv).map_err(|why| (at, Why::Illegal(why)))?.0;
        self.moves.push(mv);
        Ok(())
    }
}

struct Log<'a> {
    words: &'a Words,
    /// Our options, as tags.
    options: Vec<Tag>,
    now: Option<Running>,
    done: Vec<Entry>,
    /// Whether the game was stopped, so that only a position can follow.
    stopped: bool,
    /// Where the last command stands.
    last: usize,
}

impl Log<'_> {
    /// The number of the move that is read.
    fn ply(&self) -> Option<u32> {
        self.now.as_ref().map(|game| game.moves.len() as u32 + 1)
    }

    fn command(&mut self, source: &str, line: &Line<'_>) -> Result<(), Fault> {
        let at = line.command.at;
        match (line.command.text.as_str(), line.rest) {
            ("kgp", []) => self.end(),
            ("kgp", [major, minor, patch])
                if major.text == "1"
                    && [minor, patch].iter().all(|part| part.text.parse::<u32>().is_ok()) =>
            {
                self.end()
            }
            ("state", [state]) => {
                self.state(state)?;
                if let Some(game) = &mut self.now {
                    (game.id, game.yielded) = (line.ids.0.map(str::to_owned), false);
                }
                Ok(())
            }
            ("move", [number]) => {
                let is_number = number.text.bytes().all(|sign| sign.is_ascii_digit());
                let pit = number.text.parse().ok().filter(|_| is_number).ok_or((number.at, Why::NoMove))?;
                let Some(game) = self.now.as_mut().filter(|_| !self.stopped) else {
                    return Err((at, Why::KgpMoveEarly));
                };
                let is_late = game.yielded
                    || matches!((&game.id, line.ids.1), (Some(own), Some(other)) if own != other);
                game.corrected += u32::from(game.asked.is_some() || is_late);
                if !is_late {
                    game.asked = Some((pit, number.at));
                }
                Ok(())
            }
            ("yield", []) => {
                self.now.iter_mut().for_each(|game| game.yielded = game.asked.is_some());
                Ok(())
            }
            ("stop", []) | ("goodbye", _) => {
                self.stopped = true;
                self.now.as_mut().map_or(Ok(()), Running::confirm)
            }
            ("set", [name, value, ..]) => {
                let name = name.text.trim_start_matches(':');
                if let Some(name) = name.strip_prefix(OPTION) {
                    // Behind the end of a game stand the options of the next one.
                    if self.stopped {
                        self.end()?;
                    }
                    let line = source[value.at..].split(ends_line).next().unwrap_or_default();
                    let text = unquoted(line.trim()).ok_or((value.at, Why::KgpLine))?;
                    let known = ["South", "North", "Result", "Termination", "Date"];
                    let twice = self.options.iter().any(|tag| tag.name == name);
                    if !known.contains(&name) || twice {
                        return Err((at, Why::KgpLine));
                    }
                    self.options.push(Tag { name: name.to_owned(), value: text, at });
                }
                Ok(())
            }
            (other, _) if OTHER.contains(&other) => Ok(()),
            _ => Err((at, Why::KgpLine)),
        }
    }

    fn state(&mut self, state: &Word) -> Result<(), Fault> {
        self.stopped = false;
        let start = start_of(&state.text);
        if let Some(game) = &mut self.now {
            // A start cannot come again: the first sowing leaves a pit empty or a store filled.
            if start.is_none() || game.moves.is_empty() && game.asked.is_none() {
                game.confirm()?;
                if write_kgp(&game.position) == state.text {
                    return Ok(());
                }
                return Err((state.at, Why::KgpState));
            }
            self.end()?;
        }
        let setup = start.ok_or((state.at, Why::KgpStart))?;
        let position = Position::start(&setup);
        self.now = Some(Running {
            setup,
            position,
            moves: Vec::new(),
            asked: None,
            corrected: 0,
            id: None,
            yielded: false,
        });
        Ok(())
    }

    /// Ends the game that is read, if there is one.
    fn end(&mut self) -> Result<(), Fault> {
        self.stopped = false;
        self.now.as_mut().map_or(Ok(()), Running::confirm)?;
        // Options may stand before the game.
        let Some(game) = self.now.take() else { return Ok(()) };
        let tags = std::mem::take(&mut self.options);
        if game.moves.is_empty() {
            return Err((self.last, Why::NoMoves));
        }
        let mut notices = Vec::new();
        if game.corrected > 0 {
            notices.push(Notice::Corrected(game.corrected));
        }
        let section = Section { tags, ..Section::default() };
        let about = tags::read(rules::Game::Mancala, &section, self.words, &mut notices)?;
        let moves: Vec<_> = game.moves.into_iter().map(rules::Move::Mancala).collect();
        let setup = rules::Setup::Mancala(game.setup);
        let played = Played { setup, entries: moves.len(), moves, result: None, notices: Vec::new() };
        let record = Record { setup, moves: played.moves };
        let plain = Finished::from_record(about.names, record).ok_or((self.last, Why::NoMoves))?;
        let mut game = ending::read(plain, &section, None, &mut notices)?;
        game.ended = about.ended;
        self.done.push(Ok(ReadGame { game, format: Format::Kgp, place: None, notices }));
        Ok(())
    }
}

/// The set-up that a position begins, if it is a start of Kalah.
pub(crate) fn start_of(state: &str) -> Option<Setup> {
    let numbers = state.strip_prefix('<')?.strip_suffix('>')?;
    let mut numbers = numbers.split(',');
    let pits = numbers.next()?.parse().ok()?;
    let stones = numbers.nth(2)?.parse().ok()?;
    let setup = Setup::new(Variant { pits, stones, ..Variant::default() }, 1);
    setup.variant.validate().ok()?;
    (setup.starts == Side::First && write_kgp(&Position::start(&setup)) == state).then_some(setup)
}
