//! The UI components and the rendering layer that all pages share.

pub mod choice;
pub mod code;
pub mod dialog;
pub mod el;
pub mod extra;
pub mod face;
#[cfg(feature = "ssr")]
pub mod form;
pub mod icon;
pub mod language;
pub mod live;
pub mod mark;
pub mod memo;
pub mod player_name;
pub mod push;
pub mod question;
pub mod settings;
pub mod title;
pub mod toast;
