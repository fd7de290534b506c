//! Tests of the crate.
mod forms;
mod hostile;
mod locks;
mod reading;
