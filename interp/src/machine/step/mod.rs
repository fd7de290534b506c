//! A run of steps of one thread: when it stops, and the words in which `rules` and `superinstructions` are written.

mod rules;
mod superinstructions;
mod tell;
pub(super) mod turn;

use crate::event::{Access, Event, EventKind, Local, Site};
use crate::machine::code::*;
use crate::machine::fast::{FEW, Fast};
use crate::machine::ghosts::ghost_path;
use crate::machine::observer::{Observer, Order, Place, Touch, View};
use crate::machine::quick::Keeper;
use crate::machine::state::*;
use crate::machine::unwind::release;
use crate::machine::{FlatState, Machine, SchedulingPoints};
use crate::ops::{self, Made};
use crate::options::{Limit, Locks};
use crate::program::{ClassId, MethodId};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::UnOp;
use rules::rules;
use superinstructions::superinstructions;
use tell::{tell, tell_doubt, tell_point, tell_touch};

/// After so many local steps in a row it is another thread's turn, at the next call or turn of a loop.
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

/// Stands for a lock: the run of steps is to go on as [`Machine::again`] says.
const CLOSE: u32 = NONE - 1;

/// How a run of steps starts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// At the start of a thread's life only what is no step is wanted or, unless every step counts, what is local.
    settling: bool,
    /// The one visible step has been made.
    seen: bool,
    /// A release or a fork is among the steps made, and that matters.
    given: bool,
    /// So many steps have been made.
    made: u64,
}

