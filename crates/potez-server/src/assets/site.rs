//! Everything that the server hands out as files: put together, compressed and named by its contents.

use std::collections::HashMap;
use std::io::Write as _;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use potez_words::Lang;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::bundle::{self, BundleError, Read};
use super::engine::{EngineModules, Module};
use crate::middleware;
use crate::seats::hex;

/// A file as it is sent.
#[derive(Clone, Debug)]
pub(super) struct Asset {
    pub(super) body: Bytes,
    /// The same, compressed, where that is worth it.
    pub(super) gzip: Option<Bytes>,
    /// The same, compressed better, where somebody has done it before.
    pub(super) brotli: Option<Bytes>,
    pub(super) media_type: &'static str,
    pub(super) tag: String,
    /// Whether its name changes with its contents: then it is never asked for again.
    pub(super) is_forever: bool,
    /// What a page may load and run, if that is not the same as for everything else.
    pub(super) policy: Option<String>,
}

impl Asset {
    fn new(path: &str, body: Vec<u8>) -> Self {
        let gzip = compressed(&body).filter(|gzip| gzip.len() + 200 < body.len());
        Self { gzip, ..Self::plain(path, body) }
    }

    /// A file that was not put together, as it is.
    pub(super) fn plain(path: &str, body: Vec<u8>) -> Self {
        let tag = hex(&Sha256::digest(&body)[..8]);
        let (media_type, body) = (media_type(path), body.into());
        Self { media_type, gzip: None, brotli: None, tag, body, is_forever: false, policy: None }
    }
}

/// Data as it stands inside an element of a page, which no text in it can end.
pub(super) fn inside_element(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// A text as gzip; nothing if that fails.
pub(crate) fn compressed(body: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), Compression::default());
    encoder.write_all(body).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Adds data under a name; gives its address.
pub(super) type AddFile<'a> = dyn FnMut(&str, &Value) -> String + 'a;

/// The files of the client, put together.
#[derive(Debug)]
pub(super) struct Site {
    /// What addresses begin with.
    root: &'static str,
    files: HashMap<String, Asset>,
    /// The page itself in every language, with what it needs at once.
    pages: Vec<(Lang, Asset)>,
}

const ICON: &str = "/icon.svg";
const MANIFEST: &str = "/manifest.webmanifest";
const SCRIPT: &str = "/app.js";
/// What the page does before the script is here. It stands inside the page.
const EARLY: &str = "early.js";
const WORKER: &str = "sw.js";
/// The same for a page without a server.
const SITE_WORKER: &str = "site-sw.js";
/// The thread of the engine in the browser.
const ENGINE: &str = "engine/worker.js";

impl Site {
    /// Puts the client together for a server. `boot` is what the page needs at once in a language;
    /// `engine` is the engine for the browser, where there is one.
    pub(super) fn build(
        read: Read,
        boot: &dyn Fn(Lang) -> Value,
        engine: Option<EngineModules>,
    ) -> Result<Self, BundleError> {
        let early = bundle::leaf(EARLY, read)?;
        let mut site = Self { root: "/", files: HashMap::new(), pages: Vec::new() };
        let Parts { template, shell } = site.add_client(read, &early)?;
        let policy = middleware::content_policy_with(&early);
        let engine = engine.map(|modules| site.add_engine(read, modules)).transpose()?.unwrap_or_default();
        for (id, lang) in Lang::ALL {
            let mut data = boot(lang);
            data["engine"] = engine.clone();
            let page = Asset::new("index.html", with_boot(&template, id, &data).into_bytes());
            site.pages.push((lang, Asset { policy: Some(policy.clone()), ..page }));
        }
        let version =
            hex(&Sha256::digest(site.pages.iter().map(|(_, page)| page.tag.as_str()).collect::<String>())[..8]);
        let worker = text(read, WORKER)?;
        let worker =
            bundle::compact(&worker).replace("\"SHELL\"", &json!(shell).to_string()).replace("VERSION", &version);
        site.files.insert(WORKER.into(), Asset::new(WORKER, worker.into_bytes()));
        Ok(site)
    }

