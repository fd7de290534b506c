//! Before steps: scheduling points, and the count of steps.

use super::stepper::Stepper;
use super::tell::tell_point;
use super::{Choose, SLICE, StepResult, Stop};
use crate::machine::SchedulingPoints;
use crate::machine::observer::Observer;
use crate::machine::ready::Ready;
use crate::options::Limit;
use crate::value::{ObjectId, ThreadId, Value};

/// Returns true if a thread that alone can step may begin its next turn without anybody being asked or told.
#[inline(always)]
pub(super) fn is_alone<P: SchedulingPoints, O: Observer>(ready: &Ready, early: bool, stops: bool) -> bool {
    let asked = P::LOCAL || O::TURNS || ready.threads.len() != 1;
    !asked && early && !stops
}

impl<P: SchedulingPoints, O: Observer> Stepper<'_, '_, P, O> {
    /// A turn is over. If the thread alone can step, and nobody is to be asked, its next turn begins.
    #[inline(always)]
    pub(super) fn has_next_turn(&mut self) -> bool {
        // Without these, it has gone on already.
        let asked = O::TURNS || self.stops;
        if P::LOCAL || !asked || self.n >= self.until || self.ready.threads.len() != 1 {
            return false;
        }
        let goes_on = match self.stop {
            Stop::Point => true,
            Stop::Lock(lock) => self.heap.object(lock).owner.is_none(),
            Stop::Early | Stop::Finished | Stop::Thrown | Stop::Stuck | Stop::Limit => false,
        };
        if !goes_on || self.stops && self.obs.done() {
            return false;
        }
        self.begin_turn();
        true
    }

    /// The thread's turn is over, and its next one begins.
    #[inline(always)]
    pub(super) fn begin_turn(&mut self) {
        self.obs.ran(self.id, self.n - *self.before);
        (*self.before, self.slice) = (self.n, self.n + SLICE);
        self.turn.seen(false);
    }

    /// Returns the thread that goes on at this scheduling point, if nothing else is due before.
    #[inline(always)]
    pub(super) fn choose(&mut self, choose: Choose<'_>) -> Option<ThreadId> {
        let over = P::LOCAL || self.n >= self.until;
        if over || self.stops && self.obs.done() {
            return None;
        }
        choose(&self.ready.threads)
    }

    /// Notes that the thread has come to rest, and tells the observer. Returns false if that takes a closer look.
    #[inline(always)]
    pub(super) fn comes_to_rest(&mut self, stack: &mut Vec<Value>) -> bool {
        match self.stop {
            Stop::Point if O::RESTS => {
                let (access, regs) = (&self.code.accesses[self.pc], &stack[*self.base as usize..]);
                return tell_point(self.obs, self.program, self.heap, access, regs, (self.id, self.n));
            }
            Stop::Point => return true,
            Stop::Lock(lock) => self.comes_to(lock),
            Stop::Finished => {
                stack.clear();
                self.ready.rest(self.id);
                self.look_around();
            }
            Stop::Early | Stop::Thrown | Stop::Stuck | Stop::Limit => return false,
        }
        if O::RESTS {
            self.obs.rest(self.program, self.id, None, self.n);
        }
        true
    }

    /// The thread rests before an acquire of a lock, for which it has to wait if that has an owner.
    #[inline(always)]
    fn comes_to(&mut self, lock: ObjectId) {
        let object = &mut self.heap.objects[lock.index()];
        self.ready.wish(self.id, lock, object);
        if let Some(owner) = object.owner.get() {
            self.ready.rest(self.id);
            self.look_around();
            let waits = self.cycle.is_none() && self.ready.has_wish(owner);
            if waits && self.ready.waits_for_itself(&self.heap.objects, self.id) {
                *self.cycle = Some(self.id);
            }
        }
    }

    /// Returns true if the turn's time is not over, since the thread has gone on to other turns, and then extends it.
    /// If the run is due to be looked at, the thread no longer goes on alone.
    #[inline(always)]
    pub(super) fn has_begun_anew(&mut self) -> bool {
        if P::LOCAL || self.n > *self.before + SLICE {
            return false;
        }
        self.slice = *self.before + SLICE;
        self.look_around();
        true
    }

    /// Looks again after a step that changes the set of enabled threads, if it may be this one alone now.
    #[inline(always)]
    pub(super) fn look_around(&mut self) {
        self.turn.alone(is_alone::<P, O>(self.ready, self.n < self.until, self.stops));
    }

    /// One step more, if the limit lets it.
    #[inline(always)]
    fn count(&mut self) -> StepResult {
        if self.n >= self.limits.steps {
            return self.hit(Limit::Steps);
        }
        self.n += 1;
        Ok(())
    }

    /// Returns true if a step may not be made in this turn if a scheduling point is before every step.
    #[inline(always)]
    pub(super) fn is_next_turn(&self) -> bool {
        self.n > *self.before || self.settling
    }

    /// Before a local step: a scheduling point only if every step is one.
    #[inline(always)]
    pub(super) fn local(&mut self) -> StepResult {
        if P::LOCAL && self.is_next_turn() {
            return self.stop(Stop::Point);
        }
        self.count()
    }

    /// Before a step that other threads can see.
    #[inline(always)]
    pub(super) fn visible(&mut self) -> StepResult {
        if if P::LOCAL { self.is_next_turn() } else { self.turn.is_over() } {
            return self.stop(Stop::Point);
        }
        self.see()
    }

    /// The visible step of this turn.
    #[inline(always)]
    pub(super) fn see(&mut self) -> StepResult {
        self.saw();
        self.count()
    }

    /// The visible step of this turn comes now. It is the first of the turn, or of a later turn that a thread which
    /// alone can step has gone on to.
    #[inline(always)]
    pub(super) fn saw(&mut self) {
        self.turn.seen(true);
        if !P::LOCAL {
            *self.before = self.n;
        }
    }

    /// Before an access.
    #[inline(always)]
    pub(super) fn access(&mut self) -> StepResult {
        if P::ACCESSES { self.visible() } else { self.local() }
    }

    /// Before a step that others can see, but that moves left over all of theirs: it goes with the step before it,
    /// unless it is to stand `alone`.
    #[inline(always)]
    pub(super) fn mover(&mut self, alone: bool) -> StepResult {
        if alone || self.settling || self.n == *self.before { self.visible() } else { self.local() }
    }
}
