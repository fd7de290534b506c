//! The state space: a state is a heap and a thread each, both kept once and named by numbers; and what a thread does on a
//! heap is worked out once.
//!
//! A step depends on the thread that makes it and on the heap alone, and there are far fewer pairs of those than states.
//! So the machine runs once for each pair, and all else is looking up. (Keeping the parts of states once is the COLLAPSE
//! method of Holzmann, *State Compression in SPIN*, 1997; remembering transitions by parts is from there a short way.)

mod collect;
mod extras;
mod memo;
mod step;
mod waiting;

pub use extras::{Effect, Extra, Keep};
pub use memo::Memo;
pub use racefree_interp::machine::intern::mix;
pub use step::{Child, Kind, Step};
pub use waiting::{Rest, Waiting};

use collect::Collect;
use racefree_interp::machine::intern::Interner;
use racefree_interp::machine::pack::{ObjectName, ThreadName, Workbench};
use racefree_interp::machine::{Lowered, Pending, SPANS, Status};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::{Limits, Semantics};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Nothing.
pub const NONE: u32 = u32::MAX;

/// Marks the lag of a thread that has not had its turn yet.
const NEWBORN: u32 = 1 << 31;

/// The number of the step of all threads that have ended.
const OVER: u32 = 0;

/// The state space of a program, as far as it is known.
pub struct Space<const POINTS: u8> {
    bench: Workbench,
    collect: Collect,
    keep: Keep,
    locals: Interner,
    heaps: Interner<u32>,
    names: Vec<ThreadName>,
    waiting: Waiting,
    /// The steps of threads that wait, by thread and owner.
    blocked: FxHashMap<(u32, u32), u32>,
    memo: Memo,
    steps: Vec<Step>,
    extras: Vec<Arc<Extra>>,
    cells: FxHashMap<(ObjectName, u32), u32>,
    outputs: Vec<(u32, String)>,
    output_ids: FxHashMap<(u32, String), u32>,
    words: Vec<u64>,
    ids: Vec<u32>,
    forked: Vec<ThreadName>,
}

impl<const POINTS: u8> Space<POINTS> {
    /// The space of a program.
    pub fn new(
        program: Arc<Lowered>,
        semantics: Semantics,
        limits: Limits,
        monitors: MonitorSet,
        keep: Keep,
    ) -> Space<POINTS> {
        Space {
            bench: Workbench::new(program, semantics, limits),
            collect: Collect::new(monitors),
            keep,
            locals: Interner::default(),
            heaps: Interner::default(),
            names: Vec::new(),
            waiting: Waiting::default(),
            blocked: FxHashMap::default(),
            memo: Memo::default(),
            steps: vec![Step::over()],
            extras: Vec::new(),
            cells: FxHashMap::default(),
            outputs: vec![(0, String::new())],
            output_ids: FxHashMap::default(),
            words: Vec::new(),
            ids: Vec::new(),
            forked: Vec::new(),
        }
    }

    /// The first state: the heap, and the main thread before its first scheduling point. Also what the local steps up to
    /// there did, and how many they are.
    pub fn first(&mut self) -> (u32, Child, Extra) {
        self.bench.load_first();
        self.collect.clear();
        let steps = self.bench.go::<POINTS, _>(true, &mut self.collect) as u32;
        let mut extra = Extra { limit: self.bench.limit(), ..Extra::default() };
        extra.wrong.extend(self.collect.wrong());
        let local = self.local(0, steps | NEWBORN);
        let heap = self.heap();
        (heap, Child { name: 0, local, steps }, extra)
    }

    /// What a thread does on a heap.
    #[inline]
    pub fn step(&mut self, local: u32, heap: u32) -> Step {
        let index = self.index(local, heap);
        self.steps[index as usize]
    }

    /// Looks at where [`Space::index`] will look.
    #[inline]
    pub fn touch(&self, local: u32, heap: u32) -> u64 {
        self.memo.touch(Memo::key(local, heap))
    }

    /// The number of a step.
    #[inline]
    pub fn index(&mut self, local: u32, heap: u32) -> u32 {
        let rest = self.waiting.rest(local);
        if rest.ended {
            return OVER;
        }
        let owner = self.waiting.owner(rest, heap);
        if owner != NONE {
            return self.wait(local, rest, owner);
        }
        let key = Memo::key(local, heap);
        self.memo.get(key).unwrap_or_else(|| self.work_out(key))
    }

