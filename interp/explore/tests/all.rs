//! The tests of this crate, in one binary: a test file more costs no linking.

mod agree;
mod auto;
mod buffers;
mod corpus;
mod cross;
mod definition;
mod diamonds;
mod graph;
mod growing;
mod livelock;
mod oracles;
mod serial;
mod support;
