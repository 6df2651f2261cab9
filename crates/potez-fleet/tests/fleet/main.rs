//! The fleet over a real NATS server.

mod leases;
mod matches;
mod thinking;
mod work;
