//! The invitation that a visitor sees first: who invites to what, and the form that takes the free seat. The server
//! renders it, as a form that works without the program; the program answers it without leaving the page.

use leptos::prelude::*;
use room::{Command, RoomCode};
use rules::Game;

use crate::app::game::view::session::{Notice, Session};
use crate::app::text::names::{game_name, variant_name};
use crate::app::text::{clock_name, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::live::effect;
use crate::client;
use crate::model::room_page::{Invitation, RoomGame, SeatName, SeatTaken, WATCH};

/// The form, its field for a name, and the server's mark that somebody else was faster.
const FORM: &str = "form.sit";
const FIELD: &str = "#sit-name";
const TAKEN_MARK: &str = "[data-taken]";

/// The invitation to a room; only its game if both seats are taken.
pub fn invitation_text(room: RoomGame) -> String {
    let name = game_name(room.game);
    if room.open { words::play_game_with_me(name) } else { name.to_owned() }
}

/// Whether the visitor is invited and has not answered yet; the program learns it from the server's page.
pub(super) fn is_open() -> bool {
    if cfg!(feature = "ssr") { use_context::<Invitation>().is_some() } else { client::find(FORM).is_some() }
}

/// Whether the room's game is Mapello, as the server has seen it when it rendered the page.
pub(super) fn is_to_mapello() -> bool {
    if cfg!(feature = "ssr") {
        return use_context::<RoomGame>().is_some_and(|room| room.game == Game::Mapello);
    }
    client::find("main[data-mapello]").is_some()
}

/// The invitation, within the page's main element. Hydration leaves it as the server has rendered it.
pub(super) fn invitation(code: RoomCode) -> AnyView {
    let place = el("div").class("invitation");
    if !cfg!(feature = "ssr") {
        return place.any();
    }
    let taken = use_context::<SeatTaken>()
        .map(|_| el("p").class("problem").role("alert").attr("data-taken", true).child(words::room_taken()));
    let heading = |text: String, more: String| {
        el("hgroup").child(el("h1").child(text)).child(el("p").class("soft").child(more))
    };
    let Some(Invitation { host, settings, named }) = use_context() else {
        let text = use_context().map_or_else(words::play_with_me, invitation_text);
        return place.child(heading(text, words::description())).child(taken).any();
    };
    let game = game_name(settings.game.game());
    let text = host.map_or_else(|| words::invited_to(game), |host| words::invited_by(&host, game));
    let more = format!("{} · {}", variant_name(&settings.game), clock_name(settings.clock));
    place.child(heading(text, more)).child(form(code, (!named).then(visitor_name))).any()
}

/// The form, with a field for the name of a visitor who has chosen none.
fn form(code: RoomCode, name: Option<String>) -> El {
    let field = name.map(|name| {
        let input = el("input")
            .class("input")
            .id("sit-name")
            .attr("name", "name")
            .attr("value", name)
            .attr("required", true)
            .attr("minlength", "2")
            .attr("maxlength", "20")
            .attr("autocomplete", "nickname");
        el("div")
            .class("field")
            .child(el("label").attr("for", "sit-name").child(words::YOUR_NAME))
            .child(input)
    });
    let actions = el("div")
        .class("actions")
        .child(el("button").class("button primary big").attr("autofocus", true).child(words::SIT_DOWN))
        .child(el("a").class("button quiet").href(format!("/r/{code}?{WATCH}")).child(words::JUST_WATCH));
    el("form")
        .class("sit")
        .attr("action", format!("/r/{code}"))
        .attr("method", "post")
        .child(field)
        .child(actions)
}

/// The name under which the visitor would sit down, as the server has sent it along with the page.
pub(super) fn visitor_name() -> String {
    if cfg!(feature = "ssr") {
        return use_context().map(|SeatName(name)| name).unwrap_or_default();
    }
    client::find("main[data-name]").and_then(|main| main.get_attribute("data-name")).unwrap_or_default()
}

/// Answers the form as soon as the room is there; until then the browser sends it.
pub(super) fn sit_down(session: Session, event: &web_sys::Event) {
    let Some(state) = session.peek().filter(|state| state.room.is_some()) else { return };
    event.prevent_default();
    let typed = client::field_value(FIELD);
    session.send(Command::Sit { name: typed.unwrap_or_else(|| state.name.clone()) });
}

/// Ends the invitation once the visitor or somebody else has taken the seat, or nobody can any more.
pub(super) fn follow(session: Session, open: RwSignal<bool>) {
    effect(move || {
        let sits = session.seat().is_some();
        let ends = session.with_room(|room| sits || !room.invites()).unwrap_or(false);
        if open.get() && ends {
            open.set(false);
            // A room that was closed says so itself.
            if !sits && session.with_room(|room| room.free_seat().is_none()) == Some(true) {
                session.notify(Notice::Refused(room::Rejection::Full));
            }
        }
    });
    effect(move || {
        if client::find(TAKEN_MARK).is_some() {
            session.notify(Notice::Refused(room::Rejection::Full));
        }
    });
}
