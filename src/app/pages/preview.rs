//! The metadata for link previews (Open Graph), by which chats show a page under its link: of a finished game, of a room,
//! and of a game or a board that its link carries.

use leptos::prelude::*;
use room::{Game, GameSettings};
use tournament::Phase;

use super::finished_game::{player_names, players_title};
use super::room::invitation_text;
use super::tournaments::{facts, moment_text, stage_text};
use crate::app::text::isolate::versus;
use crate::app::text::names::{game_name, game_title, shown_name, side_name, variant_name};
use crate::app::text::{PlayerName, clock_name, ending_sentence, headline, joined, words};
use crate::app::ui::el::{el, fragment};
use crate::app::{GameAddress, Page, current_page};
use crate::model::finished_game::{ImportData, PICTURE, RecordData};
use crate::model::preview::{LinkedBoard, LinkedGame, RoomPreview};
use crate::model::room_page::RoomGame;
use crate::model::tournaments::TournamentData;

/// What a preview shows.
struct Preview {
    title: String,
    description: String,
    url: String,
    picture: Picture,
}

/// The picture of a preview.
struct Picture {
    url: String,
    size: (u32, u32),
    is_large: bool,
}

impl Picture {
    /// One that is drawn for the page.
    fn drawn(url: String) -> Self {
        Self { url, size: PICTURE, is_large: true }
    }
}

/// The metadata in the head of the document; none of a page without a preview of its own.
pub fn preview_metadata() -> Option<AnyView> {
    let Preview { title, description, url, picture } = match current_page() {
        Page::FinishedGame(address) => of_finished_game(address),
        Page::Room(_) => of_room(),
        Page::Import => of_linked_game(),
        Page::Local(..) => of_linked_board(),
        Page::Tournament(_) => of_tournament(),
        _ => None,
    }?;
    let property =
        |name: &'static str, content: String| el("meta").attr("property", name).attr("content", content);
    let name =
        |name: &'static str, content: &'static str| el("meta").attr("name", name).attr("content", content);
    // The players gave their names to each other, not to search engines.
    let is_hidden = !matches!(current_page(), Page::Local(..));
    let robots = is_hidden.then(|| name("robots", "noindex"));
    let all = vec![
        name("twitter:card", if picture.is_large { "summary_large_image" } else { "summary" }),
        property("og:site_name", "Duello".to_owned()),
        property("og:type", "article".to_owned()),
        property("og:title", title),
        property("og:description", description.clone()),
        property("og:url", url),
        property("og:image", picture.url),
        property("og:image:type", "image/png".to_owned()),
        property("og:image:width", picture.size.0.to_string()),
        property("og:image:height", picture.size.1.to_string()),
        property("og:image:alt", description),
    ];
    Some(fragment(robots.into_iter().chain(all)))
}

fn of_finished_game(address: GameAddress) -> Option<Preview> {
    let data = use_context::<RecordData>()?;
    let address = GameAddress { at: None, embedded: false, ..address };
    let url = format!("{}{}", data.base, address.path(None));
    let title = game_title(&data.game.settings());
    let how = result(data.game.room().game.as_ref()?, &player_names(&data.game))?;
    let description = format!("{title}. {how}");
    Some(Preview {
        title: players_title(&data.game),
        description,
        picture: Picture::drawn(format!("{url}.png")),
        url,
    })
}

/// Who won, and how.
fn result(game: &Game, who: &[PlayerName; 2]) -> Option<String> {
    let ending = game.ending?;
    Some(format!("{}. {}", headline(&ending, who), ending_sentence(game, &ending, who)))
}

fn of_room() -> Option<Preview> {
    let RoomPreview { base, room, is_named, is_watchable } = use_context()?;
    let invitation = use_context::<RoomGame>()?;
    let game = room.game.as_ref();
    let settings = game.map_or_else(|| room.next_settings(), |game| room.settings_for(game.number));
    let how = format!("{} · {}", variant_name(&settings.game), clock_name(settings.clock));
    let names = rules::Side::BOTH.map(|side| {
        let occupant = game.and_then(|game| room.occupant(game.seat_of(side))).filter(|_| is_named);
        occupant.map_or_else(|| side_name(settings.game.game(), side), |occupant| shown_name(&occupant.name))
    });
    let title = match game {
        Some(_) if is_named => versus(&names[0], &names[1]),
        Some(_) => game_name(invitation.game).to_owned(),
        None => invitation_text(invitation),
    };
    let who = names.clone().map(PlayerName::Named);
    let state = match game {
        Some(game) if game.ending.is_some() => result(game, &who),
        Some(game) if is_watchable => Some(words::name_turn(&names[game.position.to_move().index()])),
        _ => None,
    };
    let facts = [Some(game_name(invitation.game).to_owned()).filter(|_| is_named), Some(how)];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let description = state.map_or(facts.clone(), |state| format!("{facts}. {state}"));
    let url = format!("{base}/r/{}", room.code);
    // Chats cache pictures by their address.
    let picture = Picture::drawn(format!("{url}/picture.png?{}", room.seq));
    Some(Preview { title, description, url, picture })
}

fn of_linked_game() -> Option<Preview> {
    let LinkedGame { base, query } = use_context()?;
    let read = use_context::<ImportData>()?.read.ok()?;
    let [Ok(read)] = read.as_slice() else { return None };
    let description = result(read.game.room().game.as_ref()?, &player_names(&read.game))?;
    let url = format!("{base}/games/import?{query}");
    let picture = Picture::drawn(format!("{base}/games/import/picture.png?{query}"));
    Some(Preview { title: game_title(&read.game.settings()), description, url, picture })
}

fn of_linked_board() -> Option<Preview> {
    let LinkedBoard { base, link, query, board } = use_context()?;
    let title = game_title(&GameSettings::Mapello(board));
    let picture = Picture::drawn(format!("{base}/boards/picture.png?{query}"));
    let url = format!("{base}{link}");
    Some(Preview { title, description: words::description(), url, picture })
}

/// A tournament: what is played, when, and by how many. It has no picture of its own.
fn of_tournament() -> Option<Preview> {
    let TournamentData { tournament, base, .. } = use_context()?;
    let line = &tournament.line;
    let when = match line.phase {
        Phase::Announced if tournament.now <= line.plan.starts_at => moment_text(line.plan.starts_at),
        Phase::Finished(_) => match &line.leader {
            Some(leader) => words::tournament_winner(&shown_name(leader)),
            None => stage_text(line, tournament.now),
        },
        Phase::Announced | Phase::Running(_) | Phase::Cancelled => stage_text(line, tournament.now),
    };
    let players = words::tournament_players(u32::try_from(line.entrants).unwrap_or(u32::MAX));
    let description = format!("{}. {when}. {players}", joined(" · ", facts(&line.plan)));
    let (title, url) = (line.plan.title.clone(), format!("{base}/e/{}", line.code));
    let picture = Picture { url: format!("{base}/icons/mark-512.png"), size: (512, 512), is_large: false };
    Some(Preview { title, description, url, picture })
}
