//! Programs that participants hand in, and bots that connect by TLS.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use potez_server::league_client::LeagueServer;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, crypto};

use crate::house::{House, answer};
use crate::leagues::{TestLeague, good_bot, is_over, joined, plenty, row, terms};

fn program(file: &str, bytes: &[u8]) -> Value {
    json!({ "file": file, "data": STANDARD.encode(bytes) })
}

#[tokio::test]
async fn a_program_is_taken_only_where_that_was_switched_on_and_given_only_to_who_runs_the_league() {
    let house = House::with(plenty()).await;
    let league = TestLeague::new(&house, &terms("swiss", &json!({}))).await;
    let token = league.add(&house, "Ana").await;
    let upload = async |token: &str, body: &Value| house.post_as(token, "/api/league/upload", body).await;
    let (status, refused) = upload(&token, &program("ana.py", b"print()")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused["error"]["message"].as_str().is_some_and(|said| said.contains("switched")), "{refused}");
    let open = terms("swiss", &json!({ "uploads": true }));
    league.act(&house, &json!({ "action": "terms", "terms": open })).await;
    let (status, done) = upload(&token, &program("ana.py", b"print()")).await;
    assert_eq!((status, done["bytes"].as_u64()), (StatusCode::OK, Some(7)), "{done}");
    let view = league.view(&house).await;
    assert_eq!((&row(&view, "Ana")["upload"]["digest"], &view["terms"]["uploads"]), (&done["digest"], &json!(true)));
    // Only with the key, and never with a participant's token: the others' programs are nobody's business.
    let path = format!("/api/leagues/{}/programs/0", league.id);
    let fetch = async |key: &str| answer(house.request(Method::GET, &path).bearer_auth(key)).await;
    assert_eq!(fetch(&token).await.0, StatusCode::FORBIDDEN);
    assert_eq!(fetch(&league.key).await.1, program("ana.py", b"print()"));
    upload(&token, &program("ana.py", b"print(2)")).await;
    assert_eq!(fetch(&league.key).await.1, program("ana.py", b"print(2)"));
    for (who, body, status) in [
        (token.as_str(), program("notes.txt", b"hello"), 422),
        (token.as_str(), program("../ana.py", b"1"), 422),
        (token.as_str(), program("ana.zip", b"PK\x03\x04 and nothing"), 422),
        (token.as_str(), program("ana.py", &vec![b'#'; (1 << 20) + 1]), 422),
        (token.as_str(), program("ana.py", &vec![b'#'; 2 << 20]), 413),
        (token.as_str(), json!({ "file": "ana.py", "data": "§" }), 400),
        (token.as_str(), json!({ "file": "ana.py" }), 400),
        (league.key.as_str(), program("ana.py", b"1"), 403),
        ("", program("ana.py", b"1"), 403),
    ] {
        let (found, said) = upload(who, &body).await;
        assert_eq!(found.as_u16(), status, "{said}");
    }
    // All of them are kept, and so there is an end to them.
    let mut taken = 2;
    while upload(&token, &program("ana.py", b"x")).await.0 == StatusCode::OK {
        taken += 1;
    }
    assert_eq!(taken, 40);
}

#[tokio::test]
async fn a_league_has_no_more_games_than_a_server_can_hold() {
    let house = House::with(plenty()).await;
    let huge = terms("round-robin", &json!({ "rounds": 100, "games": 100 }));
    let league = TestLeague::new(&house, &huge).await;
    for name in ["Ana", "Bora", "Ceca", "Dule", "Ema"] {
        league.add(&house, name).await;
    }
    // Fifteen pairs would have 150,000 games.
    let path = format!("/api/leagues/{}/act", league.id);
    let sixth = json!({ "action": "add", "name": "Fedor" });
    let (status, refused) = house.post_as(&league.key, &path, &sixth).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let said = refused["error"]["message"].as_str().unwrap_or_default();
    assert!(said.contains("100000") && said.contains("150000"), "{said}");
    let smaller = terms("round-robin", &json!({ "rounds": 1, "games": 2 }));
    league.act(&house, &json!({ "action": "terms", "terms": smaller })).await;
    league.act(&house, &sixth).await;
    let back = json!({ "action": "terms", "terms": huge });
    assert_eq!(house.post_as(&league.key, &path, &back).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn whoever_lets_a_program_play_has_a_token_beside_the_participants_own() {
    let house = House::open().await;
    let league = TestLeague::new(&house, &terms("round-robin", &json!({}))).await;
    let tokens = [league.add(&house, "Ana").await, league.add(&house, "Bora").await];
    let hosted = league.act(&house, &json!({ "action": "token", "bot": 0, "hosted": true })).await;
    let hosted = hosted["token"].as_str().unwrap();
    let stops =
        [good_bot(house.addr.port(), hosted, "random:seed=1"), good_bot(house.addr.port(), &tokens[1], "random")];
    league.act(&house, &json!({ "action": "start" })).await;
    league.wait(&house, is_over).await;
    let early = json!({ "game": "g", "ply": 0, "move": "a1" });
    assert_eq!(house.post_as(&tokens[0], "/api/league/move", &early).await.0, StatusCode::CONFLICT, "it is still good");
    league.act(&house, &json!({ "action": "token", "bot": 0, "hosted": true })).await;
    assert_eq!(house.post_as(hosted, "/api/league/move", &early).await.0, StatusCode::FORBIDDEN, "replaced");
    stops.iter().for_each(potez_table::Stop::raise);
}

fn certificate(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api/tls").join(file)
}

/// A proxy that ends TLS before a server, as one stands before every server that the world reaches.
async fn tls_proxy(to: std::net::SocketAddr) -> u16 {
    let chain = CertificateDer::pem_file_iter(certificate("server.pem")).unwrap().map(Result::unwrap).collect();
    let key = PrivateKeyDer::from_pem_file(certificate("server.key")).unwrap();
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(chain, key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut inside = TcpStream::connect(to).await.unwrap();
                // Whoever does not trust us goes away.
                if let Ok(mut outside) = acceptor.accept(stream).await {
                    let _ = copy_bidirectional(&mut outside, &mut inside).await;
                }
            });
        }
    });
    port
}

#[tokio::test]
async fn bots_connect_by_tls_and_trust_only_certificates_that_they_know() {
    let house = House::open().await;
    let league = TestLeague::new(&house, &terms("round-robin", &json!({}))).await;
    let port = tls_proxy(house.addr).await;
    let address = format!("https://127.0.0.1:{port}");
    let known = LeagueServer::trusting(&address, Some(&certificate("ca.pem"))).unwrap();
    let list = known.ask(Method::GET, "/api/leagues", None, None).await.unwrap();
    assert_eq!(list["leagues"][0]["name"], "Class of 1");
    let stranger = LeagueServer::at(&address).unwrap();
    let error = stranger.ask(Method::GET, "/api/leagues", None, None).await.unwrap_err().to_string();
    assert!(error.contains("certificate"), "{error}");
    let named = LeagueServer::trusting(&format!("https://localhost:{port}"), Some(&certificate("ca.pem"))).unwrap();
    let mut stops = Vec::new();
    for (name, server) in [("Ana", &known), ("Bora", &named)] {
        let token = league.add(&house, name).await;
        stops.push(joined(server.clone(), &token, "random:seed=1"));
    }
    league.act(&house, &json!({ "action": "start" })).await;
    let over = league.wait(&house, is_over).await;
    assert_eq!((row(&over, "Ana")["games"].as_u64(), row(&over, "Ana")["faults"].as_u64()), (Some(2), Some(0)));
    stops.iter().for_each(potez_table::Stop::raise);
}
