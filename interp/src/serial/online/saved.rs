//! A run so far as words: equal words, equal answers from then on.

use super::super::{Cell, Lock, Threads};
use super::{Graph, Handle, Name, Online, slot};
use crate::value::ThreadId;
use racefree_grammar::ast::ExprId;

impl Online {
    /// Appends the state: of each thread in a block or reached by one, and of each handle that has one. Nothing if no
    /// block is open.
    pub fn save(&self, words: &mut Vec<u64>) {
        if self.open == 0 {
            return;
        }
        let threads = || (0..self.actors.len() as u32).map(ThreadId).zip(&self.actors);
        let mut names: Vec<Name> = threads().flat_map(|(_, actor)| actor.handles.iter().copied()).collect();
        names.sort_unstable();
        names.dedup();
        for (thread, actor) in threads().filter(|(_, a)| a.block.is_some() || !a.reached_by.is_empty()) {
            let block = actor.block.map_or(0, |block| u64::from(block.number()) + 1);
            words.extend([u64::from(thread.0), u64::from(actor.depth) << 33 | block]);
            save(&actor.reached_by, words);
        }
        words.push(u64::MAX);
        for name in names {
            let handle = self.handle(name);
            if handle.is_empty() {
                continue;
            }
            words.push(match name {
                Name::Written(cell) => u64::from(cell.0) << 2,
                Name::Read(cell) => u64::from(cell.0) << 2 | 1,
                Name::Released(lock) => u64::from(lock.0) << 2 | 2,
            });
            // Transactions that reach these, too: equal states then have equal words.
            let mut after = handle.after.clone();
            if self.graph == Graph::All {
                handle.after.iter().for_each(|other| after.join(&self.actors[other.index()].reached_by));
            }
            save(&handle.by, words);
            save(&after, words);
        }
    }

    /// Restores the state [saved](Online::save) before, in the memory of this one.
    pub fn load(&mut self, words: &[u64]) {
        self.forget();
        let mut words = words.iter().copied();
        while let Some(thread) = words.next().filter(|&word| word != u64::MAX) {
            let thread = ThreadId(thread as u32);
            slot(&mut self.actors, thread.index());
            let place = words.next().unwrap_or(0);
            let block = (place & ((1 << 33) - 1)).checked_sub(1).map(|block| ExprId::new(block as u32));
            self.open += u32::from(block.is_some());
            (self.actors[thread.index()].depth, self.actors[thread.index()].block) = ((place >> 33) as u32, block);
            let before = load(&mut words);
            before.iter().for_each(|other| {
                slot(&mut self.actors, other.index());
            });
            self.add(thread, &before);
        }
        while let Some(word) = words.next() {
            let number = (word >> 2) as u32;
            let name = match word & 3 {
                0 => Name::Written(Cell(number)),
                1 => Name::Read(Cell(number)),
                _ => Name::Released(Lock(number)),
            };
            match name {
                Name::Written(cell) | Name::Read(cell) => drop(slot(&mut self.cells, cell.index())),
                Name::Released(lock) => drop(slot(&mut self.locks, lock.index())),
            }
            let (by, after) = (load(&mut words), load(&mut words));
            by.iter().chain(after.iter()).for_each(|thread| self.actors[thread.index()].handles.push(name));
            *self.handle_mut(name) = Handle { by, after };
        }
    }

    /// Clears all sets; only those with something in them are gone through.
    fn forget(&mut self) {
        for at in 0..self.actors.len() {
            for name in std::mem::take(&mut self.actors[at].handles) {
                self.handle_mut(name).clear();
            }
            self.actors[at].clear();
        }
        self.open = 0;
    }
}

fn save(set: &Threads, words: &mut Vec<u64>) {
    let own = set.words();
    words.push(own.len() as u64);
    words.extend(own);
}

fn load(words: &mut impl Iterator<Item = u64>) -> Threads {
    let count = words.next().unwrap_or(0);
    let own: Vec<u64> = words.take(count as usize).collect();
    Threads::of_words(&own)
}
