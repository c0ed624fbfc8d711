//! Whether the side to move can reach a final lead: alpha-beta with a null window and a table of proved bounds.

/// A game with two sides, 0 and 1.
pub trait Game: Clone {
    /// The legal moves, a bit for each; none when the game is over.
    fn moves(&self) -> u64;
    /// The position after a legal move.
    fn play(&self, mv: u8) -> Self;
    /// The side to move.
    fn mover(&self) -> usize;
    /// What this side is ahead by what nobody can take away any more.
    fn lead(&self, side: usize) -> i32;
    /// What this side is ahead by when the game is over.
    fn final_lead(&self, side: usize) -> i32;
    /// The most by which that lead can still grow or fall.
    fn rest(&self) -> i32;
    /// The position without that lead, so that equal keys have an equal rest of the game.
    fn key(&self) -> u128;
    /// How promising a move is: the search begins with the highest.
    fn promise(&self, mv: u8, after: &Self) -> i32;
}

/// The bounds of the side to move for what its lead grows by, proved so far.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    least: i16,
    most: i16,
    /// The move that reached the least.
    best: u8,
}

/// A search with its table.
pub struct Search {
    table: Vec<Entry>,
    /// Positions searched.
    pub nodes: u64,
}

/// No position has this key.
const NONE: u128 = u128::MAX;

impl Search {
    /// A search with a table of 2 to the power of `bits` entries, 32 bytes each.
    pub fn new(bits: u32) -> Search {
        let nothing = Entry { key: NONE, least: i16::MIN, most: i16::MAX, best: u8::MAX };
        Search { table: vec![nothing; 1 << bits], nodes: 0 }
    }

    /// Forgets everything: what follows is of another game.
    pub fn clear(&mut self) {
        self.table.iter_mut().for_each(|entry| entry.key = NONE);
    }

    /// Whether the side to move ends with a lead of at least `goal` if both sides play their best.
    pub fn reaches<G: Game>(&mut self, game: &G, goal: i32) -> bool {
        let side = game.mover();
        let wanted = goal - game.lead(side);
        let moves = game.moves();
        if moves == 0 {
            return game.final_lead(side) >= goal;
        }
        let rest = game.rest();
        if wanted <= -rest || wanted > rest {
            return wanted <= -rest;
        }
        self.nodes += 1;
        let key = game.key();
        let place = hash(key) as usize % self.table.len();
        let mut entry = self.table[place];
        if entry.key == key && (i32::from(entry.least) >= wanted || i32::from(entry.most) < wanted) {
            return i32::from(entry.least) >= wanted;
        }
        let best = if entry.key == key { entry.best } else { u8::MAX };
        let mut next: Vec<(i32, u8, G)> = Vec::with_capacity(moves.count_ones() as usize);
        for mv in each(moves) {
            let after = game.play(mv);
            let promise = if mv == best { i32::MAX } else { game.promise(mv, &after) };
            next.push((promise, mv, after));
        }
        next.sort_by_key(|(promise, ..)| std::cmp::Reverse(*promise));
        let found = next.iter().find(|(.., after)| {
            if after.mover() == side { self.reaches(after, goal) } else { !self.reaches(after, 1 - goal) }
        });
        // The search below may have put another position into this place.
        if self.table[place].key != key {
            entry = Entry { key, least: i16::MIN, most: i16::MAX, best: u8::MAX };
        } else {
            entry = self.table[place];
        }
        if let Some((_, mv, _)) = found {
            entry.least = entry.least.max(wanted as i16);
            entry.best = *mv;
        } else {
            entry.most = entry.most.min(wanted as i16 - 1);
        }
        self.table[place] = entry;
        found.is_some()
    }
}

/// The moves of a set.
pub fn each(mut moves: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (moves != 0).then(|| moves.trailing_zeros() as u8)?;
        moves &= moves - 1;
        Some(lowest)
    })
}

fn hash(key: u128) -> u64 {
    let folded = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (folded ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}
