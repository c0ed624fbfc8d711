//! Says each notice of a session as a toast.

use leptos::prelude::{on_cleanup, untrack, window_event_listener_untyped};

use super::panel::chat::line_text;
use super::view::session::{Notice, Session};
use crate::app::text::{gave_time_sentence, refusal, words};
use crate::app::ui::live::effect;
use crate::app::ui::toast::Toaster;
use crate::client::{self, look, stage};

/// Shows each notice once, as a toast.
pub fn show_notices(session: Session, toast: Toaster) {
    // `public/scene.js` cannot draw here, or only slowly. The former is said once: the next visit does not try again.
    effect(move || {
        let failed = window_event_listener_untyped("scenefailed", move |_| {
            // Where it was just chosen.
            client::click("[name=camera][value=flat]");
            look::set("camera", None);
            toast.show(words::scene_failed());
        });
        let slow = window_event_listener_untyped("sceneslow", move |_| toast.show(words::scene_slow()));
        on_cleanup(move || {
            failed.remove();
            slow.remove();
        });
    });
    let mut last_number = 0;
    effect(move || {
        if let Some((number, notice)) = session.state().notice.clone()
            && std::mem::replace(&mut last_number, number) != number
        {
            match notice {
                Notice::Refused(reason) => {
                    stage::sound("no");
                    toast.show(refusal::rejection_text(reason));
                }
                // The page shows these faults itself.
                Notice::Fault(fault) if fault.is_final() => {}
                Notice::Fault(fault) => toast.show(refusal::fault_text(fault)),
                Notice::EngineFailed => toast.show(words::no_answer()),
                Notice::PerfectReplaced => toast.show(words::perfect_replaced()),
                Notice::SeatTransferred => toast.show(words::seat_moved()),
                Notice::ZenToggled(on) => {
                    toast.show(if on { words::zen_is_on() } else { words::zen_is_off() })
                }
                Notice::TapAgain => toast.show(words::tap_again()),
                Notice::DrawOnceMore => toast.show(words::draw_again()),
                Notice::DrawOffered => toast.hide(),
                Notice::Happened(mut line) => {
                    // In zen mode a player has the name of the side.
                    if let Some(seat) = line.seat.filter(|_| untrack(|| session.is_zen())) {
                        line.name = untrack(|| session.name_at(seat));
                    }
                    toast.show(untrack(|| line_text(session, &line)));
                }
                Notice::ReportReceived => toast.show(words::report_thanks()),
                Notice::GaveTime(side) => toast.show(gave_time_sentence(side, &untrack(|| session.names()))),
            }
        }
    });
}
