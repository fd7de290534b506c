//! Names of objects that do not depend on the schedule (calculus, section 8), as [`crate::names`] gives them to the machine's.

use super::{Execution, State};
use crate::program::ClassId;
use crate::value::{ObjectId, ThreadId};
use std::collections::BTreeMap;

/// The names of the objects of a state, and of those before it on its way.
#[derive(Clone, Debug, Default)]
pub struct Names {
    objects: Vec<String>,
    /// Number of objects of a class that each thread has made.
    made: BTreeMap<(ThreadId, ClassId), u32>,
}

impl Names {
    /// The names in a state.
    pub fn of(run: &Execution<'_>, state: &State) -> Names {
        let mut names = Names::default();
        names.learn(run, state);
        names
    }

    /// Names the objects that are new in a later state.
    pub fn learn(&mut self, run: &Execution<'_>, state: &State) {
        for object in state.heap.iter().skip(self.objects.len()) {
            let name = match &object.text {
                Some(text) => format!("{:?}", String::from_utf16_lossy(text)),
                None if object.java().is_plain() => run.show_object(object),
                None if object.java().elem.is_some() => {
                    let name = run.class_of_array(object);
                    format!("{name}#{}", self.count(object.thread, object.class))
                }
                None => {
                    let class = run.tables.class_name(object.class);
                    // The object of a class is the class.
                    match class.strip_suffix(".class") {
                        Some(class) => class.to_owned(),
                        None => {
                            let number = self.count(object.thread, object.class);
                            format!("{}#{number}", class.strip_prefix("the ").unwrap_or(class))
                        }
                    }
                }
            };
            let by = match object.thread {
                ThreadId::MAIN => String::new(),
                _ if object.text.is_some() || object.java().is_plain() => String::new(),
                by => format!("@{}", state.thread_name(by)),
            };
            self.objects.push(name + &by);
        }
    }

    fn count(&mut self, thread: ThreadId, class: ClassId) -> u32 {
        let count = self.made.entry((thread, class)).or_default();
        *count += 1;
        *count
    }

    /// `Account#1` for the first Account that the main thread makes, `Account#1@0.2` for the first that thread `0.2` makes;
    /// a string is its contents.
    pub fn object(&self, o: ObjectId) -> String {
        self.objects.get(o.index()).cloned().unwrap_or_else(|| format!("?{}", o.0))
    }
}

impl State {
    /// `0` for the main thread, `0.2` for the second thread that it forked, `0.2.1` for the first that that one forked.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        self.thread_path(thread).iter().fold("0".to_owned(), |name, fork| format!("{name}.{fork}"))
    }
}
