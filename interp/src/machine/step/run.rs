//! Turns of threads, one after the other, as long as nothing is due between them.

use super::points::is_alone;
use super::stepper::Stepper;
use super::{Choose, SLICE, Stop, Stopped};
use crate::machine::code::Pc;
use crate::machine::observer::{Observer, View};
use crate::machine::state::*;
use crate::machine::{FlatState, Lowered, Machine, SchedulingPoints};
use crate::value::ThreadId;
use std::marker::PhantomData;

/// End of turns.
struct End {
    /// Reason for the end of the last of them.
    stop: Stop,
    /// True if everything has been noted that is due then.
    noted: bool,
    /// The thread that was chosen to go on, if something is due before.
    chosen: Option<ThreadId>,
}

/// Tells an observer of a thread's turn, or of its first local steps.
#[inline(always)]
pub(in crate::machine) fn tell_turn<O: Observer>(obs: &mut O, settling: bool, thread: ThreadId, steps: u64) {
    match settling {
        false => obs.ran(thread, steps),
        true if steps > 0 => obs.settled(thread, steps),
        true => {}
    }
}

impl Machine {
    /// Lets a thread make steps up to its next scheduling point. A thread that is `settling` is at the start of its life and makes
    /// local steps alone, or, if every step counts, none. As long as the thread alone can step and the run has made fewer steps than
    /// `until`, or a turn more, it goes on to its next turns, and then threads do that are `choose`n. Returns the thread that was chosen
    /// to go on, if there is one.
    // Tests are to compile quickly.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::machine) fn run_thread<P: SchedulingPoints, O: Observer>(
        &mut self,
        id: ThreadId,
        settling: bool,
        until: u64,
        obs: &mut O,
        choose: Choose<'_>,
    ) -> Option<ThreadId> {
        (self.turn, self.last) = (self.steps, id);
        let thread = &mut self.state.threads[id.index()];
        if thread.unusual && matches!(thread.life, Life::Unwinding(_)) {
            self.steps += self.unwind::<P, O>(id, settling, obs);
            if O::RESTS {
                self.tell_rest(id, obs);
            }
            return None;
        }
        // A thread that rests before a local step makes only such steps.
        let seen = settling | (!P::LOCAL && thread.unusual);
        thread.unusual = false;
        let End { stop, noted, chosen } = self.turns::<P, O>(id, (settling, seen, until), obs, choose);
        if noted {
            return chosen;
        }
        let (id, seen) = (self.last, self.stage.has_seen());
        self.stopped::<P, O>(id, stop, seen, obs);
        if O::RESTS {
            self.tell_rest(id, obs);
        }
        None
    }

    /// A thread's turn, and the turns of threads chosen after it. A thread that was forked makes its first local steps
    /// before one is chosen.
    #[inline(always)]
    fn turns<P: SchedulingPoints, O: Observer>(
        &mut self,
        mut id: ThreadId,
        (mut settling, seen, until): (bool, bool, u64),
        obs: &mut O,
        choose: Choose<'_>,
    ) -> End {
        let mut n = self.steps;
        let mut slice = if P::LOCAL { self.limits.steps } else { self.turn + SLICE };
        let Machine { program, semantics, limits, state, spare, settled, turn: before, stage: turn, .. } = self;
        let FlatState { heap, threads, ready, output, limit, cycle, .. } = state;
        let (program, mut count): (&Lowered, _) = (program, threads.len());
        // Nobody is chosen while a thread settles, nor by a thread that has forked.
        let mut asked_until = if settling { 0 } else { until };
        let stops = obs.stops();
        turn.seen(seen);
        turn.alone(is_alone::<P, O>(ready, n < asked_until, stops));
        let mut stop = Stop::Point;
        let (mut noted, mut chosen);
        loop {
            let thread = &mut threads[id.index()];
            let mut stepper = Stepper::<P, O> {
                program,
                semantics,
                limits,
                until: asked_until,
                stops,
                obs: &mut *obs,
                heap: &mut *heap,
                ready: &mut *ready,
                output: &mut *output,
                limit: &mut *limit,
                cycle: &mut *cycle,
                threads: count,
                spare: &mut *spare,
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
                base: &mut thread.base,
                n,
                before: &mut *before,
                slice,
                settling,
                turn: &mut *turn,
                stop,
                points: PhantomData,
            };
            loop {
                let Err(Stopped) = stepper.go(&mut thread.regs);
                if stepper.has_next_turn() {
                    continue;
                }
                noted = stepper.comes_to_rest(&mut thread.regs);
                chosen = if noted { stepper.choose(choose) } else { None };
                if chosen != Some(id) {
                    break;
                }
                stepper.begin_turn();
            }
            let pc = stepper.pc;
            Stepper { n, stop, until: asked_until, .. } = stepper;
            thread.pc = Pc(pc as u32);
            if let Some(other) = chosen
                && !threads[other.index()].unusual
            {
                obs.ran(id, n - *before);
                (id, *before, slice) = (other, n, n + SLICE);
                turn.seen(false);
                continue;
            }
            let forked = || noted && n < until && (settling || spare.forked() > 0);
            if P::LOCAL || chosen.is_some() || !forked() || stops && obs.done() {
                break;
            }
            if spare.forked() > 0 {
                spare.join(threads);
                count = threads.len();
            }
            // The next of the forked threads; after the last of them one is chosen.
            let next = *settled + usize::from(settling);
            let settles = next < count;
            chosen = if settles { Some(ThreadId(next as u32)) } else { choose(&ready.threads) };
            let Some(other) = chosen.filter(|other| !threads[other.index()].unusual) else { break };
            tell_turn(obs, settling, id, n - *before);
            *settled += usize::from(settling);
            (id, *before, slice, settling) = (other, n, n + SLICE, settles);
            asked_until = if settles { 0 } else { until };
            turn.seen(settles);
            turn.alone(is_alone::<P, O>(ready, n < asked_until, stops));
        }
        (self.steps, self.last) = (n, id);
        End { stop, noted, chosen }
    }

    /// A run of steps has ended in an unusual way.
    #[inline(never)]
    fn stopped<P: SchedulingPoints, O: Observer>(&mut self, id: ThreadId, stop: Stop, seen: bool, obs: &mut O) {
        let Machine { program, semantics, state, steps, .. } = self;
        let FlatState { heap, threads, ready, .. } = state;
        let thread = &mut threads[id.index()];
        match stop {
            Stop::Point | Stop::Lock(_) | Stop::Finished | Stop::Limit => {}
            Stop::Early => thread.unusual = true,
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
