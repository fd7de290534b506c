//! Threads that are none now, kept for their memory, and those that have just been forked.

use super::state::FlatThread;

/// Threads that are not among those of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spare {
    /// At the end are those that were forked by the thread that steps, the first of them last; the others are for their memory.
    threads: Vec<FlatThread>,
    /// How many were forked; none between steps.
    forked: usize,
}

impl Spare {
    /// How many threads were forked, and are not among those of the state yet.
    #[inline(always)]
    pub(crate) fn forked(&self) -> usize {
        self.forked
    }

    /// One more is forked. It is as it was left.
    pub(crate) fn fork(&mut self) -> &mut FlatThread {
        if self.forked == self.threads.len() {
            // Before those that were forked.
            let more = self.threads.len().max(4);
            self.threads.splice(0..0, std::iter::repeat_with(FlatThread::default).take(more));
        }
        self.forked += 1;
        let at = self.threads.len() - self.forked;
        &mut self.threads[at]
    }

    /// Those that were forked are among these threads now.
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
