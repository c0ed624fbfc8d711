//! Home: start a game, join one, go on with one.

mod games;
mod me;

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::app::api::{HomeData, JoinByCode, OpenRoom};
use crate::app::game::decimals;
use crate::app::ui::icon::{Icon, icon};
use games::MyGames;
use me::Me;

/// The first page. Its forms are plain ones: they work before the page is hydrated, and without it.
#[component]
pub fn Home() -> impl IntoView {
    // Looked up by the server before it draws the page; sent along with it for the first frame in the browser.
    let HomeData { guest, problem, games } =
        SharedValue::new(|| use_context::<HomeData>().unwrap_or_default()).into_inner();
    view! {
        <main id="main" class="page home">
            <header class="home-head">
                <div>
                    <h1>"Duello"</h1>
                    <p>"A board, two players, ten seconds."</p>
                </div>
                <Me guest/>
            </header>
            {problem.map(|problem| view! { <p class="problem" role="alert">{problem}</p> })}
            <section class="card game-card" aria-labelledby="mancala">
                <Art/>
                <div class="card-body">
                    <div>
                        <h2 id="mancala">"Mancala"</h2>
                        <p class="soft">"Sow your stones round the board. Fill your store."</p>
                    </div>
                    <div class="actions">
                        <PlayAFriend game="mancala" class="button primary big" text="Play a friend"/>
                        <a class="button big" href="/local">{icon(Icon::Device)}"Pass and play"</a>
                    </div>
                </div>
            </section>
            <section class="card game-card" aria-labelledby="mapello">
                <Felt/>
                <div class="card-body">
                    <div>
                        <h2 id="mapello">"Mapello"</h2>
                        <p class="soft">"Trap and turn discs, among walls, jokers and bonuses."</p>
                    </div>
                    <div class="actions">
                        <PlayAFriend game="mapello" class="button primary big" text="Play a friend"/>
                        <a class="button big" href="/local/mapello">{icon(Icon::Device)}"Pass and play"</a>
                        <a class="button quiet" href="/boards/edit">{icon(Icon::Edit)}"Build a board"</a>
                    </div>
                </div>
            </section>
            <JoinCard/>
            <MyGames games/>
        </main>
    }
}

/// Opens a room for a game and leads there.
#[component]
pub(super) fn PlayAFriend(game: &'static str, class: &'static str, text: &'static str) -> impl IntoView {
    view! {
        <form action=OpenRoom::PATH method="post">
            <input type="hidden" name="game" value=game/>
            <button class=class>{icon(Icon::Friends)}{text}</button>
        </form>
    }
}

/// A field for the code that a friend reads out.
#[component]
fn JoinCard() -> impl IntoView {
    view! {
        <section class="card">
            <form class="field" action=JoinByCode::PATH method="post">
                <label for="code">"Join with a code"</label>
                <div class="field-row">
                    <input
                        class="input code-input"
                        id="code"
                        name="code"
                        required
                        maxlength="12"
                        autocomplete="off"
                        autocapitalize="characters"
                        spellcheck="false"
                        placeholder="ABCDEF"
                    />
                    <button class="button">"Join"</button>
                </div>
            </form>
        </section>
    }
}

/// A piece of the board with a few beads.
#[component]
pub(super) fn Art() -> impl IntoView {
    // Colour and place of each bead.
    let heaps: [&[(u8, u8)]; 4] = [
        &[(3, 0), (0, 1), (1, 2)],
        &[(2, 0), (5, 1), (3, 2), (4, 3)],
        &[(5, 0), (0, 1)],
        &[(4, 0), (2, 1), (1, 2), (3, 3), (0, 4)],
    ];
    let offsets = [(-0.034, 0.0), (0.034, 0.012), (0.002, -0.15), (-0.004, 0.15), (0.05, -0.15)];
    let stones = heaps
        .iter()
        .enumerate()
        .flat_map(|(heap, stones)| {
            let x = 0.158 + heap as f32 * 0.228;
            stones.iter().map(move |&(colour, slot)| {
                let (dx, dy) = offsets[usize::from(slot)];
                let style = format!("--x:{};--y:{}", decimals(x + dx), decimals(0.5 + dy));
                view! { <i class="stone" data-c=colour.to_string() style=style></i> }
            })
        })
        .collect_view();
    view! {
        <div class="art" aria-hidden="true">
            <div class="plank">
                <span class="hollow"></span>
                <span class="hollow"></span>
                <span class="hollow"></span>
                <span class="hollow"></span>
                <div class="stones">{stones}</div>
            </div>
        </div>
    }
}

/// A piece of the other board.
#[component]
fn Felt() -> impl IntoView {
    // The border with a joker, then two rows of cells.
    let square = |sign: char| match sign {
        'J' => view! { <i class="sq edge" data-joker></i> }.into_any(),
        '-' => view! { <i class="sq edge"></i> }.into_any(),
        '#' => view! { <i class="sq" data-wall></i> }.into_any(),
        '*' => view! { <i class="sq" data-bonus></i> }.into_any(),
        'X' => view! { <i class="sq" data-disc="black"><i class="disc"></i></i> }.into_any(),
        'O' => view! { <i class="sq" data-disc="white"><i class="disc"></i></i> }.into_any(),
        _ => view! { <i class="sq"></i> }.into_any(),
    };
    view! {
        <div class="art" aria-hidden="true">
            <div class="felt">{"---J--.XOX#.*OXO.#".chars().map(square).collect_view()}</div>
        </div>
    }
}
