//! The bar of what was chosen and is not played yet, in the place of the control bar: it covers no square. It names the
//! premove with a button that cancels it, or asks whether the chosen move is to be played.

use leptos::prelude::*;

use crate::app::game::view::plan::{Plan, PlanNews};
use crate::app::game::view::session::Session;
use crate::app::text::computer::move_name;
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{memo, part_if, text};
use crate::client;

/// The bar, and the sentence about it for screen readers.
pub(in crate::app::game) fn plan_bar(session: Session) -> AnyView {
    let plan = memo(move || session.state().plan.clone());
    let sentence = move |plan: &Plan| {
        let moves: Vec<String> = plan.moves().into_iter().map(move_name).collect();
        match plan {
            Plan::Premove(_) => words::premove(&moves.join(" ")),
            Plan::Unconfirmed { .. } => words::confirm_question(&moves.concat()),
        }
    };
    // The live region exists before it has a text, because otherwise the text would not be read aloud.
    let said = move || match (plan.get(), session.state().plan_news) {
        (Some(plan), _) => sentence(&plan),
        (None, PlanNews::Nothing) => String::new(),
        (None, PlanNews::PremoveCancelled) => words::premove_cancelled(),
        (None, PlanNews::MoveCancelled) => words::move_cancelled(),
    };
    let spoken = el("p").class("hidden").role("status").child(text(said));
    // The buttons go with the plan, and the focus with them.
    let and_back = move |act: fn(&Session)| {
        move || {
            act(&session);
            client::defer(client::focus_board);
        }
    };
    let bar = part_if(move || {
        let plan = plan.get()?;
        let (is_premove, name) = match plan {
            Plan::Premove(_) => (true, words::cancel_premove()),
            Plan::Unconfirmed { .. } => (false, words::cancel()),
        };
        let cancel = button("button").on_click(and_back(Session::cancel_plan)).child(name);
        let confirm = (!is_premove).then(|| {
            let confirm = button("button primary").on_click(and_back(Session::confirm_plan));
            confirm.child(words::CONFIRM)
        });
        let key = move |event: web_sys::KeyboardEvent| {
            if event.key() == "Escape" {
                and_back(Session::cancel_plan)();
            }
        };
        let bar = el("div").class("plan").role("group").on_key(key).aria_label(sentence(&plan));
        let sentence = el("p").attr("aria-hidden", "true").child(sentence(&plan));
        Some(bar.child(sentence).child(cancel).child(confirm).any())
    });
    vec![spoken.any(), bar.into_any()].into_any()
}
