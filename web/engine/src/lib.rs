//! The engine of the browser: a WebAssembly module that answers the questions of [`racefree_answers::protocol`], with the limits of
//! a page. Everything that it says is made there; this crate is the door.
//!
//! The module exports `alloc`, `free` and `ask`, and imports `host.now` and `host.progress`; nothing but rustc is needed to make
//! it (`web/build`). `abi` is compiled for that target alone.

#[cfg(target_arch = "wasm32")]
mod abi;

use racefree_answers::protocol::{Desk, Limits};
use racefree_explore::Host;
use std::sync::Arc;

/// Answers a question as the page's engine does.
pub fn answer(question: &str, host: Arc<dyn Host>) -> String {
    Desk { limits: Limits::BROWSER, host }.ask(question)
}
