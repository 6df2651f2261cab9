//! A way to a server on loopback that can be cut, as a network is.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How often a way that is cut is looked at.
const TICK: Duration = Duration::from_millis(10);

/// A way to a server: while it is cut nothing passes, and nobody is told.
pub struct Proxy {
    port: u16,
    way: Arc<Way>,
}

#[derive(Default)]
struct Way {
    is_cut: AtomicBool,
    /// How often what was under way was lost.
    losses: AtomicU64,
    has_ended: AtomicBool,
}

impl Proxy {
    /// A way to this port.
    pub fn to(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let (own, way) = (listener.local_addr()?.port(), Arc::new(Way::default()));
        let shared = Arc::clone(&way);
        thread::spawn(move || {
            for near in listener.incoming() {
                if shared.has_ended.load(Ordering::Relaxed) {
                    return;
                }
                let (Ok(near), way) = (near, Arc::clone(&shared)) else { continue };
                thread::spawn(move || way.join(near, port));
            }
        });
        Ok(Self { port: own, way })
    }

    /// Where it begins.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Lets nothing pass any more.
    pub fn cut(&self) {
        self.way.is_cut.store(true, Ordering::Relaxed);
    }

    /// Lets everything pass again. What was under way arrives late, as what is sent again does in a network, or is lost
    /// together with its connections.
    pub fn mend(&self, loses: bool) {
        self.way.losses.fetch_add(u64::from(loses), Ordering::Relaxed);
        self.way.is_cut.store(false, Ordering::Relaxed);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.way.has_ended.store(true, Ordering::Relaxed);
        self.mend(true);
        // The listener waits for somebody.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl Way {
    /// Waits until it is whole; false if what was under way since that number of losses is lost.
    fn wait(&self, losses: u64) -> bool {
        while self.is_cut.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
        self.losses.load(Ordering::Relaxed) == losses
    }

    fn join(self: Arc<Self>, near: TcpStream, port: u16) {
        let losses = self.losses.load(Ordering::Relaxed);
        if !self.wait(losses) {
            return;
        }
        let Ok(far) = TcpStream::connect(("127.0.0.1", port)) else { return };
        let _ = near.set_nodelay(true).and(far.set_nodelay(true));
        let (Ok(from), Ok(to)) = (near.try_clone(), far.try_clone()) else { return };
        let way = Arc::clone(&self);
        thread::spawn(move || way.pass(from, to, losses));
        self.pass(far, near, losses);
    }

    /// One direction of a connection, until either end closes it or it is lost.
    fn pass(&self, mut from: TcpStream, mut to: TcpStream, losses: u64) {
        let mut bytes = [0; 8192];
        while let Ok(count @ 1..) = from.read(&mut bytes)
            && self.wait(losses)
            && to.write_all(&bytes[..count]).is_ok()
        {}
        // Nobody hears of an end while nothing passes.
        self.wait(losses);
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    }
}
