//! Turns of Mancala, with or without tags. The grammar of a turn stands at
//! [`rules::mancala::notation::read_moves`]; numbers, capitals, captures and results are compared.

use rules::mancala::Position;
use rules::mancala::notation::{ReadError, TurnReader, has_capital};
use rules::{IllegalMove, Move};

use super::frame::{Fault, Section, number, result, score};
use super::mancala_setup::{is_setup, setup};
use super::{FaultyMove, Played};
use crate::refusal::{Notice, Why};
use crate::text::Word;

/// Numbering by turns.
const TURNS: u8 = 1;
/// Numbering by pairs of turns.
const PAIRS: u8 = 2;

/// Reads the moves of a section.
pub(super) fn read(source: &str, section: &Section) -> Result<Played, FaultyMove> {
    let setup = setup(section).map_err(|fault| (fault, None))?;
    let cased = is_cased(section);
    let play = |plain: Plain, styles: u8| {
        let mut reader = Reader {
            source,
            turns: TurnReader::new(&Position::start(&setup), cased),
            styles,
            plain,
            plain_at: None,
            number: None,
            numbered: 0,
            begun: None,
            cut: None,
            letters: None,
            result: None,
            small: false,
            plies: Vec::with_capacity(section.words.len()),
        };
        let read = section.words.iter().try_for_each(|word| {
            reader.word(word)?;
            reader.plies.push(reader.turns.ply());
            Ok(())
        });
        let read = read.and_then(|()| reader.number.map_or(Ok(()), |at| Err((at, Why::NumberAlone))));
        let read = read.and_then(|()| reader.cut.map_or(Ok(()), |at| Err((at, Why::NumbersOrPits))));
        match read {
            Ok(()) => Ok(reader),
            Err(fault) => {
                // What is told of the last stone is told of the move before.
                let is_last = matches!(fault.1, Why::Goal | Why::Captured(_));
                Err((fault, Some(reader.turns.ply() as u32 + u32::from(!is_last))))
            }
        }
    };
    let reader = the_one_meant(section, play)?;
    let mut notices = Vec::new();
    if !section.tags.iter().any(|tag| is_setup(tag) && !tag.says_nothing()) {
        notices.push(Notice::SetupAssumed);
    }
    if !cased && reader.small {
        notices.push(Notice::SmallLetters);
    }
    let (result, turns, plies) = (reader.result, reader.begun.unwrap_or(0), reader.plies);
    let moves: Vec<Move> = reader.turns.into_moves().into_iter().map(Move::Mancala).collect();
    let setup = rules::Setup::Mancala(setup);
    Ok(Played { setup, entries: usize::from(turns), moves, plies, result, notices })
}

/// Whether a word is a number without a dot: of a pit, or of a turn.
fn is_plain_number(word: &str) -> bool {
    matches!(word.len(), 1..=3) && word.bytes().all(|sign| sign.is_ascii_digit())
}

/// What numbers without dots are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain {
    /// Pits.
    Pits,
    /// Numbers of turns or pairs where one is due, pits elsewhere.
    Due,
    /// Numbers of turns or pairs at the beginnings of lines, pits elsewhere.
    Lines,
}

