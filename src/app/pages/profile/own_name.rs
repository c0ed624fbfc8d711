//! The card of the profile by which an account claims a name and has a page of its own.

use room::CLAIMED_MARK;

use super::{card, soft_paragraph};
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::form::hidden_field;
use crate::model::players::{ClaimOutcome, OwnName};

/// The card; `own` is nothing for a guest without an account.
pub(super) fn own_name_card(own: Option<OwnName>, outcome: Option<ClaimOutcome>) -> El {
    let card = card("own-name", words::public_name());
    let Some(OwnName { name, former, is_listed }) = own else {
        return card.child(soft_paragraph(words::public_name_guest()));
    };
    let said = outcome.map(outcome_text);
    let mut former: Vec<String> = former.into_iter().map(|name| format!("{CLAIMED_MARK}{name}")).collect();
    former.sort_unstable();
    let former = (!former.is_empty()).then(|| soft_paragraph(words::names_former(&former.join(", "))));
    match name {
        None => card
            .child(said)
            .child(soft_paragraph(words::public_name_about()))
            .child(claim_form())
            .child(former),
        Some(name) => {
            let shown = format!("{CLAIMED_MARK}{name}");
            let page = el("a").class("button").href(format!("/{shown}")).child(words::SEE_MY_PAGE);
            let boards = el("a").class("button quiet").href("/players").child(words::LEADERBOARDS);
            let release = post("/me/name/release")
                .child(soft_paragraph(words::name_release_about()))
                .child(el("button").class("button danger").child(words::NAME_RELEASE));
            let is_refused = matches!(outcome, Some(outcome) if !matches!(outcome, ClaimOutcome::Claimed | ClaimOutcome::Released));
            let change = el("details")
                .attr("open", is_refused)
                .child(el("summary").child(words::NAME_CHANGE))
                .child(claim_form())
                .child(former)
                .child(release);
            card.child(said)
                .child(el("p").child(words::public_name_is(&shown)))
                .child(el("div").class("actions").child(page).child(boards))
                .child(listing_form(is_listed))
                .child(change)
        }
    }
}

fn outcome_text(outcome: ClaimOutcome) -> El {
    let (text, is_refusal) = match outcome {
        ClaimOutcome::Claimed => (words::name_claimed(), false),
        ClaimOutcome::Released => (words::name_released(), false),
        ClaimOutcome::Taken => (words::name_taken(), true),
        ClaimOutcome::Unfit => (words::name_unfit(), true),
        ClaimOutcome::TooMany => (words::name_too_many(), true),
        ClaimOutcome::TooOften => (words::name_too_often(), true),
        ClaimOutcome::Muted => (words::name_refused(), true),
    };
    let said = el("p").role(if is_refusal { "alert" } else { "status" });
    if is_refusal { said.class("problem").child(text) } else { said.child(text) }
}

fn post(action: &'static str) -> El {
    el("form").attr("action", action).attr("method", "post")
}

fn claim_form() -> El {
    let input = el("input")
        .class("input")
        .id("claimed")
        .attr("name", "name")
        .attr("required", true)
        .attr("minlength", "3")
        .attr("maxlength", "20")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .attr("aria-describedby", "claim-rules");
    let row = el("div")
        .class("field-row")
        .child(input)
        .child(el("button").class("button").child(words::CLAIM_NAME));
    post("/me/name")
        .class("field")
        .child(el("label").attr("for", "claimed").child(words::CLAIM_LABEL))
        .child(row)
        .child(soft_paragraph(words::claim_rules()).id("claim-rules"))
}

fn listing_form(is_listed: bool) -> El {
    let (value, text) =
        if is_listed { ("no", words::leaderboard_leave()) } else { ("yes", words::leaderboard_join()) };
    post("/me/name/list").child(hidden_field("listed", value)).child(el("button").class("button").child(text))
}
