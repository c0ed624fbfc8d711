//! Allow-list of push services against SSRF: endpoints come from pages, and a server that requests arbitrary
//! URLs can be led into its own network.

use axum::http::Uri;

/// The longest endpoint in characters; today's have 200 to 500.
const MAX_ENDPOINT_LENGTH: usize = 1024;

/// Hosts of the browsers' push services; a leading dot admits all subdomains.
const BROWSER_SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

/// The admitted push services.
#[derive(Clone, Debug)]
pub struct PushServices {
    /// Configured origins, matched exactly.
    further: Vec<String>,
}

impl PushServices {
    /// The browsers' push services and these origins.
    pub fn new(further: &[String]) -> Self {
        Self { further: further.to_vec() }
    }

    /// URL and origin of an endpoint, if its service is admitted.
    pub fn parse_admitted(&self, endpoint: &str) -> Option<(Uri, String)> {
        if endpoint.len() > MAX_ENDPOINT_LENGTH {
            return None;
        }
        let address: Uri = endpoint.parse().ok()?;
        let authority = address.authority()?;
        // Neither user name nor port: no push service has them.
        let plain = authority.as_str() == authority.host();
        let origin = format!("{}://{authority}", address.scheme_str()?);
        let host = authority.host().to_ascii_lowercase();
        let known = BROWSER_SERVICES
            .iter()
            .any(|known| if known.starts_with('.') { host.ends_with(known) } else { host == *known });
        let admitted =
            (plain && known && address.scheme_str() == Some("https")) || self.further.contains(&origin);
        admitted.then_some((address, origin))
    }
}

#[cfg(test)]
mod tests {
    use super::PushServices;

    #[test]
    fn only_known_and_configured_push_services_are_contacted() {
        let services = PushServices::new(&["http://127.0.0.1:9000".to_owned()]);
        for (endpoint, origin) in [
            ("https://fcm.googleapis.com/fcm/send/a:b", "https://fcm.googleapis.com"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/x",
                "https://updates.push.services.mozilla.com",
            ),
            ("https://wns2-by3p.notify.windows.com/w/?token=x", "https://wns2-by3p.notify.windows.com"),
            ("https://web.push.apple.com/Q", "https://web.push.apple.com"),
            ("http://127.0.0.1:9000/x", "http://127.0.0.1:9000"),
        ] {
            assert_eq!(services.parse_admitted(endpoint).map(|(_, origin)| origin).as_deref(), Some(origin));
        }
        for endpoint in [
            "",
            "/fcm/send/x",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com@169.254.169.254/x",
            "https://a@fcm.googleapis.com/x",
            "https://notify.windows.com.evil.example/",
            "https://evilnotify.windows.com/",
            "https://127.0.0.1/",
            "http://127.0.0.1:9001/x",
            "https://127.0.0.1:9000/x",
            "file:///etc/passwd",
        ] {
            assert!(services.parse_admitted(endpoint).is_none(), "{endpoint}");
        }
        assert!(
            services.parse_admitted(&format!("https://fcm.googleapis.com/{}", "x".repeat(1_024))).is_none()
        );
    }
}
