//! Leagues played on paper.

use std::collections::{BTreeMap, BTreeSet};

use potez_session::TimeControl;
use potez_table::{Ending, Outcome};

use super::*;

fn terms(format: LeagueFormat, rounds: u32, games: u32) -> LeagueTerms {
    let time = TimeControl::PerMove { time: std::time::Duration::from_secs(1) };
    let (name, game) = ("test".to_string(), "havannah:size=4".to_string());
    let (openings, seed, at_once, grace_ms, forfeit_ms, uploads) = (2, 1, 4, 1000, 1000, false);
    let terms =
        LeagueTerms { name, game, time, format, rounds, games, openings, seed, at_once, grace_ms, forfeit_ms, uploads };
    terms.checked().unwrap()
}

fn league(format: LeagueFormat, rounds: u32, games: u32, bots: usize) -> League {
    let mut league = League::default();
    league.apply(&LeagueEvent::Terms { terms: terms(format, rounds, games), lock: Some("key".into()), at: 1 });
    for bot in 0..bots {
        league.apply(&LeagueEvent::Joined { name: format!("bot {bot}"), lock: format!("lock {bot}"), at: 2 });
    }
    league.apply(&LeagueEvent::Started);
    league
}

fn won(winner: Player) -> Ending {
    Ending::Rules { outcome: Outcome::Win(winner), reason: "ring".into() }
}

