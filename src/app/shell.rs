//! The document around the page: head, style sheet, the scripts that wake it up, and what shows when they fail.

use leptos::prelude::*;
use leptos_meta::HashedStylesheet;

use super::api::RoomGame;
use super::text::language::Language;
use super::text::{game_name, words};
use super::{App, current_page};

/// What the page is called until its program is there; of a link to a room, also where it is sent.
fn title() -> String {
    match use_context() {
        Some(RoomGame(game)) => format!("Play {} with me · Duello", game_name(game)),
        None => current_page().title(),
    }
}

/// Fetches what moves and sounds, by the name of the page's program: it changes with every build. The game goes on without.
const STAGE: &str = "import('/stage.js?'+document.querySelector('link[rel=modulepreload]').getAttribute('href')).catch(()=>{})";

/// The HTML document.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let language = Language::current();
    let words = format!("/words/{}.txt?{}", language.tag(), words::VERSION);
    view! {
        <!DOCTYPE html>
        <html lang=language.tag()>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>
                <meta name="description" content="Mancala and Mapello for two: send a link and play. No account, no download."/>
                <meta name="color-scheme" content="light dark"/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                // As its whole content: a browser takes the marks that the renderer may put beside a text for part of the title.
                <title inner_html=title()></title>
                <link id="words" rel="preload" r#as="fetch" crossorigin="" href=words/>
                <HashedStylesheet id="style" options=options.clone()/>
                <AutoReload options=options.clone()/>
                <HydrationScripts options/>
                <script type="module" nonce=use_nonce()>{STAGE}</script>
            </head>
            <body>
                // The browser's program takes over from the first element of the body: what is not its own comes after.
                <App/>
                <noscript>
                    <p class="problem">"Duello needs JavaScript to play. Home and its links work without it."</p>
                </noscript>
                <div id="crashed" class="crashed" role="alertdialog" aria-label="Something went wrong" hidden>
                    <p>"Something went wrong on this page. Your game is safe."</p>
                    <a class="button primary" href="">{words::reload()}</a>
                </div>
            </body>
        </html>
    }
}
