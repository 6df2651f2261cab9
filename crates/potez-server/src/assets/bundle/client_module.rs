//! What a module of the client imports and exports, and the rest of it.

use super::BundleError;

/// What a module names of another one.
pub(super) struct Import {
    /// What is bound: a name, a pattern, or nothing.
    pub(super) names: String,
    /// The path, as the module writes it.
    pub(super) from: String,
}

/// A module taken apart.
pub(super) struct ClientModule {
    pub(super) imports: Vec<Import>,
    pub(super) exports: Vec<String>,
    pub(super) body: String,
}

impl ClientModule {
    /// Takes a module apart that has been compacted.
    pub(super) fn read(path: &str, text: &str) -> Result<Self, BundleError> {
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
pub(super) fn resolve(from: &str, named: &str) -> String {
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
