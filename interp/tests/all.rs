//! The tests of this crate, in one binary: a test file more costs no linking.

mod agree;
mod interruption;
mod limits;
mod owners;
mod points;
mod races;
mod rooms;
mod runs;
mod schedules;
mod serial;
mod support {
    pub mod programs;
}
mod traces;
mod watchers;
