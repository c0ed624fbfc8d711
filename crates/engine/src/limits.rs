//! When a search has to end.

/// How often the caller is asked whether to stop: after so many positions.
const ASK_EVERY: u64 = 1_024;

/// The limits of a search. It ends at the first that is reached, with the best it has found until then.
pub struct Limits<'a> {
    /// Most moves to look ahead.
    pub depth: u32,
    /// Most positions to look at.
    pub nodes: u64,
    stop: &'a mut dyn FnMut() -> bool,
    seen: u64,
    stopped: bool,
}

impl<'a> Limits<'a> {
    /// No limit but this: the caller is asked after about every thousand positions whether to stop. Time is the caller's:
    /// what counts as a clock differs between a browser and a server.
    pub fn new(stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { depth: u32::MAX, nodes: u64::MAX, stop, seen: 0, stopped: false }
    }

    /// Counts a position; says whether the search has to end.
    pub fn count(&mut self) -> bool {
        self.seen += 1;
        if self.seen >= self.nodes || (self.seen.is_multiple_of(ASK_EVERY) && (self.stop)()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Looks no further ahead than this for once.
    pub(crate) fn at_depth<T>(&mut self, depth: u32, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = core::mem::replace(&mut self.depth, depth);
        let found = look(self);
        self.depth = before;
        found
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Whether a limit was reached.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.stopped
    }
}
