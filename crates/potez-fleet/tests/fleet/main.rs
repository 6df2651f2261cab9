//! The fleet over a real NATS server.

mod leases;
mod matches;
mod self_play;
mod thinking;
mod work;
