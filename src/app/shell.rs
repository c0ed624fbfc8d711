//! The HTML document around the page: head, style sheet, the scripts that start hydration, and the overlay
//! for when they fail.

use std::collections::BTreeSet;

use leptos::either::Either;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use room::RoomCode;
use room::message::ClientMessage;
use room::sync::client::Client;

use super::files::{BuiltFiles, Bundle};
use super::inline_script::inline_script;
use super::page::escaped;
use super::pages::{finished_game_title, invitation_text, preview_metadata};
use super::text::language::Language;
use super::text::names::game_name;
use super::text::words;
use super::{
    App, AssetVersion, NoVisitor, Opponent, Page, Script, WaitsForOpponent, current_page, installed, parts,
};
use crate::client::look::NAMES;
use crate::client::storage::keys;
use crate::model::finished_game::RecordData;
use crate::model::room_page::{NoRoom, RoomGame};

/// The title of the document; for a room, also that of its link preview.
fn title() -> String {
    if let Some(data) = use_context::<RecordData>() {
        return finished_game_title(&data.game);
    }
    match use_context() {
        Some(room @ RoomGame { .. }) => words::page_title(&invitation_text(room)),
        None => current_page().title(),
    }
}

/// The description for search engines and link previews.
fn description() -> String {
    let about = match current_page() {
        Page::Local(Opponent::Person, game) => words::against_yourselves(game_name(game)),
        Page::Local(Opponent::Computer, game) => words::against_computer(game_name(game)),
        Page::Learn(game) => words::learn_game(game_name(game)),
        Page::Puzzles(game) => words::puzzles_game(game_name(game)),
        Page::Mistakes => words::my_mistakes(),
        Page::Rules(game) => words::rules_of(game_name(game)),
        Page::Tv => words::tv_about(),
        Page::Find(game) => format!("{}: {}", words::find_opponent(), game_name(game)),
        Page::Editor => words::build_a_board(),
        Page::Room(_) => match use_context() {
            Some(room @ RoomGame { .. }) => invitation_text(room),
            None => words::play_with_me(),
        },
        _ => return words::description(),
    };
    format!("{about}. {}", words::description())
}

/// The script that sets the look attributes from local storage before the first paint, and follows changes in
/// other tabs.
fn settings_script() -> String {
    inline_script!("head.js")
        .replace("KEY", &format!("{:?}", keys::LOOK))
        .replace("NAMES", &format!("{NAMES:?}"))
}

/// The script for local storage, which must be there before the page's program.
fn storage_script(edition: &str) -> String {
    inline_script!("storage.js").replace("EDITION", edition)
}

/// The script that loads the page's program and `stage.js`; without the latter the game goes on.
fn start_script(edition: &str) -> String {
    inline_script!("start.js").replace("EDITION", edition)
}

/// The script that starts the page's program with the parts that this page needs.
fn program_script(page: &Page, files: &BuiltFiles) -> String {
    let parts = parts::parts_of(page, use_context());
    let bundle = match files.bundles.get(&parts.join("-")) {
        Some(Bundle { file, chunks }) => serde_json::json!([file, chunks]),
        None => {
            let chunks = parts.iter().filter_map(|part| files.parts.get(*part)).flatten();
            let chunks: BTreeSet<&str> = chunks.filter_map(|path| path.rsplit('/').next()).collect();
            serde_json::json!([(), chunks.into_iter().map(|name| [name]).collect::<Vec<_>>()])
        }
    };
    inline_script!("program.js")
        .replace("PROGRAM", &files.program)
        .replace("WASM", &files.wasm)
        .replace("BUNDLE", &bundle.to_string())
}

