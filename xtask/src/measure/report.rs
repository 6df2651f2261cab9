//! The measures of each language, and the table of them.

use super::files::SourceFile;
use super::items::{self, TypeNames};
use super::source::FileLanguage;
use super::spread::Spread;
use super::tokens::CodeToken;

/// The measures of one language.
pub(super) struct Measures {
    language: FileLanguage,
    files: usize,
    lines: usize,
    file_lengths: Option<Spread>,
    functions: usize,
    function_lengths: Option<Spread>,
    code: usize,
    docs: usize,
    comments: usize,
    unwraps: usize,
    over_100: usize,
    over_120: usize,
    without_header: usize,
}

impl Measures {
    pub(super) fn of(language: FileLanguage, files: &[SourceFile]) -> Self {
        let lengths: Vec<usize> = files.iter().map(|file| file.source.lines.len()).collect();
        let all = || files.iter().flat_map(|file| &file.source.lines);
        let over = |width: usize| all().filter(|line| line.width > width).count();
        let mut functions = Vec::new();
        let mut unwraps = 0;
        for file in files.iter().filter(|file| language == FileLanguage::Rust && !file.source.is_test) {
            let tokens = CodeToken::outside_tests(&file.source.code);
            functions.extend(items::function_lengths(&tokens));
            unwraps += items::unwraps(&tokens);
        }
        Self {
            language,
            files: files.len(),
            lines: lengths.iter().sum(),
            file_lengths: Spread::of(lengths),
            functions: functions.len(),
            function_lengths: Spread::of(functions),
            code: all().filter(|line| line.is_code).count(),
            docs: all().filter(|line| line.is_doc).count(),
            comments: all().filter(|line| line.is_comment).count(),
            unwraps,
            over_100: over(100),
            over_120: over(120),
            without_header: files.iter().filter(|file| !file.source.has_header).count(),
        }
    }

    fn name(&self) -> &'static str {
        match self.language {
            FileLanguage::Rust => "Rust",
            FileLanguage::JavaScript => "JavaScript",
            FileLanguage::Css => "CSS",
            FileLanguage::Markdown => "documents",
        }
    }

    /// The cells below its name, in the order of [`MEASURES`].
    fn cells(&self) -> Vec<String> {
        let is_rust = self.language == FileLanguage::Rust;
        let is_code = self.language != FileLanguage::Markdown;
        let only = |condition: bool, cell: String| if condition { cell } else { "–".into() };
        let spread = |spread: &Option<Spread>| spread.as_ref().map_or_else(|| "–".into(), ToString::to_string);
        let share = |part: usize| format!("{:.1}", 100.0 * part as f64 / self.code.max(1) as f64);
        vec![
            self.files.to_string(),
            self.lines.to_string(),
            spread(&self.file_lengths),
            only(is_rust, self.functions.to_string()),
            spread(&self.function_lengths),
            only(is_code, share(self.docs)),
            only(is_code, share(self.comments)),
            only(is_rust, self.unwraps.to_string()),
            self.over_100.to_string(),
            self.over_120.to_string(),
            self.without_header.to_string(),
        ]
    }
}

const MEASURES: [&str; 11] = [
    "files",
    "lines",
    "lines of a file: median / p90 / max",
    "functions outside tests",
    "lines of a function: median / p90 / max",
    "doc lines per 100 lines of code",
    "plain comment lines per 100 lines of code",
    "`unwrap()` outside tests",
    "lines over 100 characters",
    "lines over 120 characters",
    "files that do not begin by saying what they are",
];

/// Prints the table in the form of Markdown.
pub(super) fn print(columns: &[Measures], names: &TypeNames) {
    let heads: Vec<&str> = columns.iter().map(Measures::name).collect();
    println!("| measure | {} |", heads.join(" | "));
    println!("|---|{}", "---|".repeat(columns.len()));
    let cells: Vec<Vec<String>> = columns.iter().map(Measures::cells).collect();
    for (row, measure) in MEASURES.iter().enumerate() {
        let row: Vec<&str> = cells.iter().map(|column| column[row].as_str()).collect();
        println!("| {measure} | {} |", row.join(" | "));
    }
    let definitions: usize = names.repeated().map(|(_, files)| files.len()).sum();
    let rows = [
        ("type names defined more than once", names.repeated().count(), names.len()),
        ("type definitions whose name another one has", definitions, names.definitions()),
    ];
    for (measure, part, whole) in rows {
        let share = 100.0 * part as f64 / whole.max(1) as f64;
        println!("| {measure} | {part} of {whole} ({share:.0} %) |{}", " – |".repeat(columns.len() - 1));
    }
}
