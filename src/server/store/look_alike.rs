//! What names that look alike have in common, so that none is taken for another one.

use unicode_security::confusable_detection::skeleton;

/// The skeleton of a name (UTS 39), whatever capitals and alphabets it is written in.
pub(in crate::server) fn look_alike(name: &str) -> String {
    skeleton(&name.to_lowercase()).collect::<String>().to_lowercase()
}
