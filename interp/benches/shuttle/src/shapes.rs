//! Barriers, buffers, flags, readers and writers, recursion.

use crate::work::{Field, Final, Shared, fork, lock, wait};
use shuttle::sync::{Arc, Mutex};

/// So many threads, each with what they share.
fn threads<T: Send + Sync + 'static>(shared: T, bodies: &[fn(&T)]) {
    let shared = Arc::new(shared);
    wait(bodies.iter().map(|&body| {
        let shared = shared.clone();
        fork(move || body(&shared))
    }));
}

#[derive(Default)]
struct Barrier {
    here: Field<i32>,
    round: Field<i32>,
}

pub fn barrier() {
    let come: fn(&Mutex<Barrier>) = |barrier| {
        for _ in 0..2 {
            let barrier = lock(barrier);
            barrier.here.set(barrier.here.get() + 1);
            if barrier.here.get() == 4 {
                barrier.here.set(0);
                barrier.round.set(barrier.round.get() + 1);
            }
        }
    };
    threads(Mutex::new(Barrier::default()), &[come; 4]);
}

#[derive(Default)]
struct Buffer {
    first: Field<i32>,
    second: Field<i32>,
    count: Field<i32>,
}

impl Buffer {
    fn put(&self, value: i32) {
        if self.count.get() == 0 {
            self.first.set(value);
            self.count.set(1);
        } else if self.count.get() == 1 {
            self.second.set(value);
            self.count.set(2);
        }
    }

    fn take(&self) {
        if self.count.get() > 0 {
            self.first.set(self.second.get());
            self.count.set(self.count.get() - 1);
        }
    }
}

pub fn buffer() {
    let put: fn(&Mutex<Buffer>) = |buffer| (1..=3).rev().for_each(|k| lock(buffer).put(k));
    let take: fn(&Mutex<Buffer>) = |buffer| (1..=3).for_each(|_| lock(buffer).take());
    threads(Mutex::new(Buffer::default()), &[put, put, take, take]);
}

struct Flags {
    a: Shared,
    b: Shared,
    turn: Shared,
    inside: Shared,
}

/// A side of Peterson's algorithm, without waiting.
fn side(mine: &Shared, other: &Shared, flags: &Flags, turn: i32) {
    for _ in 0..4 {
        mine.set(1);
        flags.turn.set(turn);
        if other.get() == 0 || flags.turn.get() == 1 - turn {
            flags.inside.set(flags.inside.get() + 1);
        }
        mine.set(0);
    }
}

pub fn flags() {
    let flags = Flags { a: Shared::new(0), b: Shared::new(0), turn: Shared::new(0), inside: Shared::new(0) };
    threads(flags, &[|f| side(&f.a, &f.b, f, 1), |f| side(&f.b, &f.a, f, 0)]);
}

/// Six pairs of threads, each with a counter of its own.
pub fn pairs() {
    let add = |cell: Arc<Mutex<Field<i32>>>| {
        move || {
            let cell = lock(&cell);
            cell.set(cell.get() + 1);
        }
    };
    wait(
        (0..6).map(|_| Arc::new(Mutex::new(Field::new(0)))).flat_map(|cell| [fork(add(cell.clone())), fork(add(cell))]),
    );
}

struct Room {
    counts: Mutex<Counts>,
    data: Shared,
}

#[derive(Default)]
struct Counts {
    readers: Field<i32>,
    writes: Field<i32>,
}

pub fn readers_writers() {
    let read: fn(&Room) = |room| {
        let count = |by| {
            let counts = lock(&room.counts);
            counts.readers.set(counts.readers.get() + by);
        };
        count(1);
        room.data.get();
        count(-1);
    };
    let write: fn(&Room) = |room| {
        let counts = lock(&room.counts);
        if counts.readers.get() == 0 {
            room.data.set(room.data.get() + 1);
            counts.writes.set(counts.writes.get() + 1);
        }
    };
    let room = Room { counts: Mutex::new(Counts::default()), data: Shared::new(0) };
    threads(room, &[read, read, read, write, write]);
}

fn fib(k: i32) -> i32 {
    if k < 2 { k } else { fib(k - 1) + fib(k - 2) }
}

pub fn recursion() {
    let add: fn(&Mutex<Field<i32>>) = |sum| {
        for _ in 0..2 {
            let number = fib(std::hint::black_box(5));
            let sum = lock(sum);
            sum.set(sum.get() + number);
        }
    };
    threads(Mutex::new(Field::new(0)), &[add; 3]);
}

/// One thread sets a flag for which the others wait.
pub fn spin() {
    let wait_for: fn(&[Shared; 2]) = |[up, data]| {
        while up.get() == 0 {}
        data.set(data.get() + 1);
    };
    let set: fn(&[Shared; 2]) = |[up, data]| {
        data.set(1);
        up.set(1);
    };
    threads([Shared::new(0), Shared::new(0)], &[set, wait_for, wait_for]);
}

fn grow(sum: Arc<Mutex<Field<i32>>>, k: i32) {
    if k > 0 {
        let half = || {
            let sum = sum.clone();
            fork(move || grow(sum, k - 1))
        };
        wait([half(), half()]);
    } else {
        let sum = lock(&sum);
        sum.set(sum.get() + 1);
    }
}

/// A tree of threads.
pub fn tree() {
    grow(Arc::new(Mutex::new(Field::new(0))), 3);
}

#[derive(Default)]
struct Tally {
    n: Field<i32>,
    most: Field<i32>,
}

/// A counter with a lock of its own, which is a field.
type Counter = Final<Mutex<Tally>>;

fn add(counter: &Counter, k: i32) {
    let tally = lock(counter.get());
    tally.n.set(tally.n.get() + k);
    if tally.n.get() > tally.most.get() {
        tally.most.set(tally.n.get());
    }
}

fn add_three(a: &Counter, b: &Counter) {
    add(a, 2);
    add(b, -1);
    add(a, 1);
}

pub fn private_lock() {
    let one: fn(&(Counter, Counter)) = |(a, b)| add_three(a, b);
    let other: fn(&(Counter, Counter)) = |(a, b)| add_three(b, a);
    threads(<(Counter, Counter)>::default(), &[one, other, one, other]);
}
