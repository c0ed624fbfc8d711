//! What a row of the table of pages says.

/// How the server routes, renders and caches a page. The table is [`super::PAGES`].
#[derive(Debug)]
pub struct PageSpec {
    /// Its paths as the router writes them: `{name}` is any one segment.
    pub paths: &'static [&'static str],
    /// Whether a form of the page is sent to its own path.
    pub takes_form: bool,
    /// Whether the server looks up who the visitor is, and sets the cookie of a new one.
    pub has_visitor: bool,
    /// Whether it has a program and is hydrated.
    pub has_program: bool,
    /// Whether its scripts load the program when they need it.
    pub loads_program: bool,
    /// Whether it shows the lobby, and keeps it up to date over a socket.
    pub has_lobby: bool,
    /// The name of its style sheet (`style/pages`).
    pub style: &'static str,
    /// Its own scripts, beside those that every page has.
    pub scripts: &'static [Script],
    /// Whether the service worker caches it: it is then the same for everybody and on every day, but for the language.
    pub offline: bool,
    /// Whether the service worker caches it once a visitor has opened it, with what it alone needs. Its document is the
    /// same for a path and for those that have one more part.
    pub offline_once_opened: bool,
    /// Whether its cached copy gives way to the server's page as soon as the server answers. A game on this
    /// device does not: it must not be interrupted, and needs nothing from the server.
    pub returns: bool,
    /// Whether it is the same for everybody, so that search engines get its canonical address.
    pub is_canonical: bool,
    /// Whether it shows what is of now and the visitor's own: no browser stores it, because a stored page is
    /// shown as it was by the way back.
    pub is_personal: bool,
    /// Whether it is private: no cache stores it, and no search engine lists it.
    pub is_private: bool,
    /// Whether other sites may embed it in a frame.
    pub is_embedded: bool,
    /// Whether it exists only on a server for developers.
    pub for_developers: bool,
    /// What a request for it costs the server.
    pub cost: Cost,
}

/// What the server does for a page, by which requests are limited (`src/server/http/request_points.rs`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// One or two look-ups at most, and rendering.
    Plain,
    /// A list of games is looked up.
    List,
    /// A game is replayed, or a text of a game parsed.
    Replay,
    /// Everything is read that is stored of a guest, or of a room.
    Whole,
}

/// A module script of a page.
#[derive(Clone, Copy, Debug)]
pub enum Script {
    /// Its text, which is sent within the document.
    Inline(&'static str),
    /// The name of its file in the site's root.
    File(&'static str),
}

/// A page that is only read: without a program, for a visitor who is known.
pub const STATIC: PageSpec = PageSpec {
    paths: &[],
    takes_form: false,
    has_visitor: true,
    has_program: false,
    loads_program: false,
    has_lobby: false,
    style: "rules",
    scripts: &[],
    offline: false,
    offline_once_opened: false,
    returns: false,
    is_canonical: false,
    is_personal: false,
    is_private: false,
    is_embedded: false,
    for_developers: false,
    cost: Cost::Plain,
};

/// A page with a program.
pub const PROGRAM: PageSpec = PageSpec { has_program: true, ..STATIC };
