//! The languages against each other.

use std::collections::BTreeMap;

use potez_core::{Kind, Message, Moment, Outcome, Player, Remark};
use potez_words::{Arg, Lang, Words};

const FILES: [(&str, &str); 10] = [
    (include_str!("../../texts/errors.en.ftl"), include_str!("../../texts/errors.sr.ftl")),
    (include_str!("../../texts/game.en.ftl"), include_str!("../../texts/game.sr.ftl")),
    (include_str!("../../texts/guide.en.ftl"), include_str!("../../texts/guide.sr.ftl")),
    (include_str!("../../texts/phrases.en.ftl"), include_str!("../../texts/phrases.sr.ftl")),
    (include_str!("../../texts/play.en.ftl"), include_str!("../../texts/play.sr.ftl")),
    (include_str!("../../texts/review.en.ftl"), include_str!("../../texts/review.sr.ftl")),
    (include_str!("../../texts/rules.en.ftl"), include_str!("../../texts/rules.sr.ftl")),
    (include_str!("../../texts/server.en.ftl"), include_str!("../../texts/server.sr.ftl")),
    (include_str!("../../texts/tui.en.ftl"), include_str!("../../texts/tui.sr.ftl")),
    (include_str!("../../texts/web.en.ftl"), include_str!("../../texts/web.sr.ftl")),
];

/// The keys of a file with the names that their sentences use.
fn keys(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut key = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
            key = name.to_string();
            keys.entry(key.clone()).or_default();
        }
        for part in line.split('$').skip(1) {
            let name: String = part.chars().take_while(|c| c.is_alphanumeric()).collect();
            let names = keys.get_mut(&key).expect("a line belongs to a key");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    for names in keys.values_mut() {
        names.sort_unstable();
    }
    keys
}

#[test]
fn serbian_says_everything_that_english_says_and_names_the_same_things() {
    for (english, serbian) in FILES {
        let serbian = keys(serbian);
        for (key, names) in keys(english) {
            assert_eq!(serbian.get(&key), Some(&names), "{key}");
        }
    }
}

/// The sources in which games say their remarks.
const REMARKS: [&str; 7] = [
    include_str!("../../../potez-engine/src/blockade/remarks.rs"),
    include_str!("../../../potez-engine/src/havannah/remarks.rs"),
    include_str!("../../../potez-engine/src/byte/remarks.rs"),
    include_str!("../../../potez-engine/src/contrast.rs"),
    include_str!("../../../potez-engine/src/blockade/facts.rs"),
    include_str!("../../../potez-engine/src/havannah/facts.rs"),
    include_str!("../../../potez-engine/src/byte/facts.rs"),
];

#[test]
fn every_remark_of_a_game_can_be_said_in_serbian() {
    let serbian = keys(include_str!("../../texts/remarks.sr.ftl"));
    let mut said = 0;
    for source in REMARKS {
        for call in source.split("remark!(").skip(1) {
            let code = call.split('"').nth(1).expect("a remark begins with its code");
            let names = serbian.get(code).unwrap_or_else(|| panic!("{code} is not translated"));
            for name in names {
                assert!(call.contains(&format!("{name} = ")), "{code} has no argument {name}");
            }
            said += 1;
        }
    }
    assert!(said >= serbian.len(), "{} sentences for {said} remarks", serbian.len());
}

#[test]
fn remarks_are_translated_by_their_code() {
    let ways = |from: &str, to: &str| Remark {
        code: "blockade-cuts",
        args: ["wall", "pawn", "goal", "from", "to"]
            .into_iter()
            .zip(["Bd7", "O2", "d4", from, to].map(String::from))
            .collect(),
        english: format!("Bd7 cuts O2's way to d4: from {from} to {to} moves"),
        after: None,
    };
    assert_eq!(Words::new(Lang::En).remark(&ways("3", "6")), "Bd7 cuts O2's way to d4: from 3 to 6 moves");
    assert_eq!(Words::new(Lang::SrLatn).remark(&ways("1", "21")), "Bd7 preseca put pešaka O2 do d4: sa 1 na 21 potez");
    assert_eq!(Words::new(Lang::SrCyrl).remark(&ways("3", "4")), "Bd7 пресеца пут пешака O2 до d4: са 3 на 4 потеза");
    // What is true further down a line says where; after the answer it says itself.
    let at = |plies| Remark { after: Some(Moment { plies, mv: "d4-d6/Bd7".into() }), ..ways("3", "6") };
    let [answer, later] = [2, 4].map(|plies| Words::new(Lang::En).remark(&at(plies)));
    assert_eq!(answer, "Bd7 cuts O2's way to d4: from 3 to 6 moves");
    assert_eq!(later, "Bd7 cuts O2's way to d4: from 3 to 6 moves (after d4-d6/Bd7)");
    let cyrillic = Words::new(Lang::SrCyrl).remark(&at(4));
    assert_eq!(cyrillic, "Bd7 пресеца пут пешака O2 до d4: са 3 на 6 потеза (после d4-d6/Bd7)");
}

