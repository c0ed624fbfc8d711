//! Duello.
