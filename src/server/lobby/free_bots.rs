//! The bots that the lobby lists.

use crate::model::lobby::FreeBot;
use crate::server::bots::{BotOnline, Directory};

/// The bots that play with people, at most `most`: those of whoever runs the server first, from the weakest to the strongest.
pub(super) fn free_bots(bots: &Directory, most: usize) -> Vec<FreeBot> {
    let mut online: Vec<BotOnline> = bots.online();
    online.retain(|bot| bot.terms.takes_people());
    let points = |bot: &BotOnline| bot.ratings.iter().flatten().map(|rating| rating.points).max();
    online.sort_by_key(|bot| (!bot.is_house, bot.level(), points(bot)));
    let free = |bot: BotOnline| FreeBot { is_free: bot.is_free(), name: bot.name, ratings: bot.ratings };
    online.into_iter().take(most).map(free).collect()
}
