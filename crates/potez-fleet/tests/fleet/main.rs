//! The fleet over a real NATS server.

mod leases;
mod matches;
mod server;
mod work;
