//! The page of a recorded search as the server sends it.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::house::House;

/// The page that a query is answered with, and the data in it.
async fn page(house: &House, query: &str) -> (StatusCode, String, Value) {
    let response = house.request(Method::GET, &format!("/explain?{query}")).send().await.unwrap();
    let status = response.status();
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_string();
    assert!(policy.contains("connect-src 'none'") || policy.contains("default-src 'none'"), "{policy}");
    let text = response.text().await.unwrap();
    let data = text.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data = serde_json::from_str(data).expect("JSON");
    (status, text, data)
}

#[tokio::test]
async fn every_kind_of_search_is_recorded_and_bounded() {
    let house = House::open().await;
    for (query, kind) in [
        ("game=byte&nodes=400", "alphabeta"),
        ("game=havannah:size=4&bot=potez:without=net&nodes=60", "tree"),
        ("game=havannah:size=3&bot=pns&nodes=200", "proof"),
        ("game=blockade:rows=7,cols=9,walls=2&bot=classic:depth=1", "minimax"),
    ] {
        let (status, _, data) = page(&house, query).await;
        assert_eq!(status, StatusCode::OK, "{query}");
        let run = &data["explanation"]["runs"][0];
        assert_eq!(run["kind"], kind, "{query}");
        let kept = run["kept"].as_u64().unwrap();
        assert!(kept > 0 && run["made"].as_u64() >= Some(kept), "{query}");
        let positions = data["explanation"]["positions"]["parent"].as_array().unwrap();
        assert!(positions.len() > 1 && data["form"]["nodes"].is_u64(), "{query}");
        assert!(data["explanation"]["runs"].as_array().unwrap().len() > 1, "{query}: something is compared");
    }
}

#[tokio::test]
async fn the_search_that_nobody_has_chosen_anything_of_shows_more_than_one_iteration() {
    let house = House::open().await;
    for game in ["byte", "blockade:rows=7,cols=9,walls=2"] {
        let (_, _, data) = page(&house, &format!("game={game}")).await;
        let runs = data["explanation"]["runs"].as_array().unwrap();
        assert!(runs[0]["depth"].as_u64() >= Some(2), "{game}: depth {}", runs[0]["depth"]);
        let nodes = |run: &Value| run["nodes"].as_u64().unwrap();
        assert!(runs[1..].iter().any(|run| nodes(run) > nodes(&runs[0]) * 5 / 4), "{game}: nothing is worth anything");
    }
}

#[tokio::test]
async fn what_cannot_be_searched_is_said_on_the_page_in_the_readers_language() {
    let house = House::open().await;
    let (status, text, data) = page(&house, "").await;
    assert_eq!((status, &data["explanation"], &data["error"]), (StatusCode::OK, &Value::Null, &Value::Null));
    assert!(text.contains("<html lang=\"en\""));
    for (query, status, said) in [
        ("game=chess", 422, "chess"),
        ("game=byte&bot=random", 422, "does not search"),
        ("game=byte&bot=deep-blue", 422, "deep-blue"),
        ("game=byte&nodes=0", 422, "nodes"),
        ("game=byte&nodes=999999", 422, "nodes"),
        ("game=byte&moves=z9", 400, "z9"),
        ("game=byte&position=nonsense", 422, "nonsense"),
        ("game=havannah:size=3&moves=a1+c3+a2+c4+a3", 422, "over"),
    ] {
        let (found, _, data) = page(&house, query).await;
        let error = data["error"].as_str().unwrap_or_default();
        assert_eq!(found.as_u16(), status, "{query}: {error}");
        assert!(error.contains(said) && data["explanation"].is_null(), "{query}: {error}");
    }
    let (_, text, data) = page(&house, "game=byte&bot=random&lang=sr").await;
    assert!(text.contains("<html lang=\"sr\"") && !data["error"].as_str().unwrap().contains("search"), "{data}");
    let long = format!("game=byte&moves={}", "a1-b2+".repeat(3_000));
    let (status, _, data) = page(&house, &long).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{}", data["error"]);
}
