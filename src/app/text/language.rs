//! The languages of the page (i18n), and the current language.

#[cfg(feature = "ssr")]
use leptos::prelude::{Owner, provide_context};
use leptos::prelude::{document, use_context};

/// A language that the page speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Language {
    /// English, the source of all translations.
    #[default]
    English,
    /// German.
    German,
    /// Portuguese, as in Brazil.
    Portuguese,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Arabic, Modern Standard.
    Arabic,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 6] =
        [Self::English, Self::German, Self::Portuguese, Self::Spanish, Self::French, Self::Arabic];

    /// Its tag, in the cookie and in the name of its file of words.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Portuguese => "pt",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Arabic => "ar",
        }
    }

    /// The locale for the document's `lang` attribute: the words are those of this region.
    pub fn locale(self) -> &'static str {
        match self {
            Self::Portuguese => "pt-BR",
            _ => self.tag(),
        }
    }

    /// The writing direction.
    pub fn direction(self) -> &'static str {
        if self == Self::Arabic { "rtl" } else { "ltr" }
    }

    /// Its own name for itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::Portuguese => "Português",
            Self::Spanish => "Español",
            Self::French => "Français",
            Self::Arabic => "العربية",
        }
    }

    /// The language of a tag such as `pt-BR`; regions make no difference.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let main = tag.trim().split('-').next()?;
        Self::ALL.into_iter().find(|language| main.eq_ignore_ascii_case(language.tag()))
    }

    /// The language of the rendered page: from the server's context, or from the document.
    pub fn current() -> Self {
        if cfg!(feature = "ssr") {
            return use_context().unwrap_or_default();
        }
        let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
        tag.and_then(|tag| Self::of_tag(&tag)).unwrap_or_default()
    }

    /// Runs `work` with this as the current language: on the server, outside of a page.
    #[cfg(feature = "ssr")]
    pub fn during<T>(self, work: impl FnOnce() -> T) -> T {
        Owner::new().with(|| {
            provide_context(self);
            work()
        })
    }
}
