//! Words of code that takes locks, waits for other threads, or calls: read off the text.

use super::blocks::waits_in_loop;
use racefree_java::blocking;

/// Locks of the `synchronized (…)` in a text.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("synchronized").skip(1).filter_map(|rest| {
        let (lock, _) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
        Some(lock.trim())
    })
}

/// The locks that a text takes by methods.
pub(super) fn by_methods(text: &str) -> impl Iterator<Item = &str> {
    let taken = |word: &'static str| text.match_indices(word).map(|(at, _)| at);
    let all = [".lock(", ".tryLock(", ".lockInterruptibly(", ".acquire", ".enter(", ".readLock().", ".writeLock()."];
    let names = all.into_iter().flat_map(taken).map(|end| {
        let start = text[..end].rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
        &text[start.map_or(0, |at| at + 1)..end]
    });
    names.filter(|name| !name.is_empty())
}

/// Returns true for code that may wait for other threads, or call them in: under a lock they may need it.
pub(in crate::java) fn may_block(text: &str, file: &str) -> bool {
    const WAITS: &[&str] = &[
        // A loop of that is for another thread to end, which may need the lock.
        "yield(",
        "onSpinWait(",
        ".isAlive(",
        ".isDone(",
        ".call(",
        ".run(",
        ".accept(",
        ".apply(",
        ".parallel()",
        "parallelStream(",
        // People and other processes take their time.
        ".read(",
        ".readLine(",
        ".nextLine(",
    ];
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let reads = file.contains("Scanner") && text.contains(".next");
    // The end of the thread that the object is.
    let joins = called(text).any(|name| name == "join");
    // A loop may wait for what another thread writes, unless it is the one around `wait()`.
    let waits = text.match_indices("wait(").any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric()));
    let loops = waits_in_loop(text) || text.replace(' ', "").contains("for(;;)");
    has(WAITS) || blocking::may_block(text, file) || reads || joins || loops && !waits
}

/// Returns true for code that waits for a notification of another object than a lock: it keeps the lock meanwhile.
pub(super) fn waits_for_another(text: &str, lock: &str) -> bool {
    text.match_indices("wait(").any(|(at, _)| {
        let before = &text[..at];
        let of = before.strip_suffix('.').map(|before| {
            let start = before.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
            &before[start.map_or(0, |at| at + 1)..]
        });
        let is_name = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        !is_name && plain(of.unwrap_or("this")) != plain(lock)
    })
}

/// Names of methods that a text calls.
pub(super) fn called(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('(').filter_map(|(at, _)| {
        let before = text[..at].trim_end();
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).map_or(0, |n| n + 1);
        (start < before.len()).then(|| &before[start..])
    })
}

/// A lock without `this.` in front.
pub(super) fn plain(lock: &str) -> &str {
    lock.strip_prefix("this.").unwrap_or(lock)
}
