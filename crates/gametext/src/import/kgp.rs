//! Logs of the Kalah Game Protocol. A position is as the side to move sees it; of the moves behind it the
//! last one counts, once the next position or the end confirms it; not one that answers an earlier position,
//! or comes after the player yielded. Behind `stop` a move comes too late: one that says which position it
//! answers is left out, as the protocol wants it, any other one may be of another game.
//!
//! ```text
//! line    = [ "<" / ">" ] [ id / [ id ] "@" id ] command
//! command = "kgp" [ 3number ] / "state" position / "move" number / "stop" / "set" option value / other *word
//! other   = "ok" / "error" / "yield" / "ping" / "pong" / "mode" / "init" / "goodbye"
//! ```
//! A move that `error` answers, by its number or in the next line, was not accepted: the one before it stays. By its
//! number that holds behind `stop` as well, up to the next position. Players and result are options of ours, which
//! other programs pass over, as the protocol wants it; options of theirs that tell rules are told.

use room::Finished;
use rules::Record;
use rules::mancala::notation::write_kgp;

use super::frame::{Fault, MAX_TAGS, Section, Tag};
use super::kgp_game::{Running, start_of};
use super::kgp_line::{Line, line_of, unquoted, words_of};
use super::{Entry, MAX_GAMES, ReadGame, ending, refusal, tag_setup, tags};
use crate::Words;
use crate::refusal::{Format, Notice, Refusal, Why};
use crate::text::{Places, Word, ends_line, listed};

/// What begins the names of our options.
pub(crate) const OPTION: &str = "duello:";
/// Commands that change nothing of the game.
const OTHER: [&str; 8] = ["ok", "error", "yield", "ping", "pong", "mode", "init", "goodbye"];

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
    let mut log = Log::new(words);
    let mut places = Places::new(source);
    let mut begin = 0;
    for line in source.split_inclusive(ends_line) {
        let words = words_of(line, begin);
        begin += line.len();
        let Some(line) = line_of(&words) else {
            if let Some(word) = words.first().filter(|_| log.faulty.is_none()) {
                log.fails(&mut places, (word.at, Why::KgpLine));
            }
            continue;
        };
        log.last = line.command.at;
        if log.begins_game(&line) {
            log.faulty = None;
            if let Err(fault) = log.end() {
                log.fails(&mut places, fault);
                log.faulty = None;
            }
        }
        if log.faulty.is_none()
            && let Err(fault) = log.command(source, &line)
        {
            log.fails(&mut places, fault);
        }
    }
    let options = |log: &Log<'_>| log.options.first().map_or(Ok(()), |tag| Err((tag.at, Why::KgpOptions)));
    if let Err(fault) = log.end().and_then(|()| options(&log)) {
        log.fails(&mut places, fault);
    }
    if log.done.len() > MAX_GAMES {
        return Err(refusal(&mut places, Format::Kgp, log.last, None, Why::TooManyGames));
    }
    if log.done.is_empty() {
        log.done.push(Err(refusal(&mut places, Format::Kgp, source.len(), None, Why::NoMoves)));
    }
    Ok(log.done)
}

struct Log<'a> {
    words: &'a Words,
    /// Our options, as tags.
    options: Vec<Tag>,
    /// The names of options of other programs that tell rules, since the session began.
    rules: Vec<String>,
    now: Option<Running>,
    done: Vec<Entry>,
    /// Whether the game was stopped, so that only a position can follow.
    stopped: bool,
    /// Where the last command stands.
    last: usize,
    /// Whether it is a move.
    moved: bool,
    /// Whether a faulty game is passed over, and whether its first position stands before this line.
    faulty: Option<bool>,
}

impl<'a> Log<'a> {
    fn new(words: &'a Words) -> Self {
        Log {
            words,
            options: vec![],
            rules: vec![],
            now: None,
            done: vec![],
            stopped: false,
            last: 0,
            moved: false,
            faulty: None,
        }
    }

    /// Refuses the game that is read; the lines behind are those of it until another one begins.
    fn fails(&mut self, places: &mut Places<'_>, (at, why): Fault) {
        self.faulty = Some(self.now.is_some() || why == Why::KgpStart);
        self.done.push(Err(refusal(places, Format::Kgp, at, self.ply(), why)));
        self.now = None;
        self.options.clear();
    }

    /// Whether another game begins with this line: a start cannot come again, as the first sowing leaves a pit
    /// empty or a store filled; and behind the end of a game stand the options of the next one.
    fn begins_game(&mut self, line: &Line<'_>) -> bool {
        let is_begun = self.faulty.unwrap_or(self.now.is_some());
        match (line.command.text.as_str(), line.rest) {
            ("kgp", _) => true,
            ("state", [state]) if start_of(&state.text).is_some() => {
                self.faulty = self.faulty.map(|_| true);
                is_begun
                    && self.now.as_ref().is_none_or(|game| game.asked.is_some() || !game.moves.is_empty())
            }
            ("stop", []) | ("goodbye", _) if self.faulty.is_some() => {
                self.stopped = true;
                false
            }
            ("set", [name, ..]) => self.stopped && name.text.trim_start_matches(':').starts_with(OPTION),
            _ => false,
        }
    }

