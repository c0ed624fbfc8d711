//! What lies on the table, and where: the geometry that every drawing of a board shares. Pure: no browser, no
//! clock, no chance of its own, and only arithmetic that gives the same bits on every device.

pub mod bowl;
pub mod cameras;
pub mod geometry;
pub mod heaps;
pub mod lights;
pub mod mesh;
pub mod pick;
pub mod picture;
pub mod piles;
pub mod plan;
pub mod poses;
pub mod still;
pub mod table;

pub use glam;
