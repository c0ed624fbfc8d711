//! Who I am: the guest's mark and name, to be changed in place.

use leptos::prelude::*;

use crate::app::api::{Rename, me};
use crate::app::ui::mark::Mark;
use crate::app::ui::toast::use_toast;

#[component]
pub(super) fn Me() -> impl IntoView {
    let guest = Resource::new_blocking(|| (), |()| me());
    let rename = ServerAction::<Rename>::new();
    let toast = use_toast();
    Effect::new(move |_| match rename.value().get() {
        Some(Ok(renamed)) => {
            toast.say(format!("You are called {} now.", renamed.name));
            guest.set(Some(Ok(renamed)));
        }
        Some(Err(error)) => {
            toast.say(error.to_string());
            guest.refetch();
        }
        None => {}
    });
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                let name = guest.await.map(|guest| guest.name).unwrap_or_default();
                view! {
                    <div class="me">
                        <Mark name=name.clone()/>
                        <span class="grow">
                            <label class="hidden" for="name">"Your name"</label>
                            <input
                                class="input"
                                id="name"
                                value=name
                                maxlength="20"
                                autocomplete="nickname"
                                on:change=move |event| {
                                    rename.dispatch(Rename { name: event_target_value(&event) });
                                }
                            />
                        </span>
                    </div>
                }
            })}
        </Suspense>
    }
}
