//! The reduction rules (calculus, section 8) on the flat state: an arm per rule.

use super::code::*;
use super::fast::{FEW, Fast};
use super::ghosts::ghost_path;
use super::state::*;
use super::unwind::release;
use super::{ATOMS, COARSE, EVERY, Machine, SPANS, SYNC, State, VISIBLE};
use crate::event::{Event, EventKind, Local, Site};
use crate::observe::{Observer, View};
use crate::ops::{self, Made};
use crate::options::{Limit, Locks};
use crate::program::{ClassId, MethodRef};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::UnOp;

/// After so many local steps in a row it is somebody else's turn, at the next call or turn of a loop.
const SLICE: u64 = 500;

/// Why a thread's run of steps came to an end.
enum Stop {
    /// At a scheduling point.
    Point,
    /// Before a step that only this thread can see.
    Early,
    /// Close to the limit.
    Close,
    /// Before an acquire of this lock, which the thread does not own.
    Lock(ObjectId),
    Finished(Value),
    Thrown,
    Stuck,
    Limit(Limit),
}

/// How a run of steps starts.
#[derive(Clone, Copy)]
struct Start {
    /// At the start of a thread's life only what is no step is wanted or, unless every step counts, what is local.
    settling: bool,
    /// The one visible step has been made.
    seen: bool,
    /// A release or a fork is among the steps made.
    given: bool,
    /// So many steps have been made.
    n: u64,
}

/// Tells an observer of a step.
#[inline(never)]
fn tell<O: Observer>(obs: &mut O, view: View<'_>, event: &Event) {
    obs.event(view, event);
}

impl Machine {
    /// Lets a thread make steps up to its next scheduling point; `seen` says that its one visible step is behind it, so
    /// that it makes local steps only. Returns the number of steps, and the lock that it is about to acquire now.
    #[inline(always)]
    pub(super) fn run_thread<const POINTS: u8, O: Observer>(
        &mut self,
        id: ThreadId,
        seen: bool,
        obs: &mut O,
    ) -> (u64, Option<ObjectId>) {
        let margin = SLICE + u64::from(self.program.longest);
        let start = Start { settling: seen, seen, given: false, n: 0 };
        if POINTS == EVERY {
            return self.run_steps::<POINTS, O, false>(id, start, obs, 0).0;
        }
        match self.limits.steps.saturating_sub(self.steps).checked_sub(margin) {
            None => self.run_counted::<POINTS, O>(id, start, obs),
            Some(calm) => match self.run_steps::<POINTS, O, false>(id, start, obs, calm) {
                (done, None) => done,
                (_, Some(start)) => self.run_counted::<POINTS, O>(id, start, obs),
            },
        }
    }

    /// [`Machine::run_thread`] so close to the limit that every step is counted for itself.
    #[cold]
    #[inline(never)]
    fn run_counted<const POINTS: u8, O: Observer>(
        &mut self,
        id: ThreadId,
        start: Start,
        obs: &mut O,
    ) -> (u64, Option<ObjectId>) {
        self.steps -= start.n;
        self.run_steps::<POINTS, O, true>(id, start, obs, u64::MAX).0
    }

