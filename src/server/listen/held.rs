//! An answer on its way: it holds the place of its request until it has left.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use hyper::body::{Bytes, Frame, SizeHint};

use crate::server::limits::Place;

/// A body, and the place that is given back with it: when all of it was taken to be sent, or nobody waits for it any more.
pub struct Held {
    body: Body,
    _place: Option<Arc<Place>>,
}

impl Held {
    /// This body, for a request that has a place.
    pub fn new(body: Body, place: Option<Arc<Place>>) -> Self {
        Self { body, _place: place }
    }
}

impl hyper::body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    // What hyper makes of the head depends on these two.

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
