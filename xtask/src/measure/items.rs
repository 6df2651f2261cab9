//! Functions and type names.

use std::collections::{BTreeMap, BTreeSet};

use super::files::SourceFile;
use super::tokens::CodeToken;

/// The words that the games share on purpose: the crate says whose `Position` it is.
const SHARED: [&str; 4] = ["Position", "Move", "Game", "Rules"];

/// How many lines each function takes up, from `fn` to its last brace. Declarations without a body
/// are left out.
pub(super) fn function_lengths(tokens: &[CodeToken]) -> Vec<usize> {
    let is_fn = |at: &usize| tokens[*at].text == "fn" && tokens.get(at + 1).is_some_and(|next| is_word(next.text));
    (0..tokens.len()).filter(is_fn).filter_map(|at| function_length(&tokens[at..])).collect()
}

fn function_length(tokens: &[CodeToken]) -> Option<usize> {
    let mut braces = 0;
    let mut others = 0;
    for token in tokens {
        match token.text {
            "(" | "[" => others += 1,
            ")" | "]" => others -= 1,
            "{" => braces += 1,
            ";" if braces == 0 && others == 0 => return None,
            "}" => {
                braces -= 1;
                if braces == 0 {
                    return Some(token.line - tokens[0].line + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// How many calls of `unwrap()` there are.
pub(super) fn unwraps(tokens: &[CodeToken]) -> usize {
    tokens.windows(4).filter(|four| four.iter().map(|token| token.text).eq([".", "unwrap", "(", ")"])).count()
}

/// The types of the workspace by name, each with the files that define one.
///
/// A file counts once: what it defines twice is the same type for two platforms.
pub(super) struct TypeNames(BTreeMap<String, BTreeSet<String>>);

impl TypeNames {
    pub(super) fn of(files: &[SourceFile]) -> Self {
        let mut names = BTreeMap::<String, BTreeSet<String>>::new();
        for file in files.iter().filter(|file| !file.source.is_test) {
            for name in type_names(&CodeToken::outside_tests(&file.source.code)) {
                if !SHARED.contains(&name) {
                    names.entry(name.to_string()).or_default().insert(file.path.clone());
                }
            }
        }
        Self(names)
    }

    /// How many different names there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many definitions there are.
    pub(super) fn definitions(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// Those that are defined more than once.
    pub(super) fn repeated(&self) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        self.0.iter().filter(|(_, files)| files.len() > 1).map(|(name, files)| (name.as_str(), files))
    }
}

/// The names of structs, enums, traits and aliases. An associated type is not a name of its own.
fn type_names<'a>(tokens: &[CodeToken<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    // For each open brace, whether it belongs to an `impl` or a trait.
    let mut open = Vec::new();
    // The first word that says what the next brace belongs to.
    let mut owner = None;
    let mut others = 0;
    for pair in tokens.windows(2) {
        let (word, next) = (pair[0].text, pair[1].text);
        match word {
            "struct" | "enum" | "trait" if is_word(next) => names.push(next),
            "type" if is_word(next) && open.last() != Some(&true) => names.push(next),
            _ => {}
        }
        match word {
            "impl" | "trait" | "fn" | "mod" | "struct" | "enum" => owner = owner.or(Some(word)),
            "{" => open.push(matches!(owner.take(), Some("impl" | "trait"))),
            "}" => {
                open.pop();
                owner = None;
            }
            "(" | "[" => others += 1,
            ")" | "]" => others -= 1,
            ";" if others == 0 => owner = None,
            _ => {}
        }
    }
    names
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

#[cfg(test)]
mod tests {
    use super::super::source::{FileLanguage, SourceText};
    use super::*;

    #[test]
    fn a_function_ends_with_its_last_brace() {
        let code =
            "fn a() {}\nfn b(x: [u8; 2])\n{\n    if x { y }\n}\ntrait T { fn c(); fn d() {\n} }\ntype F = fn(u8);\n";
        assert_eq!(function_lengths(&CodeToken::all(code)), [1, 4, 2]);
    }

    #[test]
    fn a_function_inside_another_counts_for_both() {
        assert_eq!(function_lengths(&CodeToken::all("fn a() {\nfn b() {\n}\n}\n")), [4, 2]);
    }

    #[test]
    fn only_calls_without_arguments_are_unwraps() {
        assert_eq!(unwraps(&CodeToken::all("a.unwrap().b.unwrap_or(c).unwrap ( )")), 2);
    }

    #[test]
    fn associated_types_are_no_names() {
        let code = "struct A; impl Iterator for [A; 2] { type Item = u8; fn f(x: impl B) { struct C; } }
            trait D { type E; } mod m { type F = fn(); enum G { X } }";
        assert_eq!(type_names(&CodeToken::all(code)), ["A", "C", "D", "F", "G"]);
    }

    #[test]
    fn names_of_two_files_are_repeated_and_those_of_the_games_are_not() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.into(),
            source: SourceText::read(text, FileLanguage::Rust),
        };
        let names = TypeNames::of(&[
            file(
                "a",
                "struct Desk; struct Desk; struct Move; struct Other;\n#[cfg(test)]\nmod tests { struct Other; }\n",
            ),
            file("b", "enum Desk {} struct Move;"),
        ]);
        assert_eq!(names.len(), 2);
        let repeated: Vec<_> = names.repeated().collect();
        assert_eq!(repeated, [("Desk", &BTreeSet::from(["a".to_string(), "b".to_string()]))]);
        assert_eq!(names.definitions(), 3);
    }
}
