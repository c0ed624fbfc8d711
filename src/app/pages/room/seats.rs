//! Who sits at the table.

use leptos::prelude::*;
use room::Seat;

use crate::app::game::session::Session;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::part;
use crate::app::ui::mark::Mark;

#[component]
pub(super) fn Seats(session: Session) -> impl IntoView {
    view! {
        <section class="card" aria-labelledby="seats">
            <h2 id="seats">"At the table"</h2>
            <ul class="seats">
                <SeatRow session seat=Seat::Bottom/>
                <SeatRow session seat=Seat::Top/>
            </ul>
        </section>
    }
}

#[component]
fn SeatRow(session: Session, seat: Seat) -> impl IntoView {
    part(move || {
        let Some(occupant) = session.with(|room| room.occupant(seat).cloned()).flatten() else {
            return view! {
                <li class="seat" data-empty>
                    <span class="mark mark-empty" aria-hidden="true">"?"</span>
                    <span class="grow soft">"Waiting for a friend\u{2026}"</span>
                </li>
            }
            .into_any();
        };
        let connected = session.shown().here.seats[seat.index()];
        let presence = if connected { "connected" } else { "away" };
        let name = if session.seat() == Some(seat) {
            format!("{} (you)", occupant.name)
        } else {
            occupant.name.clone()
        };
        let sign = if occupant.ready {
            view! { <span class="seat-ready">{icon(Icon::Check)}"Ready"</span> }.into_any()
        } else {
            view! { <span class="seat-ready" data-not>"not ready"</span> }.into_any()
        };
        view! {
            <li class="seat" data-ready=occupant.ready>
                <Mark name=occupant.name/>
                <span class="grow">
                    <span class="name">{name}</span>
                    <span class="presence" data-state=presence>{presence}</span>
                </span>
                {sign}
            </li>
        }
        .into_any()
    })
}
