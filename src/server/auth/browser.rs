//! The name of a browser, from its `User-Agent` header: enough for its owner to recognise it in a list. The
//! header itself is not stored.

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;

/// Words of the header and the browser that they tell, the first match counts: most browsers also name those
/// whose pages they show alike.
const BROWSERS: [(&str, &str); 13] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("AppleWebKit/", "WebKit"),
];

/// The same for the system.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    // An iPad may say so as well.
    ("Mac OS X", "Mac"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// The browser of a request: `Firefox/Windows`; either part is empty if it is not known.
pub fn browser_of(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let first = |of: &[(&str, &'static str)]| {
        of.iter().find(|(word, _)| agent.contains(word)).map_or("", |(_, name)| *name)
    };
    format!("{}/{}", first(&BROWSERS), first(&SYSTEMS))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn common_browsers_are_named_and_nothing_else_of_the_header_is() {
        for (agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox/Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome/Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge/Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari/iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari/Mac",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox/Linux"),
            ("<script>alert(1)</script>", "/"),
            ("", "/"),
        ] {
            let headers = HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_str(agent).unwrap())]);
            assert_eq!(browser_of(&headers), name, "{agent}");
        }
        assert_eq!(browser_of(&HeaderMap::new()), "/");
    }
}
