//! A rating as it is shown.

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// Its points.
    pub points: u32,
    /// Whether it is provisional, because it rests on few games.
    pub provisional: bool,
}
