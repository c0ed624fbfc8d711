//! Tournaments: the lists, the form that opens one, the page of one and of an entrant. Rendered by the server alone,
//! including the parts that change, which `public/find.js` replaces. What the pages do beside that in a browser is in
//! `app/tournament.js`.

mod cross_table;
mod describe;
mod entrant;
mod form;
mod lists;
mod own;
mod page;
mod podium;
mod problem;
mod rules;
mod share;
mod state;
mod table;
#[cfg(test)]
mod tests;

use super::not_found;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};

pub use self::describe::{facts, moment, moment_text, stage_text};
pub use self::entrant::entrant_page;
pub use self::form::new_tournament_page;
pub use self::lists::{tournament_rows, tournaments_page};
pub use self::own::tournament_own;
pub use self::page::tournament_page;
pub use self::state::tournament_state;
pub use self::table::tournament_table;

/// The link back to the page above this one, and the heading.
fn page_head(back: impl Into<String>, back_name: String, heading: El) -> El {
    let back = el("a").class("button quiet square").href(back.into()).aria_label(back_name);
    el("header").class("page-head").child(back.child(icon(Icon::Back))).child(heading)
}

/// A page of one column, with its head.
fn frame(head: El) -> El {
    el("main").id("main").class("page cards event").child(head)
}

/// A card with a heading.
fn card(class: &'static str, id: &'static str, heading: String) -> El {
    el("section").class(class).attr("aria-labelledby", id).child(el("h2").id(id).child(heading))
}

/// A small text beside what it explains.
fn hint(text: String) -> El {
    el("p").class("small soft").child(text)
}

/// A text that somebody typed, whose direction is its own.
fn typed(text: impl Into<String>) -> El {
    el("bdi").child(text.into())
}

/// A form that is one button.
fn post(action: String, button_class: &'static str, text: String) -> El {
    el("form")
        .attr("action", action)
        .attr("method", "post")
        .child(el("button").class(button_class).child(text))
}
