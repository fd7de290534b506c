//! The boundary of the module: bytes come and go by address and length. The one file with `unsafe`.
#![allow(unsafe_code)]

use racefree_explore::{Host, Progress};
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment that stays the same.
    safe fn now() -> f64;
    /// Progress of a search; the answer 0 ends it.
    safe fn progress(states: f64, executions: f64, depth: f64, frontier: f64) -> u32;
}

/// The host of the module.
struct Page;

impl Host for Page {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default()
    }

    fn progress(&self, p: &Progress) -> bool {
        progress(p.states as f64, p.executions as f64, p.depth as f64, p.frontier as f64) != 0
    }

    fn starts_threads(&self) -> bool {
        false
    }
}

/// Room for so many bytes.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; len].into_boxed_slice()).cast()
}

/// Gives back what [`alloc`] or [`ask`] has given.
/// # Safety
/// Address and length are those of it, and it was not given back before.
#[unsafe(no_mangle)]
unsafe extern "C" fn give_back(at: *mut u8, len: usize) {
    // SAFETY: it was made from a box of so many bytes.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, len)) });
}

/// Answers a question: the address of the answer in the upper half, its length in the lower.
/// # Safety
/// There are so many bytes at the address.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(at: *const u8, len: usize) -> u64 {
    #[cfg(feature = "java")]
    crate::allocator::install();
    // SAFETY: as the caller says; nothing changes them meanwhile.
    let question = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, len) });
    let answer = crate::answer(&question, Arc::new(Page)).into_bytes().into_boxed_slice();
    let len = answer.len() as u64;
    (Box::into_raw(answer).cast::<u8>() as u64) << 32 | len
}
