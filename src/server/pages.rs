//! Pages and what belongs to them: data for server-side rendering, offline use, the app manifest, shared links.

mod file_form;
pub(in crate::server) mod manifest;
pub(in crate::server) mod offline;
pub(in crate::server) mod page_data;
pub(in crate::server) mod qr_code;
pub(in crate::server) mod render;
pub(in crate::server) mod share_target;
mod sit_form;
pub(in crate::server) mod table_ratings;
