//! What is admitted, and what has to wait.

use super::*;

#[test]
fn addresses_localhost_and_given_names_are_ours() {
    let names = ["play.example.org".to_string()];
    for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "::1", "play.example.org", "10.1.2.3:9"] {
        assert!(is_ours(host, &names), "{host}");
    }
    for host in ["evil.example", "evil.example:8080", "", "localhost.evil.example"] {
        assert!(!is_ours(host, &names), "{host}");
    }
}

#[test]
fn the_policy_of_a_page_names_its_script_by_its_hash() {
    for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
        assert_eq!(base64(text.as_bytes()), expected);
    }
    let hash = "'sha256-LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564='";
    assert!(content_policy_with("foo").contains(&format!("script-src 'self' {hash}; style-src")));
}

#[test]
fn what_waits_for_the_engine_does_not_keep_other_requests_waiting() {
    for path in ["/api/hint", "/api/analyse", "/api/judge", "/api/games/abc/hint", "/explain"] {
        assert!(waits_for_engine(path), "{path}");
    }
    for path in ["/", "/api/games", "/api/games/abc/move", "/hint/x"] {
        assert!(!waits_for_engine(path), "{path}");
    }
}

#[test]
fn requests_of_other_sites_are_told_apart() {
    let with = |pairs: &[(&'static str, &'static str)]| {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        is_same_site(&headers, "127.0.0.1:8080")
    };
    assert!(with(&[]));
    assert!(with(&[("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-origin")]));
    assert!(!with(&[("origin", "http://127.0.0.1:9999")]));
    assert!(!with(&[("origin", "null")]));
    assert!(!with(&[("sec-fetch-site", "cross-site")]));
    assert!(!with(&[("sec-fetch-site", "same-site")]));
}
