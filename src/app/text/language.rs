//! The languages of the page, and which one is spoken.

#[cfg(feature = "ssr")]
use leptos::prelude::{Owner, provide_context};
use leptos::prelude::{document, use_context};

/// A language that the page speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English, the one that all others are translated from.
    #[default]
    English,
    /// German.
    German,
    /// Portuguese, as in Brazil.
    Portuguese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::English, Self::German, Self::Portuguese];

    /// Its tag: of the cookie, of the file of words.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Portuguese => "pt",
        }
    }

    /// As the document names it: the words are those of this region.
    pub fn locale(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Portuguese => "pt-BR",
        }
    }

    /// Which way it is written: from left to right, all of those we speak so far.
    pub fn direction(self) -> &'static str {
        match self {
            Self::English | Self::German | Self::Portuguese => "ltr",
        }
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::Portuguese => "Português",
        }
    }

    /// The language of a tag such as `pt-BR`; regions make no difference.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let main = tag.trim().split('-').next()?;
        Self::ALL.into_iter().find(|language| main.eq_ignore_ascii_case(language.tag()))
    }

    /// The one of the page that is drawn: what the server found out, or what the document says.
    pub fn current() -> Self {
        if cfg!(feature = "ssr") {
            return use_context().unwrap_or_default();
        }
        let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
        tag.and_then(|tag| Self::of_tag(&tag)).unwrap_or_default()
    }

    /// Has everything that is worded meanwhile be in this language: on the server, outside of a page.
    #[cfg(feature = "ssr")]
    pub fn during<T>(self, work: impl FnOnce() -> T) -> T {
        Owner::new().with(|| {
            provide_context(self);
            work()
        })
    }

    /// Whether so many are one, in the sense of its grammar.
    pub fn is_one(self, number: &str) -> bool {
        number == "1" || self == Self::Portuguese && number == "0"
    }
}
