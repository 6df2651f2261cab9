//! The interface from outside: a server on a loopback port, and clients that know nothing of its
//! inside. Below them the storage by itself, with disks that fail.

mod bad_requests;
mod company;
mod crowds;
mod explain;
mod explorer;
mod failing_files;
mod faults;
mod fleet;
mod games;
mod house;
mod league_absence;
mod league_nodes;
mod league_programs;
mod leagues;
mod nodes;
mod positions;
mod postgres;
mod puzzles;
mod records;
mod retention;
mod sockets;
mod storage;
mod storage_faults;
mod stored;
mod texts;
mod thinking;
mod unattended;
mod watchers;
