//! A network between browser and server that can swallow everything without closing anything.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::server::TestServer;

/// The way to a server, on a port of its own.
pub(crate) struct Network {
    address: String,
    swallows: Arc<AtomicBool>,
}

impl Network {
    pub(crate) fn to(server: &TestServer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let server = server.address.trim_start_matches("http://").to_string();
        let swallows = Arc::new(AtomicBool::new(false));
        let switch = swallows.clone();
        // Ends with the test program; a connection ends with its two sides.
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                connect(client, &server, &switch);
            }
        });
        Self { address, swallows }
    }

    /// From now on nothing comes through, or everything does again that is sent over new connections.
    pub(crate) fn swallow(&self, all: bool) {
        self.swallows.store(all, Ordering::SeqCst);
    }

    /// The address of a page, by this way.
    pub(crate) fn page(&self, route: &str) -> String {
        format!("{}/{route}", self.address)
    }
}

fn connect(client: TcpStream, server: &str, swallows: &Arc<AtomicBool>) {
    let Ok(upstream) = TcpStream::connect(server) else { return };
    // What has lost a byte is never whole again.
    let lost = Arc::new(AtomicBool::new(swallows.load(Ordering::SeqCst)));
    let ends = (client.try_clone().expect("a second hand"), upstream.try_clone().expect("a second hand"));
    for (from, to) in [(client, ends.1), (upstream, ends.0)] {
        let (swallows, lost) = (swallows.clone(), lost.clone());
        std::thread::spawn(move || forward(from, to, &swallows, &lost));
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, swallows: &AtomicBool, lost: &AtomicBool) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if swallows.load(Ordering::SeqCst) {
            lost.store(true, Ordering::SeqCst);
        }
        if !lost.load(Ordering::SeqCst) && to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    // The goodbye is lost as well.
    if !lost.load(Ordering::SeqCst) && !swallows.load(Ordering::SeqCst) {
        let _ = to.shutdown(Shutdown::Write);
    }
}
