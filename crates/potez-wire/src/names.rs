//! Names of players.

use potez_words::Arg;

use crate::error::ApiError;
use crate::limits;

/// A name as it may be shown: plain text of some length, or none.
pub fn read(text: Option<&str>) -> Result<Option<String>, ApiError> {
    // Any space is a space, and several are one.
    let text =
        text.map(|text| text.trim().split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    if text.chars().count() > limits::NAME_CHARS {
        let limit = limits::NAME_CHARS.to_string();
        return Err(ApiError::unfit_with("server-name-long", vec![("limit", Arg::from(limit))]));
    }
    let is_seen = |letter: char| letter != ' ' && !is_mark(letter);
    if text.chars().any(is_invisible) || !text.chars().any(is_seen) {
        return Err(ApiError::unfit("server-name-bad"));
    }
    Ok(Some(text))
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !letter.is_control()
}

/// Letters that show nothing, or that turn the direction of writing: with them one name could be
/// dressed up as another, or as none.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Marks that only change the letter before them.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(read(Some("  Ana  ")).unwrap().as_deref(), Some("Ana"));
        assert_eq!(read(Some("<b>Ana</b>")).unwrap().as_deref(), Some("<b>Ana</b>"));
        assert_eq!(read(Some("   ")).unwrap(), None);
        assert!(read(Some("a\nb")).is_err());
        assert!(read(Some("evil\u{202e}")).is_err());
        assert!(read(Some(&"n".repeat(41))).is_err());
        assert_eq!(read(Some("Ana\u{3000}\u{a0} Marija")).unwrap().as_deref(), Some("Ana Marija"));
        assert_eq!(read(Some("Đorđe Петровић 🦊")).unwrap().as_deref(), Some("Đorđe Петровић 🦊"));
    }

    #[test]
    fn names_that_nobody_can_see_are_refused() {
        for text in [
            "\u{200b}",
            "\u{2060}",
            "\u{3164}",
            "\u{ad}",
            "\u{2800}\u{2800}",
            "\u{feff}",
            "\u{e0041}",
            "\u{115f}",
            "\u{0301}",
            "\u{fe0f}",
            "A\u{200d}na",
            "Ana\u{200b}",
            "\u{180e}",
            "\u{e000}",
        ] {
            assert!(read(Some(text)).is_err(), "{text:?}");
        }
        assert_eq!(read(Some("\u{2003}\u{3000}")).unwrap(), None);
    }
}
