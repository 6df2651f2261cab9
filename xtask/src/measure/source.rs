//! The text of a file, taken apart into code, comments and documentation.

use super::scanner::Scanner;

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileLanguage {
    Rust,
    JavaScript,
    Css,
    Markdown,
}

/// What stands in a line. A line of code may have a comment behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineKind {
    /// How many characters it has.
    pub(super) width: usize,
    pub(super) is_code: bool,
    pub(super) is_doc: bool,
    pub(super) is_comment: bool,
}

/// A file taken apart.
#[derive(Debug)]
pub(super) struct SourceText {
    /// The code alone, a byte per character: comments and the contents of literals are blanks, line
    /// ends stay.
    pub(super) code: String,
    pub(super) lines: Vec<LineKind>,
    /// Whether the file begins with a line that says what it is: `//!` in Rust.
    pub(super) has_header: bool,
    /// Whether it is compiled for tests only.
    pub(super) is_test: bool,
}

impl SourceText {
    pub(super) fn read(text: &str, language: FileLanguage) -> Self {
        if language == FileLanguage::Markdown {
            return Self::prose(text);
        }
        let first = text.lines().next().unwrap_or_default();
        let has_header = first.starts_with(match language {
            FileLanguage::Rust => "//!",
            FileLanguage::JavaScript => "//",
            FileLanguage::Css | FileLanguage::Markdown => "/*",
        });
        let (code, kinds) = Scanner::new(text, language).scan();
        let widths = text.lines().map(|line| line.chars().count());
        let lines = widths.zip(code.lines()).zip(kinds);
        let lines =
            lines.map(|((width, code), kind)| LineKind { width, is_code: !code.trim().is_empty(), ..kind }).collect();
        Self { code, lines, has_header, is_test: false }
    }

    /// Text for people. The rows of a table cannot be wrapped, nor can what is quoted in a fence:
    /// they have no width.
    fn prose(text: &str) -> Self {
        let mut in_fence = false;
        let lines = text.lines().map(|line| {
            let line = line.trim_start();
            let is_fence = line.starts_with("```");
            in_fence ^= is_fence;
            let width = if in_fence || is_fence || line.starts_with('|') { 0 } else { line.chars().count() };
            LineKind { width, ..LineKind::default() }
        });
        let lines = lines.collect();
        Self { code: String::new(), lines, has_header: text.starts_with("# "), is_test: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        SourceText::read(text, FileLanguage::Rust).code
    }

    fn kinds(text: &str, language: FileLanguage) -> String {
        let letter = |line: &LineKind| match (line.is_code, line.is_doc, line.is_comment) {
            (true, _, true) => 'C',
            (true, ..) => 'c',
            (_, true, _) => 'd',
            (_, _, true) => '/',
            _ => '-',
        };
        SourceText::read(text, language).lines.iter().map(letter).collect()
    }

    #[test]
    fn lines_are_told_apart() {
        let text = "//! What.\n\n/// Doc.\nfn f() {} // why\n// Plain.\n//// rule\nlet s = \"\n// no comment\n\";\n";
        assert_eq!(kinds(text, FileLanguage::Rust), "d-dC//c-c");
        let text = "/** Doc.\n * more\n */\n/* plain */\n/*\n in /* nested */\n*/\nf();\n";
        assert_eq!(kinds(text, FileLanguage::Rust), "ddd////c");
    }

    #[test]
    fn the_contents_of_literals_are_no_code() {
        assert_eq!(code("f(\"{ // \\\" }\", '{', '\\'', b'x')"), "f(\"         \", ' ', '  ', b' ')");
        assert_eq!(code("f(r#\"a\"{\"#, br\"{\")"), "f(r \"   \" , br\" \")");
    }

    #[test]
    fn lifetimes_and_raw_names_are_no_literals() {
        assert_eq!(code("fn f<'a>(r#type: &'a str, bar: char) {}"), "fn f<'a>(r#type: &'a str, bar: char) {}");
    }

    #[test]
    fn a_character_is_a_byte_of_the_code() {
        let source = SourceText::read("let a = \"čć\"; // š\n", FileLanguage::Rust);
        assert_eq!(source.code, "let a = \"  \";     \n");
        assert_eq!(source.lines[0].width, 18);
    }

    #[test]
    fn a_header_is_the_first_line() {
        assert!(SourceText::read("//! What it is.\n", FileLanguage::Rust).has_header);
        assert!(!SourceText::read("// What it is.\n", FileLanguage::Rust).has_header);
        assert!(SourceText::read("// What it is.\n", FileLanguage::JavaScript).has_header);
    }

    #[test]
    fn templates_are_literals_in_the_browser() {
        assert_eq!(kinds("const a = `\n// not a comment\n`; // but this\n", FileLanguage::JavaScript), "c-C");
        assert_eq!(kinds("a = /[\"]/;\n// why\n", FileLanguage::JavaScript), "c/");
        assert_eq!(kinds("a { background: url(//x) } /* why */\n", FileLanguage::Css), "C");
    }

    #[test]
    fn tables_and_fences_have_no_width() {
        let source = SourceText::read("# Title\n| a |\n```\ncode\n```\ntext\n", FileLanguage::Markdown);
        assert_eq!(source.lines.iter().map(|line| line.width).collect::<Vec<_>>(), [7, 0, 0, 0, 0, 4]);
    }
}