    /// Puts the client together for a host of files, at any address: there is one page, with the
    /// engine and with `answers` instead of a server. The files and what they are called.
    pub(super) fn without_server(
        read: Read,
        answers: &dyn Fn(&mut AddFile<'_>) -> Value,
        engine: EngineModules,
    ) -> Result<HashMap<String, Vec<u8>>, BundleError> {
        let mut site = Self { root: "./", files: HashMap::new(), pages: Vec::new() };
        let Parts { template, shell } = site.add_client(read, "")?;
        let engine = site.add_engine(read, engine)?;
        let mut later = vec![engine["worker"].clone()];
        let answers = answers(&mut |name, answer| {
            let address = site.name_by_contents(&format!("data/{name}.json"), answer.to_string());
            later.push(json!(address));
            address
        });
        let page = with_boot(&template, "en", &json!({ "engine": engine, "site": answers }));
        let version = hex(&Sha256::digest(&page)[..8]);
        let worker = bundle::compact(&text(read, SITE_WORKER)?)
            .replace("\"SHELL\"", &json!(shell).to_string())
            .replace("\"LATER\"", &json!(later).to_string())
            .replace("VERSION", &version);
        let mut files: HashMap<String, Vec<u8>> = HashMap::new();
        for (path, asset) in site.files {
            // Hosts that look for compressed files beside the others find the large ones.
            files.extend(asset.brotli.map(|body| (format!("{path}.br"), body.to_vec())));
            files.insert(path, asset.body.to_vec());
        }
        files.insert(WORKER.into(), worker.into_bytes());
        files.insert("index.html".into(), page.into_bytes());
        Ok(files)
    }

    /// Adds script, styles and icons; `early` is a script inside the page.
    fn add_client(&mut self, read: Read, early: &str) -> Result<Parts, BundleError> {
        let site = self;
        let text = |path: &str| text(read, path);
        let icon = site.name_by_contents("icon.svg", text("icon.svg")?);
        // An address in the manifest is relative to it, and it lies beside the page.
        let manifest = text("manifest.webmanifest")?
            .replace(ICON, &icon)
            .replace("\"start_url\": \"/\"", &format!("\"start_url\": \"{}\"", site.root));
        let manifest = site.name_by_contents("manifest.webmanifest", manifest);
        let script = bundle::script("app.js", read)?;
        let mut code = script.text.replace(ICON, &icon);
        let mut lazy = Vec::new();
        for path in &script.lazy {
            let named = site.name_by_contents(path, bundle::lazy_script(path, read, &script)?);
            lazy.extend((site.root != "/").then(|| named.clone()));
            code = code.replace(&format!("\"/{path}\""), &format!("\"{named}\""));
        }
        let script = site.name_by_contents("app.js", code);
        let template = text("index.html")?;
        let (template, sheets) = without_styles(&template);
        let styles = sheets.iter().map(|sheet| Ok(bundle::compact_styles(&text(sheet)?)));
        let styles = styles.collect::<Result<Vec<_>, BundleError>>()?.join("\n");
        let styles = site.name_by_contents("app.css", styles);
        let inline = if early.is_empty() { String::new() } else { format!("    <script>{early}</script>\n") };
        let template = template
            .replace(&format!("    <script src=\"/{EARLY}\"></script>\n"), &inline)
            .replace("</head>", &format!("  <link rel=\"stylesheet\" href=\"{styles}\" />\n  </head>"))
            .replace(&format!("\"{SCRIPT}\""), &format!("\"{script}\""))
            .replace(&format!("\"{MANIFEST}\""), &format!("\"{manifest}\""))
            .replace(&format!("\"{ICON}\""), &format!("\"{icon}\""));
        let shell = [site.root.to_string(), script, styles, icon, manifest].into_iter().chain(lazy).collect();
        Ok(Parts { template, shell })
    }

    /// Adds the engine for the browser; gives the names under which the page finds it.
    fn add_engine(&mut self, read: Read, modules: EngineModules) -> Result<Value, BundleError> {
        let script = bundle::script(ENGINE, read)?.text;
        // What compiles a module must be allowed to, and nothing else on the page is.
        let policy = Some(middleware::content_policy_compiling());
        let worker = self.add(ENGINE, Asset { policy, ..Asset::new(ENGINE, script.into_bytes()) });
        let mut add = |path: &str, Module { body, gzip, brotli }: Module| {
            let bytes = body.len();
            let (gzip, brotli) = (Some(gzip.into()), brotli.map(Bytes::from));
            let asset = Asset { gzip, brotli, ..Asset::plain(path, body) };
            json!({ "url": self.add(path, asset), "bytes": bytes })
        };
        let [simd, plain] = [("potez-simd.wasm", modules.simd), ("potez.wasm", modules.plain)]
            .map(|(path, module)| add(&format!("engine/{path}"), module));
        Ok(json!({ "worker": worker, "simd": simd, "plain": plain }))
    }

    /// Adds a text under a name that changes with its contents; gives its address.
    fn name_by_contents(&mut self, path: &str, text: String) -> String {
        self.add(path, Asset::new(path, text.into_bytes()))
    }

    /// Adds a file under a name that changes with its contents; gives its address.
    fn add(&mut self, path: &str, asset: Asset) -> String {
        let asset = Asset { is_forever: true, ..asset };
        let (name, extension) = path.rsplit_once('.').unwrap_or((path, ""));
        let named = format!("{name}-{}.{extension}", asset.tag);
        self.files.insert(named.clone(), asset);
        format!("{}{named}", self.root)
    }

    /// A file by its path.
    pub(super) fn file(&self, path: &str) -> Option<&Asset> {
        self.files.get(path)
    }

    /// The page in a language.
    pub(super) fn page(&self, lang: Lang) -> Option<&Asset> {
        self.pages.iter().find(|(own, _)| *own == lang).map(|(_, page)| page)
    }
}

/// The page before it has data, and the files that it needs to be shown.
struct Parts {
    template: String,
    shell: Vec<String>,
}

fn text(read: Read, path: &str) -> Result<String, BundleError> {
    read(path).ok_or_else(|| BundleError::Missing(path.into()))
}

/// The page in a language, with its data.
fn with_boot(template: &str, lang: &str, data: &Value) -> String {
    // A page's own text cannot end the element that holds the data.
    let data = inside_element(data);
    let data = format!("<script type=\"application/json\" id=\"boot\">{data}</script>\n  </body>");
    template.replace("<html lang=\"en\"", &format!("<html lang=\"{lang}\"")).replace("</body>", &data)
}

/// A page without its style sheets, and their paths in order.
fn without_styles(page: &str) -> (String, Vec<String>) {
    let mut sheets = Vec::new();
    let kept = page.lines().filter(|line| {
        let sheet =
            line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"/").and_then(|rest| rest.split('"').next());
        sheets.extend(sheet.map(str::to_string));
        sheet.is_none()
    });
    let kept = kept.collect::<Vec<_>>().join("\n");
    (kept, sheets)
}
