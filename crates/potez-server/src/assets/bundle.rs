//! Puts the modules of the client into one script, and its styles into one sheet.
//!
//! The client is written in the regular form that its formatter gives it, so little has to be
//! understood: imports and exports stand at the beginning of lines, and every exported name is
//! declared where it is exported. Whatever else is met is an error, not a guess. A module becomes a
//! function that gives what it exports:
//!
//! ```text
//! const m0=(()=>{…;return{h,s}})();      dom.js
//! const m1=(()=>{const{h}=m0;…})();      app.js, which imports it
//! ```

use std::fmt::Write as _;

/// Reads a file of the client by its path.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Why the client cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum BundleError {
    /// A module that is imported does not exist.
    #[error("there is no {0}")]
    Missing(String),
    /// A module that imports itself, by way of others.
    #[error("{0} imports itself")]
    Cycle(String),
    /// A module that is loaded when it is needed and imports one of those that are there from the
    /// beginning: there would be two of it, each with a state of its own.
    #[error("{path} is loaded by itself and must not import {shared}, which comes with the page")]
    Shared {
        /// The module.
        path: String,
        /// What it imports.
        shared: String,
    },
    /// An import or export in a form that is not known here.
    #[error("{path}: `{line}` cannot be bundled")]
    Form {
        /// The module.
        path: String,
        /// The line.
        line: String,
    },
}

/// Modules in one text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Script {
    pub(super) text: String,
    /// Paths of what is imported only when it is needed; in the text they stand as `import("/PATH")`.
    pub(super) lazy: Vec<String>,
    /// Paths of the modules in it.
    modules: Vec<String>,
}

/// One script of a module and everything that it imports.
pub(super) fn script(entry: &str, read: Read) -> Result<Script, BundleError> {
    let mut bundle = Bundle { read, open: Vec::new(), script: Script::default() };
    bundle.add(entry)?;
    Ok(bundle.script)
}

/// A module that is loaded when `main` needs it, with everything that it imports: one script that
/// exports what the module exports.
pub(super) fn lazy_script(entry: &str, read: Read, main: &Script) -> Result<String, BundleError> {
    let mut bundle = Bundle { read, open: Vec::new(), script: Script::default() };
    let (number, exports) = bundle.add(entry)?;
    let Script { mut text, modules, .. } = bundle.script;
    if let Some(shared) = modules.iter().find(|module| main.modules.contains(module)) {
        return Err(BundleError::Shared { path: entry.into(), shared: shared.clone() });
    }
    let names: Vec<&str> = exports.iter().map(|name| name.split(':').next().unwrap_or(name)).collect();
    let _ = writeln!(text, "export const {{{}}}=m{number};", names.join(","));
    Ok(text)
}

/// A module that needs no other, as it is loaded by itself.
pub(super) fn leaf(path: &str, read: Read) -> Result<String, BundleError> {
    let text = compact(&read(path).ok_or_else(|| BundleError::Missing(path.into()))?);
    match text.lines().find(|line| line.starts_with("import")) {
        Some(line) => Err(BundleError::Form { path: path.into(), line: line.into() }),
        None => Ok(text),
    }
}

/// How a module is imported only when it is needed.
const LAZY: &str = "import(\"";

struct Bundle<'a> {
    read: Read<'a>,
    /// Modules that wait for what they import.
    open: Vec<String>,
    script: Script,
}

