//! The components of the design sheet, each in all of its states. Their texts appear nowhere else, so they
//! need no i18n.

use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::flag;
use crate::app::ui::mark::mark;

/// Buttons, choices, icons.
pub(super) fn controls() -> Vec<El> {
    let named = |class: &'static str| button(class).child(icon(Icon::Play)).child(class);
    let off = |class: &'static str| named(class).disabled(flag(|| true));
    let classes = ["button", "button primary", "button quiet", "button danger", "button primary big"];
    let choice = |(name, checked): (&'static str, bool)| {
        let input = el("input").attr("type", "radio").attr("name", "choice").attr("checked", checked);
        el("label").child(input).child(el("span").child(name))
    };
    let choices = [("chosen", true), ("other", false), ("third", false)].map(choice).into_iter();
    let control = |name: &'static str, sign: Icon, off: bool, new: bool| {
        button("control").disabled(flag(move || off)).attr("data-new", new).child(icon(sign)).child(name)
    };
    let icons = Icon::ALL.map(|sign| el("span").child(icon(sign)));
    vec![
        el("div").class("actions").children(classes.map(named)),
        el("div").class("actions").children(classes.map(off)),
        el("div").class("choices").children(choices),
        el("div")
            .class("controls")
            .child(control("control", Icon::Undo, false, false))
            .child(control("disabled", Icon::Flag, true, false))
            .child(control("data-new", Icon::Chat, false, true)),
        el("p").class("icons").children(icons),
    ]
}

/// Text fields, with their errors.
pub(super) fn fields() -> Vec<El> {
    let field = |id: &'static str, class: &'static str| {
        let label = el("label").attr("for", id).child(id);
        let input = el("input").class(class).id(id).attr("placeholder", "ABCD-EFGH");
        el("div").class("field").child(label).child(input)
    };
    let select = el("select")
        .class("input")
        .aria_label("select")
        .child(el("option").child("select"))
        .child(el("option").child("another"));
    vec![
        field("input", "input"),
        field("code-input", "input code-input"),
        select,
        el("p").class("problem").child(".problem There is no room with this code."),
    ]
}

/// Marks, presence, badges, seats.
pub(super) fn people() -> Vec<El> {
    let names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hedi"];
    let marks = names.map(|name| mark(name.to_owned())).into_iter();
    let presence = |state: &'static str| el("span").class("presence").attr("data-state", state).child(state);
    let seat = |name: &'static str, ready: bool| {
        let person = el("span").class("grow").child(el("span").class("name").child(name));
        let sign = el("span").class("seat-ready").attr("data-not", !ready).child(if ready {
            "ready"
        } else {
            "not ready"
        });
        el("li")
            .class("seat")
            .attr("data-ready", ready)
            .child(mark(name.to_owned()))
            .child(person)
            .child(sign)
    };
    let badge = |kind: Option<&'static str>| {
        el("span").class("badge").attr("data-kind", kind).child(kind.unwrap_or("badge"))
    };
    vec![
        el("p").class("actions").children(marks).child(el("span").class("mark mark-empty").child("?")),
        el("p").class("actions").children(["connected", "reconnecting", "away"].map(presence)),
        el("p").class("presets").child(badge(None)).child(badge(Some("soft"))),
        el("ul").child(seat("Anna", true)).child(seat("Bert", false)),
    ]
}

/// Cards: empty, in error, waiting.
pub(super) fn cards() -> Vec<El> {
    let card = |heading: &'static str, text: &'static str| {
        el("div").class("card").child(el("h2").child(heading)).child(el("p").class("soft").child(text))
    };
    vec![
        card("empty", "None yet. Open a room and send the link to a friend."),
        card("waiting", "Opening the room\u{2026}"),
        card("error", "Room HAAAAA not found").child(
            el("div")
                .class("actions")
                .child(el("a").class("button primary").href("#main").child("Open a room")),
        ),
    ]
}

/// Plates with clocks, the list of moves, the chat.
pub(super) fn game_parts() -> Vec<El> {
    let plate = |name: &'static str, turn: bool, clock: &'static str, low: bool| {
        el("div")
            .class("plate")
            .attr("data-turn", turn)
            .child(mark(name.to_owned()))
            .child(el("span").class("name").child(name))
            .child(el("span").class("score").child("24"))
            .child(el("span").class("clock").attr("data-low", low).child(clock))
    };
    let token = |text: &'static str, current: bool| {
        button("turn-token").attr("aria-current", current.then_some("true")).child(text)
    };
    let line = |name: &'static str, text: &'static str, mine: bool| {
        el("p").class("line").attr("data-mine", mine).child(el("span").class("name").child(name)).child(text)
    };
    let moves = el("li")
        .child(el("span").class("number").child("1"))
        .child(token("C-A", false))
        .child(token("f !", true));
    vec![
        plate("Anna", true, "4:07", false),
        plate("A name so long that there is no room for it", false, "9.3", true),
        el("ol").class("moves").child(moves),
        el("div").class("chat").child(line("Bert", "Good luck", false)).child(line("You", "Have fun", true)),
    ]
}

/// Banners, bars over the board, and toasts.
pub(super) fn messages() -> Vec<El> {
    let stage = |inside: El| el("div").class("stage").child(inside);
    let lost = el("div")
        .class("lost")
        .child(el("strong").child(icon(Icon::Offline)).child("No connection"))
        .child(el("p").child("Trying again. Clocks as they were 0:05 ago."));
    let offer = el("div")
        .class("offer")
        .child(el("p").child("Nina offers a draw"))
        .child(button("button primary").child("Accept"))
        .child(button("button").child("Decline"));
    let toast =
        |kind: Option<&'static str>| el("p").class("toast").attr("data-kind", kind).child("Link copied.");
    vec![
        stage(el("p").class("banner").child("Extra turn!")),
        stage(lost),
        stage(offer),
        toast(None),
        toast(Some("problem")),
    ]
}
