//! Counters, accounts and philosophers.

use crate::work::{Field, Shared, fork, lock, wait};
use shuttle::sync::{Arc, Mutex};

/// Each thread so many times `t = x; x = t + 1`.
pub fn racy(rounds: &[usize]) {
    let x = Arc::new(Shared::new(0));
    wait(rounds.iter().map(|&rounds| {
        let x = x.clone();
        fork(move || {
            for _ in 0..rounds {
                x.set(x.get() + 1);
            }
        })
    }));
}

/// The same under a lock.
pub fn locked(threads: usize, rounds: usize) {
    let x = Arc::new(Mutex::new(Field::new(0)));
    wait((0..threads).map(|_| {
        let x = x.clone();
        fork(move || {
            for _ in 0..rounds {
                let x = lock(&x);
                x.set(x.get() + 1);
            }
        })
    }));
}

/// Each thread moves 1 from one account to another, the lower one's lock taken first.
pub fn bank(threads: usize, rounds: usize) {
    let accounts: Arc<Vec<_>> = Arc::new((0..3).map(|_| Mutex::new(Field::new(20))).collect());
    wait([(0, 1), (1, 0), (2, 0), (0, 2)].into_iter().take(threads).map(|(from, to): (usize, usize)| {
        let accounts = accounts.clone();
        fork(move || {
            for _ in 0..rounds {
                let (first, second) = (lock(&accounts[from.min(to)]), lock(&accounts[from.max(to)]));
                let (from, to) = if from < to { (&first, &second) } else { (&second, &first) };
                from.set(from.get() - 1);
                to.set(to.get() + 1);
            }
        })
    }));
}

/// Each takes two forks, the lower one first, and perhaps notes in it that it was used.
pub fn philosophers(threads: usize, rounds: usize, notes: bool) {
    let forks: Arc<Vec<_>> = Arc::new((0..threads).map(|_| Mutex::new(Field::new(0))).collect());
    wait((0..threads).map(|left| {
        let (forks, right) = (forks.clone(), (left + 1) % threads);
        fork(move || {
            for _ in 0..rounds {
                let first = lock(&forks[left.min(right)]);
                let second = lock(&forks[left.max(right)]);
                if notes {
                    first.set(first.get() + 1);
                }
                drop(second);
            }
        })
    }));
}
