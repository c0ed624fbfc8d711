//! Write timeout against slow readers (backpressure): hyper limits how long it waits for a request, but not
//! how long a client may take to read its answer.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream that fails when nothing could be written for a time.
pub struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Runs while a write is pending. Boxed, so that idle connections need no space for a timer.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// Wraps a stream.
    pub fn new(stream: S, timeout: Duration) -> Self {
        Self { stream, timeout, timer: None }
    }

    /// Passes the result of a write on, or fails if it has been pending for too long.
    fn or_time_out(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if sent.is_ready() {
            self.timer = None;
            return sent;
        }
        let timeout = self.timeout;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
        timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.or_time_out(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.or_time_out(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::task::Waker;

    use axum::body::Body;
    use axum::response::Response;
    use hyper::Request;
    use hyper::body::Incoming;
    use hyper::server::conn::http1;
    use hyper::service::service_fn;
    use hyper_util::rt::TokioIo;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    #[tokio::test]
    async fn a_response_that_is_not_read_times_out() {
        let (ours, mut theirs) = duplex(1_000);
        let answer = |_: Request<Incoming>| async {
            Ok::<_, Infallible>(Response::new(Body::from("x".repeat(100_000))))
        };
        let served = http1::Builder::new().serve_connection(
            TokioIo::new(WriteTimeout::new(ours, Duration::from_millis(50))),
            service_fn(answer),
        );
        theirs.write_all(b"GET / HTTP/1.1\r\nHost: duello.example\r\n\r\n").await.unwrap();
        let ended = tokio::time::timeout(Duration::from_secs(60), served).await.expect("it ends by itself");
        assert!(ended.is_err());
    }

    #[tokio::test]
    async fn reading_part_of_a_response_restarts_its_timeout() {
        let (ours, mut theirs) = duplex(8);
        let mut ours = WriteTimeout::new(ours, Duration::from_secs(3600));
        let mut context = Context::from_waker(Waker::noop());
        let mut send = |ours: &mut WriteTimeout<DuplexStream>| {
            Pin::new(ours).poll_write(&mut context, &[0; 8]).is_ready()
        };
        for _ in 0..3 {
            assert!(send(&mut ours) && ours.timer.is_none());
            assert!(!send(&mut ours) && ours.timer.is_some());
            theirs.read_exact(&mut [0; 8]).await.unwrap();
        }
    }
}