/// The links by which a page preloads its program, all in parallel: the script, the shared part, and the
/// parts for this kind of page.
fn program_links(page: &Page) -> impl IntoView + use<> {
    let files: BuiltFiles = use_context().unwrap_or_default();
    let modules = [files.program.clone()].into_iter().chain(files.loader.clone());
    let script = |href: String| view! { <link rel="modulepreload" href=href crossorigin=use_nonce()/> };
    let fetched = |href: String| {
        view! { <link rel="preload" r#as="fetch" r#type="application/wasm" crossorigin="" href=href/> }
    };
    view! {
        {modules.map(script).collect_view()}
        {fetched(files.wasm.clone())}
        // The engine is loaded when it is first asked a question.
        <meta name="engine" content=files.engine_worker()/>
        // So is what draws the board in three dimensions, when it is first chosen.
        <meta name="scene" content=files.scene.clone()/>
        <script type="module" nonce=use_nonce() inner_html=program_script(page, &files)></script>
    }
}

/// A WebSocket that reconnects, for rooms and for the lobby.
const RECONNECTING_SOCKET: &str = inline_script!("reconnecting_socket.js");

/// The scripts of a page with a socket: of a room, which is connected at once, or of the lobby (`public/find.js`).
fn sockets(page: &Page, is_lobby: bool) -> Option<String> {
    let Page::Room(code) = page else { return is_lobby.then(|| RECONNECTING_SOCKET.to_owned()) };
    let room = code.parse::<RoomCode>().ok().filter(|_| use_context::<NoRoom>().is_none())?;
    let text = |message: &ClientMessage| format!("{:?}", serde_json::to_string(message).unwrap_or_default());
    // The server learns the room from the first message; the path names it for a proxy that sends everybody in a room to the
    // same one of several servers.
    let connect = inline_script!("room_socket.js")
        .replace("ADDRESS", &format!("/ws/{room}"))
        .replace("HELLO", &text(&Client::new(room, 0).hello()))
        .replace("LEAVING", &text(&ClientMessage::Leaving));
    Some(format!("{RECONNECTING_SOCKET}{connect}"))
}

/// The script that stores input from before hydration.
const EARLY: &str = inline_script!("early.js");

/// The addresses of the program and of what draws the board in three dimensions, for pages whose scripts load them only
/// when they need them.
fn program_on_demand() -> impl IntoView {
    let BuiltFiles { program, wasm, scene, .. } = use_context().unwrap_or_default();
    view! {
        <meta name="program" content=format!("{program} {wasm}")/>
        <meta name="scene" content=scene/>
    }
}

/// Whether this is a page on which the visitor waits for matchmaking, as the address says, by playing the
/// computer or a bot: then the page holds the seek.
fn waits_for_opponent(page: &Page) -> bool {
    matches!(page, Page::Local(Opponent::Computer, _) | Page::Room(_))
        && use_context::<WaitsForOpponent>().is_some()
}

/// The script of a cached page that returns to the server as soon as it answers.
const BACK: &str = inline_script!("back.js");

/// The script that registers the service worker on pages without a program.
const WORKER: &str = inline_script!("worker.js");

/// The script that loads a personal page anew when it comes out of the browser's back/forward cache. Pages with
/// a program do so themselves.
const FRESH: &str = "addEventListener(\"pageshow\", ({ persisted }) => persisted && location.reload());";

/// The script that reloads a page whose program could not be loaded.
const REPAIR: &str = inline_script!("repair.js");

/// Says that the browser keeps no cookies.
const COOKIES: &str = inline_script!("cookies.js");

/// The HTML document.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let language = Language::current();
    let words = format!("/words/{}.txt?{}", language.tag(), words::VERSION);
    let page = current_page();
    let spec = page.spec();
    let style = use_context::<BuiltFiles>().unwrap_or_default().style(spec.style);
    let AssetVersion(edition) = use_context().unwrap_or_default();
    let beside = |name: &str| format!("/{name}?{edition}");
    // A page without a program has neither words for it nor anything that could fail.
    let played = spec.has_program;
    // Browser translation replaces text nodes, which hydration would then not find.
    let translate = played.then_some("no");
    let kept = use_context::<NoVisitor>().is_some();
    let on_device = matches!(
        page,
        Page::Local(..) | Page::Review(_) | Page::Room(_) | Page::FinishedGame(_) | Page::Import
    ) && !spec.is_embedded;
    let waits = waits_for_opponent(&page);
    let has_lobby = !kept && (waits || spec.has_lobby);
    let goes_back = kept && spec.returns;
    let embedded = spec.is_embedded;
    let keeps = !played && !embedded && !kept;
    let online = !kept
        && matches!(
            page,
            Page::Home
                | Page::Room(_)
                | Page::Find(_)
                | Page::Games
                | Page::Me
                | Page::GiveSeat(_)
                | Page::TakeSeat(_)
        );
    view! {
        <!DOCTYPE html>
        <html lang=language.locale() dir=language.direction() translate=translate data-kept=kept.then_some("")>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>
                <meta name="description" content=description()/>
                {preview_metadata()}
                <meta name="color-scheme" content="light dark"/>
                <link rel="icon" href=beside("favicon.svg") type="image/svg+xml"/>
                {(!embedded).then(|| installed::links(language))}
                // Set as `inner_html`: a browser would take hydration markers beside a text for part of the
                // title.
                <title inner_html=escaped(&title())></title>
                {(!embedded).then(|| view! { <meta name="storage-keys" content=keys::for_scripts()/> })}
                {spec.loads_program.then(program_on_demand)}
                // Before the style sheet, so that nothing is painted in other colours first.
                <script nonce=use_nonce() inner_html=settings_script()></script>
                {sockets(&page, has_lobby).map(|script| view! { <script nonce=use_nonce() inner_html=script></script> })}
                {(played || has_lobby).then(|| view! { <script nonce=use_nonce() inner_html=EARLY></script> })}
                <link id="style" rel="stylesheet" href=style/>
                <AutoReload options=options/>
                {played.then(|| view! {
                    // Home and tables are centred: painted before they are complete, as slow phones do, they
                    // would move while they are parsed.
                    <link rel="expect" href="#crashed" blocking="render"/>
                })}
                {spec.scripts.iter().map(|script| match *script {
                    Script::Inline(text) => {
                        let text = text.replace("EDITION", &edition);
                        Either::Left(view! { <script type="module" nonce=use_nonce() inner_html=text></script> })
                    }
                    Script::File(name) => {
                        Either::Right(view! { <script type="module" nonce=use_nonce() src=beside(name)></script> })
                    }
                }).collect_view()}
                {goes_back.then(|| view! {
                    <script type="module" nonce=use_nonce() inner_html=BACK></script>
                })}
                {played.then(|| view! {
                    <script nonce=use_nonce() inner_html=REPAIR></script>
                    <script nonce=use_nonce() inner_html=storage_script(&edition)></script>
                    // Nothing in a template is loaded or run until the script after it takes it out.
                    <template id="program">
                        <link id="words" rel="preload" r#as="fetch" crossorigin="" href=words/>
                        {program_links(&page)}
                    </template>
                    <script type="module" nonce=use_nonce() inner_html=start_script(&edition)></script>
                })}
                {(keeps && (spec.is_personal || spec.is_private)).then(|| view! {
                    <script type="module" nonce=use_nonce() inner_html=FRESH></script>
                })}
                {keeps.then(|| view! {
                    <script type="module" nonce=use_nonce() inner_html=WORKER></script>
                })}
                {online.then(|| view! {
                    <script type="module" nonce=use_nonce() inner_html=COOKIES></script>
                })}
                {(!embedded).then(|| view! {
                    <script type="module" nonce=use_nonce() src=beside("installed.js") fetchpriority="low"></script>
                })}
                {has_lobby.then(|| view! { <script type="module" nonce=use_nonce() src=beside("find.js")></script> })}
            </head>
            <body>
                // Hydration starts from the first element of the body: elements that are not the program's
                // come after.
                <App/>
                {(kept && page == Page::Home).then(|| view! {
                    <div class="renewed" role="status">{words::offline_home()}</div>
                })}
                {on_device.then(|| view! {
                    <div id="unkept" class="renewed" role="status" data-full=words::game_unkept_full() data-shut=words::game_unkept_shut() data-review=words::kept_shut() hidden></div>
                })}
                {online.then(|| view! {
                    <div id="cookieless" class="renewed" role="status" hidden>{words::cookieless()}</div>
                })}
                {waits.then(|| view! {
                    <aside id="live-waiting" class="waiting" data-lobby="play" aria-live="polite"></aside>
                })}
                {played.then(|| view! {
                    <noscript>
                        <p class="problem">{words::no_script()}</p>
                    </noscript>
                    <div id="crashed" class="crashed" role="alertdialog" aria-label=words::crashed() data-cannot=words::cannot_run() hidden>
                        <p>{words::crashed_more()}</p>
                        <a class="button primary" href="">{words::reload()}</a>
                    </div>
                    <button id="again" hidden></button>
                    <div id="renewed" class="renewed" role="status" hidden>
                        {words::renewed()}
                        <a class="button" href="">{words::renew()}</a>
                    </div>
                })}
            </body>
        </html>
    }
}
