//! How the talk over a socket ends.

use room::message::Fault;

use super::{Gone, close};

/// How a talk ends.
pub(super) enum End {
    /// The other end has closed, or is gone; because it takes nothing, perhaps.
    Gone { slow: bool },
    /// We close, with this code, and with this fault as the reason.
    Close(u16, Option<Fault>),
}

impl From<Gone> for End {
    fn from(Gone { slow }: Gone) -> Self {
        Self::Gone { slow }
    }
}

impl End {
    /// Why somebody is sent away who might want to stay, in a word to count it by.
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
