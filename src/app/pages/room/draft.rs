//! The setup draft: one player builds the board, the other then picks the colour.

use leptos::prelude::*;
use room::Command;
use rules::Side;
use rules::mapello::Board;
use rules::mapello::notation::{read_code, write_code};

use crate::app::game::mapello_board::mini::mini;
use crate::app::game::session::{Link, Session};
use crate::app::pages::editor::Editor;
use crate::app::ui::live::{on, part, part_if};
use crate::app::ui::title::title;
use crate::app::ui::toast::use_toast;

#[component]
pub(super) fn Draft(session: Session) -> impl IntoView {
    let builds = Memo::new(move |_| {
        let seat = session.seat();
        session.with(|room| room.draft.is_some_and(|draft| Some(draft.builder) == seat)).unwrap_or(false)
    });
    title(move || if builds.get() { "Build the board · Duello" } else { "Setup draft · Duello" }.to_owned());
    let lost = part_if(move || {
        (session.shown().link == Link::Lost)
            .then(|| view! { <p class="problem" role="alert">"No connection. Trying again\u{2026}"</p> })
    });
    view! {
        {lost}
        {part(move || {
            if builds.get() {
                view! { <Build session/> }.into_any()
            } else {
                view! { <Pick session/> }.into_any()
            }
        })}
    }
}

/// For the one who builds.
#[component]
fn Build(session: Session) -> impl IntoView {
    let toast = use_toast();
    let built = move || session.with(|room| room.draft.and_then(|draft| draft.board)).flatten();
    let code = RwSignal::new(write_code(&untrack(built).unwrap_or(Board::EMPTY)));
    let hand_over = move |_| match read_code(&code.get_untracked()) {
        Ok(board) => session.send(Command::Build(board)),
        Err(why) => toast.say(why.to_string()),
    };
    view! {
        <Editor code heading="Build the board" class="page editor draft">
            <p class="soft" role="status">
                {part(move || {
                    let other = other_name(session);
                    let text = match built() {
                        None => format!("{other} picks the colour when you hand the board over."),
                        Some(board) if write_code(&board) == code.get() => format!("{other} is picking a colour\u{2026}"),
                        Some(_) => format!("You have changed the board: {other} still sees the one before."),
                    };
                    text.into_any()
                })}
            </p>
            <div class="actions">
                <button class="button primary big" type="button" on:click=on(hand_over)>"Hand over"</button>
                <Leave session/>
            </div>
        </Editor>
    }
}

/// For the one who picks, and for those who watch.
#[component]
fn Pick(session: Session) -> impl IntoView {
    let board = move || session.with(|room| room.draft.and_then(|draft| draft.board)).flatten();
    let seated = move || session.seat().is_some();
    let pick = move |side: Side, disc: &'static str, name: &'static str, note: Option<&'static str>| {
        view! {
            <button class="button pick" type="button" data-disc=disc on:click=on(move |_| session.send(Command::Pick(side)))>
                {name}
                {note.map(|note| view! { <small>{note}</small> })}
            </button>
        }
    };
    let text = move || {
        let builder = builder_name(session);
        match (board(), seated()) {
            (None, _) => format!("{builder} is building the board\u{2026}"),
            (Some(_), true) => format!("{builder} has built this board. Which colour do you take?"),
            (Some(_), false) => format!("{builder} has built this board. The other one picks the colour."),
        }
    };
    view! {
        <main id="main" class="page draft pick">
            <h1>"Setup draft"</h1>
            {part_if(move || board().map(|board| mini(&board, "mini")))}
            <p role="status">{part(move || text().into_any())}</p>
            {part_if(move || {
                (seated() && board().is_some())
                    .then(|| {
                        view! {
                            <div class="picks">
                                {pick(Side::First, "black", "Black", Some("moves first"))}
                                {pick(Side::Second, "white", "White", None)}
                            </div>
                        }
                    })
            })}
            {part_if(move || seated().then(|| view! { <div class="actions"><Leave session/></div> }))}
        </main>
    }
}

#[component]
fn Leave(session: Session) -> impl IntoView {
    view! {
        <button class="button" type="button" on:click=on(move |_| session.send(Command::LeaveDraft))>
            "Back to the settings"
        </button>
    }
}

fn builder_name(session: Session) -> String {
    let name = session.with(|room| Some(room.occupant(room.draft?.builder)?.name.clone()));
    name.flatten().unwrap_or_default()
}

fn other_name(session: Session) -> String {
    let name = session.with(|room| Some(room.occupant(room.draft?.builder.other())?.name.clone()));
    name.flatten().unwrap_or_default()
}
