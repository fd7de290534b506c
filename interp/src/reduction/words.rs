//! Equality of the states of programs with forms of Java, as words: two states are written alike if they differ in numbers of objects, and in
//! objects that nothing leads to. [`Execution::canonical`] compares names instead, and keeps what is left behind.
//! Who has the [shapes](Shape) of the parts at hand puts a state together from them.

use super::apart::{Use, bit};
use super::shape::{Hole, Shape};
use super::{Buffered, Execution, Object, State};
use crate::value::{ObjectId, ThreadId};
use std::borrow::Cow;

/// The parts of a state, as shapes.
pub trait Shaped {
    /// The number of objects.
    fn objects(&self) -> usize;
    /// The number of threads.
    fn threads(&self) -> u32;
    /// The parent of a thread, and the number of the fork.
    fn born(&self, t: ThreadId) -> (ThreadId, u32);
    /// A thread.
    fn thread(&self, t: ThreadId) -> Cow<'_, Shape>;
    /// An object.
    fn object(&self, o: ObjectId) -> Cow<'_, Shape>;
    /// True for an object that is a number: it is written where it stands, whatever object it is.
    fn is_number(&self, o: ObjectId) -> bool;
    /// True for the object of a class that has anything: it is written even if nothing leads to it.
    fn is_root(&self, o: ObjectId) -> bool;
    /// The numbers that are neither.
    fn others(&self) -> [u32; 3];
}

/// A state whose parts are written when they are met.
struct Written<'a>(&'a State);

impl Shaped for Written<'_> {
    fn objects(&self) -> usize {
        self.0.heap.len()
    }

    fn threads(&self) -> u32 {
        self.0.threads.len() as u32
    }

    fn born(&self, t: ThreadId) -> (ThreadId, u32) {
        self.0.threads.get(t.index()).map_or((ThreadId::MAIN, 0), |t| (t.parent, t.fork))
    }

    fn thread(&self, t: ThreadId) -> Cow<'_, Shape> {
        self.0.threads.get(t.index()).map_or_else(Cow::default, |t| Cow::Owned(Shape::of_thread(t)))
    }

    fn object(&self, o: ObjectId) -> Cow<'_, Shape> {
        self.0.object(o).map_or_else(Cow::default, |o| Cow::Owned(Shape::of_object(o)))
    }

    fn is_number(&self, o: ObjectId) -> bool {
        self.0.object(o).is_some_and(Object::is_number)
    }

    fn is_root(&self, o: ObjectId) -> bool {
        self.0.object(o).is_some_and(Object::is_root)
    }

    fn others(&self) -> [u32; 3] {
        let (unnamed, halted, over) = self.0.others();
        [unnamed, halted.map_or(0, |status| 1 + status as u32), u32::from(over)]
    }
}

/// Puts a state together.
struct Assembly<'a, S> {
    /// Number of the objects that are the same in all states.
    constants: usize,
    parts: &'a S,
    words: Vec<u32>,
    /// Places of threads in the order of their names.
    ranks: Vec<u32>,
    /// By object: its number in the order in which objects are met, from 1; 0 before that.
    met: Vec<u32>,
    open: Vec<ObjectId>,
}

