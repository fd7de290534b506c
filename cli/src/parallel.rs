//! Work on several things at once, by a worker a core, with results taken in the order of the things.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Calls `take` with the result of each thing in turn, until it fails.
pub fn in_order<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(things.len());
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some((i, thing)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, things.get(i)?))) {
                    if sender.send((i, work(thing))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (i, result) in results {
            early.insert(i, result);
            while let Some(result) = early.remove(&due) {
                take(result)?;
                due += 1;
            }
        }
        Ok(())
    })
}