/// The reading of a section. Numbers without dots are pits, but in a text that begins with 1 they may be those
/// of the turns or pairs as well: what can be read in two ways is refused.
fn the_one_meant<'a>(
    section: &Section,
    play: impl Fn(Plain, u8) -> Result<Reader<'a>, FaultyMove>,
) -> Result<Reader<'a>, FaultyMove> {
    let as_pits = play(Plain::Pits, TURNS | PAIRS);
    let is = |word: &Word, due: u32| {
        is_plain_number(&word.text) && word.text.parse() == Ok(due)
            || number(&word.text).is_some_and(|(said, _)| said == due)
    };
    let plain = section.words.iter().find(|word| is_plain_number(&word.text));
    let Some(at) = plain.filter(|_| section.words.first().is_some_and(|word| is(word, 1))) else {
        return as_pits;
    };
    let lines = || section.words.iter().filter(|word| word.first && result(&word.text).is_none());
    let by_lines = lines().count() > 1 && lines().zip(1..).all(|(word, due)| is(word, due));
    let plain = if by_lines { Plain::Lines } else { Plain::Due };
    let (mut meant, mut fault): (Option<Reader<'a>>, Option<FaultyMove>) = (None, None);
    // Lines that count are numbered, so what is wrong with them as pits is no news.
    let as_pits = Some(as_pits).filter(|reading| !by_lines || reading.is_ok());
    for reading in as_pits.into_iter().chain([play(plain, TURNS), play(plain, PAIRS)]) {
        match (reading, &meant) {
            (Ok(reader), None) => meant = Some(reader),
            (Ok(reader), Some(before)) if reader.turns.moves() != before.turns.moves() => {
                return Err(((reader.plain_at.unwrap_or(at.at), Why::NumbersOrPits), None));
            }
            (Ok(_), Some(_)) => {}
            // The reading that gets furthest knows the fault.
            (Err(why), _) => {
                if fault.as_ref().is_none_or(|(before, _)| before.0 < why.0.0) {
                    fault = Some(why);
                }
            }
        }
    }
    let told = fault.unwrap_or(((at.at, Why::NoMove), None));
    meant.ok_or(told)
}

/// Whether letters tell the sides by their case. A file that names the game is written as ours are; bare moves in
/// small letters only say nothing by it.
pub(super) fn is_cased(section: &Section) -> bool {
    section.cased || section.tag("Game").is_some() || section.words.iter().any(|word| has_capital(&word.text))
}

struct Reader<'a> {
    source: &'a str,
    turns: TurnReader,
    /// The ways of numbering that the numbers so far allow.
    styles: u8,
    plain: Plain,
    /// Where the first such number stands.
    plain_at: Option<usize>,
    /// Where a number stands that has no move behind it yet.
    number: Option<usize>,
    /// The turn that the last number was given to.
    numbered: u32,
    /// The turn that the last word began or went on with.
    begun: Option<u16>,
    /// Where the last move stands, if it may as well be the number that is due there.
    cut: Option<usize>,
    /// Whether pits are named by letters, once one has been named.
    letters: Option<bool>,
    /// The result and where it stands.
    result: Option<(String, usize)>,
    /// Whether a pit was named by a letter.
    small: bool,
    /// How many moves there are up to each word, that word among them.
    plies: Vec<usize>,
}

