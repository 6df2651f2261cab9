//! Bundles of clients that have a few lines.

use super::*;

fn bundle(files: &[(&str, &str)]) -> Result<Script, BundleError> {
    let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_string());
    script("app.js", &read)
}

#[test]
fn modules_come_behind_what_they_import_and_only_once() {
    let text = bundle(&[
        ("app.js", "import { a as b,\n  c } from \"./x/one.js\";\nimport * as two from \"./two.js\";\nb(c, two);\n"),
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
    assert_eq!(leaf("b.js", &|_| Some("// c\nexport const d = 1;\n".into())).as_deref(), Ok("export const d = 1;\n"));
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
