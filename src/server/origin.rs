//! Which pages may talk to this server: its own, and those it was told about. For sockets and for everything that
//! changes something.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method};

use super::config::Config;

/// Whether a request may come from where its `Origin` says. The list is exact: the host that was asked, the public
/// address, and those of `--allow-origin`. A request without `Origin` is not a browser's, or a plain visit: it is
/// allowed, as no page of another site can send it.
pub fn is_allowed(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let own = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"))
        .is_some_and(|authority| host(headers).is_some_and(|host| host.eq_ignore_ascii_case(authority)));
    own || config.origins().any(|known| known.eq_ignore_ascii_case(origin))
}

/// Whether a request may change something: it is a plain read, or comes from a page of ours.
pub fn may_change(config: &Config, method: &Method, headers: &HeaderMap) -> bool {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return true;
    }
    let site = headers.get("sec-fetch-site").map(|value| value.as_bytes());
    is_allowed(config, headers) && site != Some(b"cross-site")
}

/// The host that was asked, if it is made of the signs that a host and a port are made of.
pub fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']');
    (!host.is_empty() && host.bytes().all(plain)).then_some(host)
}

/// Whether the visitor came over https, as far as the server can know.
pub fn is_secure(config: &Config, headers: &HeaderMap) -> bool {
    let forwarded = || headers.get("x-forwarded-proto").is_some_and(|value| value.as_bytes() == b"https");
    config.public_url.as_ref().is_some_and(|url| url.is_https()) || config.trust_proxy && forwarded()
}

/// The address under which the visitor knows this server, without a slash at its end.
pub fn base_url(config: &Config, headers: &HeaderMap) -> String {
    if let Some(url) = &config.public_url {
        return url.to_string();
    }
    let scheme = if is_secure(config, headers) { "https" } else { "http" };
    match host(headers) {
        Some(host) => format!("{scheme}://{host}"),
        None => format!("{scheme}://{}", config.addr),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_exact_origins_are_allowed() {
        let config =
            Config::for_tests(&["--public-url", "https://duello.example", "--allow-origin", "app://duello"]);
        let allowed =
            |origin: &str| is_allowed(&config, &headers(&[("host", "10.0.0.5:3000"), ("origin", origin)]));
        for good in
            ["http://10.0.0.5:3000", "https://duello.example", "https://DUELLO.example", "app://duello"]
        {
            assert!(allowed(good), "{good}");
        }
        for bad in [
            "null",
            "",
            "http://10.0.0.5",
            "http://10.0.0.5:3001",
            "https://sub.duello.example",
            "http://duello.example",
            "https://duello.example:444",
            "https://duello.example.evil",
            "ftp://10.0.0.5:3000",
        ] {
            assert!(!allowed(bad), "{bad}");
        }
        assert!(is_allowed(&config, &headers(&[("host", "10.0.0.5:3000")])), "not a browser");
    }

    #[test]
    fn another_site_may_read_but_not_change() {
        let config = Config::for_tests(&[]);
        let foreign = headers(&[("host", "a:1"), ("origin", "http://b:1")]);
        assert!(may_change(&config, &Method::GET, &foreign));
        assert!(!may_change(&config, &Method::POST, &foreign));
        assert!(!may_change(
            &config,
            &Method::POST,
            &headers(&[("host", "a:1"), ("sec-fetch-site", "cross-site")])
        ));
        assert!(may_change(&config, &Method::POST, &headers(&[("host", "a:1"), ("origin", "http://a:1")])));
    }
}
