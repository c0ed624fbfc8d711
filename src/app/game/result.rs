//! The result card: the winner, the score, how the game ended, and the buttons for a rematch and further
//! ways.

use std::time::Duration;

use leptos::prelude::*;
use room::{Command, Game, REMATCH_OFFER_MS, Reason, RematchOffer, Room};
use rules::Side;

use super::board::views::{BoardOf, BoardViews};
use super::match_of_two::{EndedMatch, match_lines};
use super::outcome::{achievement, next_after_loss, outcome};
use super::players::mark::mark_of;
use super::prompts::change_button;
use super::series::series_text;
use super::share::share_button;
use super::view::chat_field::is_writing;
use super::view::playback::play_ending;
use super::view::session::Session;
use crate::app::text::{ending_sentence, headline, listed, words};
use crate::app::ui::dialog::dialog;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Memo, effect, flag, memo, part_if, text};
use crate::app::ui::player_name::player_name;
use crate::client;

/// The pause between the last move's animation and the card, which leaves time for the winner's fountain.
const CARD_DELAY: Duration = Duration::from_millis(1100);
/// The interval at which an open card waits for a viewer who is still writing.
const WRITING_POLL: Duration = Duration::from_secs(1);

/// The state of the board before.
#[derive(Clone, Copy)]
enum GamePhase {
    Unknown,
    Running,
    Over,
}

/// The result card, as a dialog that opens when the game is over. `board` knows the board of a game.
pub(super) fn result_card(
    session: Session,
    open: RwSignal<bool>,
    review: RwSignal<bool>,
    board: BoardOf,
) -> AnyView {
    let finished_game = memo(move || session.with_confirmed_game(finished_number).flatten());
    let mut before = GamePhase::Unknown;
    // What came of sharing the game.
    let shared = RwSignal::new(String::new());
    effect(move || {
        let over = finished_game.get();
        match (before, over) {
            // Another game has begun: the dialogs about the last one close.
            (_, None) => {
                [open, review].iter().for_each(|card| card.set(false));
                shared.set(String::new());
            }
            // The page was opened on a finished game.
            // A review begins with the position that it was opened at.
            (GamePhase::Unknown | GamePhase::Over, Some(_)) => open.set(!untrack(|| session.is_review())),
            (GamePhase::Running, Some(_)) => {
                let game = untrack(|| session.with_game(|game| game.setup.game()));
                let fountain = |winner, near| game.map_or("", |game| (board(game).fountain)(winner, near));
                let film = play_ending(session, fountain);
                open_when_idle(open, finished_game, over, CARD_DELAY + Duration::from_millis(film.into()));
            }
        }
        before = if over.is_some() { GamePhase::Over } else { GamePhase::Running };
    });
    // A rematch offer expires even if nothing else happens. The timer adds a second, because the clock
    // estimate may change meanwhile.
    let offered = memo(move || session.with_room(|room| room.rematch_offer.map(|offer| offer.at)).flatten());
    effect(move || {
        if let Some(at) = offered.get() {
            let rest = untrack(|| at.saturating_add(REMATCH_OFFER_MS).saturating_sub(session.now()));
            if let Ok(rest) = u64::try_from(rest) {
                client::after(Duration::from_millis(rest + 1_000), move || session.change(|_| {}));
            }
        }
    });
    let card = part_if(move || {
        let content =
            |game: &Game| card_content(session, game, board(game.setup.game()), [open, review], shared);
        session.with_game(content).flatten()
    });
    dialog(open, "result", "result", vec![card.into_any()])
}

/// Opens the card after a while, if the game is still the last one. It waits for a viewer who is writing, and
/// who has read the result in the status line.
fn open_when_idle(open: RwSignal<bool>, finished: Memo<Option<u32>>, over: Option<u32>, after: Duration) {
    client::after(after, move || {
        let same = over == finished.try_get_untracked().flatten();
        if same && is_writing() {
            open_when_idle(open, finished, over, WRITING_POLL);
        } else if same {
            open.try_set(true);
        }
    });
}

/// The number of a game that is over. The time of its end would not do: it is certain only when the server
/// has confirmed it.
fn finished_number(game: &Game) -> Option<u32> {
    game.ending.map(|_| game.number)
}

