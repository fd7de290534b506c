//! Memory for the parser of Java, which is written in C: Rust's own. The allocator that comes with it takes all of the module's memory for its own.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Once;

/// Bytes before each region, which hold its length.
const HEAD: usize = 16;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEAD)?, HEAD).ok()
}

/// Notes the length of a region. Returns the address behind it.
/// # Safety
/// There are that many bytes and [`HEAD`] more at the address, if it is not null.
unsafe fn noted(at: *mut u8, size: usize) -> *mut c_void {
    if at.is_null() {
        return null_mut();
    }
    // SAFETY: as the caller says.
    unsafe {
        at.cast::<usize>().write(size);
        at.add(HEAD).cast()
    }
}

unsafe extern "C" fn c_malloc(size: usize) -> *mut c_void {
    // SAFETY: a layout is never empty, and what is given has its length.
    layout(size).map_or(null_mut(), |layout| unsafe { noted(alloc(layout), size) })
}

unsafe extern "C" fn c_calloc(count: usize, size: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(size) else { return null_mut() };
    // SAFETY: the region has that many bytes.
    unsafe {
        let at = c_malloc(size);
        if !at.is_null() {
            at.write_bytes(0, size);
        }
        at
    }
}

unsafe extern "C" fn c_realloc(at: *mut c_void, size: usize) -> *mut c_void {
    if at.is_null() {
        // SAFETY: as there.
        return unsafe { c_malloc(size) };
    }
    // SAFETY: the address was given by these functions, so that its length is before it.
    unsafe {
        let whole = at.cast::<u8>().sub(HEAD);
        let (Some(old), Some(new)) = (layout(whole.cast::<usize>().read()), layout(size)) else { return null_mut() };
        noted(realloc(whole, old, new.size()), size)
    }
}

unsafe extern "C" fn c_free(at: *mut c_void) {
    if at.is_null() {
        return;
    }
    // SAFETY: as in `c_realloc`.
    unsafe {
        let whole = at.cast::<u8>().sub(HEAD);
        if let Some(layout) = layout(whole.cast::<usize>().read()) {
            dealloc(whole, layout);
        }
    }
}

/// Gives the parser this memory, before its first use.
pub fn install() {
    static DONE: Once = Once::new();
    // SAFETY: nothing was allocated by the parser yet, and the functions belong together.
    DONE.call_once(|| unsafe {
        tree_sitter::set_allocator(Some(c_malloc), Some(c_calloc), Some(c_realloc), Some(c_free));
    });
}
