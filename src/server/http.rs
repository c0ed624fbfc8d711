//! HTTP: listener, security headers, origin check, rate limits, language negotiation, static files.

pub(in crate::server) mod api_error;
pub(in crate::server) mod assets;
pub(in crate::server) mod barred;
pub(in crate::server) mod etag;
mod forwarded;
pub(in crate::server) mod headers;
pub mod language;
pub(in crate::server) mod limits;
pub(in crate::server) mod listen;
pub(in crate::server) mod origin;
pub(in crate::server) mod request_points;
pub(in crate::server) mod security_txt;
pub(in crate::server) mod too_many;
