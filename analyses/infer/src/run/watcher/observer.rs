//! Events of a run, handed to the watcher.

use super::{Set, Watcher, key};
use racefree_interp::event::Access;
use racefree_interp::machine::intern::mix;
use racefree_interp::machine::observer::{Order, Place, Touch};
use racefree_interp::program::MethodId;
use racefree_interp::{Event, EventKind, Lowered, Observer, ThreadId, Value, View};

impl Observer for Watcher<'_> {
    const LOCAL: bool = false;
    const TURNS: bool = true;
    const BINDINGS: bool = true;
    const LETS: bool = false;
    const ACCESSES: bool = false;
    const TOUCHES: bool = true;
    const ORDERS: bool = true;
    const RETURNS: bool = true;
    const EVERY_RETURN: bool = true;

    #[inline(always)]
    fn event(&mut self, view: View<'_>, event: &Event) {
        match event.kind {
            EventKind::Alloc { object, .. } => {
                self.events += 1;
                self.alloc(view, event.thread, object);
            }
            EventKind::Call { method: MethodId::Declared(m), .. } => {
                self.events += 1;
                if self.binds[m as usize].params {
                    self.frame(m, view.regs);
                    self.calls.intern(&self.scratch);
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn touch<'t>(&mut self, place: Place<'t>, more: impl Fn() -> Touch<'t> + Copy) {
        let value = place.heap.cells[place.cell.index()];
        if place.access == Access::Init && !self.extent.constructor && value.object().is_none() {
            return;
        }
        if let (Some(cell), Some(thread)) =
            (self.cells.get_mut(place.cell.index()), self.threads.get(place.thread.index()))
            && cell.last == key(place.thread, thread.set)
            && place.access != Access::Init
            && (place.access == Access::Read || cell.writes && value.object().is_none_or(|o| o.0 == cell.stored))
        {
            cell.events += 1;
            return;
        }
        self.look(more());
    }

    fn order(&mut self, t: ThreadId, order: Order) {
        match order {
            Order::Acquire(o) => self.thread(t).held.push(o),
            Order::Release(o) => {
                let held = &mut self.thread(t).held;
                held.iter().rposition(|&l| l == o).into_iter().for_each(|at| _ = held.swap_remove(at));
            }
            Order::Fork(_) => {
                self.thread(t).forks += 1;
                return;
            }
            Order::Begin(_) | Order::End(_) => return,
        }
        self.events += 1;
        self.renumber(t);
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        if self.binds[method as usize].result
            && let Value::Object(o) = value
        {
            self.frame(method, view.regs);
            self.scratch.push(o.0);
            self.results.intern(&self.scratch);
        }
    }

    #[inline]
    fn ran(&mut self, t: ThreadId, steps: u64) {
        self.turns = mix(self.turns ^ u64::from(t.0) << 48 ^ steps);
    }

    fn wants_returns(&self) -> bool {
        self.binds.iter().any(|b| b.result)
    }

    fn start(&mut self, _: &Lowered) {
        self.sets.start();
        self.cells.clear();
        self.objects.clear();
        for thread in &mut self.threads {
            thread.held.clear();
            thread.building.clear();
            (thread.set, thread.forks) = (Set::EMPTY, 0);
        }
        self.far.clear();
        self.made.clear();
        self.frames.clear();
        self.stored.clear();
        self.sorted = 0;
        self.calls.clear();
        self.results.clear();
        (self.events, self.turns) = (0, 0);
    }

    fn stops(&self) -> bool {
        false
    }
}