impl Bundle<'_> {
    /// Adds a module behind those that it needs; gives its number and what it exports.
    fn add(&mut self, path: &str) -> Result<(usize, Vec<String>), BundleError> {
        if self.open.iter().any(|open| open == path) {
            return Err(BundleError::Cycle(path.into()));
        }
        let source = (self.read)(path).ok_or_else(|| BundleError::Missing(path.into()))?;
        let source = self.name_lazy(path, &compact(&source));
        let module = Module::read(path, &source)?;
        self.open.push(path.into());
        let mut head = String::new();
        for Import { names, from } in &module.imports {
            let number = self.number_of(&resolve(path, from))?;
            if !names.is_empty() {
                let _ = writeln!(head, "const {names}=m{number};");
            }
        }
        self.open.pop();
        let number = self.script.modules.len();
        let exports = module.exports.join(",");
        let _ =
            writeln!(self.script.text, "const m{number}=(()=>{{\n{head}{}return{{{exports}}};\n}})();", module.body);
        self.script.modules.push(path.into());
        Ok((number, module.exports))
    }

    /// The number of a module, which is added where it is not there yet.
    fn number_of(&mut self, path: &str) -> Result<usize, BundleError> {
        let known = self.script.modules.iter().position(|module| module == path);
        known.map_or_else(|| self.add(path).map(|(number, _)| number), Ok)
    }

    /// What is imported when it is needed is named by its whole path.
    fn name_lazy(&mut self, from: &str, source: &str) -> String {
        let mut parts = source.split(LAZY);
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (named, rest) = part.split_once('"').unwrap_or((part, ""));
            let path = resolve(from, named);
            let _ = write!(text, "{LAZY}/{path}\"{rest}");
            self.script.lazy.push(path);
        }
        text
    }
}

struct Import {
    /// What is bound: a name, a pattern, or nothing.
    names: String,
    from: String,
}

struct Module {
    imports: Vec<Import>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn read(path: &str, text: &str) -> Result<Self, BundleError> {
        let wrong = |line: &str| BundleError::Form { path: path.into(), line: line.into() };
        let mut module = Self { imports: Vec::new(), exports: Vec::new(), body: String::new() };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") || line.starts_with("import{") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    statement.push_str(lines.next().ok_or_else(|| wrong(line))?);
                }
                module.imports.push(import(&statement).ok_or_else(|| wrong(line))?);
                continue;
            }
            let declaration = line.strip_prefix("export ");
            if let Some(list) = declaration.and_then(|list| list.strip_prefix('{')?.strip_suffix("};")) {
                let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
                module.exports.extend(names.map(listed));
                continue;
            }
            if let Some(declaration) = declaration {
                module.exports.push(exported(declaration).ok_or_else(|| wrong(line))?);
            }
            module.body.push_str(declaration.unwrap_or(line));
            module.body.push('\n');
        }
        Ok(module)
    }
}

/// `import { a, b as c } from "./x.js";`, `import * as x from "./x.js";` or `import "./x.js";`
fn import(statement: &str) -> Option<Import> {
    let statement = statement.strip_prefix("import")?.strip_suffix(';')?.trim();
    let (names, from) = statement.rsplit_once("from ").map_or(("", statement), |(names, from)| (names.trim(), from));
    let from = from.trim().strip_prefix('"')?.strip_suffix('"')?.to_string();
    let names = match names.strip_prefix("* as ") {
        Some(all) => all.to_string(),
        None if names.is_empty() => String::new(),
        None => names.strip_prefix('{')?.strip_suffix('}').map(|list| format!("{{{}}}", list.replace(" as ", ":")))?,
    };
    Some(Import { names, from })
}

/// A name of a list of exports, as a property: `a`, or `a as b`.
fn listed(name: &str) -> String {
    name.split_once(" as ").map_or_else(|| name.to_string(), |(own, given)| format!("{given}:{own}"))
}

/// The name that a declaration declares. What can change later is not exported: an import here is a
/// copy.
fn exported(declaration: &str) -> Option<String> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["function ", "class ", "const "].iter().find_map(|word| declaration.strip_prefix(word))?;
    let name: String = rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == '$').collect();
    (!name.is_empty()).then_some(name)
}