    /// What is known of threads and heaps without the machine.
    pub fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// The number of the step of a thread that waits.
    fn wait(&mut self, local: u32, rest: Rest, owner: ThreadName) -> u32 {
        if let Some(&index) = self.blocked.get(&(local, owner)) {
            return index;
        }
        let index = self.steps.len() as u32;
        self.steps.push(Step { kind: Kind::Blocked, to: owner, target: rest.lock, site: rest.site, ..Step::over() });
        self.blocked.insert((local, owner), index);
        index
    }

    /// A step by its number.
    #[inline]
    pub fn at(&self, index: u32) -> &Step {
        &self.steps[index as usize]
    }

    /// What not every transition has.
    #[inline]
    pub fn extra(&self, index: u32) -> Option<&Arc<Extra>> {
        self.extras.get(index as usize)
    }

    /// The name of a thread.
    #[inline]
    pub fn name(&self, local: u32) -> ThreadName {
        self.names[local as usize]
    }

    /// The parent of a thread, and the number of the fork.
    pub fn parent(&self, name: ThreadName) -> (ThreadName, u32) {
        self.bench.thread(name)
    }

    /// A thread and a heap, to look at in the machine.
    pub fn show(&mut self, local: u32, heap: u32) -> &Workbench {
        let words = self.locals.get(local);
        self.bench.load(&words[..words.len() - 1], self.heaps.get(heap));
        &self.bench
    }

    /// The bench, with what it was last used for.
    pub fn bench(&self) -> &Workbench {
        &self.bench
    }

    /// What a thread has printed, in order.
    pub fn output(&self, local: u32) -> Vec<&str> {
        let mut lines = Vec::new();
        let mut at = self.tag(local).0;
        while at != 0 {
            let (before, line) = &self.outputs[at as usize];
            lines.push(line.as_str());
            at = *before;
        }
        lines.reverse();
        lines
    }

    /// Local steps since the last visible one, and whether the thread has not had its turn yet, if that is kept.
    pub fn lag(&self, local: u32) -> (u32, bool) {
        let lag = self.tag(local).1;
        (lag & !NEWBORN, lag & NEWBORN != 0)
    }

    fn tag(&self, local: u32) -> (u32, u32) {
        let tag = self.locals.get(local).last().copied().unwrap_or(0);
        (tag as u32, (tag >> 32) as u32)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<Step>() + self.extras.capacity() * (size_of::<Extra>() + 64);
        self.bench.memory()
            + self.waiting.memory()
            + self.locals.memory()
            + self.heaps.memory()
            + self.memo.memory()
            + steps
            + self.cells.capacity() * 16
    }

