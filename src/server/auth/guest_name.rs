//! Generated display names for guests who have not chosen one. The same guest always gets the same name.

use crate::model::my_games::Guest;
use crate::server::identity::GuestKey;
use crate::server::store::{Store, StoreError};

const ADJECTIVES: [&str; 32] = [
    "Brave", "Bright", "Calm", "Careful", "Cheerful", "Clever", "Curious", "Daring", "Eager", "Gentle",
    "Happy", "Honest", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry", "Mighty", "Nimble", "Patient",
    "Playful", "Polite", "Proud", "Quick", "Quiet", "Shiny", "Sly", "Steady", "Sunny", "Swift", "Wise",
];
const ANIMALS: [&str; 32] = [
    "Badger", "Beaver", "Bison", "Camel", "Crane", "Dolphin", "Eagle", "Falcon", "Finch", "Fox", "Gecko",
    "Hare", "Heron", "Ibex", "Jackal", "Koala", "Lemur", "Lion", "Lynx", "Magpie", "Marten", "Mole", "Otter",
    "Owl", "Panda", "Puffin", "Raven", "Robin", "Seal", "Stork", "Tiger", "Wombat",
];

/// A guest's generated name, such as *Brave Otter*: at most 15 characters.
pub fn generated_name(guest: GuestKey) -> String {
    let number = guest.number();
    format!("{} {}", ADJECTIVES[(number % 32) as usize], ANIMALS[(number / 32 % 32) as usize])
}

/// The guest as others see them: with the chosen name, or else the generated one.
///
/// # Errors
/// The store cannot be read.
pub async fn guest_of(store: &Store, key: GuestKey) -> Result<Guest, StoreError> {
    let chosen = store.guest_name(key).await?;
    Ok(Guest { name: chosen.unwrap_or_else(|| generated_name(key)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generated_guest_name_is_a_valid_name() {
        for (adjective, animal) in
            ADJECTIVES.iter().flat_map(|adjective| ANIMALS.iter().map(move |animal| (adjective, animal)))
        {
            let name = format!("{adjective} {animal}");
            assert_eq!(room::clean_name(&name), Some(name));
        }
    }
}
