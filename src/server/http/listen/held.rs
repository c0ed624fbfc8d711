//! Response body that keeps its request counted by the connection cap until it has been sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use hyper::body::{Bytes, Frame, SizeHint};

use crate::server::http::limits::ConnectionPermit;

/// A body with the place of its request, which is freed when the body has been handed over or the client is
/// gone.
pub struct CountedBody {
    body: Body,
    _permit: Option<Arc<ConnectionPermit>>,
}

impl CountedBody {
    /// Wraps the body of a counted request.
    pub fn new(body: Body, permit: Option<Arc<ConnectionPermit>>) -> Self {
        Self { body, _permit: permit }
    }
}

impl hyper::body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    // hyper derives `Content-Length` and chunking from these two.

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