fn card_content(
    session: Session,
    game: &Game,
    board: BoardViews,
    [open, review]: [RwSignal<bool>; 2],
    shared: RwSignal<String>,
) -> Option<AnyView> {
    let ending = game.ending?;
    let who = session.names();
    let near = session.near_side();
    // The last game of a match decides it: its card is that of the match.
    let ended_match = session.with_room(EndedMatch::of).flatten();
    let (winner, points) = match &ended_match {
        Some(ended) => (ended.winner, ended.stones),
        None => (ending.winner, game.final_points()),
    };
    let title = ended_match.as_ref().map_or_else(|| headline(&ending, &who), |ended| ended.headline(&who));
    let side = |side: Side| {
        let name = session.name_of(side);
        el("div")
            .class("result-side")
            .attr("data-winner", winner == Some(side))
            .attr("data-disc", (board.points)(&game.position, side).disc)
            .child(mark_of(session, side))
            .child(if session.on_device() { el("span").class("name").child(name) } else { player_name(name) })
            .child(el("span").class("points").child(points[side.index()].to_string()))
    };
    // One game is no series.
    let games = session.with_room(|room| room.series.games()).unwrap_or_default();
    let series = series_text(session, near).filter(|_| games > 1).map(|text| (words::series(), text));
    let mut lines = (board.result)(game, near);
    lines.extend(match_lines(session, near));
    lines.extend(rating_line(session, game));
    lines.extend(series);
    let line =
        |(name, text): (String, String)| el("div").child(el("dt").child(name)).child(el("dd").child(text));
    let lines = lines.into_iter().map(line);
    let close = button("button quiet square dialog-close")
        .aria_label(words::LOOK_AT_BOARD)
        .on_click(move || open.set(false))
        .child(icon(Icon::Close));
    let score = el("div")
        .class("result-score")
        .child(side(near))
        .child(el("span").class("soft").child("\u{2013}"))
        .child(side(near.other()));
    let mut card = vec![
        close.any(),
        // The heading gets the focus: screen readers read from here, and a key meant for the board presses no
        // button.
        el("h2")
            .id("result")
            .attr("tabindex", "-1")
            .attr("data-first", true)
            .attr("data-outcome", outcome(session, winner))
            .child(title)
            .any(),
        score.any(),
        el("p").class("soft").child(ending_sentence(game, &ending, &who)).any(),
        el("dl").class("result-how").children(lines).any(),
    ];
    card.extend(achievement(session, game, &ending).map(El::any));
    card.extend(game_page_link(session, words::GAME_PAGE).map(El::any));
    card.extend(untrack(|| rematch_actions(session, open, review, shared)));
    Some(card.into_any())
}

/// What the game was worth to the players, if games at this table are rated.
fn rating_line(session: Session, game: &Game) -> Option<(String, String)> {
    // A match is rated when both of its games are over.
    if session.with_room(Room::is_match_break).unwrap_or(false) {
        return None;
    }
    let ratings = session.state().ratings;
    if ratings.over != Some(game.number) || ratings.table.seats == [None; 2] {
        return None;
    }
    let Some(changes) = ratings.table.change else { return Some((words::rating_line(), words::not_rated())) };
    let of = |side: Side| {
        let rating = ratings.table.seats[game.seat_of(side).index()]?;
        let change = changes[side.index()];
        let sign = if change < 0 { "−" } else { "+" };
        Some(words::rating_changed(&rating.points.to_string(), &format!("{sign}{}", change.unsigned_abs())))
    };
    // A player has an eye on their own, a spectator on both.
    let sides = match session.seat() {
        Some(seat) => vec![game.side_of(seat)],
        None => vec![session.near_side(), session.near_side().other()],
    };
    Some((words::rating_line(), listed(sides.into_iter().filter_map(of).collect())))
}

/// The link to the page of the finished game. A game without moves, or called off, has none.
pub(in crate::app) fn game_page_link(session: Session, name: words::Phrase) -> Option<El> {
    let on_device = session.on_device();
    let path = session.with_room(|room| {
        let game = room.game.as_ref()?;
        let has_page = !on_device && game.ending?.reason != Reason::CalledOff && game.own_ply() > 0;
        has_page.then(|| format!("/r/{}/g/{}", room.code, game.number))
    });
    let link = el("a").href(path.flatten()?).child(name);
    Some(el("p").child(link))
}

