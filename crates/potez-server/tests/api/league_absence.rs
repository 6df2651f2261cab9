//! Leagues with bots that never come.

use reqwest::StatusCode;
use serde_json::json;

use crate::house::House;
use crate::leagues::{TestLeague, good_bot, is_over, row, terms};

#[tokio::test]
async fn a_bot_that_never_comes_forfeits_and_the_rounds_go_on() {
    let house = House::open().await;
    let swiss = terms("swiss", &json!({ "rounds": 3, "games": 1, "forfeitMs": 1_000 }));
    let league = TestLeague::new(&house, &swiss).await;
    let mut stops = Vec::new();
    for name in ["Ana", "Bora", "Ceca"] {
        let token = league.add(&house, name).await;
        stops.push(good_bot(house.addr.port(), &token, "random:seed=1"));
    }
    let late = league.add(&house, "Dado").await;
    league.act(&house, &json!({ "action": "start" })).await;
    let over = league.wait(&house, is_over).await;
    let absent = row(&over, "Dado");
    assert_eq!(
        (&absent["games"], &absent["losses"], &absent["points"]),
        (&json!(1), &json!(1), &json!(0.0)),
        "{over:#}"
    );
    assert!(absent["elo"].is_null(), "who was not there has shown nothing");
    // After that it is paired no more: in every later round one of the others rests.
    assert_eq!((over["rounds"].as_u64(), over["played"].as_u64()), (Some(3), Some(4)));
    let page = league.bot(&house, 3).await;
    assert_eq!((&page["faults"][0]["kind"], page["faults"].as_array().map(Vec::len)), (&json!("absent"), Some(1)));
    assert_eq!(page["games"][0]["outcome"]["reason"], "forfeit");
    for name in ["Ana", "Bora", "Ceca"] {
        assert_eq!(row(&over, name)["faults"], 0, "{over:#}");
    }
    // Who comes after all may be given another chance.
    stops.push(good_bot(house.addr.port(), &late, "random:seed=4"));
    league.wait(&house, |view| row(view, "Dado")["here"] == true).await;
    league.act(&house, &json!({ "action": "repeat", "round": 1 })).await;
    league.wait(&house, is_over).await;
    let page = league.bot(&house, 3).await;
    assert!(page["games"][0]["id"].is_string() && page["games"].as_array().unwrap().len() == 1, "{page:#}");
    assert_eq!(page["faults"].as_array().map(Vec::len), Some(1));
    for stop in stops {
        stop.raise();
    }
}

#[tokio::test]
async fn nobody_forfeits_while_there_is_something_else_to_play_or_before_it_begins() {
    let house = House::open().await;
    let late = terms("round-robin", &json!({ "games": 1, "forfeitMs": 1_500 }));
    let league = TestLeague::new(&house, &late).await;
    let tokens = [league.add(&house, "Ana").await, league.add(&house, "Bora").await];
    let first = good_bot(house.addr.port(), &tokens[0], "random:seed=1");
    // Nothing counts before the start, however long it takes.
    tokio::time::sleep(std::time::Duration::from_millis(1_600)).await;
    league.act(&house, &json!({ "action": "start" })).await;
    let second = good_bot(house.addr.port(), &tokens[1], "random:seed=2");
    let over = league.wait(&house, is_over).await;
    assert_eq!((row(&over, "Ana")["faults"].as_u64(), row(&over, "Bora")["faults"].as_u64()), (Some(0), Some(0)));
    assert!(over["ended"][0]["id"].is_string(), "it was played: {over:#}");
    for wrong in [0_u64, 8 * 86_400_000] {
        let (status, _) = house.post("/api/leagues", &terms("swiss", &json!({ "forfeitMs": wrong }))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    first.raise();
    second.raise();
}