impl Execution<'_> {
    /// The state in words, what it has printed aside.
    pub fn words(&self, state: &State) -> Vec<u32> {
        self.words_of(&Written(state), Vec::new())
    }

    /// The same of a state whose parts are at hand, in memory that is used again.
    pub fn words_of(&self, parts: &impl Shaped, mut memory: Vec<u32>) -> Vec<u32> {
        memory.clear();
        self.assembled(parts, memory, |_, _| ())
    }

    /// The same with what waits in the buffers.
    pub fn buffered_words(&self, state: &Buffered) -> Vec<u32> {
        self.assembled(&Written(&state.memory), Vec::new(), |assembly, order| {
            for (rank, t) in (0..).zip(order) {
                for write in state.buffer(ThreadId(*t)) {
                    assembly.words.extend([rank + 1, write.field.0]);
                    assembly.object(write.object);
                    assembly.shape(&Shape::of_value(write.value));
                }
            }
            assembly.words.push(0);
        })
    }

    /// A state in words; `more` writes what belongs to it besides, given the threads in the order of their names.
    fn assembled<S: Shaped>(
        &self,
        parts: &S,
        words: Vec<u32>,
        more: impl FnOnce(&mut Assembly<'_, S>, &[u32]),
    ) -> Vec<u32> {
        let mut order: Vec<u32> = (0..parts.threads()).collect();
        // Threads that the main one started are in order.
        if !order.iter().all(|&n| parts.born(ThreadId(n)) == (ThreadId::MAIN, n)) {
            order.sort_by_cached_key(|t| path(parts, ThreadId(*t)));
        }
        let mut ranks = vec![0; order.len()];
        (0..).zip(&order).for_each(|(rank, t)| ranks[*t as usize] = rank);
        let (literals, classes) = (self.tables.literals.len(), self.tables.java.constants.len());
        let (constants, objects) = (literals + classes, parts.objects());
        let (met, open) = (vec![0; objects], Vec::with_capacity(objects));
        let mut assembly = Assembly { constants, parts, words, ranks, met, open };
        assembly.words.extend(parts.others());
        for t in &order {
            assembly.shape(&parts.thread(ThreadId(*t)));
        }
        more(&mut assembly, &order);
        for o in literals..constants {
            // Most of them have nothing; those that are written are told by their classes.
            let class = ObjectId(o as u32);
            if parts.is_root(class) {
                assembly.shape(&parts.object(class));
            }
        }
        assembly.words.push(u32::MAX);
        let mut at = 0;
        while let Some(&o) = assembly.open.get(at) {
            at += 1;
            assembly.shape(&parts.object(o));
        }
        assembly.words
    }
}

/// The name of a thread.
fn path(parts: &impl Shaped, thread: ThreadId) -> Vec<u32> {
    let (mut path, mut at) = (Vec::new(), parts.born(thread));
    while at.1 > 0 {
        path.push(at.1);
        at = parts.born(at.0);
    }
    path.reverse();
    path
}

impl<S: Shaped> Assembly<'_, S> {
    fn rank(&self, t: ThreadId) -> u32 {
        self.ranks.get(t.index()).copied().unwrap_or(u32::MAX)
    }

    fn shape(&mut self, shape: &Shape) {
        self.words.extend_from_slice(&shape.words);
        for hole in &shape.holes {
            match hole {
                Hole::Object(o) => self.object(*o),
                Hole::Thread(t) => {
                    let rank = self.rank(*t);
                    self.words.push(rank);
                }
                Hole::Threads(threads) => {
                    let ranks = self.ranks_of(*threads);
                    self.words.extend([ranks as u32, (ranks >> 32) as u32]);
                }
                Hole::Uses(uses) => self.uses(uses),
            }
        }
    }

    fn object(&mut self, o: ObjectId) {
        if o.index() < self.constants {
            return self.words.extend([0, o.0]);
        }
        match self.met.get(o.index()) {
            None => self.words.push(1),
            Some(0) if self.parts.is_number(o) => {
                self.words.push(2);
                self.words.extend_from_slice(&self.parts.object(o).words);
            }
            Some(0) => {
                self.open.push(o);
                self.met[o.index()] = self.open.len() as u32;
                self.words.extend([3, self.open.len() as u32]);
            }
            Some(&number) => self.words.extend([3, number]),
        }
    }

    fn uses(&mut self, uses: &[Use]) {
        let mut uses: Vec<&Use> = uses.iter().collect();
        uses.sort_by_key(|used| (used.field, self.rank(used.thread), used.forks));
        for used in uses {
            let field = used.field.map_or(0, |field| field.0 + 1);
            let rank = self.rank(used.thread);
            self.words.extend([field, rank, used.forks, u32::from(used.writes), used.locks.len() as u32]);
            used.locks.iter().for_each(|&lock| self.object(lock));
        }
    }

    /// A set of threads by their ranks.
    fn ranks_of(&self, threads: u64) -> u64 {
        let has = |t: &usize| threads & bit(ThreadId(*t as u32)) != 0;
        let ranks = (0..self.ranks.len()).filter(has).map(|t| bit(ThreadId(self.ranks[t])));
        if threads == 0 { 0 } else { ranks.fold(0, |all, one| all | one) }
    }
}