    /// Forgets everything but names of threads, objects and cells; all numbers of threads and heaps become invalid but
    /// those of `states`, which are renewed.
    pub fn forget<'a>(&mut self, states: impl Iterator<Item = &'a mut [u32]>) {
        let old_locals = std::mem::take(&mut self.locals);
        let old_heaps = std::mem::take(&mut self.heaps);
        self.memo.clear();
        self.steps.truncate(OVER as usize + 1);
        self.extras.clear();
        let waiting = std::mem::take(&mut self.waiting);
        self.blocked.clear();
        self.names.clear();
        for state in states {
            for (i, id) in state.iter_mut().enumerate() {
                if i == 0 {
                    let old = std::mem::replace(id, self.heaps.intern(old_heaps.get(*id)));
                    if self.waiting.known().1 < self.heaps.len() {
                        self.waiting.add_heap(waiting.held(old).iter().copied());
                    }
                } else {
                    let (words, rest) = (old_locals.get(*id), waiting.rest(*id));
                    *id = self.locals.intern(words);
                    self.names.resize(self.locals.len(), words[0] as u32);
                    if self.waiting.known().0 < self.locals.len() {
                        self.waiting.add_rest(rest);
                    }
                }
            }
        }
    }

    /// The number of the thread that is on the bench.
    fn local(&mut self, output: u32, lag: u32) -> u32 {
        self.bench.pack_thread(&mut self.words);
        let lag = if self.keep.lag { lag } else { 0 };
        self.words.push(u64::from(output) | u64::from(lag) << 32);
        let id = self.locals.intern(&self.words);
        self.names.resize(self.locals.len(), self.bench.loaded());
        if self.waiting.known().0 < self.locals.len() {
            let nowhere = Step::over().site;
            let (lock, site) = match self.bench.pending() {
                Pending::Acquire { object, site, outermost: true } => (self.bench.name_of(object), site),
                _ => (NONE, nowhere),
            };
            self.waiting.add_rest(Rest { ended: self.bench.is_over(), lock, site });
        }
        id
    }

    fn heap(&mut self) -> u32 {
        self.bench.pack_heap(&mut self.ids);
        let id = self.heaps.intern(&self.ids);
        if self.waiting.known().1 < self.heaps.len() {
            self.waiting.add_heap(self.bench.held());
        }
        id
    }

    fn cell(&mut self, object: ObjectName, slot: u32) -> u32 {
        let next = self.cells.len() as u32;
        *self.cells.entry((object, slot)).or_insert(next)
    }

    #[cold]
    #[inline(never)]
    fn work_out(&mut self, key: u64) -> u32 {
        let step = self.execute((key >> 32) as u32, key as u32);
        let index = self.steps.len() as u32;
        self.steps.push(step);
        self.memo.insert(key, index);
        index
    }

    fn execute(&mut self, local: u32, heap: u32) -> Step {
        let words = self.locals.get(local);
        self.bench.load(&words[..words.len() - 1], self.heaps.get(heap));
        self.collect.clear();
        let mut step = Step { heap, kind: Kind::Other, ..Step::over() };
        let output = self.tag(local).0;
        let mut local_only = false;
        match self.bench.pending() {
            // Where accesses are no scheduling points, they are among the effects.
            Pending::Access { object, field, cell, access, site } if POINTS != SPANS => {
                let first = self.bench.machine().state().heap.object(object).cells;
                let name = self.bench.name_of(object);
                step.target = self.cell(name, cell - first);
                (step.field, step.site) = (field, site);
                step.kind = if access.writes() { Kind::Write } else { Kind::Read };
            }
            Pending::Acquire { object, site, outermost: true } => {
                step.target = self.bench.name_of(object);
                (step.kind, step.site) = (Kind::Acquire, site);
            }
            Pending::Access { .. } | Pending::Release { outermost: true, .. } | Pending::Fork => {}
            Pending::Acquire { outermost: false, .. }
            | Pending::Release { outermost: false, .. }
            | Pending::Nothing
            | Pending::Local => local_only = true,
        }
        match self.bench.status() {
            Status::Ready => {}
            Status::Blocked { owner, .. } => return Step { kind: Kind::Blocked, to: owner.0, ..step },
            Status::Finished(_) | Status::Ended(_) => return Step { kind: Kind::Over, ..step },
            Status::Stuck => {
                // Its one step is to find out.
                self.bench.go::<POINTS, _>(false, &mut self.collect);
                let mut extra = Extra::default();
                extra.wrong.extend(self.collect.wrong());
                return Step { kind: Kind::Stuck, extra: self.keep_extra(extra), ..step };
            }
        }
        step.steps = self.bench.go::<POINTS, _>(false, &mut self.collect) as u32;
        let mut extra = Extra { limit: self.bench.limit(), ..Extra::default() };
        // A turn of local steps alone is not put off: it could be a loop.
        let lag = if local_only { 0 } else { step.steps.saturating_sub(1) };
        let parent = self.bench.loaded();
        let output = self.printed(output);
        step.to = self.local(output, lag);
        let mut forked = std::mem::take(&mut self.forked);
        self.bench.forked(&mut forked);
        for &name in &forked {
            self.bench.turn_to(name);
            let steps = self.bench.go::<POINTS, _>(true, &mut self.collect) as u32;
            extra.limit = extra.limit.or(self.bench.limit());
            let local = self.local(0, steps | NEWBORN);
            extra.children.push(Child { name, local, steps });
        }
        self.forked = forked;
        self.bench.turn_to(parent);
        step.heap = self.heap();
        extra.wrong.extend(self.collect.wrong());
        self.effects(&mut extra);
        if extra.limit.is_some() {
            step.kind = Kind::Limit;
        }
        step.extra = self.keep_extra(extra);
        step
    }
}
