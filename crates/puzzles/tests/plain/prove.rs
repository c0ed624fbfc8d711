//! Reads the lines of a pack and proves each of them: of every own turn, that its move keeps the value, that no move
//! reaches more, and that every other one falls short; so every reply, which leaves the value as it is, is a best one.

use super::chance::{default_board, random_board};
use super::kalah::Kalah;
use super::mapello::{Mapello, Square, place};
use super::search::{Game, Search, each};

/// What is wrong with a line.
pub type Wrong = String;

/// Proves puzzles with one table.
pub struct Prover {
    search: Search,
}

/// What a line says besides position and moves.
struct Claim<'a> {
    goal: char,
    value: i32,
    /// How much worse the other moves have to be where the result does not say it.
    margin: i32,
    draws: Vec<&'a str>,
}

impl Prover {
    /// A prover with a table of 2 to the power of `bits` entries, 32 bytes each.
    pub fn new(bits: u32) -> Prover {
        Prover { search: Search::new(bits) }
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Proves a line of the pack of a game, `mancala` or `mapello`.
    ///
    /// # Errors
    /// What is not as the line says.
    pub fn prove(&mut self, game: &str, line: &str) -> Result<(), Wrong> {
        let words: Vec<&str> = line.split(' ').collect();
        let wrong = || format!("not a puzzle: {line}");
        let (claim, rest) = claim(&words, if game == "mancala" { 4 } else { 6 }).ok_or_else(wrong)?;
        let found = match (game, rest) {
            ("mancala", [holes, moves, draws @ ..]) => {
                let letters: Vec<u8> =
                    moves.bytes().map(|letter| letter.to_ascii_lowercase().wrapping_sub(b'a')).collect();
                let claim = Claim { draws: split_draws(draws), ..claim };
                let name =
                    |mv: u8, side: usize| char::from(if side == 0 { b'A' } else { b'a' } + mv).to_string();
                self.prove_line(&read_kalah(holes).ok_or_else(wrong)?, &letters, &claim, name)
            }
            ("mapello", [head, squares, moves, draws @ ..]) => {
                let cells: Option<Vec<u8>> = moves.as_bytes().chunks(2).map(read_square).collect();
                let claim = Claim { draws: split_draws(draws), ..claim };
                let name = |mv: u8, _| [b'a' + mv % 8, b'1' + mv / 8].map(char::from).iter().collect();
                // The table knows squares, not boards.
                self.search.clear();
                let start = read_mapello(head, squares).ok_or_else(wrong)?;
                self.prove_line(&start, &cells.ok_or_else(wrong)?, &claim, name)
            }
            _ => return Err(wrong()),
        };
        found.map_err(|why| format!("{why}: {line}"))
    }

    fn prove_line<G: Game>(
        &mut self,
        start: &G,
        moves: &[u8],
        claim: &Claim<'_>,
        name: impl Fn(u8, usize) -> String,
    ) -> Result<(), Wrong> {
        let side = start.mover();
        let mut position = start.clone();
        let mut own_turns = 0;
        for (number, &mv) in moves.iter().enumerate() {
            if mv > 63 || position.moves() >> mv & 1 == 0 {
                return Err(format!("move {number} is illegal"));
            }
            if position.mover() == side {
                let draws = claim.draws.get(own_turns).copied().unwrap_or_default();
                self.prove_turn(&position, mv, claim, draws, &name)?;
                own_turns += 1;
            } else if number + 1 == moves.len() {
                return Err("the line ends with a reply".to_owned());
            }
            position = position.play(mv);
        }
        let fits = (2..=4).contains(&own_turns) && (claim.draws.is_empty() || claim.draws.len() == own_turns);
        if fits { Ok(()) } else { Err(format!("{own_turns} own turns")) }
    }

    /// Proves that `right` is the only move of this turn.
    fn prove_turn<G: Game>(
        &mut self,
        position: &G,
        right: u8,
        claim: &Claim<'_>,
        draws: &str,
        name: impl Fn(u8, usize) -> String,
    ) -> Result<(), Wrong> {
        let side = position.mover();
        let most_of_others = if claim.goal == 'W' { 0 } else { claim.value - claim.margin };
        let moves = position.moves();
        if moves.count_ones() < 2 {
            return Err("there is no choice".to_owned());
        }
        let mut drawn = String::new();
        for mv in each(moves) {
            let after = position.play(mv);
            let called = name(mv, side);
            if mv == right {
                if !self.gets(side, &after, claim.value) || self.gets(side, &after, claim.value + 1) {
                    return Err(format!("{called} is not worth {}", claim.value));
                }
            } else if self.gets(side, &after, most_of_others + 1) {
                return Err(format!("{called} is worth more than {most_of_others}"));
            } else if claim.goal == 'W' && self.gets(side, &after, 0) {
                drawn.push_str(&called);
            }
        }
        let same = |one: &str, other: &str| {
            let sorted = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters
            };
            sorted(one) == sorted(other)
        };
        if same(&drawn, draws) { Ok(()) } else { Err(format!("{drawn:?} draw, not {draws:?}")) }
    }

