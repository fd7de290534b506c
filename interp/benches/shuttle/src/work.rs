//! What a twin does, counted: fields, locks and threads.

use shuttle::sync::atomic::{AtomicI32, Ordering::SeqCst};
use shuttle::sync::{Mutex, MutexGuard};
use shuttle::thread::{self, JoinHandle};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static WORK: [AtomicU64; 4] = [const { AtomicU64::new(0) }; 4];

/// Shuttle runs all threads on one, so that nothing is lost.
fn count(what: usize) {
    WORK[what].store(WORK[what].load(Relaxed) + 1, Relaxed);
}

/// The least and the most reads, writes, acquires and forks of an execution.
static RANGES: [[AtomicU64; 2]; 4] = [const { [AtomicU64::new(u64::MAX), AtomicU64::new(0)] }; 4];

/// An execution is over.
pub fn over() {
    for (work, [least, most]) in WORK.iter().zip(&RANGES) {
        let count = work.swap(0, Relaxed);
        least.fetch_min(count, Relaxed);
        most.fetch_max(count, Relaxed);
    }
}

/// The ranges, in words.
pub fn done() -> String {
    let names = ["reads", "writes", "acquires", "forks"];
    let words = names.iter().zip(&RANGES).map(|(name, range)| {
        let [least, most] = range.each_ref().map(|count| count.load(Relaxed));
        format!("{name} {least}-{most}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A final field.
#[derive(Default)]
pub struct Final<T>(pub T);

impl<T> Final<T> {
    pub fn get(&self) -> &T {
        count(0);
        &self.0
    }
}

/// A field that a lock protects.
#[derive(Default)]
pub struct Field<T>(Cell<T>);

impl<T: Default + Clone> Field<T> {
    pub fn new(value: T) -> Field<T> {
        Field(Cell::new(value))
    }

    pub fn get(&self) -> T {
        count(0);
        let value = self.0.take();
        self.0.set(value.clone());
        value
    }

    pub fn set(&self, value: T) {
        count(1);
        self.0.set(value);
    }
}

/// A field that nothing protects.
pub struct Shared(AtomicI32);

impl Shared {
    pub fn new(value: i32) -> Shared {
        Shared(AtomicI32::new(value))
    }

    pub fn get(&self) -> i32 {
        count(0);
        self.0.load(SeqCst)
    }

    pub fn set(&self, value: i32) {
        count(1);
        self.0.store(value, SeqCst);
    }
}

/// `synchronized`
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    count(2);
    mutex.lock().unwrap()
}

/// `fork`
pub fn fork(body: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    count(3);
    thread::spawn(body)
}

/// An execution is over when main is: it waits for the threads.
pub fn wait(threads: impl IntoIterator<Item = JoinHandle<()>>) {
    let threads: Vec<JoinHandle<()>> = threads.into_iter().collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}