/// The path of what a module names relative to itself.
fn resolve(from: &str, named: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in named.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// A script without comments, indentation and empty lines. Lines stay lines: where a statement ends
/// may depend on them.
pub(super) fn compact(source: &str) -> String {
    let mut scanner = Scanner { bytes: source.as_bytes(), at: 0, out: Vec::with_capacity(source.len()) };
    scanner.code();
    scanner.line_end();
    String::from_utf8_lossy(&scanner.out).into_owned()
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<u8>,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or_default()
    }

    /// Copies as many bytes.
    fn copy(&mut self, count: usize) {
        let end = (self.at + count).min(self.bytes.len());
        self.out.extend_from_slice(&self.bytes[self.at..end]);
        self.at = end;
    }

    /// Copies up to the end, or to the brace that closes what began before.
    fn code(&mut self) {
        let mut depth = 0;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'/') => self.skip_to(b"\n", 0),
                (b'/', b'*') => self.skip_to(b"*/", 2),
                (b'/', _) if self.may_begin_regex() => self.quoted(b'/'),
                (quote @ (b'"' | b'\''), _) => self.quoted(quote),
                (b'`', _) => self.template(),
                (b'\n', _) => {
                    self.line_end();
                    self.at += 1;
                    while matches!(self.peek(0), b' ' | b'\t' | b'\r') {
                        self.at += 1;
                    }
                }
                (b' ' | b'\t', _) if self.out.last().is_none_or(|last| *last == b'\n') => self.at += 1,
                (b'{', _) => {
                    depth += 1;
                    self.copy(1);
                }
                (b'}', _) if depth == 0 => return,
                (b'}', _) => {
                    depth -= 1;
                    self.copy(1);
                }
                _ => self.copy(1),
            }
        }
    }

    fn skip_to(&mut self, end: &[u8], beyond: usize) {
        let rest = &self.bytes[self.at..];
        let found = rest.windows(end.len()).position(|window| window == end);
        self.at += found.map_or(rest.len(), |found| found + beyond);
    }

    /// Copies what stands between two signs: a string, or a regular expression with its classes.
    fn quoted(&mut self, quote: u8) {
        let mut in_class = false;
        self.copy(1);
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\\' => self.copy(2),
                b'[' if quote == b'/' => {
                    in_class = true;
                    self.copy(1);
                }
                b']' if in_class => {
                    in_class = false;
                    self.copy(1);
                }
                sign if sign == quote && !in_class => return self.copy(1),
                _ => self.copy(1),
            }
        }
    }

    /// Copies a template; what is filled in is code again.
    fn template(&mut self) {
        self.copy(1);
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\\', _) => self.copy(2),
                (b'`', _) => return self.copy(1),
                (b'$', b'{') => {
                    self.copy(2);
                    self.code();
                    self.copy(1);
                }
                _ => self.copy(1),
            }
        }
    }

    /// Whether a slash here begins a regular expression: after what can end no value.
    fn may_begin_regex(&self) -> bool {
        let before = self.out.trim_ascii_end();
        let word = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let word = &before[before.len() - word..];
        let is_keyword = [&b"return"[..], b"typeof", b"case"].contains(&word);
        is_keyword || before.last().is_none_or(|last| b"(,=:[!&|?{};+-*%<>~^".contains(last))
    }

    /// Ends a line, unless there is nothing in it.
    fn line_end(&mut self) {
        self.out.truncate(self.out.trim_ascii_end().len());
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
    }
}

