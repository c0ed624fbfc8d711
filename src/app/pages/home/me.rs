//! Who I am: the guest's mark and name, to be changed in place.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::app::api::{Guest, Rename};
use crate::app::ui::live::on;
use crate::app::ui::mark::Mark;

#[component]
pub(super) fn Me(guest: Guest) -> impl IntoView {
    // A plain form, sent by Enter or by leaving the field; the page comes back with the name as the server cleaned it.
    let send = move |event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(form) = input.form() {
            // It fails only where the name is too short, and then the browser says so.
            let _ = form.request_submit();
        }
    };
    view! {
        <form class="me" action=Rename::PATH method="post">
            <Mark name=guest.name.clone()/>
            <span class="grow">
                <label class="hidden" for="name">
                    "Your name"
                </label>
                <input
                    class="input"
                    id="name"
                    name="name"
                    value=guest.name
                    required
                    minlength="2"
                    maxlength="20"
                    autocomplete="nickname"
                    on:change=on(send)
                />
            </span>
        </form>
    }
}
