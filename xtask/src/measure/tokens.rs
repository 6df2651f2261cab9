//! The words and signs of Rust code, with what belongs to tests left out.

use super::scanner::is_name;

/// A word, a number or a single sign of blanked code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeToken<'a> {
    pub(super) text: &'a str,
    /// The line it stands in, from 0.
    pub(super) line: usize,
}

impl<'a> CodeToken<'a> {
    /// All tokens of a file.
    pub(super) fn all(code: &'a str) -> Vec<Self> {
        let split = |(line, text): (usize, &'a str)| words(text).map(move |text| CodeToken { text, line });
        code.lines().enumerate().flat_map(split).collect()
    }

    /// The tokens outside tests.
    pub(super) fn outside_tests(code: &'a str) -> Vec<Self> {
        let all = Self::all(code);
        let mut kept = Vec::with_capacity(all.len());
        let mut at = 0;
        while at < all.len() {
            if let Some(length) = test_item(&all[at..]) {
                at += length;
            } else {
                kept.push(all[at]);
                at += 1;
            }
        }
        kept
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let length = if is_name(first) { rest.find(|here| !is_name(here)).unwrap_or(rest.len()) } else { 1 };
        let (word, after) = rest.split_at(length);
        rest = after;
        Some(word)
    })
}

/// The names of the modules in other files that are compiled for tests only.
pub(super) fn test_modules<'a>(tokens: &[CodeToken<'a>]) -> Vec<&'a str> {
    let modules = (0..tokens.len()).filter_map(|at| {
        let length = test_item(&tokens[at..])?;
        match tokens[at..at + length] {
            [.., mod_, name, end] if mod_.text == "mod" && end.text == ";" => Some(name.text),
            _ => None,
        }
    });
    modules.collect()
}

/// How many tokens an item takes up, with its attributes, if it begins here and belongs to tests
/// only.
fn test_item(tokens: &[CodeToken]) -> Option<usize> {
    let mut at = 0;
    let mut is_test = false;
    while let Some((attribute, length)) = attribute(&tokens[at..]) {
        is_test |= is_test_attribute(attribute);
        at += length;
    }
    is_test.then(|| at + item_length(&tokens[at..]))
}

/// The tokens between the brackets of an outer attribute, and the length of all of it.
fn attribute<'a, 'b>(tokens: &'b [CodeToken<'a>]) -> Option<(&'b [CodeToken<'a>], usize)> {
    let [hash, bracket, ..] = tokens else { return None };
    if hash.text != "#" || bracket.text != "[" {
        return None;
    }
    let mut depth = 0;
    let end = tokens.iter().position(|token| {
        match token.text {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => return false,
        }
        depth == 0
    })?;
    Some((&tokens[2..end], end + 1))
}

fn is_test_attribute(inside: &[CodeToken]) -> bool {
    let text: String = inside.iter().map(|token| token.text).collect();
    text == "test" || text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

/// Up to the semicolon, or to the end of the braces, that comes first.
fn item_length(tokens: &[CodeToken]) -> usize {
    let mut braces = 0;
    let mut others = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" => others += 1,
            ")" | "]" => others -= 1,
            "{" => braces += 1,
            "}" => braces -= 1,
            _ => {}
        }
        let is_end = match token.text {
            ";" => braces == 0 && others == 0,
            "}" => braces == 0,
            _ => false,
        };
        if is_end {
            return at + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(code: &str) -> String {
        CodeToken::outside_tests(code).iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_token_is_a_word_or_a_sign_with_its_line() {
        let tokens = CodeToken::all("fn f_1()\n{}");
        let tokens: Vec<_> = tokens.iter().map(|token| (token.text, token.line)).collect();
        assert_eq!(tokens, [("fn", 0), ("f_1", 0), ("(", 0), (")", 0), ("{", 1), ("}", 1)]);
    }

    #[test]
    fn what_is_compiled_for_tests_only_is_left_out() {
        assert_eq!(kept("a; #[cfg(test)] mod tests { fn f() {} } b;"), "a ; b ;");
        assert_eq!(kept("#[test] #[ignore] fn f(a: [u8; 2]) { g(); } b;"), "b ;");
        assert_eq!(kept("#[cfg(test)] use a::{b, c}; d;"), "; d ;");
        assert_eq!(kept("#[cfg(all(test, unix))] const A: u8 = 1; b;"), "b ;");
    }

    #[test]
    fn other_attributes_stay() {
        assert_eq!(kept("#[derive(Debug)] struct A;"), "# [ derive ( Debug ) ] struct A ;");
        assert_eq!(kept("#[cfg(not(test))] a;"), "# [ cfg ( not ( test ) ) ] a ;");
    }

    #[test]
    fn test_modules_are_named() {
        assert_eq!(test_modules(&CodeToken::all("mod a; #[cfg(test)] mod b; #[cfg(test)] mod c {}")), ["b"]);
    }
}