/// A style sheet without comments and indentation.
pub(super) fn compact_styles(source: &str) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some(begin) = rest.find("/*") {
        text.push_str(&rest[..begin]);
        rest = rest[begin..].find("*/").map_or("", |end| &rest[begin + end + 2..]);
    }
    text.push_str(rest);
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(files: &[(&str, &str)]) -> Result<Script, BundleError> {
        let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_string());
        script("app.js", &read)
    }

    #[test]
    fn modules_come_behind_what_they_import_and_only_once() {
        let text = bundle(&[
            (
                "app.js",
                "import { a as b,\n  c } from \"./x/one.js\";\nimport * as two from \"./two.js\";\nb(c, two);\n",
            ),
            (
                "x/one.js",
                "// Says a.\nimport { d } from \"../two.js\";\nexport function a() {\n  return d;\n}\nconst e = 1;\nexport { e as c };\n",
            ),
            ("two.js", "export class d {}\n"),
        ]);
        let expected = "const m0=(()=>{\nclass d {}\nreturn{d};\n})();\n\
            const m1=(()=>{\nconst { d }=m0;\nfunction a() {\nreturn d;\n}\nconst e = 1;\nreturn{a,c:e};\n})();\n\
            const m2=(()=>{\nconst { a:b,c }=m1;\nconst two=m0;\nb(c, two);\nreturn{};\n})();\n";
        assert_eq!(text.map(|script| script.text).as_deref(), Ok(expected));
    }

    #[test]
    fn what_is_needed_later_is_loaded_by_itself() {
        let files = [("app.js", "import \"./x/a.js\";\n"), ("x/a.js", "f(await import(\"../b.js\"));\n")];
        let script = bundle(&files).unwrap();
        assert!(script.text.contains("import(\"/b.js\")"), "{}", script.text);
        assert_eq!(script.lazy, ["b.js"]);
        assert_eq!(
            leaf("b.js", &|_| Some("// c\nexport const d = 1;\n".into())).as_deref(),
            Ok("export const d = 1;\n")
        );
        assert!(leaf("x/a.js", &|_| Some("import { e } from \"./f.js\";\n".into())).is_err());
    }

    #[test]
    fn what_is_loaded_later_brings_what_only_it_needs() {
        let files = |path: &str| match path {
            "b.js" => Some("import { e } from \"./f.js\";\nexport const d = e;\n".to_string()),
            "f.js" => Some("export const e = 1;\n".to_string()),
            _ => None,
        };
        let alone = lazy_script("b.js", &files, &Script::default());
        let expected = "const m0=(()=>{\nconst e = 1;\nreturn{e};\n})();\n\
            const m1=(()=>{\nconst { e }=m0;\nconst d = e;\nreturn{d};\n})();\nexport const {d}=m1;\n";
        assert_eq!(alone.as_deref(), Ok(expected));
        let main = script("f.js", &files).unwrap();
        let shared = BundleError::Shared { path: "b.js".into(), shared: "f.js".into() };
        assert_eq!(lazy_script("b.js", &files, &main), Err(shared));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let missing = bundle(&[("app.js", "import \"./no.js\";\n")]);
        assert_eq!(missing, Err(BundleError::Missing("no.js".into())));
        let cycle = bundle(&[("app.js", "import \"./b.js\";\n"), ("b.js", "import \"./app.js\";\n")]);
        assert_eq!(cycle, Err(BundleError::Cycle("app.js".into())));
        for line in ["export let a = 1;", "export default 1;", "export * from \"./b.js\";", "import a from './b.js';"] {
            assert!(matches!(bundle(&[("app.js", line)]), Err(BundleError::Form { .. })), "{line}");
        }
    }

    #[test]
    fn comments_go_and_what_looks_like_one_stays() {
        let cases = [
            ("a(); // b\n/* c\n * d */ e();\n", "a();\ne();\n"),
            ("const u = \"http://x\"; // y\n", "const u = \"http://x\";\n"),
            (
                "  const r = /[/\"]\\/\\/*/g; f(`//${ g(\"`\") /* h */ }/*`);\n",
                "const r = /[/\"]\\/\\/*/g; f(`//${ g(\"`\") }/*`);\n",
            ),
            ("const x = a / b / c; // d\n", "const x = a / b / c;\n"),
            ("f(/** @type {A} */ (b));\n", "f( (b));\n"),
            ("`a\n    b`;\n", "`a\n    b`;\n"),
        ];
        for (source, expected) in cases {
            let spaced = compact(source);
            assert_eq!(spaced.replace("  }", " }"), expected, "{source}");
        }
        assert_eq!(compact_styles("/* a */\n.b {\n  c: d; /* e */\n}\n"), ".b {\nc: d;\n}");
    }
}
