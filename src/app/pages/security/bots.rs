//! The bots of an account: each with its tokens, forms that make and end them, and a token that was just made.

use super::{card, end_form, soft};
use crate::app::text::names::date_text;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::security::{BotItem, TokenItem};

/// The token that was made a moment ago, to be copied.
pub(super) fn token_card(token: String) -> El {
    let field = el("input").class("input token").attr("readonly", true).attr("value", token);
    let field = field.aria_label(words::TOKEN_NEW).attr("autocomplete", "off").attr("spellcheck", "false");
    // It is shown only now: whoever has asked for it is led to it.
    let field = field.attr("autofocus", true);
    el("section").class("card").role("status").child(el("p").child(words::token_shown())).child(field)
}

pub(super) fn bots_card(bots: Vec<BotItem>, confirmed_for: i64) -> El {
    let name = el("input").class("input").id("bot-name").attr("name", "name").attr("required", true);
    let name = name.attr("autocomplete", "off").attr("maxlength", "16");
    let make = el("form")
        .attr("action", "/security/bot")
        .attr("method", "post")
        .attr("data-confirm", confirmed_for.to_string())
        .child(el("label").attr("for", "bot-name").child(words::BOT_NAME))
        .child(
            el("div")
                .class("field-row")
                .child(name)
                .child(el("button").class("button").child(words::BOT_MAKE)),
        );
    card("bots", words::bots())
        .child(soft(words::bots_about()))
        .children(bots.into_iter().map(|bot| bot_part(bot, confirmed_for)))
        .child(make)
}

fn bot_part(bot: BotItem, confirmed_for: i64) -> El {
    let BotItem { id, name, tokens } = bot;
    let rows: Vec<El> = tokens.into_iter().map(|token| token_row(token, &name, confirmed_for)).collect();
    let scope = |value: &'static str, text: String| el("option").attr("value", value).child(text);
    let field = format!("scope-{id}");
    let scopes = el("select").class("input").id(field.clone()).attr("name", "scope");
    let scopes =
        scopes.child(scope("play", words::token_may_play())).child(scope("read", words::token_may_read()));
    let new = el("button").class("button").aria_label(words::token_new_of(&name)).child(words::TOKEN_NEW);
    let new = end_form("/security/token", confirmed_for, id.clone())
        .child(el("label").attr("for", field).child(words::token_may(&name)))
        .child(el("div").class("field-row").child(scopes).child(new));
    let heading = format!("bot-{id}");
    let remove = el("button").class("button danger").aria_label(words::bot_remove_one(&name));
    let remove = end_form("/security/bot/remove", confirmed_for, id)
        .child(soft(words::bot_remove_sure(&words::somebody())))
        .child(remove.child(words::BOT_REMOVE));
    // Asked once more, as the deletion of everything is.
    let remove = el("details").child(el("summary").child(words::BOT_REMOVE)).child(remove);
    let rows = (!rows.is_empty()).then(|| el("ul").class("account-rows").children(rows));
    el("section")
        .class("bot")
        .attr("aria-labelledby", heading.clone())
        .child(el("h3").id(heading).child(name))
        .child(rows)
        .child(new)
        .child(remove)
}

fn token_row(token: TokenItem, bot: &str, confirmed_for: i64) -> El {
    let day = date_text(&token.made);
    let what = if token.plays { words::token_plays(&day) } else { words::token_reads(&day) };
    let revoke = el("button").class("button").aria_label(words::token_revoke_one(bot, &day));
    let form =
        end_form("/security/token/revoke", confirmed_for, token.id).child(revoke.child(words::TOKEN_REVOKE));
    let used = token.used.map(|used| el("p").class("small soft").child(words::last_used(&date_text(&used))));
    row_of(what, used, form)
}

/// A row of a list without a line of its own for its beginning, which its name tells.
fn row_of(name: String, used: Option<El>, act: El) -> El {
    let words = el("div").class("grow").child(el("p").class("name").child(name)).child(used);
    el("li").class("account-row").child(words).child(act)
}
