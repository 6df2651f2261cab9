//! A league where several servers share a database.

use potez_server::testing::PostgresServer;
use reqwest::StatusCode;
use serde_json::json;

use crate::house::{House, code};
use crate::leagues::{TestLeague, good_bot, is_over, plenty, row, terms};

#[tokio::test]
async fn one_server_plays_a_league_and_another_goes_on_when_it_is_gone() {
    let Some(postgres) = PostgresServer::shared("several servers on one PostgreSQL: leagues") else { return };
    let database = postgres.database().parse().unwrap();
    let mut here = House::on(&database, plenty()).await;
    let quick = terms("round-robin", &json!({ "games": 8, "graceMs": 1_500 }));
    let league = TestLeague::new(&here, &quick).await;
    let tokens = [league.add(&here, "Ana").await, league.add(&here, "Bora").await];
    let first = tokens.clone().map(|token| good_bot(here.addr.port(), &token, "random:nodes=1"));
    league.wait(&here, |view| row(view, "Ana")["here"] == true && row(view, "Bora")["here"] == true).await;
    league.act(&here, &json!({ "action": "start" })).await;
    league.wait(&here, |view| view["played"].as_u64() >= Some(2)).await;
    // A server that comes later leaves the league alone, and sends bots away.
    let mut there = House::on(&database, plenty()).await;
    let (status, refused) = there.post_as(&tokens[0], "/api/league/next", &json!({})).await;
    assert_eq!((status, code(&refused)), (StatusCode::CONFLICT, "league-elsewhere"), "{refused}");
    let before = league.wait(&here, |view| view["played"].as_u64() >= Some(5)).await;
    // What is done there holds here.
    league.act(&there, &json!({ "action": "add", "name": "Ceca" })).await;
    league.wait(&here, |view| view["bots"] == 3).await;
    league.act(&there, &json!({ "action": "exclude", "bot": 2 })).await;
    first.iter().for_each(potez_table::Stop::raise);
    here.close().await;
    let second = tokens.map(|token| good_bot(there.addr.port(), &token, "random:nodes=1"));
    let over = league.wait(&there, is_over).await;
    assert_eq!(over["played"], 8, "{over:#}");
    assert!(before["played"].as_u64() <= Some(8));
    for name in ["Ana", "Bora"] {
        assert_eq!((row(&over, name)["games"].as_u64(), row(&over, name)["faults"].as_u64()), (Some(8), Some(0)));
    }
    second.iter().for_each(potez_table::Stop::raise);
    there.close().await;
}
