//! Names of bots. A program is marked as one wherever it is seen: its name begins with a word, as titles stand before names on
//! chess servers, and no person's name may begin with it.

use crate::claimed_name::without_claim_mark;
use crate::name::clean_name;

/// What the name of a bot begins with.
pub const BOT_MARK: &str = "BOT ";

/// Whether somebody of this name is a bot.
pub fn is_bot_name(name: &str) -> bool {
    name.starts_with(BOT_MARK)
}

/// The name of a bot whose owner calls it so: with the mark, and no longer than other names. `None` if nothing of it can be
/// shown.
pub fn bot_name(raw: &str) -> Option<String> {
    clean_name(&format!("{BOT_MARK}{}", person_name(raw)?))
}

/// The name of a person who wants to be called so: cleaned as every name, without the mark of bots in whatever letters, and
/// without that of claimed names. `None` if nothing of it can be shown.
pub fn person_name(raw: &str) -> Option<String> {
    let mut name = clean_name(raw)?;
    loop {
        let plain = without_claim_mark(&name);
        let rest = match plain.split_at_checked(BOT_MARK.len()) {
            Some((mark, rest)) if mark.eq_ignore_ascii_case(BOT_MARK) => rest,
            _ if plain.len() < name.len() => plain,
            _ => return Some(name),
        };
        name = clean_name(rest)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_told_by_its_name_and_a_person_cannot_have_such_a_name() {
        assert_eq!(bot_name("Stone Counter").as_deref(), Some("BOT Stone Counter"));
        assert_eq!(bot_name("  bot  Ada ").as_deref(), Some("BOT Ada"));
        assert_eq!(bot_name(&"x".repeat(40)).map(|name| name.chars().count()), Some(crate::name::MAX_NAME));
        assert_eq!([bot_name(""), bot_name("BOT B"), bot_name("\u{202E}")], [None, None, None]);
        for name in ["BOT Ada", "bot Ada", "Bot \u{200B} BOT\u{A0}Ada"] {
            assert_eq!(person_name(name).as_deref(), Some("Ada"), "{name}");
        }
        for name in ["@Ada", "\u{FF20} Ada", "@BOT @ Ada", "BOT @Ada", "\u{FE6B}\u{200B}@Ada"] {
            assert_eq!(person_name(name).as_deref(), Some("Ada"), "{name}");
        }
        assert_eq!([person_name("@"), person_name("@@@@"), person_name("@A")], [None, None, None]);
        for name in ["Botvinnik", "Ada@home", "BOT", "Robot Ada", "Бот Ада"] {
            assert_eq!(person_name(name).as_deref(), Some(name));
            assert!(!is_bot_name(name));
        }
        assert!(bot_name("Ada").is_some_and(|name| is_bot_name(&name)));
    }
}
