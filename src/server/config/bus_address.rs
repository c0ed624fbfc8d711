//! Address of the NATS bus as the configuration gives it. It may contain a password, so its text never
//! reaches the log.

use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;

/// URL of one NATS server: `nats://` or `tls://`, optionally with user and password.
#[derive(Clone, PartialEq, Eq)]
pub struct BusAddress(ServerAddr);

impl BusAddress {
    /// The address in the type of the client library.
    pub(in crate::server) fn server(&self) -> ServerAddr {
        self.0.clone()
    }

    /// User and password, percent-decoded, if there are any.
    pub(in crate::server) fn credentials(&self) -> Option<(String, String)> {
        let (name, password) = (self.0.username()?, self.0.password().unwrap_or_default());
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        Some((plain(name), plain(password)))
    }
}

impl FromStr for BusAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str =
            "expected something like nats://nats.example:4222, or tls:// where it is encrypted";
        let scheme = ["nats://", "tls://"].iter().any(|scheme| text.starts_with(scheme));
        let address: ServerAddr = text.parse().map_err(|_| EXPECTED)?;
        let path = matches!(address.clone().into_inner().path(), "" | "/");
        if scheme && path && !address.host().is_empty() { Ok(Self(address)) } else { Err(EXPECTED) }
    }
}

impl fmt::Debug for BusAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.0.scheme(), self.0.host(), self.0.port())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_address_must_be_nats_and_hides_its_password() {
        let address: BusAddress = "tls://anna:secret@nats.example".parse().unwrap();
        assert_eq!(format!("{address:?}"), "tls://nats.example:4222");
        assert_eq!(address.credentials(), Some(("anna".to_owned(), "secret".to_owned())));
        let address: BusAddress = "nats://anna:p%40ss%2Fword@nats.example".parse().unwrap();
        assert_eq!(address.credentials(), Some(("anna".to_owned(), "p@ss/word".to_owned())));
        for bad in [
            "",
            "nats.example",
            "nats://",
            "http://a",
            "nats://a/b",
            "nats://a:port",
            "redis://a:1",
            "ws://a",
        ] {
            assert!(bad.parse::<BusAddress>().is_err(), "{bad}");
        }
    }
}