    /// Whether a side ends with a lead of at least `goal` in this position, whoever is to move.
    fn gets<G: Game>(&mut self, side: usize, position: &G, goal: i32) -> bool {
        if position.mover() == side {
            self.search.reaches(position, goal)
        } else {
            !self.search.reaches(position, 1 - goal)
        }
    }
}

fn claim<'a, 'w>(words: &'w [&'a str], margin: i32) -> Option<(Claim<'a>, &'w [&'a str])> {
    let [_difficulty, _themes, goal, rest @ ..] = words else { return None };
    let (goal, value) = goal.split_at_checked(1)?;
    let (goal, value) = (goal.chars().next()?, value.parse().ok()?);
    let fits = match goal {
        'W' | 'P' => value > 0,
        'D' => value == 0,
        _ => false,
    };
    fits.then_some((Claim { goal, value, margin, draws: Vec::new() }, rest))
}

fn split_draws<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.iter().flat_map(|word| word.split(',')).collect()
}

/// The holes of a position: South's pits, North's, South's store; the rest of 48 is in North's.
fn read_kalah(text: &str) -> Option<Kalah> {
    let numbers: Option<Vec<u8>> =
        text.chars().map(|sign| sign.to_digit(32).map(|number| number as u8)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == 13)?;
    let mut holes = [0; 14];
    holes[..6].copy_from_slice(&numbers[..6]);
    holes[7..13].copy_from_slice(&numbers[6..12]);
    holes[6] = numbers[12];
    holes[13] = 48_u8.checked_sub(numbers.iter().sum())?;
    Some(Kalah { holes, mover: 0 })
}

fn read_square(name: &[u8]) -> Option<u8> {
    let [column, row] = name else { return None };
    let (column, row) = (column.wrapping_sub(b'a'), row.wrapping_sub(b'1'));
    (column < 8 && row < 8).then_some(8 * row + column)
}

fn read_mapello(head: &str, squares: &str) -> Option<Mapello> {
    let (board, state) = head.split_at_checked(head.len().checked_sub(3)?)?;
    let mut game = match board.strip_prefix('r') {
        Some(seed) => random_board(seed.parse().ok()?),
        None => default_board(),
    };
    let state: Vec<char> = state.chars().collect();
    game.mover = usize::from(*state.first()? == 'O');
    for side in 0..2 {
        game.bonuses[side] = 3 * state.get(side + 1)?.to_digit(10)? as i32;
    }
    let mut signs = squares.chars();
    let mut covered = 0;
    for cell in 0..64 {
        let square = &mut game.squares[place(cell)];
        if *square == Square::Wall {
            continue;
        }
        let disc = match signs.next()? {
            'x' => Some(0),
            'o' => Some(1),
            _ => None,
        };
        if let Some(side) = disc {
            covered += i32::from(*square == Square::Bonus);
            *square = Square::Disc(side);
        }
    }
    let taken = game.bonuses[0] + game.bonuses[1];
    (signs.next().is_none() && taken == 3 * covered && game.moves() != 0).then_some(game)
}
