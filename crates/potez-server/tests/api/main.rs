//! The interface from outside: a server on a loopback port, and clients that know nothing of its
//! inside.

mod bad_requests;
mod crowds;
mod faults;
mod games;
mod house;
mod positions;
mod records;
mod sockets;
mod stored;
mod texts;
mod thinking;