#[test]
fn serbian_has_three_plural_forms_where_english_has_two() {
    let say = |lang, count: usize| Words::new(lang).say("plies", &[("count", Arg::from(count))]);
    for (count, english, serbian) in [
        (1, "1 move", "1 potez"),
        (2, "2 moves", "2 poteza"),
        (5, "5 moves", "5 poteza"),
        (11, "11 moves", "11 poteza"),
        (21, "21 moves", "21 potez"),
        (22, "22 moves", "22 poteza"),
    ] {
        assert_eq!(say(Lang::En, count), english);
        assert_eq!(say(Lang::SrLatn, count), serbian);
    }
    assert_eq!(say(Lang::SrCyrl, 21), "21 потез");
}

#[test]
fn errors_are_translated_by_their_code_and_fall_back_to_english() {
    let overlap = Message {
        kind: Kind::IllegalMove,
        code: "wall-overlaps",
        args: vec![("wall", "Be5".into()), ("other", "Be4".into())],
        english: "wall `Be5` overlaps `Be4`".into(),
    };
    assert_eq!(Words::new(Lang::En).message(&overlap), overlap.english);
    assert_eq!(Words::new(Lang::SrLatn).message(&overlap), "zid `Be5` se preklapa sa zidom `Be4`");
    assert_eq!(Words::new(Lang::SrCyrl).message(&overlap), "зид `Be5` се преклапа са зидом `Be4`");
    let unknown = Message { code: "never-heard-of", ..overlap };
    assert_eq!(Words::new(Lang::SrCyrl).message(&unknown), unknown.english);
}

#[test]
fn endings_name_every_structure() {
    let ending = |lang| Words::new(lang).ending(Some(Outcome::Win(Player::X)), "bridge+ring");
    assert_eq!(ending(Lang::En), "X wins: a bridge between two corners and a ring");
    assert_eq!(ending(Lang::SrLatn), "X pobeđuje: most između dva ugla i prsten");
    assert!(ending(Lang::SrCyrl).starts_with("X побеђује: "));
    assert_eq!(Words::new(Lang::En).ending(Some(Outcome::Draw), "tie"), "a draw: as many stacks each");
}

#[test]
fn an_ending_names_the_loser_and_nobody_is_the_other() {
    let ending = |lang, reason| Words::new(lang).ending(Some(Outcome::Win(Player::O)), reason);
    assert_eq!(ending(Lang::En, "resign"), "O wins: X has resigned");
    assert_eq!(ending(Lang::SrLatn, "time"), "O pobeđuje: igraču X je isteklo vreme");
    assert_eq!(ending(Lang::SrCyrl, "resign"), "O побеђује: X је предао партију");
    for reason in ["resign", "time", "abandoned", "illegal-move", "crash", "hang", "forfeit", "no-move"] {
        for (_, lang) in Lang::ALL {
            let said = ending(lang, reason);
            assert!(said.contains('X') && !said.contains("other"), "{said}");
        }
    }
}

#[test]
fn languages_are_found_by_name_and_by_locale() {
    assert_eq!(Lang::named("SR-cyrl"), Some(Lang::SrCyrl));
    assert_eq!(Lang::named("sr-Latn"), Some(Lang::SrLatn));
    assert_eq!(Lang::named("de"), None);
    assert_eq!(Lang::of_locale("sr_RS.UTF-8@latin"), Lang::SrLatn);
    assert_eq!(Lang::of_locale("sr_RS.UTF-8"), Lang::SrCyrl);
    assert_eq!(Lang::of_locale("C.UTF-8"), Lang::En);
}
