//! What can be chosen, sentences, rules, reports, and what machines ask for.

use potez_server::ServerSettings;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house::House;

#[tokio::test]
async fn the_catalogue_offers_only_what_can_be_played() {
    let house = House::open().await;
    for lang in ["en", "sr", "sr-Cyrl"] {
        let (status, catalogue) = house.get(&format!("/api/catalogue?lang={lang}")).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(catalogue["games"].as_array().unwrap().len(), 3);
        for game in catalogue["games"].as_array().unwrap() {
            for preset in game["presets"].as_array().unwrap() {
                assert!(!preset["name"].as_str().unwrap().starts_with("preset-"), "{preset}");
                let (status, _) = house.post("/api/position", &json!({ "game": preset["spec"] })).await;
                assert_eq!(status, StatusCode::OK, "{preset}");
            }
            for option in game["options"].as_array().unwrap() {
                assert!(!option["about"].as_str().unwrap().starts_with("option-"), "{option}");
            }
            assert!(!game["editor"].as_array().unwrap().is_empty(), "{game}");
            let (status, sample) = house.post("/api/position", &game["sample"]).await;
            assert_eq!((status, &sample["baseGame"]), (StatusCode::OK, &game["id"]));
        }
    }
    let (_, catalogue) = house.get("/api/catalogue").await;
    let games_of = |format: &str| {
        let formats = catalogue["formats"].as_array().unwrap().iter();
        formats.filter(|each| each["id"] == format).map(|each| each["games"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((games_of("json"), games_of("sgf")), (vec![json!(null)], vec![json!(["havannah"])]));
    for level in catalogue["levels"].as_array().unwrap() {
        let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "engine", "bot": level["bot"] } });
        assert_eq!(house.post("/api/games", &body).await.0, StatusCode::CREATED, "{level}");
    }
    for clock in catalogue["clocks"].as_array().unwrap() {
        let body = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" }, "clock": clock["clock"] });
        assert_eq!(house.post("/api/games", &body).await.0, StatusCode::CREATED, "{clock}");
    }
}

#[tokio::test]
async fn texts_come_in_three_scripts_and_are_not_sent_twice() {
    let house = House::open().await;
    let (_, cyrillic) = house.get("/api/texts/sr-Cyrl").await;
    assert_eq!(cyrillic["texts"]["reason-ring"], "прстен");
    let response = house.request(Method::GET, "/api/texts/en").send().await.unwrap();
    let tag = response.headers()["etag"].clone();
    let again = house.request(Method::GET, "/api/texts/en").header("if-none-match", tag).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(house.get("/api/texts/tlh").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn files_are_compressed_named_by_their_contents_and_kept_for_good() {
    let house = House::open().await;
    let get = async |path: &str, name: &'static str, value: String| {
        house.request(Method::GET, path).header(name, value).send().await.unwrap()
    };
    let page = get("/", "cookie", "lang=sr-Cyrl".into()).await.text().await.unwrap();
    assert!(page.contains("\"lang\":\"sr-Cyrl\""), "{page}");
    let script = page.split('"').find(|part| part.starts_with("/app-") && part.contains(".js")).unwrap();
    let plain = get(script, "accept-encoding", "identity".into()).await;
    assert_eq!(plain.headers()["cache-control"], "public, max-age=31536000, immutable");
    let size = plain.bytes().await.unwrap().len();
    let small = get(script, "accept-encoding", "gzip".into()).await;
    assert_eq!((&small.headers()["content-encoding"], small.status()), (&"gzip".parse().unwrap(), StatusCode::OK));
    assert!(small.bytes().await.unwrap().len() < size / 3);
    // The page itself is asked for again, and not sent twice.
    let page = get("/", "accept-encoding", "gzip".into()).await;
    assert_eq!(page.headers()["cache-control"], "no-cache");
    let tag = page.headers()["etag"].to_str().unwrap().to_string();
    assert_eq!(get("/", "if-none-match", tag).await.status(), StatusCode::NOT_MODIFIED);
    // Long answers are compressed too, for whoever takes that.
    let rules = get("/api/rules/byte", "accept-encoding", "gzip".into()).await;
    assert_eq!(rules.headers()["content-encoding"], "gzip");
    let rules = get("/api/rules/byte", "accept-encoding", "identity".into()).await;
    assert!(!rules.headers().contains_key("content-encoding"));
}

/// The names of the operations of a path.
fn names(path: &Value) -> Vec<&str> {
    path.as_object().unwrap().values().filter_map(|operation| operation["operationId"].as_str()).collect()
}

#[tokio::test]
async fn the_interface_describes_itself() {
    let house = House::open().await;
    let (status, description) = house.get("/api/openapi.json").await;
    assert_eq!(status, StatusCode::OK);
    for path in ["/api/games", "/api/games/{id}/move", "/api/position", "/api/reviews/{id}", "/healthz"] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    assert!(description["components"]["schemas"]["GameView"].is_object());
    let mut operations: Vec<&str> = description["paths"].as_object().unwrap().values().flat_map(names).collect();
    let count = operations.len();
    operations.sort_unstable();
    operations.dedup();
    assert_eq!(operations.len(), count, "every operation has a name of its own");
    let (_, health) = house.get("/healthz").await;
    assert_eq!(health["status"], "ok");
    let metrics = house.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("# TYPE potez_moves_total counter\npotez_moves_total 0\n"));
}

#[tokio::test]
async fn the_client_is_served_from_the_binary_and_only_the_client() {
    let house = House::open().await;
    let response = house.request(Method::GET, "/").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    let tag = response.headers()["etag"].clone();
    let again = house.request(Method::GET, "/").header("if-none-match", tag).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    for path in ["/package.json", "/tsconfig.json", "/node_modules/x.js", "/.gitignore"] {
        assert_eq!(house.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn reports_are_listed_counted_and_shown_in_a_sandbox() {
    let folder = std::env::temp_dir().join(format!("potez-shown-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let header = json!({ "arena": 1, "game": "byte", "players": ["potez", "random"] });
    std::fs::write(folder.join("m.jsonl"), format!("{header}\n")).unwrap();
    std::fs::write(folder.join("m.html"), "<script>alert(1)</script>").unwrap();
    let house = House::with(ServerSettings { reports: Some(folder.clone()), ..ServerSettings::default() }).await;
    let (_, list) = house.get("/api/reports").await;
    assert_eq!((&list["enabled"], list["reports"].as_array().unwrap().len()), (&json!(true), 2));
    let (_, report) = house.get("/api/reports/m.jsonl").await;
    assert_eq!((&report["title"], &report["html"]), (&json!("byte: potez – random"), &json!("/reports/m.html")));
    let page = house.request(Method::GET, "/reports/m.html").send().await.unwrap();
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("sandbox"));
    for path in ["/reports/..%2Fm.html", "/api/reports/none.jsonl", "/reports/m.jsonl"] {
        assert_eq!(house.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    std::fs::remove_dir_all(folder).unwrap();
    let plain = House::open().await;
    let (_, list) = plain.get("/api/reports").await;
    assert_eq!(list, json!({ "enabled": false, "reports": Vec::<Value>::new() }));
}
