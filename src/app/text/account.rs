//! Texts about an account: browsers, and notices of changes. Only pages without a program show them.

use super::words;
use crate::model::security::NoticeKind;

/// A browser in words, from its name and its system with a slash between: "Firefox on Windows".
pub fn browser_name(browser: &str) -> String {
    match browser.split_once('/').unwrap_or((browser, "")) {
        ("", "") => words::browser_unknown(),
        (name, "") | ("", name) => name.to_owned(),
        (name, system) => words::browser_on(name, system),
    }
}

/// What a notice says; the browser is in words.
pub fn notice_text(kind: NoticeKind, browser: &str) -> String {
    match kind {
        NoticeKind::PasskeyAdded => words::notice_passkey_added(browser),
        NoticeKind::PasskeyRemoved => words::notice_passkey_removed(browser),
        NoticeKind::SignedIn => words::notice_signed_in(browser),
    }
}
