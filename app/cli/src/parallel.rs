//! Work on several things at once, by a worker a core, with results taken in the order of the things. What costs most is begun first, so
//! that no worker is left with it alone at the end.

use crate::options::cores;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::{fs, io};

/// Cost of reading a file.
pub fn size(path: &PathBuf) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Calls `take` with the result of each thing in turn, until it fails.
pub fn in_order<T: Sync, R: Send>(
    things: &[T],
    cost: impl Fn(&T) -> u64,
    work: impl Fn(&T) -> R + Sync,
    take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    in_order_by(cores(), things, cost, work, take)
}

/// [`in_order`], by so many workers.
pub fn in_order_by<T: Sync, R: Send>(
    workers: usize,
    things: &[T],
    cost: impl Fn(&T) -> u64,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let workers = workers.min(things.len());
    if workers <= 1 {
        return things.iter().try_for_each(|thing| take(work(thing)));
    }
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by_cached_key(|&i| Reverse(cost(&things[i])));
    let (order, next) = (&order, AtomicUsize::new(0));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some(&i) = order.get(next.fetch_add(1, Relaxed)) {
                    if sender.send((i, work(&things[i]))).is_err() {
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
