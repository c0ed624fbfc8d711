//! Generated display names for guests who have not chosen one, in their language. The same guest always gets the
//! same name in a language, and sits down under it: others see it as it is.

mod lists;

use crate::app::text::language::Language;
use crate::model::my_games::Guest;
use crate::server::identity::GuestKey;
use crate::server::profanity::mask_profanity;
use crate::server::store::{Store, StoreError};
use lists::{FORMER_ARABIC, Words, words_of};
use room::{claimed_name, clean_name, person_name};

/// How many adjectives and animals each language has. With other numbers guests would get other names.
const WORDS: u64 = 32;

/// A guest's generated name, such as *Brave Otter* or *Mutiger Otter*.
pub fn generated_name(guest: GuestKey, language: Language) -> String {
    name_from(&words_of(language), language, guest)
}

/// All names that the server has ever made for the guest: in every language, and the Arabic one of before.
fn generated_names(guest: GuestKey) -> impl Iterator<Item = String> + Clone {
    let former = name_from(&FORMER_ARABIC, Language::Arabic, guest);
    Language::ALL.into_iter().map(move |language| generated_name(guest, language)).chain([former])
}

fn name_from(words: &Words, language: Language, guest: GuestKey) -> String {
    let number = guest.number();
    name_of(words, language, number % WORDS, number / WORDS % WORDS)
}

/// The name of an adjective and an animal by their numbers, of which the adjective agrees with the animal.
fn name_of(words: &Words, language: Language, adjective: u64, animal: u64) -> String {
    let nth = |list: &'static str, number: u64| {
        list.split(' ').nth(usize::try_from(number).unwrap_or_default()).unwrap_or_default()
    };
    let animals = words.animals.iter().zip(words.adjectives);
    let (animal, adjectives) = animals
        .flat_map(|(animals, adjectives)| animals.split(' ').map(move |animal| (animal, *adjectives)))
        .nth(usize::try_from(animal).unwrap_or_default())
        .unwrap_or_default();
    let adjective = nth(adjectives, adjective);
    match language {
        Language::English | Language::German => format!("{adjective} {animal}"),
        _ => format!("{animal} {adjective}"),
    }
}

/// Whether the server has made this name for the guest, in any language.
pub fn is_generated(guest: GuestKey, name: &str) -> bool {
    generated_names(guest).any(|own| own == name)
}

/// The name under which a guest is seen who was last seen under `shown`: the chosen one, or else the generated one,
/// which stays in its language.
///
/// # Errors
/// The store cannot be read.
pub async fn name_still(store: &Store, key: GuestKey, shown: &str) -> Result<String, StoreError> {
    let made = || {
        let of = generated_names(key);
        of.clone().find(|name| name == shown).or_else(|| of.clone().next()).unwrap_or_default()
    };
    Ok(store.guest_name(key).await?.unwrap_or_else(made))
}

/// The name of a guest who wants to be called so: their own claimed name with its mark if they ask for that, otherwise what
/// anybody may be called, with bad words masked. `None` if nothing of it can be shown.
///
/// # Errors
/// The store cannot be read.
pub async fn chosen_name(store: &Store, key: GuestKey, raw: &str) -> Result<Option<String>, StoreError> {
    let cleaned = clean_name(raw).unwrap_or_default();
    if let Some(asked) = claimed_name(&cleaned)
        && store.claimed_name(key).await?.is_some_and(|own| own.name == asked)
    {
        return Ok(Some(cleaned));
    }
    // Shortened before masking: a cut may hide part of a bad word from the filter, or remove it.
    Ok(person_name(raw).map(|name| mask_profanity(&name)))
}

/// The guest as others see them: with the chosen name, or else the generated one.
///
/// # Errors
/// The store cannot be read.
pub async fn guest_of(store: &Store, key: GuestKey, language: Language) -> Result<Guest, StoreError> {
    let chosen = store.guest_name(key).await?;
    Ok(Guest { name: chosen.unwrap_or_else(|| generated_name(key, language)) })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_generated_guest_name_is_a_valid_name() {
        for language in Language::ALL {
            let all = (0..WORDS).flat_map(|one| (0..WORDS).map(move |two| (one, two)));
            let names: HashSet<_> =
                all.map(|(one, two)| name_of(&words_of(language), language, one, two)).collect();
            assert_eq!(names.len() as u64, WORDS * WORDS, "{}", language.tag());
            for name in names {
                assert_eq!(name.split(' ').count(), 2, "{name}");
                assert_eq!(crate::server::profanity::mask_profanity(&name), name);
                assert_eq!(room::clean_name(&name), Some(name));
            }
        }
    }

    #[tokio::test]
    async fn a_generated_name_keeps_its_language_until_one_is_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(crate::server::config::Config::for_tests(&flags)).await.unwrap();
        let (store, guest) = (&running.app.store, crate::server::identity::Identity::of_test(1).guest());
        let german = generated_name(guest, Language::German);
        let former = name_from(&FORMER_ARABIC, Language::Arabic, guest);
        assert!(is_generated(guest, &german) && is_generated(guest, &former) && !is_generated(guest, "Anna"));
        assert_eq!(name_still(store, guest, &former).await.unwrap(), former);
        assert_eq!(name_still(store, guest, &german).await.unwrap(), german);
        let english = generated_name(guest, Language::English);
        assert_eq!(name_still(store, guest, "a name of before").await.unwrap(), english);
        store.rename_guest(guest, "Anna".to_owned(), 1).await.unwrap();
        assert_eq!(name_still(store, guest, &german).await.unwrap(), "Anna");
        assert_eq!(guest_of(store, guest, Language::German).await.unwrap().name, "Anna");
    }

    #[test]
    fn the_adjective_agrees_with_the_animal() {
        for (language, name) in [
            (Language::English, ["Brave Badger", "Bright Wombat"]),
            (Language::German, ["Mutiger Dachs", "Helles Zebra"]),
            (Language::Portuguese, ["Texugo Bravo", "Onça Alegre"]),
            (Language::Spanish, ["Tejón Valiente", "Llama Alegre"]),
            (Language::French, ["Castor Brave", "Tortue Joyeuse"]),
            (Language::Arabic, ["قندس شجاع", "يعسوب مرح"]),
        ] {
            let name_of = |one, two| name_of(&words_of(language), language, one, two);
            assert_eq!([name_of(0, 0), name_of(1, WORDS - 1)], name);
        }
    }
}