    /// The steps of [`Machine::run_thread`]. After more than `calm` of them the limit may be close; then how to go on.
    // `regs` is taken again after every event, also where no register is looked at afterwards.
    #[allow(unused_assignments)]
    // Tests are to compile quickly.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_steps<const POINTS: u8, O: Observer, const COUNTED: bool>(
        &mut self,
        id: ThreadId,
        Start { settling, mut seen, mut given, mut n }: Start,
        obs: &mut O,
        calm: u64,
    ) -> ((u64, Option<ObjectId>), Option<Start>) {
        let i = id.0;
        let budget = self.limits.steps.saturating_sub(self.steps);
        let slice = if POINTS == EVERY { budget } else { budget.min(SLICE) };
        let Machine { program, semantics, limits, state, fresh, begun, .. } = self;
        let program: &Lowered = program;
        let State { heap, threads, ready, output, .. } = state;
        if threads[id.index()].unusual && matches!(threads[id.index()].life, Life::Unwinding(_)) {
            let n = self.unwind::<POINTS, O>(id, seen, budget, obs);
            self.steps += n;
            return ((n, None), None);
        }
        let children = threads.len();
        let thread = &mut threads[id.index()];
        let mut code = program.code(thread.code);
        let mut pc = thread.pc as usize;
        let mut base = thread.base as usize;
        let mut regs = &mut thread.regs[base..];
        // A thread that rests before a local step makes only such steps.
        seen |= POINTS != EVERY && thread.unusual;
        thread.unusual = false;

        // The cell of the last access.
        let mut cell = 0usize;

        macro_rules! view {
            () => {
                View { program, semantics: *semantics, heap: &*heap, thread: &*thread, id, cell }
            };
        }
        // Tells the observer of a step, if it wants to know of this sort.
        macro_rules! emit {
            ($kind:expr) => {
                if O::EVENTS {
                    emit!(@tell code.sites[pc], $kind)
                }
            };
            (local $kind:expr) => {
                if O::EVENTS && O::LOCAL {
                    emit!(@tell code.sites[pc], $kind)
                }
            };
            (binding $kind:expr) => {
                emit!(@tell binding code.sites[pc], $kind)
            };
            (@tell binding $site:expr, $kind:expr) => {
                if O::EVENTS && (O::LOCAL || O::BINDINGS) {
                    emit!(@tell $site, $kind)
                }
            };
            (@tell $site:expr, $kind:expr) => {{
                let event = Event { thread: id, site: Site::expr($site), kind: $kind };
                thread.pc = pc as u32;
                tell(obs, view!(), &event);
                regs = &mut thread.regs[base..];
            }};
            // In the shortcuts the observer may be compiled in.
            (fast $kind:expr) => {
                if O::EVENTS {
                    emit!(@fast code.sites[pc], $kind)
                }
            };
            (@fast $site:expr, $kind:expr) => {{
                let event = Event { thread: id, site: Site::expr($site), kind: $kind };
                thread.pc = pc as u32;
                obs.event(view!(), &event);
                regs = &mut thread.regs[base..];
            }};
        }
        // One step more, if the limit lets it.
        macro_rules! count {
            () => {{
                if COUNTED && n >= budget {
                    break Stop::Limit(Limit::Steps);
                }
                n += 1;
            }};
        }
        // Before a local step: a scheduling point only if every step is one.
        macro_rules! local {
            () => {{
                if POINTS == EVERY && (n > 0 || settling) {
                    break Stop::Point;
                }
                count!();
            }};
        }
        // Before a step that other threads can see.
        macro_rules! visible {
            () => {{
                if (POINTS == EVERY && (n > 0 || settling)) || (POINTS != EVERY && seen) {
                    break Stop::Point;
                }
                seen = true;
                count!();
            }};
        }
        // Before an access.
        macro_rules! access {
            () => {
                if POINTS == SPANS {
                    if given || settling {
                        break Stop::Point;
                    }
                    seen = true;
                    count!();
                } else if POINTS == SYNC {
                    local!()
                } else {
                    visible!()
                }
            };
        }
        // Before a step that others can see, but that moves left over all of theirs: it goes with the step before it.
        macro_rules! mover {
            (alone if $alone:expr) => {
                if $alone || settling || n == 0 {
                    visible!()
                } else {
                    local!()
                }
                given = true;
            };
        }
        macro_rules! throw {
            ($exception:expr) => {{
                emit!(EventKind::Throw { exception: $exception });
                thread.life = Life::Unwinding($exception);
                break Stop::Thrown;
            }};
        }
        // A loop without a step that others can see: nothing more this time, or at all.
        macro_rules! out_of_time {
            () => {{
                n -= 1;
                break if n >= budget { Stop::Limit(Limit::Steps) } else { Stop::Early };
            }};
        }
        macro_rules! stuck {
            () => {{
                n -= 1;
                break Stop::Stuck;
            }};
        }
        // The object in a register; null throws, anything else is stuck.
        macro_rules! object {
            ($reg:expr) => {
                match regs[$reg as usize] {
                    Value::Object(o) => o,
                    Value::Null => throw!(Exception::NullPointer),
                    _ => stuck!(),
                }
            };
        }
        // Tells of the let that a shortcut has taken along.
        macro_rules! hidden_let {
            ($steps:expr) => {
                if O::EVENTS && O::BINDINGS && $steps > 1 && matches!(code.instrs.get(pc + 1), Some(Instr::Let { .. })) {
                    pc += 1;
                    emit!(fast EventKind::Local(Local::Let));
                }
            };
        }
        // Whether an access has to wait for the next turn.
        macro_rules! rests {
            () => {
                if POINTS == SPANS { given || settling } else { seen && POINTS != SYNC }
            };
        }
        // On to what comes after a shortcut.
        macro_rules! goes {
            ($then:expr) => {{
                pc = $then.next as usize;
                if $then.access && rests!() {
                    break Stop::Point;
                }
                continue;
            }};
        }
        macro_rules! value {
            ($made:expr) => {
                match $made {
                    Ok(Made::Value(v)) => v,
                    Ok(Made::Text(text)) => match heap.new_text(id, &mut thread.allocs, text, limits.objects) {
                        Some(v) => v,
                        None => break Stop::Limit(Limit::Objects),
                    },
                    Err(Fault::Throw(exception)) => throw!(exception),
                    Err(Fault::Stuck) => stuck!(),
                }
            };
        }

        let stop = loop {
            if POINTS != EVERY && !(O::EVENTS && O::LOCAL) && !COUNTED {
                // What is not as usual is left to the instruction itself.
                match code.fast[pc] {
                    Fast::Slow => {}
                    Fast::Skip { then } => {
                        n += u64::from(then.steps);
                        goes!(then);
                    }
                    Fast::Add { dst, a, b, then } => {
                        if let (Value::Int(a), Value::Int(b)) = (regs[a as usize], regs[b as usize]) {
                            regs[dst as usize] = Value::Int(a.wrapping_add(b));
                            n += u64::from(then.steps);
                            hidden_let!(then.steps);
                            goes!(then);
                        }
                    }
                    Fast::Sub { dst, a, b, then } => {
                        if let (Value::Int(a), Value::Int(b)) = (regs[a as usize], regs[b as usize]) {
                            regs[dst as usize] = Value::Int(a.wrapping_sub(b));
                            n += u64::from(then.steps);
                            hidden_let!(then.steps);
                            goes!(then);
                        }
                    }
                    Fast::Compare { a, b, when, otherwise, then } => {
                        if let (Value::Int(a), Value::Int(b)) = (regs[a as usize], regs[b as usize]) {
                            let order = u32::from(a >= b) + u32::from(a > b);
                            if when >> order & 1 != 0 {
                                n += u64::from(then.steps);
                                goes!(then);
                            }
                            n += 2;
                            pc = otherwise as usize;
                            continue;
                        }
                    }
                    // [RED REF]
                    Fast::Read { dst, obj, from, to, at, then } => {
                        if rests!() {
                            break Stop::Point;
                        }
                        if let Value::Object(o) = regs[obj as usize] {
                            let object = &heap.objects[o.index()];
                            if from <= object.class && object.class < to {
                                seen |= POINTS != SYNC;
                                cell = (object.cells + at.slot) as usize;
                                let v = heap.cells[cell];
                                regs[dst as usize] = v;
                                n += u64::from(then.steps);
                                emit!(fast EventKind::Read { object: o, field: at.field, value: v });
                                hidden_let!(then.steps);
                                goes!(then);
                            }
                        }
                    }
                    // [RED ASSIGN]
                    Fast::Write { dst, obj, from, to, at, src, then } => {
                        if rests!() {
                            break Stop::Point;
                        }
                        if let Value::Object(o) = regs[obj as usize] {
                            let object = &heap.objects[o.index()];
                            if from <= object.class && object.class < to {
                                seen |= POINTS != SYNC;
                                let v = regs[src as usize];
                                cell = (object.cells + at.slot) as usize;
                                let old = std::mem::replace(&mut heap.cells[cell], v);
                                regs[dst as usize] = v;
                                n += u64::from(then.steps);
                                emit!(fast EventKind::Write { object: o, field: at.field, value: v, old });
                                hidden_let!(then.steps);
                                goes!(then);
                            }
                        }
                    }
                    // [RED ACQUIRE]
                    Fast::Acquire { lock, then } => {
                        if let Value::Object(o) = regs[lock as usize] {
                            let object = &mut heap.objects[o.index()];
                            if object.owner == NONE {
                                if seen {
                                    break Stop::Lock(o);
                                }
                                seen = true;
                                n += u64::from(then.steps);
                                // It was the thread's own wish that it fulfils, if it rested here.
                                if std::mem::replace(&mut ready.wants[i as usize], NONE) == o.0 {
                                    object.contenders -= 1;
                                }
                                if object.contenders > 0 {
                                    ready.set_contenders(o.0, object.contenders, true);
                                }
                                (object.owner, object.count) = (i, 1);
                                thread.syncs.push(Held { object: Some(o), site: code.sites[pc] });
                                emit!(fast EventKind::Acquire { object: o, count: 1 });
                                goes!(then);
                            }
                        }
                    }
                    // [RED RELEASE]
                    Fast::Release { then } => {
                        if matches!(POINTS, COARSE | SYNC | SPANS)
                            && n > 0
                            && let Some(&Held { object: Some(o), .. }) = thread.syncs.last()
                        {
                            let object = &mut heap.objects[o.index()];
                            if object.count == 1 {
                                (object.owner, object.count) = (NONE, 0);
                                if object.contenders > 0 {
                                    ready.set_contenders(o.0, object.contenders, false);
                                }
                                thread.syncs.pop();
                                given = true;
                                n += u64::from(then.steps);
                                emit!(fast EventKind::Release { object: o, count: 0 });
                                goes!(then);
                            }
                        }
                    }
                    // [RED INVOKE]
                    Fast::Again { recv, from, to, moves, plain } => {
                        if let Value::Object(o) = regs[recv as usize]
                            && (plain || !(O::RETURNS && obs.wants_returns()))
                            && n < slice
                        {
                            let class = heap.objects[o.index()].class;
                            if from <= class && class < to {
                                n += 1;
                                for &(to, from) in &code.moves[moves.range()] {
                                    regs[to as usize] = regs[from as usize];
                                }
                                if O::EVENTS
                                    && O::BINDINGS
                                    && let What::Method(m) = code.what
                                {
                                    let site = code.sites[pc];
                                    pc = 0;
                                    emit!(@fast site, EventKind::Call { object: o, method: MethodRef::Declared(m) });
                                }
                                pc = 0;
                                continue;
                            }
                        }
                    }
                }
            }
            match code.instrs[pc] {
                Instr::Move { dst, src } => {
                    regs[dst as usize] = regs[src as usize];
                    pc += 1;
                }
                Instr::Jump { to } => pc = to as usize,
                Instr::Return { src } => {
                    let v = regs[src as usize];
                    // Nothing else bounds how many calls come back in a row.
                    if POINTS != EVERY && !COUNTED && n > calm {
                        break Stop::Close;
                    }
                    if O::RETURNS
                        && let What::Method(m) = code.what
                    {
                        obs.returned(view!(), m, v);
                    }
                    let Some(frame) = thread.frames.pop() else { break Stop::Finished(v) };
                    thread.regs.truncate(base);
                    thread.code = frame.code;
                    thread.base = frame.base;
                    (code, pc, base) = (program.code(frame.code), frame.pc as usize, frame.base as usize);
                    regs = &mut thread.regs[base..];
                    regs[frame.dst as usize] = v;
                }
                Instr::Ghost { dst, done, this, class, ghost } => {
                    // A ghost that its object has not got denotes nothing: as if `null` had been put in.
                    let path = ghost_path(program, heap, regs[this as usize], class, ghost);
                    regs[dst as usize] = path.map_or(Value::Null, |p| p.0);
                    regs[done as usize] = Value::Int(0);
                    pc += 1;
                }
                // [RED REF] along the path that was put in for a ghost variable
                Instr::GhostStep { dst, done, this, class, ghost } => {
                    let path = ghost_path(program, heap, regs[this as usize], class, ghost);
                    let Value::Int(k) = regs[done as usize] else { stuck!() };
                    let Some(&fd) = path.as_ref().and_then(|p| p.1.get(k as usize)) else {
                        pc += 1;
                        continue;
                    };
                    access!();
                    let o = object!(dst);
                    let Some(at) = program.tables.field_of(heap.object(o).class, fd) else { stuck!() };
                    cell = heap.cell(o, at.slot);
                    let v = heap.cells[cell];
                    regs[dst as usize] = v;
                    regs[done as usize] = Value::Int(k + 1);
                    emit!(EventKind::Read { object: o, field: at.field, value: v });
                }
                // [RED NEW]
                Instr::New { dst, class, ghosts, init } => {
                    local!();
                    if class == ClassId::STRING {
                        stuck!();
                    }
                    if n > slice {
                        out_of_time!();
                    }
                    let limit = match () {
                        () if heap.objects.len() >= limits.objects as usize => Some(Limit::Objects),
                        () if thread.frames.len() >= limits.calls as usize => Some(Limit::Calls),
                        () => None,
                    };
                    if let Some(limit) = limit {
                        n -= 1;
                        break Stop::Limit(limit);
                    }
                    let o = heap.new_object(program, id, &mut thread.allocs, class, &code.paths[ghosts.range()], regs);
                    emit!(EventKind::Alloc { object: o, class });
                    let to = program.code(init);
                    thread.frames.push(Frame { code: thread.code, pc: pc as u32 + 1, base: base as u32, dst });
                    (code, pc, base) = (to, 0, thread.regs.len());
                    thread.code = init;
                    thread.base = base as u32;
                    thread.regs.extend_from_slice(&to.template);
                    regs = &mut thread.regs[base..];
                    regs[0] = Value::Object(o);
                }
                // [RED INIT]
                Instr::InitWrite { src, at } => {
                    let Value::Object(o) = regs[0] else { stuck!() };
                    if program.private_until_built[heap.object(o).class.index()] {
                        local!();
                    } else {
                        access!();
                    }
                    let v = regs[src as usize];
                    cell = heap.cell(o, at.slot);
                    heap.cells[cell] = v;
                    heap.objects[o.index()].built += 1;
                    if O::EVENTS {
                        let kind = EventKind::InitWrite { object: o, field: at.field, value: v };
                        tell(obs, view!(), &Event { thread: id, site: Site::field(at.field), kind });
                        regs = &mut thread.regs[base..];
                    }
                    pc += 1;
                }
                Instr::Built => {
                    local!();
                    let v = regs[0];
                    emit!(local EventKind::Local(Local::Built));
                    let Some(frame) = thread.frames.pop() else { break Stop::Finished(v) };
                    thread.regs.truncate(base);
                    thread.code = frame.code;
                    thread.base = frame.base;
                    (code, pc, base) = (program.code(frame.code), frame.pc as usize, frame.base as usize);
                    regs = &mut thread.regs[base..];
                    regs[frame.dst as usize] = v;
                }
                // [RED REF]
                Instr::Read { dst, obj, name } => {
                    access!();
                    let o = object!(obj);
                    let Some(at) = program.field(heap.object(o).class, name) else { stuck!() };
                    cell = heap.cell(o, at.slot);
                    let v = heap.cells[cell];
                    regs[dst as usize] = v;
                    emit!(EventKind::Read { object: o, field: at.field, value: v });
                    pc += 1;
                }
                // [RED ASSIGN]
                Instr::Write { dst, obj, name, src } => {
                    access!();
                    let o = object!(obj);
                    let Some(at) = program.field(heap.object(o).class, name) else { stuck!() };
                    let v = regs[src as usize];
                    cell = heap.cell(o, at.slot);
                    let old = std::mem::replace(&mut heap.cells[cell], v);
                    regs[dst as usize] = v;
                    emit!(EventKind::Write { object: o, field: at.field, value: v, old });
                    pc += 1;
                }
                // [RED INVOKE]
                Instr::Invoke { dst, recv, name, args, tail } => {
                    local!();
                    let o = object!(recv);
                    if n > slice {
                        out_of_time!();
                    }
                    let Some(method) = program.method(heap.object(o).class, name) else { stuck!() };
                    match method {
                        MethodRef::Declared(m) => {
                            let callee = &program.methods[m as usize];
                            if callee.arity != args.len {
                                stuck!();
                            }
                            if thread.frames.len() >= limits.calls as usize {
                                n -= 1;
                                break Stop::Limit(Limit::Calls);
                            }
                            let to = program.code(callee.code);
                            // A result that is checked on its way out is checked once for both.
                            let same = |m: u32| callee.plain && program.methods[m as usize].ret == callee.ret;
                            let checked = O::RETURNS && obs.wants_returns();
                            if tail && (!checked || matches!(code.what, What::Method(m) if same(m))) {
                                // Substitution leaves nothing of the caller.
                                let count = args.len as usize;
                                let mut few = [Value::Void; FEW];
                                let site = code.sites[pc];
                                if count <= FEW {
                                    for (value, arg) in few.iter_mut().zip(&code.args[args.range()]) {
                                        *value = regs[*arg as usize];
                                    }
                                    if thread.code != callee.code || code.live.is_empty() {
                                        thread.regs.truncate(base);
                                        thread.regs.extend_from_slice(&to.template);
                                        thread.code = callee.code;
                                        code = to;
                                    }
                                    regs = &mut thread.regs[base..];
                                    regs[0] = Value::Object(o);
                                    regs[1..][..count].copy_from_slice(&few[..count]);
                                    pc = 0;
                                    emit!(@tell binding site, EventKind::Call { object: o, method });
                                    continue;
                                }
                            }
                            let top = thread.regs.len();
                            thread.regs.extend_from_slice(&to.template);
                            let (below, above) = thread.regs.split_at_mut(top);
                            above[0] = Value::Object(o);
                            for (param, arg) in above[1..].iter_mut().zip(&code.args[args.range()]) {
                                *param = below[base + *arg as usize];
                            }
                            let site = code.sites[pc];
                            thread.frames.push(Frame { code: thread.code, pc: pc as u32 + 1, base: base as u32, dst });
                            thread.code = callee.code;
                            thread.base = top as u32;
                            (code, pc, base) = (to, 0, top);
                            regs = &mut thread.regs[base..];
                            emit!(@tell binding site, EventKind::Call { object: o, method });
                        }
                        MethodRef::Builtin(b) => {
                            let values: Vec<Value> =
                                code.args[args.range()].iter().map(|&a| regs[a as usize]).collect();
                            let v = value!(ops::builtin(heap, b, Value::Object(o), &values));
                            regs[dst as usize] = v;
                            emit!(binding EventKind::Call { object: o, method });
                            pc += 1;
                        }
                    }
                }
                // [RED LET]
                Instr::Let { dst, src, .. } => {
                    local!();
                    regs[dst as usize] = regs[src as usize];
                    emit!(binding EventKind::Local(Local::Let));
                    pc += 1;
                }
                // [RED ACQUIRE]
                Instr::Acquire { lock } => {
                    let o = match regs[lock as usize] {
                        Value::Object(o) => o,
                        Value::Null if semantics.null_lock_is_free => {
                            local!();
                            thread.syncs.push(Held { object: None, site: code.sites[pc] });
                            emit!(local EventKind::Local(Local::NullLock));
                            pc += 1;
                            continue;
                        }
                        Value::Null => {
                            local!();
                            throw!(Exception::NullPointer)
                        }
                        _ => {
                            local!();
                            stuck!()
                        }
                    };
                    let object = &mut heap.objects[o.index()];
                    if object.owner == i && semantics.locks == Locks::Reentrant {
                        local!();
                    } else {
                        if object.owner != NONE || (if POINTS == EVERY { n > 0 || settling } else { seen }) {
                            break Stop::Lock(o);
                        }
                        seen = true;
                        count!();
                        // It was the thread's own wish that it is about to fulfil, if it rested here.
                        if ready.wants[i as usize] == o.0 {
                            ready.wants[i as usize] = NONE;
                            object.contenders -= 1;
                        }
                        if object.contenders > 0 {
                            ready.set_contenders(o.0, object.contenders, true);
                        }
                    }
                    let object = &mut heap.objects[o.index()];
                    object.owner = i;
                    object.count += 1;
                    let count = object.count;
                    thread.syncs.push(Held { object: Some(o), site: code.sites[pc] });
                    emit!(EventKind::Acquire { object: o, count });
                    pc += 1;
                }
                // [RED RELEASE]
                Instr::Release => {
                    let Some(&held) = thread.syncs.last() else {
                        local!();
                        stuck!()
                    };
                    let Some(o) = held.object else {
                        local!();
                        thread.syncs.pop();
                        emit!(local EventKind::Local(Local::NullLock));
                        pc += 1;
                        continue;
                    };
                    if heap.objects[o.index()].count > 1 && !semantics.inner_release_frees {
                        local!();
                    } else {
                        mover!(alone if matches!(POINTS, VISIBLE | ATOMS));
                    }
                    thread.syncs.pop();
                    let count = release(heap, ready, o, semantics.inner_release_frees);
                    emit!(EventKind::Release { object: o, count });
                    pc += 1;
                }
                // [RED FORK]
                Instr::Fork { dst, body } => {
                    mover!(alone if POINTS == VISIBLE);
                    if children + begun.len() >= limits.threads as usize {
                        n -= 1;
                        break Stop::Limit(Limit::Threads);
                    }
                    let child = ThreadId((children + begun.len()) as u32);
                    thread.forks += 1;
                    let mut new = fresh.pop().unwrap_or_default();
                    new.begin(program, body, id, thread.forks, thread.name, regs);
                    begun.push(new);
                    ready.add_thread();
                    regs[dst as usize] = Value::Int(0);
                    emit!(EventKind::Fork { child });
                    pc += 1;
                }
                Instr::Seq => {
                    local!();
                    emit!(local EventKind::Local(Local::Seq));
                    pc += 1;
                }
                Instr::If { cond, otherwise } => {
                    local!();
                    let Value::Bool(cond) = regs[cond as usize] else { stuck!() };
                    emit!(local EventKind::Local(Local::If));
                    pc = if cond { pc + 1 } else { otherwise as usize };
                }
                Instr::While => {
                    local!();
                    if n > slice {
                        out_of_time!();
                    }
                    emit!(local EventKind::Local(Local::While));
                    pc += 1;
                }
                Instr::Logic { dst, src, on, end } => {
                    local!();
                    let Value::Bool(b) = regs[src as usize] else { stuck!() };
                    regs[dst as usize] = Value::Bool(b);
                    emit!(local EventKind::Local(Local::Logic));
                    pc = if b == on { pc + 1 } else { end as usize };
                }
                Instr::Binary { op, dst, a, b } => {
                    local!();
                    let (a, b) = (regs[a as usize], regs[b as usize]);
                    let v = match (a, b) {
                        (Value::Int(a), Value::Int(b)) => value!(ops::on_ints(op, a, b).map(Made::Value)),
                        _ => value!(ops::binary(heap, op, a, b)),
                    };
                    regs[dst as usize] = v;
                    emit!(local EventKind::Local(Local::Op));
                    pc += 1;
                }
                Instr::Unary { op, dst, a } => {
                    local!();
                    let v = match (op, regs[a as usize]) {
                        (UnOp::Not, Value::Bool(b)) => Value::Bool(!b),
                        (op, v) => value!(ops::unary(op, v).map(Made::Value)),
                    };
                    regs[dst as usize] = v;
                    emit!(local EventKind::Local(Local::Op));
                    pc += 1;
                }
                Instr::Print { dst, a } => {
                    // What is printed first has run first: a thread that begins with it waits for its turn.
                    if settling {
                        break Stop::Early;
                    }
                    local!();
                    let value = regs[a as usize];
                    output.push((id, value));
                    regs[dst as usize] = Value::Void;
                    emit!(local EventKind::Print { value });
                    pc += 1;
                }
                Instr::Assert { dst, a } => {
                    local!();
                    match regs[a as usize] {
                        Value::Bool(true) => {}
                        Value::Bool(false) => throw!(Exception::AssertionFailed),
                        _ => stuck!(),
                    }
                    regs[dst as usize] = Value::Void;
                    emit!(local EventKind::Assert);
                    pc += 1;
                }
                Instr::Holds { dst, .. } => {
                    local!();
                    regs[dst as usize] = Value::Void;
                    emit!(binding EventKind::Local(Local::Holds));
                    pc += 1;
                }
            }
        };
        thread.pc = pc as u32;
        match stop {
            Stop::Point | Stop::Lock(_) | Stop::Close => {}
            Stop::Early | Stop::Thrown => thread.unusual = true,
            Stop::Finished(v) => {
                thread.life = Life::Finished(v);
                thread.regs.clear();
                ready.remove(i);
            }
            Stop::Stuck => {
                thread.life = Life::Stuck;
                ready.remove(i);
                obs.stuck(View { program, semantics: *semantics, heap, thread, id, cell: 0 });
            }
            Stop::Limit(limit) => state.limit = Some(limit),
        }
        if !self.begun.is_empty() {
            self.state.threads.append(&mut self.begun);
        }
        if matches!(stop, Stop::Thrown) {
            n += self.thrown::<POINTS, O>(id, seen, budget - n, obs);
        }
        self.steps += n;
        match stop {
            Stop::Lock(o) => ((n, Some(o)), None),
            Stop::Close => ((n, None), Some(Start { settling, seen, given, n })),
            _ => ((n, None), None),
        }
    }
}
