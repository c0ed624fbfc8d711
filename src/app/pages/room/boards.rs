//! Which board of Mapello is played on: one that is known, one by chance, one that somebody has built.

use leptos::prelude::*;
use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::{read_code, write_code};

use super::settings::Agreed;
use crate::app::game::mapello_board::mini::mini;
use crate::app::ui::choice::select;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{on, part, part_if};
use crate::app::ui::toast::use_toast;
use crate::client;

/// Seeds that people can read out.
const SEEDS: u32 = 1_000_000;

const NAMES: [&str; 6] =
    ["Default board", "Empty board", "Board of the day", "Random board", "Own board", "Setup draft"];

/// The place of a choice among [`NAMES`].
fn place(board: BoardChoice) -> u32 {
    match board {
        BoardChoice::Default => 0,
        BoardChoice::Empty => 1,
        BoardChoice::Daily(_) => 2,
        BoardChoice::Random(_) => 3,
        BoardChoice::Custom(_) => 4,
        BoardChoice::Draft => 5,
    }
}

#[component]
pub(super) fn BoardField(agreed: Agreed) -> impl IntoView {
    // Two at one device need no draft: who builds may pick as well.
    let local = agreed.is_local();
    let board = move || agreed.board().unwrap_or_default();
    let current = move || place(board());
    let choose = move |place| {
        // Who wants to change a board begins with the one that is there.
        let shown = untrack(board).board(1).unwrap_or(Board::DEFAULT);
        agreed.choose_board(match place {
            0 => BoardChoice::Default,
            1 => BoardChoice::Empty,
            2 => BoardChoice::Daily(client::today()),
            3 => BoardChoice::Random(client::chance(SEEDS)),
            4 => BoardChoice::Custom(shown),
            _ => BoardChoice::Draft,
        });
    };
    let names = (0..)
        .zip(NAMES)
        .take(if local { 5 } else { 6 })
        .map(|(place, name)| (name.to_owned(), place))
        .collect();
    view! {
        <div class="board-choice">
            {part_if(move || board().board(1).map(|board| mini(&board, "mini mini-small")))}
            <div class="grow">
                {select("board", "Board", names, current, choose)}
                {part(move || match board() {
                    BoardChoice::Random(seed) => view! { <Seed agreed seed/> }.into_any(),
                    BoardChoice::Custom(board) => view! { <Code agreed board/> }.into_any(),
                    _ => ().into_any(),
                })}
            </div>
        </div>
    }
}

/// The number of a random board, and another one.
#[component]
fn Seed(agreed: Agreed, seed: u32) -> impl IntoView {
    let set = move |event| {
        if let Ok(seed) = event_target_value(&event).trim().parse() {
            agreed.choose_board(BoardChoice::Random(seed));
        }
    };
    view! {
        <div class="field-row">
            <input class="input" inputmode="numeric" maxlength="9" aria-label="Number of the board" value=seed.to_string() on:change=on(set)/>
            <button
                class="button"
                type="button"
                on:click=on(move |_| agreed.choose_board(BoardChoice::Random(client::chance(SEEDS))))
            >
                "Another"
            </button>
        </div>
    }
}

/// The code of a board, and where to build one.
#[component]
fn Code(agreed: Agreed, board: Board) -> impl IntoView {
    let toast = use_toast();
    let set = move |event| match read_code(&event_target_value(&event)) {
        Ok(board) => agreed.choose_board(BoardChoice::Custom(board)),
        Err(why) => toast.say(why.to_string()),
    };
    let code = write_code(&board);
    view! {
        <div class="field-row">
            <input class="input share-code" aria-label="Code of the board" autocomplete="off" spellcheck="false" value=code.clone() on:change=on(set)/>
            <a class="button" target="_blank" href=format!("/boards/edit?board={code}")>{icon(Icon::Edit)}"Edit"</a>
        </div>
    }
}
