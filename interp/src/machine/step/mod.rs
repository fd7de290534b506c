//! A run of steps of one thread: how it begins, and when it stops. The rules are methods of the [`Stepper`], a file for each part
//! of section 8 of the calculus.

mod behind;
mod control;
mod objects;
mod points;
mod stepper;
mod superinstructions;
mod tell;
mod threads;
pub(super) mod turn;
mod watched;

use crate::machine::code::Pc;
use crate::machine::observer::{Observer, View};
use crate::machine::state::*;
use crate::machine::{FlatState, Lowered, Machine, SchedulingPoints, ThreadSet};
use crate::value::{ObjectId, ThreadId};
use std::marker::PhantomData;
use stepper::Stepper;

/// After so many local steps in a row it is another thread's turn, at the next call or turn of a loop.
const SLICE: u64 = 500;

/// Why a thread's run of steps came to an end.
#[derive(Clone, Copy)]
enum Stop {
    /// At a scheduling point.
    Point,
    /// Before a step that only this thread can see.
    Early,
    /// Close to the limit.
    Close,
    /// Before an acquire of a lock that the thread does not own.
    Lock(ObjectId),
    /// With a value.
    Finished,
    /// With an exception.
    Thrown,
    /// No rule applies.
    Stuck,
    /// A limit is hit.
    Limit,
}

/// The run of steps has come to its end. The reason is [noted](Stepper::stop) and no part of the result, which therefore fits a
/// register: the compiler then lets each step jump to what follows, without a branch on the result.
struct Stopped;

/// What a part of a step gives, unless the run of steps ends before it.
type Step<T = ()> = Result<T, Stopped>;

/// How a thread comes to rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// At a scheduling point.
    Point,
    /// At a scheduling point, or before an acquire of a free lock, where this thread has been chosen to go on.
    Chosen(ThreadId),
    /// Before an acquire of this lock, which it does not own.
    Lock(ObjectId),
    /// Anyhow else.
    Otherwise,
}

/// Chooses a thread of those that can step; if it does not, it has to be asked elsewhere.
pub(crate) type Choose<'a> = &'a mut dyn FnMut(&ThreadSet) -> Option<ThreadId>;

/// Where a thread is in its turn. A number, for one comparison before each access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Turn(u8);

impl Turn {
    const SEEN: u8 = 1;
    const ALONE: u8 = 2;

    /// Notes whether the one visible step has been made.
    #[inline(always)]
    fn seen(&mut self, seen: bool) {
        self.0 = self.0 & !Turn::SEEN | u8::from(seen);
    }

    /// Notes whether the thread alone can step and goes on to its next turn without a word.
    #[inline(always)]
    fn alone(&mut self, alone: bool) {
        self.0 = self.0 & Turn::SEEN | if alone { Turn::ALONE } else { 0 };
    }

    /// Whether the visible step has been made.
    #[inline(always)]
    fn has_seen(self) -> bool {
        self.0 & Turn::SEEN != 0
    }

    /// Whether the next visible step is one of the next turn, which others come before.
    #[inline(always)]
    fn is_over(self) -> bool {
        self.0 == Turn::SEEN
    }
}

/// How a run of steps starts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// At the start of a thread's life only what is no step is wanted or, unless every step counts, what is local.
    settling: bool,
    /// The one visible step has been made.
    seen: bool,
    /// A release or a fork is among the steps made, and that matters.
    given: bool,
    /// So many steps of the turn have been made.
    made: u64,
    /// While the run has made fewer steps than this, or a turn more, nobody is asked whose turn it is if the thread alone can step.
    until: u64,
}

