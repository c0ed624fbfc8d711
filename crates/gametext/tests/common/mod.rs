//! Random games of every kind, and English names for nameless players.

use gametext::Words;
use room::{Finished, Reason};
use rules::mancala::{Capture, Direction, FirstMove, Leftovers, Preset, Sowing, Start, Variant};
use rules::mapello::{Board, Centre};
use rules::{Record, Setup, Side, mancala};

pub const WORDS: Words =
    Words { side: |_, side| format!("{side:?}"), level: |level| level.name().to_owned() };

/// A deterministic random number generator (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn variant(&mut self) -> Variant {
        match self.below(3) {
            0 => Variant::default(),
            1 => self.of(&Preset::ALL).variant(),
            _ => Variant {
                pits: 3 + self.below(7) as u8,
                stones: 1 + self.below(12) as u8,
                capture: self.of(&[Capture::Opposite, Capture::OppositeOrSelf, Capture::Never]),
                sowing: self.of(&[Sowing::Single, Sowing::Relay]),
                extra_turn: self.of(&[true, false]),
                leftovers: self.of(&[Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody]),
                direction: self.of(&[Direction::CounterClockwise, Direction::Clockwise]),
                pie_rule: self.of(&[false, true]),
                first_move: self.of(&[FirstMove::South, FirstMove::North, FirstMove::Alternate]),
            },
        }
    }

    #[allow(dead_code, reason = "not every test plays every game")]
    pub fn mancala(&mut self) -> Setup {
        let variant = self.variant();
        Setup::Mancala(mancala::Setup::new(variant, 1 + self.below(2) as u32))
    }

    /// A game of any variant from a start with one seed moved.
    #[allow(dead_code, reason = "not every test reads starts")]
    pub fn mancala_from_start(&mut self) -> Setup {
        let variant = self.variant();
        let start = Some(self.of(&Start::all_with_seeds_moved(&variant, 1)));
        Setup::Mancala(mancala::Setup { start, ..mancala::Setup::new(variant, 1 + self.below(2) as u32) })
    }

    #[allow(dead_code, reason = "not every test plays every game")]
    pub fn mapello(&mut self) -> Setup {
        let seed = self.below(1 << 30) as u64;
        Setup::Mapello(match self.below(5) {
            0 => Board::EMPTY,
            1 => Board::DEFAULT,
            2 => Board::OTHELLO,
            3 => Board::random(seed).with_centre(Centre::Othello),
            _ => Board::random(seed),
        })
    }

    /// A game with any legal moves, players and possible ending.
    pub fn game(&mut self, setup: Setup) -> Finished {
        let mut record = Record::new(setup);
        let mut position = setup.start();
        let most = if self.below(2) == 0 { 500 } else { 1 + self.below(60) };
        while record.moves.len() < most {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = self.of(&legal);
            record.moves.push(mv);
            position = position.play(mv).unwrap().position;
        }
        let names = ["Anna", "Bert \"B\"", "Carl \\", "Дина", "1-0", "[x]", "{y}", "Max; M", "Easy", "First"];
        let names = [self.of(&names), self.of(&names)].map(str::to_owned);
        let mut game = Finished::from_record(names, record).unwrap();
        // Of any year of four digits, the day from which time counts, or not known.
        game.ended = match self.below(4) {
            0 => 1_700_000_000_000 + self.below(1 << 40) as i64,
            1 => {
                let at = self.below(315_569_520_000_000) as i64 - 62_167_219_200_000;
                // Of the first weeks of 1970 only days are known: no device had a clock, and times are seconds of today.
                let is_seconds = (631_152_000..=4_102_444_799).contains(&at);
                at - if is_seconds { at % 86_400_000 } else { 0 }
            }
            2 => 1 + self.below(86_399_999) as i64,
            _ => 0,
        };
        if position.outcome().is_none() {
            let side = self.of(&Side::BOTH);
            (game.reason, game.winner) = self.of(&[
                (Reason::Played, None),
                (Reason::Resigned, Some(side)),
                (Reason::TimeOut, Some(side)),
                (Reason::TimeOut, None),
                (Reason::Agreed, None),
                (Reason::Abandoned, Some(side)),
                (Reason::Abandoned, None),
            ]);
        }
        game
    }
}

/// So many, or in the long form (`DUELLO_LONG=1`) so many more.
#[allow(dead_code, reason = "not every test has two forms")]
pub fn rounds(short: usize, long: usize) -> usize {
    if std::env::var("DUELLO_LONG").is_ok_and(|long| long == "1") { long } else { short }
}