/// Whether the viewer is ready for the next game; `None` for a spectator.
fn seat_is_ready(session: Session) -> Option<bool> {
    let seat = session.seat()?;
    session.with_room(|room| room.occupant(seat).map(|occupant| occupant.ready)).flatten()
}

/// The rematch button, and the opponent's offer; in the break of a match, the start of its second game.
fn rematch_actions(
    session: Session,
    open: RwSignal<bool>,
    review: RwSignal<bool>,
    shared: RwSignal<String>,
) -> [AnyView; 2] {
    let seat = session.seat();
    let stands = |offer: &RematchOffer| session.now() < offer.at.saturating_add(REMATCH_OFFER_MS);
    let offered = session.with_room(|room| room.rematch_offer).flatten().filter(stands);
    let mapello = session.with_game(|game| game.position.as_mapello().is_some()).unwrap_or(false);
    let other = seat.map(|seat| session.name_at(seat.other())).unwrap_or_default();
    let mine = offered.filter(|offer| Some(offer.seat) == seat && !session.is_pass_and_play());
    let note = match offered {
        Some(_) if mine.is_some() => Some(words::waiting_for(&other)),
        Some(offer) if seat.is_some() => {
            let wants = if offer.same_board { words::wants_same_board } else { words::wants_again };
            Some(wants(&other))
        }
        _ => None,
    };
    let next = move |class: &'static str, name: String, command: Command, same_board: bool| {
        let waiting = mine.is_some_and(|offer| offer.same_board == same_board);
        button(class)
            .disabled(flag(move || waiting))
            .on_click(move || {
                if !waiting {
                    session.send(command.clone());
                }
            })
            .child(name)
    };
    // The opponent's wish comes first.
    let same_wanted = offered.is_some_and(|offer| offer.same_board && Some(offer.seat) != seat);
    let [first, second] = ["button primary big", "button"];
    let (again, same) = if same_wanted { (second, first) } else { (first, second) };
    let again = next(again, words::play_again(), Command::Rematch, false);
    let same = next(same, words::same_board(), Command::SameBoardRematch, true);
    let both = if same_wanted { vec![same, again] } else { vec![again, same] };
    // The next opponent in a tournament is another one.
    let tournament = session.state().ratings.table.tournament;
    let in_break = session.with_room(Room::is_match_break).unwrap_or(false);
    let goes_on = tournament.is_none() && !in_break;
    let both = both.into_iter().take(if mapello { 2 } else { 1 }).collect::<Vec<_>>();
    let back = tournament.filter(|_| !in_break).map(|code| {
        el("a").class("button primary big").href(format!("/e/{code}")).child(words::BACK_TO_TOURNAMENT)
    });
    let changes = seat.and_then(|seat| session.with_room(Room::wants_change)?.filter(|by| *by != seat));
    let note = note.or_else(|| changes.map(|_| words::wants_change(&other)));
    let settings = || change_button(session, if changes.is_some() { "button primary" } else { "button" });
    let is_ready = seat_is_ready(session);
    let note = match (in_break, is_ready) {
        (true, Some(true)) => Some(words::waiting_for(&other)),
        (true, _) => Some(words::second_game_soon()),
        (false, _) => note,
    };
    let start = (in_break && is_ready == Some(false)).then(|| {
        let start = move || session.send(Command::Ready(true));
        button("button primary big").on_click(start).child(words::start_now())
    });
    let look = move || {
        open.set(false);
        review.set(true);
    };
    let look = button("button").on_click(look).child(words::REVIEW);
    let actions = el("div")
        .class("actions")
        .child(start)
        .child(back)
        .child(seat.filter(|_| goes_on).map(|_| both))
        .child(next_after_loss(session))
        .child(session.state().last_ply().filter(|ply| *ply > 0).map(|_| look))
        .child(share_button(session, shared))
        .child(seat.filter(|_| goes_on).map(|_| settings()))
        .child(el("a").class("button").href("/").child(words::HOME));
    let note = note.map(|note| note + " ");
    let said = el("p").class("soft").role("status").child(note).child(text(move || shared.get()));
    [said.any(), actions.any()]
}
