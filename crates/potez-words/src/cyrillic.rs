//! Serbian Cyrillic from Serbian Latin: one letter for one sound, so no dictionary is needed.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Resource};
use fluent_syntax::{parser, serializer};

/// Letters that Latin writes with two signs come first.
const PAIRS: [(&str, char); 9] = [
    ("lj", 'љ'),
    ("nj", 'њ'),
    ("dž", 'џ'),
    ("Lj", 'Љ'),
    ("Nj", 'Њ'),
    ("Dž", 'Џ'),
    ("LJ", 'Љ'),
    ("NJ", 'Њ'),
    ("DŽ", 'Џ'),
];

const LATIN: &str = "abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ";
const CYRILLIC: &str = "абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ";

/// Keys as they are written on keyboards; `F` with a number is one too.
const KEYS: [&str; 9] = ["Enter", "Esc", "Escape", "Tab", "Delete", "Ctrl", "Alt", "PgUp", "PgDn"];

/// Names of formats, protocols and programs, which are the same in every script.
const NAMES: [&str; 5] = ["CSV", "JSON", "NATS", "QR", "UGI"];

/// The length of the key's name, or of another name that stays Latin, that a text begins with.
fn key(text: &str) -> Option<usize> {
    let ends = |length: usize| !text[length..].starts_with(char::is_alphanumeric);
    let is_here = |name: &&&str| text.starts_with(**name) && ends(name.len());
    let named = KEYS.iter().chain(&NAMES).find(is_here).map(|name| name.len());
    // `Ctrl-z` is one key with the letter that is held with it.
    if let Some(held) =
        text.strip_prefix("Ctrl-").and_then(|rest| rest.chars().next()).filter(char::is_ascii_alphabetic)
    {
        return Some("Ctrl-".len() + held.len_utf8()).filter(|&length| ends(length));
    }
    let function = text.strip_prefix('F').map(|rest| 1 + rest.chars().take_while(char::is_ascii_digit).count());
    named.or(function.filter(|&length| length > 1)).filter(|&length| ends(length))
}

/// The texts of a file in Cyrillic. Keys, and what the sentences name, stay as they are: moves and
/// squares are notation, not language; so do the keys of a keyboard and whatever stands in
/// backticks.
pub(crate) fn of_texts(text: &str) -> String {
    let mut resource: Resource<String> =
        parser::parse(text.to_string()).expect("the texts of the crate are well-formed");
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry
            && let Some(pattern) = &mut message.value
        {
            of_pattern(pattern, &mut false);
        }
    }
    serializer::serialize(&resource)
}

/// A quotation may begin in one element and end in another: its state goes along.
fn of_pattern(pattern: &mut Pattern<String>, quoted: &mut bool) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value }
            | PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } =>
            {
                *value = of_text(value, quoted);
            }
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    of_pattern(&mut variant.value, quoted);
                }
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

fn of_text(text: &str, quoted: &mut bool) -> String {
    let mut result = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        if let Some(length) = key(rest).filter(|_| !before.is_alphanumeric()) {
            result.push_str(&rest[..length]);
            (before, rest) = ('F', &rest[length..]);
            continue;
        }
        let mut length = letter.len_utf8();
        match letter {
            '`' => {
                *quoted = !*quoted;
                result.push(letter);
            }
            _ if *quoted => result.push(letter),
            // The player O is a sign, as X is, and no letter of a word.
            'O' if !before.is_alphanumeric() && !rest[length..].starts_with(char::is_alphanumeric) => {
                result.push(letter);
            }
            _ => {
                let pair = PAIRS.iter().find(|(latin, _)| rest.starts_with(latin));
                result.push(pair.map_or_else(|| of_letter(letter), |&(_, cyrillic)| cyrillic));
                length = pair.map_or(length, |(latin, _)| latin.len());
            }
        }
        (before, rest) = (letter, &rest[length..]);
    }
    result
}

fn of_letter(letter: char) -> char {
    LATIN.chars().zip(CYRILLIC.chars()).find(|(latin, _)| *latin == letter).map_or(letter, |(_, cyrillic)| cyrillic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_sentence(text: &str) -> String {
        of_text(text, &mut false)
    }

    #[test]
    fn both_players_are_signs_that_stay_latin() {
        assert_eq!(of_sentence("Igraju X i O: O počinje, Oba igraju."), "Играју X и O: O почиње, Оба играју.");
    }

    #[test]
    fn every_letter_has_its_own() {
        assert_eq!(LATIN.chars().count(), CYRILLIC.chars().count());
        assert_eq!(of_sentence("Ljubičasti šećer, džep i njuška: đak."), "Љубичасти шећер, џеп и њушка: ђак.");
    }

    #[test]
    fn keys_are_called_as_they_are_on_keyboards() {
        assert_eq!(
            of_sentence("Enter bira, Esc i F10 izlaze, Fotelja i Taban ne."),
            "Enter бира, Esc и F10 излазе, Фотеља и Табан не."
        );
        assert_eq!(of_sentence("Ctrl-z vraća, PgUp pomera"), "Ctrl-z враћа, PgUp помера");
        assert_eq!(of_sentence("Escape ili Alt, Altar"), "Escape или Alt, Алтар");
    }

    #[test]
    fn no_word_is_written_in_two_scripts_and_no_file_or_format_in_the_wrong_one() {
        let is_latin = |c: char| c.is_ascii_alphabetic();
        for text in crate::SERBIAN {
            // What stands in backticks, and what is filled in, is notation.
            let written = of_texts(text);
            let cyrillic: String = written.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
            let sentences = cyrillic.split('`').step_by(2).collect::<String>();
            let words = sentences.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '-');
            for word in words {
                let is_mixed = word.chars().any(is_latin) && word.chars().any(|c| c.is_alphabetic() && !is_latin(c));
                assert!(!is_mixed, "{word}");
            }
            for spoilt in [".пy", ".јс", "Есцапе", "ЦСВ", "УГИ", "ЈСОН", "НАТС"] {
                assert!(!cyrillic.contains(spoilt), "{spoilt}");
            }
        }
    }

    #[test]
    fn names_and_notation_stay_as_they_are() {
        assert_eq!(of_sentence("zid `Bd7` na polju"), "зид `Bd7` на пољу");
        assert_eq!(of_texts("key = zid `{ $wall }` na polju { $x }\n"), "key = зид `{ $wall }` на пољу { $x }\n");
    }

    #[test]
    fn a_choice_of_phrases_is_written_in_cyrillic_too() {
        let text = of_texts("key = još { $count ->\n    [one] { $count } potez\n   *[other] { $count } poteza\n}\n");
        assert!(text.contains("[one] { $count } потез") && text.contains("*[other]"), "{text}");
    }
}