/// Plays on until nothing is due: the smaller number wins. Returns the number of games.
fn play(league: &mut League, most: usize) -> usize {
    let mut played = 0;
    while played < most {
        if league.waiting().next().is_none() {
            for RoundPlan { meetings, byes } in league.due_rounds(&league.active(), &[]) {
                league.apply(&LeagueEvent::Round { meetings, byes });
            }
        }
        let Some(game) = league.waiting().next() else { break };
        let id = format!("game {game} {played}");
        league.apply(&LeagueEvent::Began { game, id: id.clone() });
        let [x, o] = league.games()[game].players;
        let ending = won(if x < o { Player::X } else { Player::O });
        league.apply(&LeagueEvent::Ended { game, id, ending, plies: 9 });
        played += 1;
    }
    played
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_with_both_colours() {
    for bots in [2, 5, 8, 19] {
        let mut league = league(LeagueFormat::RoundRobin, 2, 2, bots);
        assert_eq!(play(&mut league, usize::MAX), 2 * bots * (bots - 1));
        assert!(league.is_over());
        let mut met: BTreeMap<[usize; 2], BTreeSet<usize>> = BTreeMap::new();
        for game in league.games() {
            assert!(met.entry(game.players).or_default().insert(game.opening), "an opening twice");
        }
        assert_eq!(met.len(), bots * (bots - 1));
        assert!(met.values().all(|openings| *openings == BTreeSet::from([0, 1])));
        let rows = league.standings();
        assert_eq!(rows.iter().map(|row| row.bot).collect::<Vec<_>>(), (0..bots).collect::<Vec<_>>());
        assert_eq!(rows[0].half_points as usize, 8 * (bots - 1));
        assert!(rows[0].elo.unwrap().elo > rows[bots - 1].elo.unwrap().elo);
    }
}

#[test]
fn a_newcomer_meets_those_who_are_there_already() {
    let mut league = league(LeagueFormat::RoundRobin, 1, 2, 3);
    assert_eq!(play(&mut league, usize::MAX), 6);
    league.apply(&LeagueEvent::Joined { name: "late".into(), lock: "l".into(), at: 3 });
    assert_eq!(play(&mut league, usize::MAX), 6);
    assert!(league.games()[6..].iter().all(|game| game.players.contains(&3)));
}

#[test]
fn in_a_swiss_league_nobody_meets_twice_and_nobody_rests_twice() {
    for (bots, rounds) in [(8, 5), (9, 6), (24, 6)] {
        let mut league = league(LeagueFormat::Swiss, rounds, 2, bots);
        assert_eq!(play(&mut league, usize::MAX), rounds as usize * (bots / 2) * 2);
        let met: BTreeSet<[usize; 2]> = league.games().iter().map(|game| game.players).collect();
        assert_eq!(met.len(), league.games().len());
        let byes: Vec<usize> = league.byes.iter().flatten().copied().collect();
        assert_eq!(byes.iter().collect::<BTreeSet<_>>().len(), byes.len());
        assert_eq!(league.standings()[0].bot, 0);
        assert!(league.is_over());
    }
}

#[test]
fn a_gauntlet_is_run_by_the_first_and_a_ladder_never_ends() {
    let mut gauntlet = league(LeagueFormat::Gauntlet, 1, 2, 5);
    assert_eq!(play(&mut gauntlet, usize::MAX), 8);
    assert!(gauntlet.games().iter().all(|game| game.players.contains(&0)));
    let mut ladder = league(LeagueFormat::Ladder, 1, 2, 5);
    assert_eq!(play(&mut ladder, 200), 200);
    assert!(!ladder.is_over());
    let rows = ladder.standings();
    assert_eq!(rows[0].bot, 0);
    let games: Vec<u32> = rows.iter().map(|row| row.games).collect();
    let (least, most) = (games.iter().min().unwrap(), games.iter().max().unwrap());
    assert!(most - least <= most / 4, "{games:?}");
}

#[test]
fn what_is_told_twice_counts_once() {
    let mut league = league(LeagueFormat::RoundRobin, 1, 2, 2);
    for RoundPlan { meetings, byes } in league.due_rounds(&[], &[]) {
        league.apply(&LeagueEvent::Round { meetings, byes });
    }
    let ended = |id: &str, ending| LeagueEvent::Ended { game: 0, id: id.into(), ending, plies: 3 };
    league.apply(&ended("early", Ending::Agreement));
    assert_eq!(league.standings()[0].games, 0);
    league.apply(&LeagueEvent::Began { game: 0, id: "a".into() });
    league.apply(&LeagueEvent::Began { game: 0, id: "b".into() });
    league.apply(&ended("b", Ending::Agreement));
    assert_eq!(league.standings()[0].games, 0);
    let lost = LeagueEvent::CalledOff { game: 0, id: "a".into(), bot: Some(1), why: "connection".into() };
    league.apply(&lost);
    league.apply(&lost);
    assert_eq!(league.games()[0].lost, [0, 1]);
    league.apply(&LeagueEvent::Began { game: 0, id: "c".into() });
    league.apply(&ended("c", won(Player::X)));
    league.apply(&ended("c", won(Player::O)));
    let rows = league.standings();
    assert_eq!((rows[0].bot, rows[0].wins, rows[1].losses), (0, 1, 1));
}

#[test]
fn a_repeated_round_is_played_again_and_an_excluded_bot_counts_for_nobody() {
    let mut league = league(LeagueFormat::RoundRobin, 1, 2, 4);
    assert_eq!(play(&mut league, usize::MAX), 12);
    let before = league.standings();
    league.apply(&LeagueEvent::Repeated { round: 1 });
    assert_eq!(league.waiting().count(), 4);
    assert!(!league.is_over());
    let again: Vec<_> =
        league.waiting().map(|game| (league.games()[game].players, league.games()[game].opening)).collect();
    let first: Vec<_> = league.games()[4..8].iter().map(|game| (game.players, game.opening)).collect();
    assert_eq!(again, first);
    assert_eq!(play(&mut league, usize::MAX), 4);
    assert_eq!(league.standings(), before);
    league.apply(&LeagueEvent::Excluded { bot: 3 });
    assert!(league.standings().iter().all(|row| row.games == 4 && row.bot != 3));
    league.apply(&LeagueEvent::Readmitted { bot: 3 });
    assert_eq!(league.standings(), before);
}

#[test]
fn events_are_read_as_they_were_written() {
    let fault = LeagueFault {
        bot: 1,
        id: Some("g".into()),
        kind: "crash".into(),
        io: vec!["! boom".into()],
        ..LeagueFault::default()
    };
    for event in [
        LeagueEvent::Terms { terms: terms(LeagueFormat::Swiss, 3, 2), lock: Some("k".into()), at: 7 },
        LeagueEvent::Round { meetings: vec![[0, 1]], byes: vec![2] },
        LeagueEvent::Ended { game: 1, id: "g".into(), ending: Ending::Time(Player::O), plies: 3 },
        LeagueEvent::Fault(fault),
        LeagueEvent::Started,
    ] {
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<LeagueEvent>(&text).unwrap(), event, "{text}");
    }
}

