//! The text of a file, taken apart into code, comments and documentation.

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

/// Goes through a text character by character and knows when it is inside a comment or a literal.
struct Scanner {
    text: Vec<char>,
    at: usize,
    language: FileLanguage,
    code: String,
    kinds: Vec<LineKind>,
}

impl Scanner {
    fn new(text: &str, language: FileLanguage) -> Self {
        Self { text: text.chars().collect(), at: 0, language, code: String::new(), kinds: vec![LineKind::default()] }
    }

    fn scan(mut self) -> (String, Vec<LineKind>) {
        while let Some(here) = self.peek(0) {
            let next = self.peek(1);
            match (here, next) {
                ('/', Some('/')) if self.language != FileLanguage::Css => self.line_comment(),
                ('/', Some('*')) => self.block_comment(),
                ('"', _) => self.quoted('"'),
                ('r', Some('#' | '"')) if self.language == FileLanguage::Rust && self.begins_raw() => self.raw(),
                ('\'', _) if self.language == FileLanguage::Rust => self.character_or_lifetime(),
                ('\'' | '`', _) => self.quoted(here),
                _ => self.keep(),
            }
        }
        (self.code, self.kinds)
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    /// Takes a character over as code.
    fn keep(&mut self) {
        let here = self.text[self.at];
        self.push(if here.is_ascii() { here } else { '?' });
    }

    /// Takes a character over as a blank.
    fn blank(&mut self) {
        self.push(' ');
    }

    fn push(&mut self, shown: char) {
        if self.text[self.at] == '\n' {
            self.code.push('\n');
            self.kinds.push(LineKind::default());
        } else {
            self.code.push(shown);
        }
        self.at += 1;
    }

    fn mark(&mut self, is_doc: bool) {
        if let Some(line) = self.kinds.last_mut() {
            if is_doc { line.is_doc = true } else { line.is_comment = true }
        }
    }

    fn line_comment(&mut self) {
        let is_doc = match self.language {
            // `////` is a rule across the page, not documentation.
            FileLanguage::Rust => self.peek(2) == Some('!') || self.peek(2) == Some('/') && self.peek(3) != Some('/'),
            _ => false,
        };
        self.mark(is_doc);
        while self.peek(0).is_some_and(|here| here != '\n') {
            self.blank();
        }
    }

    fn block_comment(&mut self) {
        let is_doc = self.peek(2) == Some('*') && self.peek(3) != Some('/') || self.peek(2) == Some('!');
        let nests = self.language == FileLanguage::Rust;
        let mut depth = 0;
        self.mark(is_doc);
        while let Some(here) = self.peek(0) {
            match (here, self.peek(1)) {
                ('/', Some('*')) if nests || depth == 0 => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => {
                    self.blank();
                    if here == '\n' {
                        self.mark(is_doc);
                    }
                    continue;
                }
            }
            self.blank();
            self.blank();
            if depth == 0 {
                return;
            }
        }
    }

    /// A literal with escapes; the quotes stay, so that a line with nothing else is code.
    fn quoted(&mut self, quote: char) {
        // A quote in a regular expression of JavaScript is no literal: it must not swallow more
        // than its line.
        let may_wrap = self.language == FileLanguage::Rust || quote == '`';
        self.keep();
        while let Some(here) = self.peek(0) {
            if here == quote || here == '\n' && !may_wrap {
                return self.keep();
            }
            self.blank();
            if here == '\\' && self.peek(0).is_some() {
                self.blank();
            }
        }
    }

    /// Whether `r` begins a raw literal: neither the end of a name nor a raw identifier.
    fn begins_raw(&self) -> bool {
        let hashes = self.text[self.at + 1..].iter().take_while(|&&here| here == '#').count();
        let ends_name = |prefix: usize| self.at > prefix && is_name(self.text[self.at - 1 - prefix]);
        let before = self.at.checked_sub(1).map(|before| self.text[before]);
        // `br` and `cr` are raw literals too.
        let is_prefixed = matches!(before, Some('b' | 'c')) && !ends_name(1);
        self.peek(1 + hashes) == Some('"') && (is_prefixed || !ends_name(0))
    }

    fn raw(&mut self) {
        self.keep();
        let mut hashes = 0;
        while self.peek(0) == Some('#') {
            self.blank();
            hashes += 1;
        }
        self.keep();
        while let Some(here) = self.peek(0) {
            let closes = here == '"' && (1..=hashes).all(|ahead| self.peek(ahead) == Some('#'));
            if closes {
                self.keep();
                (0..hashes).for_each(|_| self.blank());
                return;
            }
            self.blank();
        }
    }

    /// `'x'` and `'\n'` are literals, `'x` alone is a lifetime.
    fn character_or_lifetime(&mut self) {
        if self.peek(1) == Some('\\') || self.peek(2) == Some('\'') {
            return self.quoted('\'');
        }
        self.keep();
    }
}

/// Whether a character can stand in a name.
pub(super) fn is_name(here: char) -> bool {
    here.is_alphanumeric() || here == '_'
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
