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

mod client_module;
mod compaction;

use std::fmt::Write as _;

use client_module::{ClientModule, Import, resolve};
pub(super) use compaction::compact;

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
        let module = ClientModule::read(path, &source)?;
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
mod tests;
