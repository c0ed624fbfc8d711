//! What names that look alike have in common, so that none is taken for another one.

use unicode_security::confusable_detection::skeleton;

/// The skeleton of a name (UTS 39), whatever capitals and alphabets it is written in.
pub(in crate::server) fn look_alike(name: &str) -> String {
    skeleton(&name.to_lowercase()).collect::<String>().to_lowercase()
}

/// By what a claimed name is compared with others: names are alike if they have one of the two in common. The first is of the name
/// as it is written, because a capital may look like a letter that its small form does not (`I` and `l`); the second is the same
/// for all ways of writing it in capitals.
pub(in crate::server) fn look_keys(name: &str) -> [String; 2] {
    let written: String = skeleton(name).collect();
    [folded(&written), folded(name)]
}

/// The skeleton of the small letters, in which what only a good font tells apart is one.
fn folded(name: &str) -> String {
    let fold = |c: char| match c {
        'i' | '1' | '|' => 'l',
        '0' => 'o',
        c => c,
    };
    look_alike(name).chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two names look alike.
    fn alike(one: &str, other: &str) -> bool {
        let keys = look_keys(other);
        look_keys(one).iter().any(|key| keys.contains(key))
    }

    #[test]
    fn names_that_look_alike_have_a_key_in_common() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("PauI", "Paul"),
            ("OIga", "Olga"),
            ("Adm1n", "admin"),
            ("admln", "Admin"),
            ("B0b", "Bob"),
            // Cyrillic and Greek.
            ("\u{422}\u{41e}\u{41c}", "TOM"),
            ("\u{422}\u{41e}\u{41c}", "\u{442}\u{43e}\u{43c}"),
            ("\u{391}\u{39d}\u{39d}\u{391}", "ANNA"),
            ("\u{412}\u{41e}\u{422}", "BOT"),
            ("\u{410}da", "ada"),
            ("\u{ff21}\u{ff44}\u{ff41}", "Ada"),
        ] {
            assert!(alike(one, other), "{one} {other} {:?} {:?}", look_keys(one), look_keys(other));
        }
        for (one, other) in [("Ada", "Adam"), ("Bob", "Rob"), ("Anna", "Hannah")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
