//! All tests of this crate: one binary is linked instead of one for each file.

mod budgets;
mod editing;
mod fixes;
#[cfg(feature = "java")]
mod java_apart;
#[cfg(feature = "java")]
mod java_atomicity;
#[cfg(feature = "java")]
mod java_awaits;
#[cfg(feature = "java")]
mod java_callbacks;
#[cfg(feature = "java")]
mod java_captured;
#[cfg(feature = "java")]
mod java_dispatch;
#[cfg(feature = "java")]
mod java_ends;
#[cfg(feature = "java")]
mod java_finals;
mod java_generated;
#[cfg(feature = "java")]
mod java_handed;
#[cfg(feature = "java")]
mod java_library;
#[cfg(feature = "java")]
mod java_meant;
mod java_pairs;
mod java_points;
#[cfg(feature = "java")]
mod java_rejected;
#[cfg(feature = "java")]
mod java_run;
#[cfg(feature = "java")]
mod java_shown;
#[cfg(feature = "java")]
mod java_taken;
mod java_tasks;
mod java_threads;
#[cfg(feature = "java")]
mod java_traces;
#[cfg(feature = "java")]
mod java_types;
#[cfg(feature = "java")]
mod java_warned;
mod laws;
mod protocol;
mod returns;
#[cfg(feature = "java")]
mod schemas;
mod slips;
mod units;
