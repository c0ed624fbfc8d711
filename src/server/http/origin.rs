//! Origin check against CSRF and cross-site web sockets, and the reverse proxy headers from which scheme and
//! host are derived. Only the server's own pages, and configured origins, may open sockets or change
//! anything.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method};

use crate::server::config::Config;

/// Whether the `Origin` of a request is allowed. The list is exact: the public URL, or without one the requested
/// host by the scheme of the request, and those of `--allow-origin`. A request without `Origin` comes from a
/// program or a plain navigation; it is allowed, because pages of other sites cannot send one.
pub fn is_allowed(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    // The same host over http is another origin: whoever is on the line can put a page there.
    let is_own = config.public_url.is_none()
        && host(headers).is_some()
        && base_url(config, headers).eq_ignore_ascii_case(origin);
    is_own || config.origins().any(|known| known.eq_ignore_ascii_case(origin))
}

/// CSRF check: whether a request is read-only, or comes from an allowed origin.
pub fn passes_csrf_check(config: &Config, method: &Method, headers: &HeaderMap) -> bool {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return true;
    }
    let site = headers.get("sec-fetch-site").map(|value| value.as_bytes());
    is_allowed(config, headers) && site != Some(b"cross-site")
}

/// The requested host, if it consists of the characters of a host and port.
pub fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']');
    (!host.is_empty() && host.bytes().all(plain)).then_some(host)
}

/// Whether the visitor came over TLS: by the public URL, or by `X-Forwarded-Proto` of a trusted reverse
/// proxy. The listener has removed that header if anybody else sent it.
pub fn is_secure(config: &Config, headers: &HeaderMap) -> bool {
    let forwarded = || headers.get("x-forwarded-proto").is_some_and(|value| value.as_bytes() == b"https");
    config.public_url.as_ref().is_some_and(|url| url.is_https()) || config.trust_proxy.any() && forwarded()
}

/// The server's URL from the visitor's view, without a trailing slash.
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
    fn only_exact_origins_match() {
        let config =
            Config::for_tests(&["--public-url", "https://duello.example", "--allow-origin", "app://duello"]);
        let allowed =
            |origin: &str| is_allowed(&config, &headers(&[("host", "10.0.0.5:3000"), ("origin", origin)]));
        for good in ["https://duello.example", "https://DUELLO.example", "app://duello"] {
            assert!(allowed(good), "{good}");
        }
        for bad in [
            "null",
            "",
            "http://10.0.0.5",
            "http://10.0.0.5:3000",
            "https://10.0.0.5:3000",
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
    fn without_a_public_url_the_scheme_of_the_request_counts() {
        let own = |flags: &[&str], origin: &str, more: &[(&'static str, &str)]| {
            let of = [&[("host", "duello.example"), ("origin", origin)], more].concat();
            is_allowed(&Config::for_tests(flags), &headers(&of))
        };
        let (https, http) = ("https://duello.example", "http://duello.example");
        let by_tls = [("x-forwarded-proto", "https")];
        assert!(own(&[], http, &[]) && !own(&[], https, &[]));
        assert!(!own(&[], "http://other.example", &[]));
        let proxied = ["--trust-proxy", "127.0.0.1"];
        assert!(own(&proxied, https, &by_tls) && !own(&proxied, http, &by_tls));
        assert!(own(&proxied, http, &[]), "the proxy was asked over http");
        // Nobody else says how the visitor came.
        assert!(!own(&[], https, &by_tls));
        assert!(!is_allowed(&Config::for_tests(&[]), &headers(&[("origin", http)])), "no host");
    }

    #[test]
    fn a_cross_site_request_may_read_but_not_write() {
        let config = Config::for_tests(&[]);
        let foreign = headers(&[("host", "a:1"), ("origin", "http://b:1")]);
        assert!(passes_csrf_check(&config, &Method::GET, &foreign));
        assert!(!passes_csrf_check(&config, &Method::POST, &foreign));
        assert!(!passes_csrf_check(
            &config,
            &Method::POST,
            &headers(&[("host", "a:1"), ("sec-fetch-site", "cross-site")])
        ));
        assert!(passes_csrf_check(
            &config,
            &Method::POST,
            &headers(&[("host", "a:1"), ("origin", "http://a:1")])
        ));
    }
}
