//! Sentences before their names are filled in, for interfaces that fill them in themselves.

use fluent_bundle::FluentResource;
use fluent_syntax::ast;

use crate::{Lang, cyrillic};

/// A piece of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words as they stand.
    Text(String),
    /// What is named here.
    Arg(String),
    /// One of several wordings, chosen by what is named: by its text, by a number's plural form, or
    /// the default.
    Select {
        /// Whose value decides.
        arg: String,
        /// The wordings by their keys.
        variants: Vec<(String, Vec<Part>)>,
        /// The key of the wording that fits whatever no other fits.
        default: String,
    },
}

/// Every sentence of a language by its key, in the order of the files.
///
/// ```
/// use potez_words::{Lang, Part, patterns};
///
/// let (_, parts) = patterns(Lang::SrCyrl).into_iter().find(|(key, _)| key == "to-move").unwrap();
/// assert_eq!(parts[0], Part::Text("на потезу је ".into()));
/// ```
pub fn patterns(lang: Lang) -> Vec<(String, Vec<Part>)> {
    let mut patterns = Vec::new();
    for text in crate::texts(lang) {
        let text = if lang == Lang::SrCyrl { cyrillic::of_texts(text) } else { (*text).to_string() };
        let resource = FluentResource::try_new(text).expect("the texts of the crate are well-formed");
        for entry in resource.entries() {
            if let ast::Entry::Message(ast::Message { id, value: Some(value), .. }) = entry {
                patterns.push((id.name.to_string(), parts(value)));
            }
        }
    }
    patterns
}

fn parts(pattern: &ast::Pattern<&str>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for element in &pattern.elements {
        let part = match element {
            ast::PatternElement::TextElement { value } => Part::Text((*value).to_string()),
            ast::PatternElement::Placeable { expression } => placeable(expression),
        };
        match (parts.last_mut(), part) {
            (Some(Part::Text(before)), Part::Text(after)) => before.push_str(&after),
            (_, part) => parts.push(part),
        }
    }
    parts
}

fn placeable(expression: &ast::Expression<&str>) -> Part {
    match expression {
        ast::Expression::Inline(inline) => match inline {
            ast::InlineExpression::StringLiteral { value } | ast::InlineExpression::NumberLiteral { value } => {
                Part::Text((*value).to_string())
            }
            ast::InlineExpression::Placeable { expression } => placeable(expression),
            other => Part::Arg(named(other)),
        },
        ast::Expression::Select { selector, variants } => {
            let key = |variant: &ast::Variant<&str>| match &variant.key {
                ast::VariantKey::Identifier { name } => (*name).to_string(),
                ast::VariantKey::NumberLiteral { value } => (*value).to_string(),
            };
            let default = variants.iter().find(|variant| variant.default).map(key).unwrap_or_default();
            let variants = variants.iter().map(|variant| (key(variant), parts(&variant.value))).collect();
            Part::Select { arg: named(selector), variants, default }
        }
    }
}

/// The name of a variable; the texts use nothing else that would have to be looked up.
fn named(expression: &ast::InlineExpression<&str>) -> String {
    match expression {
        ast::InlineExpression::VariableReference { id } => id.name.to_string(),
        _ => String::new(),
    }
}
