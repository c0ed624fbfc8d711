//! Line icons in the text's colour. An icon never stands alone: its control has an accessible name.

use leptos::prelude::*;

use super::el::el;

/// Which icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// Back or home.
    Back,
    /// Menu.
    Menu,
    /// Flip the board.
    Flip,
    /// Resign.
    Flag,
    /// Takeback.
    Undo,
    /// Offer a draw: two hands meet.
    Draw,
    /// Clock, time.
    Clock,
    /// Chat.
    Chat,
    /// Close.
    Close,
    /// Done.
    Check,
    /// Copy.
    Copy,
    /// Share.
    Share,
    /// Two people.
    Friends,
    /// One device.
    Device,
    /// The computer.
    Computer,
    /// Show me.
    Hint,
    /// No connection.
    Offline,
    /// Rematch, again.
    Again,
    /// To the start.
    First,
    /// One back.
    Earlier,
    /// Run.
    Play,
    /// Stop for now.
    Pause,
    /// One on.
    Later,
    /// To the end.
    Last,
    /// Change.
    Edit,
    /// The keyboard.
    Keys,
    /// Settings.
    Look,
    /// Read, learn.
    Book,
    /// Matchmaking.
    Find,
    /// Nothing but the board: a circle drawn in one stroke.
    Zen,
}

impl Icon {
    /// All of them.
    pub const ALL: [Icon; 30] = [
        Icon::Back,
        Icon::Menu,
        Icon::Flip,
        Icon::Flag,
        Icon::Undo,
        Icon::Draw,
        Icon::Clock,
        Icon::Chat,
        Icon::Close,
        Icon::Check,
        Icon::Copy,
        Icon::Share,
        Icon::Friends,
        Icon::Device,
        Icon::Computer,
        Icon::Hint,
        Icon::Offline,
        Icon::Again,
        Icon::First,
        Icon::Earlier,
        Icon::Play,
        Icon::Pause,
        Icon::Later,
        Icon::Last,
        Icon::Edit,
        Icon::Keys,
        Icon::Look,
        Icon::Book,
        Icon::Find,
        Icon::Zen,
    ];

    /// Whether it points along the writing direction, so that it is mirrored in right-to-left languages. The signs of a
    /// player are the same everywhere, as those of media are.
    fn turns(self) -> bool {
        matches!(self, Icon::Back | Icon::Undo)
    }

    /// The SVG path, in a square of 24.
    fn path(self) -> &'static str {
        match self {
            Icon::Back => "M15 5l-7 7 7 7",
            Icon::Find => "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L20 20",
            Icon::Menu => "M4.5 12h1M11.5 12h1M18.5 12h1",
            Icon::Flip => "M7 4v15m0 0l-3-3m3 3l3-3M17 20V5m0 0l-3 3m3-3l3 3",
            Icon::Flag => "M6 21V4m0 1c4-2.5 7 2 12 0v9c-5 2-8-2.5-12 0",
            Icon::Undo => "M9 5L4 10l5 5M4.5 10H15a5 5 0 0 1 0 10h-2",
            Icon::Draw => "M5 9h14M5 15h14",
            Icon::Clock => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4v4l3 2",
            Icon::Chat => {
                "M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4A2.5 2.5 0 0 1 4 13.5z"
            }
            Icon::Close => "M6 6l12 12M18 6L6 18",
            Icon::Check => "M5 12.5l4.5 4.5L19 7.5",
            Icon::Copy => {
                "M11.5 9h6A2.5 2.5 0 0 1 20 11.500v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 9 17.500v-6A2.5 2.5 0 0 1 11.5 9zM5.5 15A1.5 1.5 0 0 1 4 13.500v-8A1.5 1.5 0 0 1 5.5 4h8A1.5 1.5 0 0 1 15 5.5"
            }
            Icon::Share => "M12 15V4m0 0L8 8m4-4l4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5",
            Icon::Friends => {
                "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9a6 6 0 0 1 12 0m1-15.500a3.5 3.5 0 0 1 0 6.500m2 3a6 6 0 0 1 3 6"
            }
            Icon::Device => {
                "M8.5 3h7A2.5 2.5 0 0 1 18 5.500v13a2.5 2.5 0 0 1-2.5 2.500h-7A2.5 2.5 0 0 1 6 18.500v-13A2.5 2.5 0 0 1 8.5 3zM11 17.500h2"
            }
            Icon::Computer => "M4 5h16v10H4zM8 19.500h8M12 15v4.500M9 9v1.500M15 9v1.500",
            Icon::Hint => "M9 17.500h6M10 20.500h4M9 14.500a5.500 5.500 0 1 1 6 0v3H9z",
            Icon::Offline => {
                "M3 3l18 18M5 12.500a10 10 0 0 1 4-2.400m6 .2a10 10 0 0 1 4 2.200M8.5 16a5 5 0 0 1 7 0M12 20h.01"
            }
            Icon::Again => "M19 5v5h-5M19 10a7.5 7.5 0 1 0 .5 5",
            Icon::First => "M18 6l-7 6 7 6M6.500 6v12",
            Icon::Earlier => "M15 6l-7 6 7 6",
            Icon::Play => "M8 5.500v13l10.500-6.500z",
            Icon::Pause => "M9 6v12M15 6v12",
            Icon::Later => "M9 6l7 6-7 6",
            Icon::Last => "M6 6l7 6-7 6M17.500 6v12",
            Icon::Keys => "M3 6.500h18v11H3zM6.500 10h.5M10 10h.5M13.500 10h.5M17 10h.5M8 14h8",
            Icon::Look => {
                "M4 7.500h9.500M18.500 7.500h1.500M4 16.500h1.500M10.500 16.500h9.500M18.500 7.500a2.500 2.500 0 1 1-5 0a2.500 2.500 0 0 1 5 0zM10.500 16.500a2.500 2.500 0 1 1-5 0a2.500 2.500 0 0 1 5 0z"
            }
            Icon::Book => {
                "M12 6.500C10 5 7 4.500 4 5v13c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500zm0 0v13"
            }
            Icon::Zen => "M18.500 7.500a8 8 0 1 0 1.500 4.500",
            Icon::Edit => "M4 20l1-4L16.500 4.500a2 2 0 0 1 3 3L8 19zM14.500 6.500l3 3",
        }
    }
}

/// Renders an icon.
pub fn icon(icon: Icon) -> AnyView {
    el("svg")
        .class(if icon.turns() { "icon icon-turns" } else { "icon" })
        .attr("viewBox", "0 0 24 24")
        .attr("aria-hidden", "true")
        .child(el("path").attr("d", icon.path()))
        .any()
}
