//! A reference implementation of Mapello, as slow and plain as can be: the ten by ten squares as drawn, eight
//! directions walked square by square, nothing shared with the crate except the drawing. What both
//! implementations agree on is probably right.

/// The drawing, the bonuses taken by Black and White, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub squares: [[char; 10]; 10],
    pub taken: [u32; 2],
    /// `X` or `O`.
    pub mover: char,
    pub over: bool,
}

/// A square by row and column of the whole board, 1 to 8 for those that discs go on.
pub type Square = (usize, usize);

impl Reference {
    /// The position before the first move on a board drawn with its discs. Black begins, if it can.
    pub fn new(drawing: &str) -> Reference {
        let mut squares = [['?'; 10]; 10];
        for (row, line) in drawing.split(['\n', '/']).enumerate() {
            for (column, sign) in line.chars().enumerate() {
                squares[row][column] = sign;
            }
        }
        let mut start = Reference { squares, taken: [0; 2], mover: 'X', over: false };
        start.turn_to('X');
        start
    }

    /// The first position of Othello, which has White on d4 and e5.
    pub fn othello() -> Reference {
        let row = "#........#";
        let centre = ["#...OX...#", "#...XO...#"];
        let rows = ["##########", row, row, row, centre[0], centre[1], row, row, row, "##########"];
        Reference::new(&rows.join("/"))
    }

    /// The squares that flip when this side plays there; none if the move is illegal.
    pub fn flips(&self, side: char, (row, column): Square) -> Vec<Square> {
        let mut flips = Vec::new();
        if !['.', '*'].contains(&self.squares[row][column]) {
            return flips;
        }
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let step =
                |(row, column): Square| (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            let mut line = Vec::new();
            let mut at = step((row, column));
            while self.squares[at.0][at.1] == other(side) {
                line.push(at);
                at = step(at);
            }
            if self.squares[at.0][at.1] == side || self.squares[at.0][at.1] == 'J' {
                flips.extend(line);
            }
        }
        flips
    }

    /// The squares where this side may play, row by row.
    pub fn moves(&self, side: char) -> Vec<Square> {
        let squares = (1..=8).flat_map(|row| (1..=8).map(move |column| (row, column)));
        squares.filter(|square| !self.flips(side, *square).is_empty()).collect()
    }

    /// The legal moves of the side to move; none when the game is over.
    pub fn legal(&self) -> Vec<Square> {
        if self.over { Vec::new() } else { self.moves(self.mover) }
    }

    pub fn play(&mut self, square: Square) {
        let (row, column) = square;
        let flips = self.flips(self.mover, square);
        if self.squares[row][column] == '*' {
            self.taken[usize::from(self.mover == 'O')] += 1;
        }
        for (row, column) in flips.into_iter().chain([square]) {
            self.squares[row][column] = self.mover;
        }
        self.turn_to(other(self.mover));
    }

    fn turn_to(&mut self, side: char) {
        if !self.moves(side).is_empty() {
            self.mover = side;
        } else if !self.moves(other(side)).is_empty() {
            self.mover = other(side);
        } else {
            self.over = true;
        }
    }

    /// Points of Black and White.
    pub fn score(&self) -> [u32; 2] {
        let discs = |side| self.squares.iter().flatten().filter(|sign| **sign == side).count() as u32;
        [discs('X') + 3 * self.taken[0], discs('O') + 3 * self.taken[1]]
    }

    /// Perft: sequences of so many plies from here with this side to move first; a pass is a ply.
    pub fn perft(&self, side: char, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(side);
        if moves.is_empty() {
            let over = self.moves(other(side)).is_empty();
            return if over { 0 } else { self.perft(other(side), depth - 1) };
        }
        let after = moves.into_iter().map(|square| {
            let mut after = Reference { mover: side, ..self.clone() };
            after.play(square);
            after.perft(other(side), depth - 1)
        });
        after.sum()
    }
}

fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}
