//! The engine of the browser: a WebAssembly module that answers the questions of [`racefree_answers::protocol`], with the limits of
//! a page. Everything that it says is made there; this crate is the door.
//!
//! There are two modules: the page begins with a small one that judges programs, and then loads the one that also runs them.
//!
//! A module exports `alloc`, `give_back` and `ask`, and imports `host.now` and `host.progress`; nothing but rustc is needed to
//! make it (`app/web/build`), and clang for one that knows Java. `abi` and `allocator` are compiled for that target alone.

#[cfg(target_arch = "wasm32")]
mod abi;
#[cfg(all(target_arch = "wasm32", feature = "java"))]
mod allocator;

use racefree_answers::desk::{Desk, Limits};
use racefree_explore::Host;
use std::sync::Arc;

/// Answers a question as the page's engine does. With the feature `judge` it is the small engine, which knows the
/// rules of the base and runs nothing; what it refuses is asked once more of the other.
pub fn answer(question: &str, host: Arc<dyn Host>) -> String {
    let desk = Desk::new(Limits::BROWSER, host);
    if cfg!(feature = "judge") {
        return desk.judge(question);
    }
    Desk { exercise: racefree_exercises::ask, ..desk }.ask(question)
}
