//! How a room socket ends.

use room::message::Fault;

use super::{ClientGone, close};

/// The end of a socket.
pub(super) enum End {
    /// The client has closed or is gone; `slow` if it did not read.
    Gone { slow: bool },
    /// The server closes, with this code and this fault as the reason.
    Close(u16, Option<Fault>),
    /// The address has tried too many rooms that do not exist; its limit has counted that.
    TooManyMisses,
}

impl From<ClientGone> for End {
    fn from(ClientGone { slow }: ClientGone) -> Self {
        Self::Gone { slow }
    }
}

impl End {
    /// The code and the fault with which the server closes.
    pub(super) fn close(self) -> Option<(u16, Option<Fault>)> {
        match self {
            Self::Gone { .. } => None,
            Self::Close(code, fault) => Some((code, fault)),
            Self::TooManyMisses => Some((close::POLICY, Some(Fault::TooFast))),
        }
    }

    /// Metrics label for a client that is sent away against its will.
    pub(super) fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Close(_, Some(Fault::TooFast)) => Some("messages"),
            Self::Close(_, Some(Fault::NotUnderstood)) => Some("meaning"),
            Self::Gone { slow: true } | Self::Close(close::TRY_AGAIN, None) => Some("slow"),
            Self::Close(close::POLICY, None) => Some("silent"),
            _ => None,
        }
    }
}
