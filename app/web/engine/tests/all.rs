//! The engine of the browser, held to the native one.

mod limits;
mod parity;
