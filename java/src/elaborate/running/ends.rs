//! Waits for the end of a pool, `awaitTermination`. One whose result nobody looks at, in a program that breaks no pool off, is taken for long
//! enough if it is a second at least; any other one may be over at any moment, as all waits with a time.

use crate::elaborate::Elaborator;
use crate::tree::{MethodNo, Origin};

impl Elaborator<'_> {
    /// The method that a call whose result is dropped is one of: that which waits to the end, for `awaitTermination`.
    pub(in crate::elaborate) fn waits_to_the_end(&mut self, method: MethodNo) -> MethodNo {
        let it = &self.java.methods[method.index()];
        let (class, name) = (it.class, it.name);
        if self.text(name) != "awaitTermination" || !self.is_of_library(class) || self.breaks_off() {
            return method;
        }
        let Some(pools) = self.class_in("java.util.concurrent", "ExecutorService") else { return method };
        let own = self.intern("awaitEnd");
        self.methods_named(pools, own).first().copied().unwrap_or(method)
    }

    /// Returns true if the sources know a way to end tasks early.
    fn breaks_off(&self) -> bool {
        let sources = &self.java.sources;
        let own = sources.files().iter().filter(|file| file.origin == Origin::Source);
        own.into_iter().any(|file| sources.at(file.span).contains("shutdownNow"))
    }
}
