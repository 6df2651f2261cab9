//! HTTP requests to a real server on this machine: whatever the body, it answers, and never with
//! an error of its own.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

use potez_server::{ClientLimits, Database, Server, ServerSettings};

/// What is asked for. Whatever makes the engine think is left out: it takes the time it is given.
const ROUTES: [&str; 14] = [
    "POST /api/position",
    "POST /api/step",
    "POST /api/why",
    "POST /api/paths",
    "POST /api/import",
    "POST /api/export",
    "POST /api/games",
    "POST /api/briefs",
    "POST /api/games/none/move",
    "POST /api/games/none/action",
    "POST /api/games/none/name",
    "GET /api/rules/byte?",
    "GET /api/games/none/step?parts=",
    "GET /",
];

pub(super) fn run(data: &[u8]) {
    let Some((&route, rest)) = data.split_first() else { return };
    let (method, path) = ROUTES[usize::from(route) % ROUTES.len()].split_once(' ').unwrap_or_default();
    let (target, body) =
        if method == "GET" { (format!("{path}{}", escaped(rest)), &[][..]) } else { (path.into(), rest) };
    let head = format!(
        "{method} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let status = ask(&[head.as_bytes(), body].concat());
    assert!(status != 500, "{method} {target}: the server failed");
    assert!((200..600).contains(&status), "{method} {target}: {status}");
}

/// Letters stay, everything else becomes what a query may hold.
fn escaped(bytes: &[u8]) -> String {
    let escape = |&byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'=' | b'&' | b'%' | b'.' | b'-' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02x}"),
    };
    bytes.iter().take(1_000).map(escape).collect()
}

thread_local! {
    static CONNECTION: RefCell<Option<BufReader<TcpStream>>> = const { RefCell::new(None) };
}

/// Sends a request over a connection that is kept, and reads the whole answer.
fn ask(request: &[u8]) -> u16 {
    CONNECTION.with_borrow_mut(|kept| {
        if let Some(status) = kept.as_mut().and_then(|connection| exchange(connection, request)) {
            return status;
        }
        // The server may have closed it, after a body that is too long, say: once more over a new
        // one.
        let stream = TcpStream::connect(server()).expect("a server that listens");
        stream.set_read_timeout(Some(Duration::from_secs(90))).expect("a timeout");
        let mut connection = BufReader::new(stream);
        let status = exchange(&mut connection, request).expect("an answer");
        *kept = Some(connection);
        status
    })
}

fn exchange(connection: &mut BufReader<TcpStream>, request: &[u8]) -> Option<u16> {
    // A request that is refused early may not be read to its end: the answer counts.
    let _ = connection.get_mut().write_all(request);
    let mut line = String::new();
    connection.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut length = 0;
    loop {
        let mut header = String::new();
        connection.read_line(&mut header).ok()?;
        let (name, value) = header.split_once(':').unwrap_or((header.trim(), ""));
        if name.is_empty() {
            break;
        }
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).ok()?;
    Some(status)
}

/// The server of this process. It keeps nothing, and its one client may ask for anything.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let limits = ClientLimits { rate: 1e9, ..ClientLimits::default() };
                let settings = ServerSettings { limits, ..ServerSettings::default() };
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
                let server = Server::bind(address, &Database::Memory, settings).await.expect("a server");
                send.send(server.addr()).expect("somebody who waits for it");
                server.run(std::future::pending()).await;
            });
        });
        receive.recv().expect("an address")
    })
}
