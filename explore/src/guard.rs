//! Last act of a worker that fails.

/// Calls a function if the thread panics while this is alive, so that other workers do not wait for ever.
pub struct OnPanic<F: Fn()>(pub F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}
