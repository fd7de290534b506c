//! Recursion over trees of any depth: the host's stack grows on the heap instead of overflowing.

/// Runs `f` with at least 96 KiB of stack left, on a new piece of 2 MiB if need be. Every recursive walk of a syntax
/// tree calls it once a level.
#[inline]
pub fn deep<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(96 * 1024, 2 * 1024 * 1024, f)
}
