//! The saved games of this device: the log of each room in local storage, its summary, and who sits there.
//! Sessions ask about them and the local driver plays them, so they are below both.

pub mod continued;
pub mod log;
pub mod members;
pub mod mistakes;
pub mod offered;
pub mod results;
pub mod slot;
pub mod summary;
