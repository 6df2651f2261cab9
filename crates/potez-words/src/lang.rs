//! The languages, and how a locale names them.

/// A language with its script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Serbian in Latin script.
    SrLatn,
    /// Serbian in Cyrillic script.
    SrCyrl,
}

impl Lang {
    /// Every language with the name it is chosen by.
    pub const ALL: [(&'static str, Self); 3] = [("en", Self::En), ("sr", Self::SrLatn), ("sr-Cyrl", Self::SrCyrl)];

    /// The language of a name such as `sr-Cyrl`, in any case; `sr` and `sr-Latn` are the same.
    pub fn named(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("sr-Latn") {
            return Some(Self::SrLatn);
        }
        Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, lang)| lang)
    }

    /// The language of a system locale such as `sr_RS.UTF-8@latin`; English where it is neither.
    ///
    /// Without `@latin` a Serbian locale means Cyrillic, as it does in the C library.
    pub fn of_locale(locale: &str) -> Self {
        let lower = locale.to_ascii_lowercase();
        if !lower.starts_with("sr") {
            return Self::En;
        }
        if lower.contains("latn") || lower.contains("latin") { Self::SrLatn } else { Self::SrCyrl }
    }
}
