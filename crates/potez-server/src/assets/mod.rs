//! The browser client, embedded in the binary: one page, one script, one style sheet.
//!
//! What is named by its contents is kept by browsers for good; the page itself is always asked for
//! again, and answered without its text when it has not changed: a new server is seen at once.

mod bundle;
mod engine;
mod explain;
mod files;
mod site;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use potez_words::Lang;
use rust_embed::RustEmbed;
use serde_json::json;

use self::site::{Asset, Site};
use crate::api::catalogue;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::lang_of;

pub(crate) use self::explain::{ExplainForm, ExplainPage, page as page_of_search};
pub use self::explain::{ExplainPageError, explain_page};
pub use self::files::{SiteError, site_files};
pub(crate) use self::site::compressed;

/// The files of the client: everything in the folder.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// The client, put together when it is first asked for. Where files are read from the disk it is
/// put together again when one of them has changed: edit, reload.
#[derive(Default)]
pub(crate) struct Sites(Mutex<Option<(Stamp, Arc<Site>)>>);

/// What tells two states of the files apart: in a release there is only one.
type Stamp = Option<SystemTime>;

fn stamp() -> Stamp {
    if !cfg!(debug_assertions) {
        return None;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    Files::iter().filter_map(|path| folder.join(&*path).metadata().ok()?.modified().ok()).max()
}

impl Sites {
    fn known(&self) -> Option<(Stamp, Arc<Site>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The client as it is now.
    fn current(&self, app: &AppState) -> Result<Arc<Site>, ApiError> {
        let stamp = stamp();
        if let Some((known, site)) = self.known()
            && known == stamp
        {
            return Ok(site);
        }
        let read = |path: &str| Files::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        let boot = |lang: Lang| {
            let texts = serde_json::from_slice::<serde_json::Value>(&app.translations.sentences(lang));
            json!({ "sentences": texts.unwrap_or_default(), "catalogue": catalogue::described(app.words(lang)) })
        };
        let site = Site::build(&read, &boot, engine::modules()).map_err(|error| {
            tracing::error!(%error, "the client cannot be put together");
            ApiError::internal()
        })?;
        let site = Arc::new(site);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((stamp, site.clone()));
        Ok(site)
    }
}

/// Serves a file of the client.
pub(crate) async fn serve(State(app): State<Arc<AppState>>, client: Client, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::method().into_response();
    }
    let site = match app.site.known().filter(|_| !cfg!(debug_assertions)) {
        Some((_, site)) => Ok(site),
        None => app.calculate(client, |app| app.site.current(app)).await,
    };
    let site = match site {
        Ok(site) => site,
        Err(error) => return error.into_response(),
    };
    let headers = request.headers();
    let path = request.uri().path().trim_start_matches('/');
    match path {
        "" | "index.html" => match site.page(page_lang(headers)) {
            Some(page) => answer(page, headers),
            None => ApiError::not_found().into_response(),
        },
        path => match (site.file(path), Files::get(path)) {
            (Some(asset), _) => answer(asset, headers),
            // The sources as they are written, for whoever wants to read them.
            (None, Some(file)) => answer(&Asset::plain(path, file.data.into_owned()), headers),
            // Whoever typed an address is told on a page that leads on; programs are told as everywhere else.
            (None, None) => match site.page(page_lang(headers)).filter(|_| is_read(path, headers)) {
                Some(page) => (StatusCode::NOT_FOUND, answer(page, &HeaderMap::new())).into_response(),
                None => ApiError::not_found().into_response(),
            },
        },
    }
}

/// Whether somebody looks at the answer in a browser.
fn is_read(path: &str, headers: &HeaderMap) -> bool {
    let taken = headers.get(ACCEPT).and_then(|taken| taken.to_str().ok()).unwrap_or_default();
    !path.starts_with("api/") && taken.contains("text/html")
}

/// The language that the reader has chosen here before, or that the browser asks for.
fn page_lang(headers: &HeaderMap) -> Lang {
    let cookies = headers.get(COOKIE).and_then(|cookies| cookies.to_str().ok()).unwrap_or_default();
    let chosen = cookies.split(';').find_map(|cookie| Lang::named(cookie.trim().strip_prefix("lang=")?));
    chosen.unwrap_or_else(|| lang_of(None, headers))
}

/// Whether the reader takes gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    takes(headers, "gzip")
}

fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|each| each.trim().starts_with(encoding) && !each.replace(' ', "").ends_with("q=0"))
}

