//! What is said of a side's points. Their sum is known to the rules; what they are made of, to the game's board.

/// What a plate tells of a side's points besides their sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// What the number counts, for screen readers: "in the store".
    pub unit: String,
    /// The parts of the sum, if it has several: those of the discs, and those of the bonuses.
    pub parts: Option<[u16; 2]>,
    /// The colour of the side's discs, by which the style sheet knows them; `None` if it has none.
    pub disc: Option<&'static str>,
}