impl Reader<'_> {
    fn word(&mut self, word: &Word) -> Result<(), Fault> {
        if self.result.is_some() {
            return Err((word.at, Why::AfterResult));
        }
        if result(&word.text).is_some() || self.is_score(&word.text) {
            if let Some(at) = self.number {
                let is_result = result(&word.text).is_some();
                return Err(if is_result { (at, Why::NumberAlone) } else { (word.at, Why::NoMove) });
            }
            self.result = Some((word.text.clone(), word.at));
            return Ok(());
        }
        if let Some((before, why)) = word.foreign() {
            return Err((word.offset(self.source, before), why));
        }
        let mut turn = word.text.as_str();
        if let Some((said, length)) = number(turn) {
            self.numbered(said, word.at, turn[..length].contains(".."))?;
            turn = &turn[length..];
            if turn.is_empty() {
                return Ok(());
            }
        } else if self.is_number_due(word) && is_plain_number(turn) {
            self.plain_at.get_or_insert(word.at);
            return self.numbered(turn.parse().unwrap_or(0), word.at, false);
        }
        let at = word.offset(self.source, word.text.len() - turn.len());
        self.cut = self.is_cut(turn).then_some(at);
        if !turn.starts_with(['x', 'X']) {
            self.begin();
        }
        if !turn.eq_ignore_ascii_case("swap")
            && turn.starts_with(|sign: char| sign.is_ascii_alphanumeric() && !"xX".contains(sign))
        {
            let letters = turn.starts_with(|sign: char| sign.is_ascii_alphabetic());
            if self.letters.is_some_and(|before| before != letters) {
                let is_turn = turn.bytes().all(|sign| sign.is_ascii_digit() != letters || sign == b'-');
                return Err((at, if is_turn { Why::MixedNames } else { Why::NoMove }));
            }
            self.letters = Some(letters);
            self.small |= letters;
        }
        let before = self.turns.ply();
        // Behind the end of the game its number is what stands there first.
        let fault_at = self.number.filter(|_| self.is_over()).unwrap_or(at);
        self.turns.word(turn).map_err(|why| (fault_at, reason(why)))?;
        if self.turns.ply() > before {
            self.number = None;
        }
        Ok(())
    }

    /// Whether a word such as `28-20` is a score: the game is over, no hole has such a number, or pits have letters.
    fn is_score(&self, word: &str) -> bool {
        let position = self.turns.position();
        let holes = 2 * u16::from(position.variant().pits) + 1;
        score(word).is_some_and(|points| {
            self.is_over() || self.letters == Some(true) || points.iter().any(|one| *one > holes)
        })
    }

    /// Whether this word may be the number of a turn, or of a pair of them, without a dot.
    fn is_number_due(&self, word: &Word) -> bool {
        let turn = self.turns.position().turn();
        let begins = self.number.is_none() && self.begun != Some(turn);
        match self.plain {
            Plain::Pits => false,
            Plain::Due => begins && (self.styles == TURNS || !turn.is_multiple_of(2)),
            Plain::Lines => word.first,
        }
    }

    /// Whether this word begins a turn and says the number due there: a copy may have been cut behind it.
    fn is_cut(&self, word: &str) -> bool {
        let turn = self.turns.position().turn();
        let begins = self.number.is_none() && self.numbered > 0 && self.begun != Some(turn);
        let (turn, said) = (u32::from(turn), word.parse());
        let by_turns = self.styles & TURNS > 0 && self.numbered + 1 == turn && said == Ok(turn);
        let is_pair = self.styles & PAIRS > 0 && turn % 2 == 1 && self.numbered + 2 >= turn;
        begins && is_plain_number(word) && (by_turns || is_pair && said == Ok(turn.div_ceil(2)))
    }

    fn is_over(&self) -> bool {
        self.turns.position().outcome().is_some()
    }

    /// A sowing or a swap begins, or goes on with, the present turn.
    fn begin(&mut self) {
        let turn = self.turns.position().turn();
        if self.begun != Some(turn) && self.number.is_none() {
            // Who numbers turns numbers each of them.
            self.styles &= !TURNS;
        }
        self.begun = Some(turn);
    }

    fn numbered(&mut self, said: u32, at: usize, second: bool) -> Result<(), Fault> {
        if let Some(before) = self.number {
            return Err((before, Why::NumberAlone));
        }
        if self.is_over() {
            // None is due behind the end: it stands alone, or what follows comes too late.
            self.number = Some(at);
            return Ok(());
        }
        let turn = u32::from(self.turns.position().turn());
        let due = |style: u8| if style == TURNS { turn } else { turn.div_ceil(2) };
        let wanted = if self.styles & TURNS > 0 { due(TURNS) } else { due(PAIRS) };
        for style in [TURNS, PAIRS] {
            // Several dots number a pair's second turn; without dots it has a number only if the first has one.
            let is_second = turn.is_multiple_of(2);
            let misplaced = if second {
                style == TURNS || !is_second
            } else {
                style == PAIRS && is_second && self.numbered + 1 != turn
            };
            if due(style) != said || misplaced {
                self.styles &= !style;
            }
        }
        (self.number, self.numbered) = (Some(at), turn);
        if self.styles == 0 { Err((at, Why::Number { due: wanted })) } else { Ok(()) }
    }
}

fn reason(why: ReadError) -> Why {
    match why {
        ReadError::Illegal { why, .. } => Why::Illegal(why),
        ReadError::Goal(_) => Why::Goal,
        ReadError::Case(_) => Why::Case,
        ReadError::Captured { stones, .. } => Why::Captured(stones),
        ReadError::Setup(why) => Why::Setup(why),
        ReadError::Parts(_) => Why::Illegal(IllegalMove::NoSuchPit),
        ReadError::Form(_) | ReadError::Number(_) | ReadError::Token(_) | ReadError::Tag { .. } => {
            Why::NoMove
        }
        // A turn names no start.
        ReadError::StartCode | ReadError::Start(_) => Why::NoMove,
    }
}
