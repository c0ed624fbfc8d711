//! The table in three dimensions as a WebAssembly program of its own: pages fetch it when somebody chooses a camera. It draws
//! what it is given on a canvas, only when it is asked, and decides nothing. [`Scene`] is its interface for the page.

mod assets;
mod bodies;
mod eye;
mod frame;
mod gl;
mod glyphs;
mod instances;
mod interface;
mod material;
mod noise;
mod passes;
mod quality;
mod renderer;
mod shaders;
mod software;
mod targets;
mod theme;
mod views;

pub use interface::Scene;
