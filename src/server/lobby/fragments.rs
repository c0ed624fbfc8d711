//! HTML fragments of the lobby, rendered on the server with the page's own components in the reader's
//! language.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::{IntoAny, RenderHtml};
use room::Millis;
use rules::Game;

use super::seek_pool::SeekRefusal;
use crate::app::pages::{self, lobby, tv};
use crate::app::text::language::Language;
use crate::app::text::words;
use crate::model::lobby::LobbySnapshot;
use crate::model::players::Friends;
use crate::model::rating::Rating;
use crate::model::seek::Seek;
use crate::model::tv::{TodaysTournaments, TvGame};
use crate::server::bots::ChallengeRefusal;
use crate::server::http::too_many::when;

/// Pages that show lists of the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LobbyPage {
    /// Home: public games.
    Home,
    /// The lobby itself: open seeks.
    Find,
}

/// Fragments of HTML by name.
pub(super) type Fragments = Arc<[(&'static str, Arc<str>)]>;

/// The fragments that change with the lobby.
pub(super) fn lists(language: Language, lobby: &LobbySnapshot, page: LobbyPage) -> Fragments {
    language.during(|| {
        let list = match page {
            LobbyPage::Home => ("games", lobby::public_games(lobby).into_any()),
            LobbyPage::Find => ("offers", lobby::open_seeks(lobby).into_any()),
        };
        let bots = (page == LobbyPage::Find).then(|| ("bots", lobby::bots(lobby).into_any()));
        let parts = [("counts", lobby::counts(lobby).into_any()), list].into_iter().chain(bots);
        parts.map(|(name, part)| (name, part.to_html().into())).collect()
    })
}

/// What the TV page shows of a game.
pub(super) fn tv_game(
    language: Language,
    game: Option<&TvGame>,
    filter: Option<Game>,
    now: Millis,
) -> Fragments {
    language.during(|| {
        let parts = tv::game_parts(game, filter, now);
        // An empty list would be rendered as a comment.
        let html = |part: Vec<_>| if part.is_empty() { String::new() } else { part.into_any().to_html() };
        parts.into_iter().map(|(name, part)| (name, html(part).into())).collect()
    })
}

/// The tournaments of today on the TV page.
pub(super) fn tv_today(language: Language, events: &TodaysTournaments, now: Millis) -> Fragments {
    let html = language.during(|| tv::today(events, now).into_any().to_html());
    Arc::new([("tv-today", html.into())])
}

/// Challenges to the visitor, and friends who are online.
pub(super) fn friends(language: Language, known: &Friends) -> [(&'static str, String); 2] {
    language.during(|| {
        let challenges = pages::challenges(&known.challenges).into_any().to_html();
        [("challenges", challenges), ("friends", pages::friends_online(&known.online).into_any().to_html())]
    })
}

/// The fragment for a guest with an open seek; empty without one.
pub(super) fn waiting(
    language: Language,
    seek: Option<(Seek, Duration)>,
    suggest_computer: bool,
    bot: Option<&str>,
) -> String {
    let Some((seek, since)) = seek else { return String::new() };
    language.during(|| lobby::waiting(seek, since.as_secs(), suggest_computer, bot).into_any().to_html())
}

/// The fragment that names the opponent after pairing.
pub(super) fn paired(language: Language, name: &str, rating: Option<Rating>) -> String {
    language.during(|| lobby::paired(name, rating).into_any().to_html())
}

/// Why a seek was refused.
pub(super) fn refusal(language: Language, refusal: SeekRefusal) -> String {
    language.during(|| match refusal {
        SeekRefusal::NotOpen => words::offer_gone(),
        SeekRefusal::OutOfRange => words::offer_out_of_range(),
        SeekRefusal::PoolFull => words::too_many_offers(),
        SeekRefusal::Paused(again) => words::seek_paused(&when(again)),
        SeekRefusal::RateLimited(again) => words::seek_limited(&when(again)),
    })
}

/// Why a seek has ended.
pub(super) fn ended(language: Language, failed: bool) -> String {
    language.during(|| if failed { words::unavailable() } else { words::offer_ended() })
}

/// The text when the operator has switched the lobby off.
pub(super) fn switched_off(language: Language) -> String {
    language.during(words::lobby_off)
}

/// Why there is no game with a bot.
pub(super) fn bot_refusal(language: Language, refusal: ChallengeRefusal) -> String {
    language.during(|| match refusal {
        ChallengeRefusal::NotFree => words::bot_not_free(),
        ChallengeRefusal::PlaysEnough => words::bot_games_enough(),
        ChallengeRefusal::TooMany(again) => words::seek_limited(&when(again)),
        ChallengeRefusal::SwitchedOff => words::lobby_off(),
        ChallengeRefusal::Unavailable => words::unavailable(),
    })
}

/// The text for a socket over its rate limit.
pub(super) fn too_often(language: Language) -> String {
    language.during(words::find_too_often)
}

/// The text for a visitor without a cookie, who could not be given a seat.
pub(super) fn needs_cookie(language: Language) -> String {
    language.during(words::find_needs_cookie)
}

/// The text for a database error.
pub(super) fn unavailable(language: Language) -> String {
    language.during(words::unavailable)
}
