//! A room as a pure decider.
