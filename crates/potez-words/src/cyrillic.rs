//! Serbian Cyrillic from Serbian Latin: one letter for one sound, so no dictionary is needed.

use crate::{ISOLATE, POP};

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

/// A sentence in Cyrillic. What it names, between isolation marks, and whatever stands in backticks stays as it is: moves
/// and squares are notation, not language.
pub(crate) fn of_sentence(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    let mut quoted = false;
    let mut depth = 0usize;
    while let Some(letter) = rest.chars().next() {
        let mut length = letter.len_utf8();
        match letter {
            ISOLATE => depth += 1,
            POP => depth = depth.saturating_sub(1),
            '`' => {
                quoted = !quoted;
                result.push(letter);
            }
            _ if quoted || depth > 0 => result.push(letter),
            _ => {
                let pair = PAIRS.iter().find(|(latin, _)| rest.starts_with(latin));
                result.push(pair.map_or_else(|| of_letter(letter), |&(_, cyrillic)| cyrillic));
                length = pair.map_or(length, |(latin, _)| latin.len());
            }
        }
        rest = &rest[length..];
    }
    result
}

fn of_letter(letter: char) -> char {
    LATIN.chars().zip(CYRILLIC.chars()).find(|(latin, _)| *latin == letter).map_or(letter, |(_, cyrillic)| cyrillic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_own() {
        assert_eq!(LATIN.chars().count(), CYRILLIC.chars().count());
        assert_eq!(of_sentence("Ljubičasti šećer, džep i njuška: đak."), "Љубичасти шећер, џеп и њушка: ђак.");
    }

    #[test]
    fn names_and_notation_stay_as_they_are() {
        assert_eq!(of_sentence("zid `Bd7` na \u{2068}d4\u{2069} polju"), "зид `Bd7` на d4 пољу");
    }
}
