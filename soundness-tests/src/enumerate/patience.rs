//! Lists of large programs take long: whoever asks for them may want to stop.

use std::cell::Cell;

/// Asked now and then while lists are made; once it is over, they come out empty.
pub struct Patience<'a> {
    over: &'a dyn Fn() -> bool,
    asked: Cell<u32>,
    stopped: Cell<bool>,
}

/// Between two looks at the clock.
const OFTEN: u32 = 256;

impl<'a> Patience<'a> {
    /// Until `over` says so.
    pub fn until(over: &'a dyn Fn() -> bool) -> Patience<'a> {
        Patience { over, asked: Cell::new(0), stopped: Cell::new(false) }
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        let asked = self.asked.get() + 1;
        self.asked.set(asked % OFTEN);
        if asked == OFTEN && (self.over)() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }

    /// Whether it was over at any time, so that lists are not complete.
    pub fn ran_out(&self) -> bool {
        self.stopped.get()
    }
}
