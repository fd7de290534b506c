//! Names of objects that do not depend on the schedule (calculus, section 8), as [`crate::names`] gives them to the machine's.

use super::state::Origin;
use super::{Execution, Object, State};
use crate::program::{ClassId, FieldId};
use crate::value::{ObjectId, ThreadId};
use std::collections::BTreeMap;

/// The names of the objects of a state, and of those before it on its way.
#[derive(Clone, Debug, Default)]
pub struct Names {
    objects: Vec<String>,
    /// Number of objects that each thread has made, by what they are called.
    made: BTreeMap<(ThreadId, String), u32>,
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
                None => self.made(run, state, object),
            };
            self.objects.push(name);
        }
    }

    /// The name of an object that some code has made.
    fn made(&mut self, run: &Execution<'_>, state: &State, object: &Object) -> String {
        let is_array = object.java().elem.is_some();
        let class = if is_array { run.class_of_array(object) } else { run.tables.class_name(object.class).to_owned() };
        // The object of a class is the class.
        if let Some(class) = class.strip_suffix(".class") {
            return class.to_owned();
        }
        let class = class.strip_prefix("the ").unwrap_or(&class);
        match object.java().origin {
            Origin::Part(whole) => {
                let whole = self.object(whole);
                // An object that is nothing but a lock is that of the whole.
                let is_lock =
                    object.class == ClassId::OBJECT && !is_array || run.tables.java.quiet == Some(object.class);
                match is_lock {
                    true => whole,
                    false => self.numbered(object.thread, class, &format!(" of {whole}")),
                }
            }
            origin => {
                let called = if origin == Origin::Implied { "arguments" } else { class };
                let by = match object.thread {
                    ThreadId::MAIN => String::new(),
                    by => format!("@{}", state.thread_name(by)),
                };
                self.numbered(object.thread, called, &by)
            }
        }
    }

    /// `Account#1` for the first that a thread makes.
    fn numbered(&mut self, thread: ThreadId, called: &str, behind: &str) -> String {
        let count = self.made.entry((thread, format!("{called}{behind}"))).or_default();
        *count += 1;
        format!("{called}#{count}{behind}")
    }

    /// `Account#1` for the first Account that the main thread makes, `Account#1@0.2` for the first that thread `0.2` makes;
    /// a string is its contents.
    pub fn object(&self, o: ObjectId) -> String {
        self.objects.get(o.index()).cloned().unwrap_or_else(|| format!("?{}", o.0))
    }
}

impl Execution<'_> {
    /// The object of the library that a program made, if an object is a part of one; else that object itself.
    pub fn whole_of(&self, state: &State, object: ObjectId) -> ObjectId {
        let up = |o: &ObjectId| match state.object(*o)?.java().origin {
            Origin::Part(whole) => Some(whole),
            Origin::Written | Origin::Implied | Origin::Library => None,
        };
        std::iter::successors(Some(object), up).last().unwrap_or(object)
    }

    /// A field of an object, as `Class.field`; of a part of an object of the library, the contents of that.
    pub fn field_shown(&self, state: &State, object: ObjectId, field: FieldId) -> String {
        let whole = self.whole_of(state, object);
        match state.object(whole).filter(|_| whole != object) {
            Some(whole) => format!("the contents of {}", self.tables.class_name(whole.class)),
            None => self.tables.field_name(field),
        }
    }
}

impl State {
    /// `0` for the main thread, `0.2` for the second thread that it forked, `0.2.1` for the first that that one forked.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        self.thread_path(thread).iter().fold("0".to_owned(), |name, fork| format!("{name}.{fork}"))
    }
}
