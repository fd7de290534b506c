//! Knowledge of the sources that the elaborated program does not have.

use super::dispatch::{Called, Declared};
use racefree_grammar::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// Knowledge of the sources that the elaborated program does not have, by places.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Calls that use an object of the library: true, if it changes.
    pub uses: FxHashMap<Span, bool>,
    /// Uses among them that go through the elements, which a synchronized wrapper leaves to its caller to lock.
    pub iterates: FxHashSet<Span>,
    /// Arguments that a call looks into, where they are objects of the library: true, if it changes them.
    pub arguments: FxHashMap<Span, bool>,
    /// Calls that make an object of the library which one thread at a time may use, with its class; and parameters that may be one.
    pub confined: FxHashMap<Span, String>,
    /// Places at which an object of the library is made.
    pub new: FxHashSet<Span>,
    /// Calls that make an object around another one, which gives it to nobody.
    pub wrapped: FxHashSet<Span>,
    /// Calls that make a lock which several threads may have.
    pub permits: FxHashSet<Span>,
    /// Calls of the library that run no task: those of collections.
    pub stores: FxHashSet<Span>,
    /// References to methods whose interface is not of the sources.
    pub references: FxHashSet<Span>,
    /// Functions whose interface is not known: any method may be theirs.
    pub functions: FxHashSet<Span>,
    /// Places of what a function gets from the library that calls it.
    pub received: FxHashSet<Span>,
    /// Calls of the library that run the tasks of a collection in several threads.
    pub starts: FxHashSet<Span>,
    /// Calls whose threads have all ended when they return.
    pub together: FxHashSet<Span>,
    /// Waits for the end of tasks that may be over before.
    pub short: FxHashSet<Span>,
    /// Calls that run a task which they are given, and of which no more is known, in another thread.
    pub forks: FxHashSet<Span>,
    /// Names of the methods that override, or may override, one of the library.
    pub visible: FxHashSet<Span>,
    /// Methods of objects, by the places of their names.
    pub methods: FxHashMap<Span, Declared>,
    /// Names of fields in Java, by place.
    pub fields: FxHashMap<Span, String>,
    /// Calls of methods that the sources do not declare, or of which it is not known which is called.
    pub calls: FxHashMap<Span, Called>,
    /// Uses of fields of objects whose class is not known, with the field's name; true for an assignment.
    pub unknown_fields: FxHashMap<Span, (String, bool)>,
    /// Names of classes whose fields show that threads share their objects.
    pub concurrent: FxHashSet<Span>,
    /// Names of enums.
    pub enums: FxHashSet<Span>,
    /// Names of classes that have a type which neither the sources nor Java's library declare; true for those of stubs.
    pub foreign: FxHashMap<Span, bool>,
    /// Names of the classes that have supertypes outside of the sources: these by their simple names, if what is above them is known.
    pub supertypes: FxHashMap<Span, Option<Vec<String>>>,
    /// Simple names of all supertypes outside of the sources.
    pub extended: FxHashSet<String>,
    /// Types that are written and that the sources do not declare, by their simple names.
    pub types: FxHashMap<Span, String>,
    /// Names of the methods that others may call.
    pub callable: FxHashSet<Span>,
    /// Names of the methods in which a program begins.
    pub mains: Vec<Span>,
}

impl Known {
    /// True for a call that makes a synchronized wrapper.
    pub(super) fn synchronizes(&self, at: Span) -> bool {
        self.wrapped.contains(&at) && self.calls.get(&at).is_some_and(|call| call.name.starts_with("synchronized"))
    }
}