impl Machine {
    /// The steps of [`Machine::run_thread`].
    // Tests are to compile quickly.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_steps<P: SchedulingPoints, O: Observer, const COUNTED: bool>(
        &mut self,
        mut id: ThreadId,
        Start { settling, seen, given, made, until }: Start,
        obs: &mut O,
        choose: Choose<'_>,
    ) -> Rest {
        let before = self.steps - made;
        (self.turn, self.last) = (before, id);
        // Where steps are not counted, the limit is not close.
        let slice = match (P::LOCAL, COUNTED) {
            (true, _) => self.limits.steps,
            (false, true) => self.limits.steps.min(before.saturating_add(SLICE)),
            (false, false) => before + SLICE,
        };
        let Machine { program, semantics, limits, state, fresh, begun, calm, .. } = self;
        let FlatState { heap, threads, ready, output, limit, unclear, .. } = state;
        *unclear |= !O::DOUBTS || semantics.inner_release_frees;
        if threads[id.index()].unusual && matches!(threads[id.index()].life, Life::Unwinding(_)) {
            self.steps += self.unwind::<P, O>(id, seen, obs);
            if O::RESTS {
                self.tell_rest(id, obs);
            }
            return Rest::Otherwise;
        }
        let (program, count): (&Lowered, _) = (program, threads.len());
        // A thread that rests before a local step makes only such steps.
        let seen = seen | (!P::LOCAL && threads[id.index()].unusual);
        threads[id.index()].unusual = false;
        let (mut turn, mut told, mut goes_on) = (Turn::default(), true, false);
        turn.seen(seen);
        let mut chosen;
        let (mut n, mut before, mut slice, mut given, mut stop) = (self.steps, before, slice, given, Stop::Point);
        // One thread after the other, as they are chosen.
        loop {
            let thread = &mut threads[id.index()];
            let mut stepper = Stepper::<P, O, COUNTED> {
                program,
                semantics,
                limits,
                calm,
                until,
                obs: &mut *obs,
                heap: &mut *heap,
                ready: &mut *ready,
                output: &mut *output,
                limit: &mut *limit,
                unclear: &mut *unclear,
                threads: count,
                fresh: &mut *fresh,
                begun: &mut *begun,
                id,
                name: &thread.name,
                life: &mut thread.life,
                frames: &mut thread.frames,
                syncs: &mut thread.syncs,
                forks: &mut thread.forks,
                allocs: &mut thread.allocs,
                code: program.code(thread.code),
                code_id: &mut thread.code,
                pc: thread.pc.index(),
                base: thread.base as usize,
                n,
                before,
                slice,
                settling,
                turn,
                given,
                stop,
                points: PhantomData,
            };
            if !goes_on {
                stepper.look_around();
            }
            loop {
                let Err(Stopped) = stepper.go(&mut thread.regs);
                if stepper.has_next_turn() {
                    continue;
                }
                let stop = stepper.stop;
                chosen = match stop {
                    Stop::Point => {
                        told = !O::RESTS || stepper.tell_point(&thread.regs);
                        if told { stepper.choose(choose) } else { None }
                    }
                    Stop::Lock(lock) if stepper.may_acquire(lock) => stepper.choose(choose),
                    _ => None,
                };
                if chosen != Some(id) {
                    break;
                }
                stepper.begin_turn();
            }
            let (pc, base) = (stepper.pc, stepper.base);
            Stepper { n, before, turn, given, stop, .. } = stepper;
            (thread.pc, thread.base) = (Pc(pc as u32), base as u32);
            match chosen {
                Some(other) if !threads[other.index()].unusual => {
                    obs.ran(id, n - before);
                    (id, before, slice, turn, given) = (other, n, n + SLICE, Turn::default(), false);
                    // It is one of several.
                    goes_on = true;
                }
                _ => break,
            }
        }
        (self.steps, self.turn, self.last) = (n, before, id);
        if let Some(other) = chosen {
            return Rest::Chosen(other);
        }
        let seen = turn.has_seen();
        match stop {
            Stop::Point => {
                if !told {
                    self.tell_rest(id, obs);
                }
                Rest::Point
            }
            Stop::Lock(lock) => {
                if O::RESTS {
                    obs.rest(program, id, None, n);
                }
                Rest::Lock(lock)
            }
            Stop::Close => self.run_counted::<P, O>(id, settling, (seen, given), n - before, obs),
            stop => {
                self.stopped::<P, O>(id, stop, seen, obs);
                if O::RESTS {
                    self.tell_rest(id, obs);
                }
                Rest::Otherwise
            }
        }
    }

    /// A run of steps has ended in an unusual way.
    #[inline(never)]
    fn stopped<P: SchedulingPoints, O: Observer>(&mut self, id: ThreadId, stop: Stop, seen: bool, obs: &mut O) {
        let Machine { program, semantics, state, steps, .. } = self;
        let FlatState { heap, threads, ready, .. } = state;
        let thread = &mut threads[id.index()];
        match stop {
            Stop::Point | Stop::Lock(_) | Stop::Close | Stop::Limit => {}
            Stop::Early => thread.unusual = true,
            Stop::Finished => {
                thread.regs.clear();
                ready.threads.remove(id);
            }
            Stop::Thrown => {
                thread.unusual = true;
                self.steps += self.thrown::<P, O>(id, seen, obs);
            }
            Stop::Stuck => {
                ready.threads.remove(id);
                obs.stuck(View::of_thread(program, *semantics, heap, thread, id, *steps));
            }
        }
    }
}
