//! What lies on the table, and where: the geometry that every drawing of a board shares. Pure: no browser, no
//! clock, no chance of its own, and only arithmetic that gives the same bits on every device where two of them have to agree.
//!
//! **The flat board** asks [`piles`] where the stones of a hole lie.
//!
//! **The table in three dimensions** has a [`table::Table`] as its input, filled from what the flat board shows, and a
//! [`picture::Picture`] as its output, which a renderer draws with the meshes of [`geometry`], a camera of [`cameras`] and
//! [`lights`]. A move is a film out of the timeline that the flat board plays too ([`poses`]). A press is a hole or a square by
//! [`pick`].
//!
//! ```
//! use scene::cameras::{View, camera, extent};
//! use scene::heaps::Lying;
//! use scene::pick::{Cell, pick};
//! use scene::plan::{Hole, Row};
//! use scene::poses::Animation;
//! use scene::still::still;
//! use scene::table::{Content, Mancala, Stone, Table};
//!
//! // A board with one stone, which has just come from the pit at its left.
//! let lying = Lying { at: [0.4405, 0.685], diameter: 0.36, layer: 0 };
//! let stones = vec![Some(Stone { lying, colour: 3 })];
//! let table = Table::new(Content::Mancala(Mancala { pits: 6, stones, ..Mancala::default() }))?;
//!
//! let animation = Animation::read("440\nfly 0 0 75 300 1 .3214 .6850 .3600 0 .4405 .6850 .3600 0")?;
//! let film = animation.film(&table);
//! let flying = &film.picture(180.0).pieces[2];
//! assert!(flying.pose.position.y > 0.5, "high above the board");
//! assert_eq!(film.picture(440.0), still(&table));
//!
//! // The hole that is seen where the stone lies.
//! let camera = camera(View::Table, extent(&table), 1.6);
//! let seen = camera.project(still(&table).pieces[2].pose.position, 1.6).ok_or("behind the eye")?;
//! let at = [0.5 + 0.5 * seen.x, 0.5 - 0.5 * seen.y];
//! assert_eq!(pick(&table, &camera, 1.6, at), Some(Cell::Hole(Hole::Pit(Row::Near, 2))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