    /// The number of the move that is read.
    fn ply(&self) -> Option<u32> {
        self.now.as_ref().map(|game| game.moves.len() as u32 + 1)
    }

    fn command(&mut self, source: &str, line: &Line<'_>) -> Result<(), Fault> {
        let at = line.command.at;
        // An answer without a number is one to the line before it.
        let is_next = std::mem::replace(&mut self.moved, line.command.text == "move");
        match (line.command.text.as_str(), line.rest) {
            ("kgp", version)
                if version.is_empty()
                    || matches!(version, [major, minor, patch] if major.text == "1"
                    && [minor, patch].iter().all(|part| part.text.parse::<u32>().is_ok())) =>
            {
                self.rules.clear();
                Ok(())
            }
            ("state", [state]) => {
                self.state(state)?;
                if let Some(game) = &mut self.now {
                    (game.id, game.yielded) = (line.ids.0.map(str::to_owned), false);
                    game.unanswered.extend(game.id.clone());
                }
                Ok(())
            }
            ("move", [number]) => {
                let is_number = number.text.bytes().all(|sign| sign.is_ascii_digit());
                let pit = number.text.parse().ok().filter(|_| is_number).ok_or((number.at, Why::NoMove))?;
                let Some(game) = &mut self.now else { return Err((at, Why::KgpMoveEarly)) };
                if self.stopped && line.ids.1.is_none() {
                    return Err((at, Why::KgpMoveLate));
                }
                let id = line.ids.1;
                let is_other = game.id.is_some() && id.is_some() && game.id.as_deref() != id;
                // What answers an earlier position that has no answer yet corrects nothing.
                if is_other && id.is_some_and(|id| game.unanswered.contains(id)) {
                    return Err((at, Why::KgpSeveral));
                }
                let is_late = game.yielded || self.stopped || is_other;
                game.corrected += u32::from(game.asked.is_some() || is_late);
                if is_late {
                    game.last = None;
                } else {
                    game.ask((pit, number.at), line.ids.0);
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
                    let line = source[value.at..].split(ends_line).next().unwrap_or_default();
                    let text = unquoted(line.trim()).ok_or((value.at, Why::KgpLine))?;
                    let known = ["South", "North", "Result", "Termination", "Date"];
                    if !known.contains(&name) {
                        return Err((at, Why::KgpLine));
                    }
                    match self.options.iter().find(|tag| tag.name == name) {
                        Some(tag) if tag.value != text => return Err((at, Why::TagTwice(name.to_owned()))),
                        Some(_) => {}
                        None => self.options.push(Tag { name: name.to_owned(), value: text, at }),
                    }
                } else if tag_setup::is_rule(name)
                    && self.rules.len() < MAX_TAGS
                    && self.rules.iter().all(|rule| rule != name)
                {
                    // The protocol plays Kalah all the same.
                    self.rules.push(name.to_owned());
                }
                Ok(())
            }
            ("error", _) => {
                self.now.iter_mut().for_each(|game| game.fails(line.ids.1, is_next));
                Ok(())
            }
            (other, _) if OTHER.contains(&other) => Ok(()),
            _ => Err((at, Why::KgpLine)),
        }
    }

    fn state(&mut self, state: &Word) -> Result<(), Fault> {
        self.stopped = false;
        if let Some(game) = &mut self.now {
            game.confirm()?;
            game.goes_on();
            let follows = write_kgp(&game.position) == state.text;
            return if follows { Ok(()) } else { Err((state.at, Why::KgpState)) };
        }
        let setup = start_of(&state.text).ok_or((state.at, Why::KgpStart))?;
        self.now = Some(Running::new(setup));
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
        notices.extend(game.notices());
        notices.extend((!self.rules.is_empty()).then(|| Notice::TagLeftOut(listed(&self.rules))));
        let section = Section { tags, ..Section::default() };
        let about = tags::read(rules::Game::Mancala, &section, self.words, &mut notices)?;
        let moves: Vec<_> = game.moves.into_iter().map(rules::Move::Mancala).collect();
        let setup = rules::Setup::Mancala(game.setup);
        let record = Record { setup, moves };
        let plain = Finished::from_record(about.names, record).ok_or((self.last, Why::NoMoves))?;
        let mut game = ending::read(plain, &section, None, &mut notices)?;
        game.ended = about.ended;
        self.done.push(Ok(ReadGame { game, format: Format::Kgp, place: None, notices }));
        Ok(())
    }
}