#[test]
fn terms_that_nobody_can_play_by_are_refused() {
    let good = terms(LeagueFormat::Swiss, 3, 2);
    let wrong = |change: fn(&mut LeagueTerms)| {
        let mut terms = good.clone();
        change(&mut terms);
        terms.checked().unwrap_err().to_string()
    };
    assert!(wrong(|terms| terms.game = "chess".into()).contains("chess"));
    assert!(wrong(|terms| terms.games = 0).contains("games is a number from 1 to 100"));
    assert!(wrong(|terms| terms.at_once = 0).contains("atOnce"));
    let never = TimeControl::PerMove { time: std::time::Duration::ZERO };
    assert_eq!(LeagueTerms { time: never, ..good }.checked(), Err(LeagueTermsError::Time));
}

#[test]
fn who_does_not_come_loses_points_but_no_elo_and_is_paired_no_more() {
    let mut league = league(LeagueFormat::Swiss, 2, 1, 4);
    for RoundPlan { meetings, byes } in league.due_rounds(&league.active(), &[]) {
        league.apply(&LeagueEvent::Round { meetings, byes });
    }
    let absent = league.games()[0].players[1];
    league.apply(&LeagueEvent::Forfeited { game: 0, absent: [false, true] });
    // Told twice it counts once, and what is over is not forfeited.
    league.apply(&LeagueEvent::Forfeited { game: 0, absent: [true, true] });
    assert_eq!(league.games()[0].ending(), Some(Ending::Forfeit(Player::O)));
    league.apply(&LeagueEvent::Began { game: 1, id: "g".into() });
    league.apply(&LeagueEvent::Ended { game: 1, id: "g".into(), ending: won(Player::X), plies: 9 });
    let rows = league.standings();
    let row = |bot: usize| rows.iter().find(|row| row.bot == bot).unwrap();
    let present = league.games()[0].players[0];
    assert_eq!((row(absent).half_points, row(absent).forfeits, row(absent).losses), (0, 1, 1));
    assert_eq!((row(present).half_points, row(present).forfeits), (2, 0));
    assert!(row(absent).elo.is_none() && row(present).elo.is_none(), "nothing was played");
    assert!(rows.iter().filter(|row| row.elo.is_some()).count() == 2);
    let next = league.due_rounds(&league.active(), &[absent]);
    assert!(!next[0].meetings.iter().flatten().chain(&next[0].byes).any(|&bot| bot == absent), "{next:?}");
    assert_eq!((next[0].meetings.len(), next[0].byes.len()), (1, 1));
    // Where hardly anybody is left the league waits.
    assert!(league.due_rounds(&league.active(), &[0, 1, 2]).is_empty() && !league.is_over());
    // A round that is repeated gives everybody another chance.
    league.apply(&LeagueEvent::Repeated { round: 0 });
    assert_eq!(league.waiting().count(), 2);
}

#[test]
fn a_game_for_which_nobody_comes_is_lost_by_both() {
    let mut league = league(LeagueFormat::RoundRobin, 1, 1, 2);
    for RoundPlan { meetings, byes } in league.due_rounds(&league.active(), &[]) {
        league.apply(&LeagueEvent::Round { meetings, byes });
    }
    league.apply(&LeagueEvent::Forfeited { game: 0, absent: [true, true] });
    assert!(league.is_over() && league.games()[0].ending() == Some(Ending::Aborted));
    assert!(league.standings().iter().all(|row| (row.half_points, row.forfeits) == (0, 1)));
}