fn answer(asset: &Asset, asked: &HeaderMap) -> Response {
    let known = asked.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let brotli = asset.brotli.as_ref().filter(|_| takes(asked, "br")).map(|body| (body, "br"));
    let packed = brotli.or_else(|| asset.gzip.as_ref().filter(|_| takes_gzip(asked)).map(|body| (body, "gzip")));
    let mut response = if known.is_some_and(|known| known.contains(&asset.tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(packed.map_or(&asset.body, |(body, _)| body).clone()).into_response()
    };
    let headers = response.headers_mut();
    let fixed = HeaderValue::from_static;
    headers.insert(CONTENT_TYPE, fixed(asset.media_type));
    let caching = if asset.is_forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, fixed(caching));
    // What has a name of its own is the same for everybody.
    let varies = if asset.is_forever { "Accept-Encoding" } else { "Accept-Encoding, Accept-Language, Cookie" };
    headers.insert(VARY, fixed(varies));
    let policy = asset.policy.as_deref().and_then(|policy| HeaderValue::from_str(policy).ok());
    headers.extend(policy.map(|policy| (CONTENT_SECURITY_POLICY, policy)));
    if let Some((_, encoding)) = packed {
        headers.insert(CONTENT_ENCODING, fixed(encoding));
    }
    // Two forms of one file are two things to a cache between.
    let form = match packed {
        Some((_, "br")) => "-br",
        Some(_) => "-gz",
        None => "",
    };
    let tag = format!("\"{}{form}\"", asset.tag);
    headers.extend(HeaderValue::from_str(&tag).ok().map(|tag| (ETAG, tag)));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_can_be_put_together() {
        let read = |path: &str| Files::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        let site = Site::build(&read, &|lang| json!({ "lang": format!("{lang:?}</script>") }), None).unwrap();
        for (_, lang) in Lang::ALL {
            let page = String::from_utf8(site.page(lang).unwrap().body.to_vec()).unwrap();
            assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1, "{page}");
            assert!(page.contains("\\u003c/script>") && !page.contains("/styles/"), "{page}");
            let names = page.split('"').filter(|part| part.starts_with('/') && part.contains('.'));
            let unknown: Vec<&str> = names.filter(|name| site.file(&name[1..]).is_none()).collect();
            assert_eq!(unknown, Vec::<&str>::new());
        }
        let worker = String::from_utf8(site.file("sw.js").unwrap().body.to_vec()).unwrap();
        assert!(worker.contains("/app-") && !worker.contains("\"SHELL\"") && !worker.contains("VERSION"), "{worker}");
    }

    #[test]
    fn an_engine_that_was_built_comes_under_names_of_its_contents_and_may_compile() {
        let read = |path: &str| Files::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
        let module = |text: &str| engine::Module::unpack(compressed(text.as_bytes()).unwrap().to_vec(), None).unwrap();
        let modules = engine::EngineModules { simd: module("vectors"), plain: module("none") };
        let site = Site::build(&read, &|_| json!({}), Some(modules)).unwrap();
        let page = String::from_utf8(site.page(Lang::En).unwrap().body.to_vec()).unwrap();
        let boot = page.split("id=\"boot\">").nth(1).unwrap().split("</script>").next().unwrap();
        let boot: serde_json::Value = serde_json::from_str(boot).unwrap();
        let file = |name: &serde_json::Value| site.file(&name.as_str().unwrap()[1..]).unwrap();
        let simd = file(&boot["engine"]["simd"]["url"]);
        assert_eq!((&simd.body[..], simd.media_type, simd.is_forever), (&b"vectors"[..], "application/wasm", true));
        assert_eq!(boot["engine"]["plain"]["bytes"], 4);
        assert!(simd.gzip.is_some());
        let worker = file(&boot["engine"]["worker"]);
        assert!(worker.policy.as_ref().is_some_and(|policy| policy.contains("'wasm-unsafe-eval'")));
        assert!(!site.page(Lang::En).unwrap().policy.as_ref().unwrap().contains("wasm-unsafe-eval"));
    }

    #[test]
    fn a_reader_is_given_what_it_takes() {
        let with = |value: &'static str| HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        assert!(takes_gzip(&with("br, gzip;q=0.8")) && !takes_gzip(&with("gzip;q=0")) && !takes_gzip(&with("br")));
        let with = |value: &'static str| HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(value))]);
        assert_eq!(page_lang(&with("a=b; lang=sr-Cyrl")), Lang::SrCyrl);
        assert_eq!(page_lang(&with("lang=tlh")), Lang::En);
    }
}