impl Machine {
    /// The steps of [`Machine::run_thread`]. Once the limit may be close, [`CLOSE`] stands for the lock.
    // `regs` is taken again after every event, also where no register is looked at afterwards.
    #[allow(unused_assignments)]
    // Tests are to compile quickly.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_steps<P: SchedulingPoints, O: Observer, const COUNTED: bool>(
        &mut self,
        id: ThreadId,
        Start { settling, mut seen, mut given, made }: Start,
        obs: &mut O,
    ) -> (u64, u32) {
        let i = id.0;
        // How many steps the run has made: now, when this thread's turn began, and at the end of its time.
        let mut n = self.steps;
        let before = n - made;
        let slice = if P::LOCAL { self.limits.steps } else { self.limits.steps.min(before.saturating_add(SLICE)) };
        let Machine { program, semantics, limits, state, fresh, begun, calm, .. } = self;
        let program: &Lowered = program;
        let FlatState { heap, threads, ready, output, unclear, .. } = state;
        *unclear |= !O::DOUBTS;
        if threads[id.index()].unusual && matches!(threads[id.index()].life, Life::Unwinding(_)) {
            self.steps += self.unwind::<P, O>(id, seen, obs);
            if O::RESTS {
                self.tell_rest(id, obs);
            }
            return (self.steps - before, NONE);
        }
        let children = threads.len();
        let thread = &mut threads[id.index()];
        let mut code = program.code(thread.code);
        let mut pc = thread.pc as usize;
        let mut base = thread.base as usize;
        let mut regs = &mut thread.regs[base..];
        // A thread that rests before a local step makes only such steps.
        seen |= !P::LOCAL && thread.unusual;
        thread.unusual = false;

        macro_rules! view {
            () => {
                View { program, semantics: *semantics, heap: &*heap, thread: &*thread, id, steps: n }
            };
        }
        // Tells an observer, in this way, of an access.
        macro_rules! touch {
            ($tell:path, $access:expr, $o:expr, $fd:expr, $cell:expr, $site:expr) => {{
                let (heap, syncs, steps) = (&*heap, &thread.syncs, n);
                let place = Place { heap, thread: id, cell: $cell, access: $access, site: $site };
                $tell(obs, place, || Touch { place, syncs, object: $o, field: $fd, steps });
            }};
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
            // Of a call and the like, and of one with which something may be wrong.
            (binding $site:expr, $kind:expr, unless $clear:expr) => {
                if O::EVENTS && (O::LOCAL || O::BINDINGS) {
                    emit!(@tell $site, $kind)
                }
                if O::DOUBTS && !$clear {
                    emit!(@with tell_doubt, $site, $kind)
                }
            };
            // What the step orders.
            (order $order:expr, if $is:expr) => {
                if O::ORDERS && $is {
                    obs.order(id, $order);
                }
            };
            // Of an acquire or a release.
            (lock $kind:expr) => {
                if O::EVENTS {
                    emit!(@tell code.sites[pc], $kind)
                }
                if O::DOUBTS {
                    emit!(@with tell_doubt, code.sites[pc], $kind)
                }
            };
            // Of an access.
            (access $access:expr, $o:expr, $fd:expr, $cell:expr, $site:expr, $kind:expr, unless $clear:expr) => {
                if O::TOUCHES {
                    touch!(tell_touch, $access, $o, $fd, $cell, &Site::from($site));
                }
                if O::EVENTS && O::ACCESSES {
                    emit!(@with tell, $site, $kind)
                }
                if O::DOUBTS && !$clear {
                    emit!(@with tell_doubt, $site, $kind)
                }
            };
            (@tell $site:expr, $kind:expr) => {
                emit!(@with tell, $site, $kind)
            };
            (@with $tell:ident, $site:expr, $kind:expr) => {{
                let event = Event { thread: id, site: Site::from($site), kind: $kind };
                thread.pc = pc as u32;
                $tell(obs, view!(), &event);
                regs = &mut thread.regs[base..];
            }};
            // In superinstructions the observer may be compiled in.
            (fast $kind:expr) => {
                if O::EVENTS {
                    emit!(@fast event, $kind)
                }
            };
            (fast access $access:expr, $o:expr, $fd:expr, $cell:expr, $site:expr, $kind:expr, unless $clear:expr) => {
                if O::TOUCHES {
                    touch!(O::touch, $access, $o, $fd, $cell, $site);
                }
                if O::EVENTS && O::ACCESSES {
                    emit!(@fast event, $kind)
                }
                if O::DOUBTS && !$clear {
                    emit!(@with tell_doubt, code.sites[pc], $kind)
                }
            };
            (@fast event, $kind:expr) => {{
                let event = Event { thread: id, site: Site::expr(code.sites[pc]), kind: $kind };
                thread.pc = pc as u32;
                obs.event(view!(), &event);
                regs = &mut thread.regs[base..];
            }};
        }
        // One step more, if the limit lets it.
        macro_rules! count {
            () => {{
                if COUNTED && n >= limits.steps {
                    break Stop::Limit(Limit::Steps);
                }
                n += 1;
            }};
        }
        // Before a local step: a scheduling point only if every step is one.
        macro_rules! local {
            () => {{
                if P::LOCAL && (n > before || settling) {
                    break Stop::Point;
                }
                count!();
            }};
        }
        // Before a step that other threads can see.
        macro_rules! visible {
            () => {{
                if (P::LOCAL && (n > before || settling)) || (!P::LOCAL && seen) {
                    break Stop::Point;
                }
                seen = true;
                count!();
            }};
        }
        // Before an access.
        macro_rules! access {
            () => {
                if P::SPANS {
                    if given || settling {
                        break Stop::Point;
                    }
                    seen = true;
                    count!();
                } else if P::ACCESSES {
                    visible!()
                } else {
                    local!()
                }
            };
        }
        // Before a step that others can see, but that moves left over all of theirs: it goes with the step before it.
        macro_rules! mover {
            (alone if $alone:expr) => {
                if $alone || settling || n == before {
                    visible!()
                } else {
                    local!()
                }
                given |= P::SPANS;
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
                break if n >= limits.steps { Stop::Limit(Limit::Steps) } else { Stop::Early };
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
        // Tells of the let that a superinstruction has taken along.
        macro_rules! hidden_let {
            ($then:expr, $value:expr) => {
                let doubt = O::DOUBTS && !$then.lets.admits(heap, $value);
                let told = O::EVENTS && O::BINDINGS && $then.steps > 1;
                if (doubt || told) && matches!(code.instrs.get(pc + 1), Some(Instr::Let { .. })) {
                    (pc, n) = (pc + 1, n + 1);
                    emit!(binding code.sites[pc], EventKind::Local(Local::Let), unless !doubt);
                    n -= 1;
                }
            };
        }
        // Whether an access has to wait for the next turn.
        macro_rules! rests {
            () => {
                if P::SPANS { given || settling } else { seen && P::ACCESSES }
            };
        }
        // On to what comes after a superinstruction.
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
            if !(P::LOCAL || COUNTED || O::EVENTS && O::LOCAL) {
                superinstructions!(
                    code, pc, regs, thread, heap, n, before, seen, given, i, id, obs, ready, slice, program, semantics,
                    unclear
                );
            }
            rules!(
                code, pc, base, regs, thread, heap, n, before, seen, i, id, program, obs, ready, limits, semantics,
                slice, calm, settling, begun, children, output, fresh, unclear
            );
        };
        thread.pc = pc as u32;
        self.steps = n;
        let lock = match stop {
            Stop::Point => {
                if O::RESTS && !tell_point(obs, program, heap, &code.accesses[pc], regs, (id, n)) {
                    self.tell_rest(id, obs);
                }
                NONE
            }
            Stop::Lock(o) => {
                if O::RESTS {
                    obs.rest(program, id, None, n);
                }
                o.0
            }
            Stop::Close => {
                self.again = Start { settling, seen, given, made: n - before };
                CLOSE
            }
            stop => {
                self.stopped::<P, O>(id, stop, seen, obs);
                if O::RESTS {
                    self.tell_rest(id, obs);
                }
                NONE
            }
        };
        if !self.begun.is_empty() {
            self.state.threads.append(&mut self.begun);
        }
        (self.steps - before, lock)
    }

    /// A run of steps has ended in an unusual way.
    #[inline(never)]
    fn stopped<P: SchedulingPoints, O: Observer>(&mut self, id: ThreadId, stop: Stop, seen: bool, obs: &mut O) {
        let Machine { program, semantics, state, steps, .. } = self;
        let FlatState { heap, threads, ready, limit, .. } = state;
        let thread = &mut threads[id.index()];
        match stop {
            Stop::Point | Stop::Lock(_) | Stop::Close => {}
            Stop::Early => thread.unusual = true,
            Stop::Finished(v) => {
                thread.life = Life::Finished(v);
                thread.regs.clear();
                ready.remove(id.0);
            }
            Stop::Thrown => {
                thread.unusual = true;
                self.steps += self.thrown::<P, O>(id, seen, obs);
            }
            Stop::Stuck => {
                thread.life = Life::Stuck;
                ready.remove(id.0);
                obs.stuck(View { program, semantics: *semantics, heap, thread, id, steps: *steps });
            }
            Stop::Limit(hit) => *limit = Some(hit),
        }
    }
}
