//! Spare threads, kept for their memory, and the threads that have just been forked.

use super::state::FlatThread;

/// Threads that are not in the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spare {
    /// Spare threads, then the ones forked by the thread that steps, the first of them last.
    threads: Vec<FlatThread>,
    /// Number of forked threads; none between steps.
    forked: usize,
}

impl Spare {
    /// Number of threads forked, and not yet in the state.
    #[inline(always)]
    pub(crate) fn forked(&self) -> usize {
        self.forked
    }

    /// Forks one more thread, in the memory of a spare one, which is not cleared.
    pub(crate) fn fork(&mut self) -> &mut FlatThread {
        if self.forked == self.threads.len() {
            // Spare threads go before the forked ones.
            let more = self.threads.len().max(4);
            self.threads.splice(0..0, std::iter::repeat_with(FlatThread::default).take(more));
        }
        self.forked += 1;
        let at = self.threads.len() - self.forked;
        &mut self.threads[at]
    }

    /// Moves the forked threads into these.
    pub(crate) fn join(&mut self, threads: &mut Vec<FlatThread>) {
        while self.forked > 0
            && let Some(thread) = self.threads.pop()
        {
            threads.push(thread);
            self.forked -= 1;
        }
    }

    /// Keeps the threads from a number on for later.
    pub(crate) fn keep(&mut self, threads: &mut Vec<FlatThread>, from: usize) {
        while threads.len() > from
            && let Some(thread) = threads.pop()
        {
            self.threads.push(thread);
        }
    }

    /// Keeps a thread for later.
    pub(crate) fn push(&mut self, thread: FlatThread) {
        self.threads.push(thread);
    }

    /// The thread that was kept last.
    pub(crate) fn pop(&mut self) -> Option<FlatThread> {
        self.threads.pop()
    }
}
