//! The invitation: link, QR code, letters to type, copy and share.

use leptos::prelude::*;
use room::RoomCode;

use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, on, part_if, text};
use crate::app::ui::toast::use_toast;
use crate::client::share;

#[component]
pub(super) fn Invite(code: RoomCode) -> impl IntoView {
    // Known in the browser only: what host the visitor sees, and whether there is a share sheet.
    let link = RwSignal::new(format!("/r/{code}"));
    let sharing = RwSignal::new(false);
    effect(move || {
        if let Ok(origin) = location().origin() {
            link.set(format!("{origin}/r/{code}"));
        }
        sharing.set(share::can_share());
    });
    let toast = use_toast();
    let copy = move |_| {
        leptos::task::spawn_local(async move {
            let copied = share::copy(&link.get_untracked()).await;
            toast.say(if copied {
                "The link is copied."
            } else {
                "Copying is not allowed here. Select the link instead."
            });
        });
    };
    view! {
        <section class="card invite" aria-labelledby="invite">
            <h2 id="invite">"Invite your friend"</h2>
            <div>
                <p class="label">"Code"</p>
                <p class="invite-code">{code.to_string()}</p>
                <p class="soft small">"Type it on the home page, scan the square, or send the link."</p>
            </div>
            <div class="qr">
                <img src=format!("/r/{code}/qr.svg") alt="QR code of the link" width="160" height="160"/>
            </div>
            <p class="link" id="link">{text(move || link.get())}</p>
            <div class="actions">
                <button class="button primary" type="button" on:click=on(copy)>{icon(Icon::Copy)}"Copy link"</button>
                {part_if(move || {
                    let open = move |_| share::share("Play with me", &link.get_untracked());
                    sharing
                        .get()
                        .then(|| {
                            view! { <button class="button" type="button" on:click=on(open)>{icon(Icon::Share)}"Share"</button> }
                        })
                })}
            </div>
        </section>
    }
}
