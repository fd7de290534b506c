//! Locks given back: \[RED RELEASE\]'s effect, and \[RED UNWIND\].

use super::ready::Ready;
use super::state::*;
use super::{FlatState, Machine, SchedulingPoints};
use crate::event::{Event, EventKind, Local, Site};
use crate::index::Packed;
use crate::machine::observer::{Observer, Order, View};
use crate::options::Limit;
use crate::value::{ObjectId, ThreadId};
use racefree_grammar::ast::Expr;

impl Machine {
    /// A thread's expression has become `C[throw X]`: everything but its `in_sync` and `in_atomic` frames is gone.
    /// Returns the number of steps that it has made since.
    pub(super) fn thrown<P: SchedulingPoints, O: Observer>(&mut self, id: ThreadId, seen: bool, obs: &mut O) -> u64 {
        let thread = &mut self.state.threads[id.index()];
        thread.frames.clear();
        thread.regs.clear();
        thread.base = 0;
        if let Life::Unwinding(exception) = thread.life
            && thread.syncs.is_empty()
        {
            thread.life = Life::Ended(exception);
            self.state.ready.threads.remove(id);
        } else if !P::LOCAL {
            return self.unwind::<P, O>(id, seen, obs);
        }
        0
    }

    /// \[RED UNWIND\], within the steps that are left. Returns the number of steps made.
    pub(super) fn unwind<P: SchedulingPoints, O: Observer>(
        &mut self,
        id: ThreadId,
        mut seen: bool,
        obs: &mut O,
    ) -> u64 {
        let Machine { program, semantics, limits, state, steps, .. } = self;
        let budget = limits.steps.saturating_sub(*steps);
        let FlatState { heap, threads, ready, .. } = state;
        let thread = &mut threads[id.index()];
        let Life::Unwinding(exception) = thread.life else { return 0 };
        let mut n = 0;
        while let Some(&held) = thread.syncs.last() {
            let outermost = held.object.is_some_and(|o| heap.objects[o.index()].count <= 1);
            if !P::LOCAL && n >= budget {
                state.limit = Some(Limit::Steps);
                break;
            }
            let rests = if P::LOCAL { n > 0 } else { P::RELEASES && seen && outermost };
            if rests {
                break;
            }
            seen |= outermost;
            n += 1;
            thread.syncs.pop();
            let kind = match held.object {
                Some(object) => {
                    let count = release(heap, ready, object, semantics.inner_release_frees);
                    if O::ORDERS && count == 0 {
                        obs.order(id, Order::Release(object));
                    }
                    EventKind::Release { object, count }
                }
                None if matches!(program.tables.program.expr(held.site), Expr::Atomic(_)) => {
                    if O::ORDERS {
                        obs.order(id, Order::End(held.site));
                    }
                    EventKind::End { block: held.site }
                }
                None => EventKind::Local(Local::NullLock),
            };
            if O::EVENTS || O::MONITORS {
                let view = View::of_thread(program, *semantics, heap, thread, id, *steps + n);
                let event = Event { thread: id, site: Site::expr(held.site), kind };
                if O::EVENTS {
                    obs.event(view, &event);
                }
                if O::MONITORS {
                    obs.monitored(view, &event);
                }
            }
        }
        if thread.syncs.is_empty() {
            thread.life = Life::Ended(exception);
            ready.threads.remove(id);
        }
        n
    }
}

/// Count − 1, at 0 free. Returns the remaining count.
pub(super) fn release(heap: &mut Heap, ready: &mut Ready, o: ObjectId, frees: bool) -> u32 {
    let object = &mut heap.objects[o.index()];
    object.count = if frees { 0 } else { object.count.saturating_sub(1) };
    if object.count == 0 {
        object.owner = Packed::NONE;
        ready.unblock(o, object.contenders);
    }
    object.count
}
