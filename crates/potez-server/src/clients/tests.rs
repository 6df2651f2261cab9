//! What clients may use, here and at other servers.

use super::*;

fn client(text: &str) -> Client {
    text.parse::<IpAddr>().unwrap().into()
}

#[test]
fn a_client_that_asks_too_much_is_told_when_to_come_back() {
    let clients = Clients::new(ClientLimits { rate: 1.0, ..ClientLimits::default() });
    let (greedy, other) = (client("10.0.0.1"), client("10.0.0.2"));
    for _ in 0..4 {
        clients.pay(greedy, 1.0).unwrap();
    }
    let refused = clients.pay(greedy, 1.0).unwrap_err();
    assert_eq!((refused.code, refused.retry_after()), ("too-many-requests", Some(1)));
    assert!(clients.pay(other, 1.0).is_ok());
}

#[test]
fn what_is_given_back_can_be_had_again() {
    let clients = Clients::new(ClientLimits { games: 1, sockets: 1, ..ClientLimits::default() });
    let one = client("10.0.0.1");
    let game = clients.game(one).unwrap();
    assert_eq!(clients.game(one).err().unwrap().code, "too-many-games");
    drop(game);
    assert!(clients.game(one).is_ok());
    let _socket = clients.socket(one).unwrap();
    assert_eq!(clients.socket(one).err().unwrap().code, "too-many-sockets");
    assert_eq!(clients.sockets(), 1);
}

#[test]
fn what_a_client_uses_at_another_server_counts_here() {
    let limits = ClientLimits { rate: 1.0, sockets: 2, games: 1, ..ClientLimits::default() };
    let (here, there) = (Clients::new(limits), Clients::new(limits));
    let greedy = client("10.0.0.1");
    for _ in 0..4 {
        there.pay(greedy, 1.0).unwrap();
    }
    let held = (there.socket(greedy).unwrap(), there.game(greedy).unwrap());
    here.note_far(7, &there.take_use(&HashMap::from([(greedy, 3)])));
    assert_eq!(here.pay(greedy, 1.0).unwrap_err().code, "too-many-requests");
    assert_eq!(here.game(greedy).err().unwrap().code, "too-many-games");
    let _second = here.socket(greedy).unwrap();
    assert_eq!(here.socket(greedy).err().unwrap().code, "too-many-sockets");
    assert_eq!(here.far_jobs(), HashMap::from([(greedy, 3)]));
    // What is given back is told, once; what a server had that is gone counts no longer.
    drop(held);
    here.note_far(7, &there.take_use(&HashMap::new()));
    assert!(here.game(greedy).is_ok() && here.socket(greedy).is_ok());
    assert_eq!(there.take_use(&HashMap::new()), []);
    here.note_far(7, &[ClientUse { client: greedy.0, spent: 0.0, games: 9, sockets: 9, jobs: 9 }]);
    here.keep_far(&BTreeSet::from([8]));
    assert!(here.game(greedy).is_ok() && here.far_jobs().is_empty());
}

#[test]
fn all_addresses_of_a_home_are_one_client() {
    assert_eq!(client("2001:db8:1:2:aaaa::1"), client("2001:db8:1:2:bbbb::9"));
    assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
    assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
}
