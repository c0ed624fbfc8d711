//! Who a visitor is behind a reverse proxy: the address that `X-Forwarded-For`, or else `Forwarded` (RFC 7239),
//! names last.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::FORWARDED;

use crate::server::config::proxies::TrustedProxies;

/// Headers that only a trusted proxy may set.
const HEADERS: [&str; 4] = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"];

/// The visitor of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visitor {
    /// The peer itself.
    Peer,
    /// Whom the proxy names.
    Named(IpAddr),
    /// The proxy names somebody, but not by an address. The limits then count the proxy.
    Unreadable,
}

/// Removes what a peer that is not trusted says of forwarding.
pub fn strip(headers: &mut HeaderMap) {
    HEADERS.iter().for_each(|name| drop(headers.remove(*name)));
}

/// The visitor whom a trusted proxy names: the last entry, which the proxy has added. Earlier ones are the
/// visitor's own words, unless further proxies of the listed networks have added the later ones.
pub fn visitor(headers: &HeaderMap, proxies: &TrustedProxies) -> Visitor {
    let lines = |name: &str| -> Vec<&[u8]> {
        headers.get_all(name).iter().map(axum::http::HeaderValue::as_bytes).collect()
    };
    let (usual, standard_lines) = (lines("x-forwarded-for"), lines(FORWARDED.as_str()));
    let is_standard = usual.is_empty();
    let lines = if is_standard { standard_lines } else { usual };
    let entries = lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b','));
    let mut last = Visitor::Peer;
    for entry in entries {
        let entry = std::str::from_utf8(entry).unwrap_or_default();
        let Some(address) = (if is_standard { standard(entry) } else { node(entry) }) else {
            return Visitor::Unreadable;
        };
        last = Visitor::Named(address);
        if !matches!(proxies, TrustedProxies::Networks(_)) || !proxies.contains(address) {
            break;
        }
    }
    last
}

/// The `for` of an element such as `for="[2001:db8::1]:4711";proto=https`.
fn standard(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    node(value)
}

/// An address, possibly with brackets, a port, or quotes: `192.0.2.1:4711`, `[2001:db8::1]`.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    // An IPv6 zone (`fe80::1%eth0`) has a meaning for the proxy only.
    let bare = bare.split('%').next().unwrap_or_default();
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn named(name: &'static str, lines: &[&str], proxies: &str) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(line).unwrap());
        }
        match visitor(&headers, &proxies.parse().unwrap()) {
            Visitor::Named(address) => address.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn addresses_with_ports_brackets_and_quotes_are_read() {
        for (line, address) in [
            ("192.0.2.7", "192.0.2.7"),
            ("6.6.6.6, 192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:4711", "192.0.2.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("\"[2001:db8::7]:4711\"", "2001:db8::7"),
            ("fe80::7%eth0", "fe80::7"),
            ("6.6.6.6, unknown", "Unreadable"),
            ("_hidden", "Unreadable"),
            ("192.0.2.7:port", "Unreadable"),
            ("192.0.2.7,", "Unreadable"),
            ("", "Unreadable"),
        ] {
            assert_eq!(named("x-forwarded-for", &[line], "true"), address, "{line}");
        }
        assert_eq!(named("x-forwarded-for", &["6.6.6.6", "192.0.2.7"], "true"), "192.0.2.7");
        assert_eq!(named("x-forwarded-for", &[], "true"), "Peer");
    }

    #[test]
    fn the_standard_header_is_read() {
        for (line, address) in [
            ("for=192.0.2.7", "192.0.2.7"),
            ("for=6.6.6.6, For=\"[2001:db8::7]:4711\";proto=https;by=10.0.0.1", "2001:db8::7"),
            ("proto=https; for=192.0.2.7:80", "192.0.2.7"),
            ("for=_hidden", "Unreadable"),
            ("proto=https", "Unreadable"),
        ] {
            assert_eq!(named("forwarded", &[line], "true"), address, "{line}");
        }
    }

    #[test]
    fn of_several_proxies_the_first_that_is_not_ours_is_the_visitor() {
        let of = |line| named("x-forwarded-for", &[line], "10.0.0.0/8");
        assert_eq!(of("6.6.6.6, 192.0.2.7, 10.0.0.2, 10.0.0.3"), "192.0.2.7");
        assert_eq!(of("10.0.0.2, 10.0.0.3"), "10.0.0.2");
        assert_eq!(of("unknown, 10.0.0.3"), "Unreadable");
    }
}
