//! The two sides of the table as the viewer sees them.

use rules::Side;

use super::session::Session;

/// The two sides of the table, each with a plate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The viewer's own.
    Near,
    /// The opponent's.
    Far,
}

impl Place {
    /// The side that is shown there.
    pub(in crate::app::game) fn side(self, session: Session) -> Side {
        match self {
            Place::Near => session.near_side(),
            Place::Far => session.near_side().other(),
        }
    }
}
