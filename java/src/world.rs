//! Assumptions of a run (Java specification, section 5): nothing that is taken on trust is silent.

use racefree_grammar::Span;

/// Knowledge of the library that is built in, as stub files: name and text. `--stubs none` leaves them out.
pub const STUBS: &[(&str, &str)] = &[
    ("<java.lang>", include_str!("../stubs/lang.java")),
    ("<java.util>", include_str!("../stubs/util.java")),
    ("<java.util.function>", include_str!("../stubs/function.java")),
    ("<java.util.stream>", include_str!("../stubs/stream.java")),
    ("<java.util.concurrent>", include_str!("../stubs/concurrent.java")),
    ("<java.util.concurrent.atomic>", include_str!("../stubs/atomic.java")),
    ("<java.lang.ref>", include_str!("../stubs/ref.java")),
    ("<javax.swing>", include_str!("../stubs/swing.java")),
    ("<java.awt>", include_str!("../stubs/awt.java")),
];

macro_rules! assumed {
    ($($(#[$doc:meta])* $name:ident $text:literal)*) => {
        /// Sort of an assumption.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Assumed { $($(#[$doc])* $name,)* }

        impl Assumed {
            /// All of them.
            pub const ALL: [Assumed; [$($text),*].len()] = [$(Assumed::$name),*];

            /// Name of the sort, as counts print it.
            pub fn text(self) -> &'static str {
                match self { $(Assumed::$name => $text,)* }
            }
        }
    };
}

assumed! {
    /// A class that no text declares: shared, and its members are anything.
    ExternalType "external_types"
    /// A member of such a class: it needs no lock and touches no field of the sources.
    ExternalMember "external_members"
    /// A member of a value whose class is not known, with the name of a field or method of the sources: it is taken to be another one.
    LibraryValue "members_of_library_values"
    /// `super.clone()` of an object with an array whose elements have guards: the copy has the same array under another lock.
    SharedByClone "arrays_shared_by_clone"
    /// A name that was not resolved.
    Unresolved "unresolved"
    /// Ghost arguments that are not written: some lock that nobody holds.
    GhostArguments "ghost_arguments"
    /// A function object given to a method of which it is not known when and where it calls it, or one of an interface of the library with
    /// something thread-local in it.
    LambdaToUnknown "lambdas_to_unknown"
    /// A function object given to an `immediate` parameter of the sources, which is taken to be called there alone.
    Immediate "immediate"
    /// A value whose class is known by erased type arguments alone, or by the cast of an external value to a thread-local class.
    Erased "erased"
    /// `holds`
    Holds "holds"
    /// `no_warn` and its like.
    NoWarn "no_warn"
    /// A guard that `--defaults` fills in.
    Default "defaults"
    /// A constructor taken as one that holds the lock of what it builds, or one of an external superclass: it lets no object escape.
    Constructor "constructors"
    /// A method of a thread-local class that overrides, or may override, one of an external type: code that sees a shared object may call it.
    OverridesExternal "overrides_external"
    /// A method that stands for the lock that it returns.
    LockMethod "lock_methods"
    /// A lock that is no final path, in code that has nothing but `@GuardedBy`: it is compared as text.
    LockNotFinal "locks_not_final"
    /// A final field that a constructor assigns when another thread may have the object.
    FinalLate "late_finals"
    /// An explicit lock that may exclude nobody (a semaphore with more permits than one, a read lock, a class of the sources), one that a `finally`
    /// may give back untaken, or a call that gives one back other than at the end of its block.
    ExplicitLock "explicit_locks"
    /// An object of the library that is not thread-safe, passed on to where its uses are not looked at.
    ContentsPassed "contents_passed"
    /// A use without its lock in `main`, while no other thread runs: the start of the program alone calls `main`.
    Alone "alone"
    /// A use under two locks that a choice puts in order, one of which is the lock that is needed: the choice is taken to be the same for both.
    OrderedLocks "ordered_locks"
    /// The lock that the uses of such an object hold, taken as its guard.
    ContentsGuard "contents_guards"
    /// A change of an object of the library that may be thread-safe or not.
    UnknownContents "unknown_contents"
    /// A class that says nothing, and is taken to be of one thread (section 6.2 of the paper).
    ThreadLocal "thread_local_by_default"
    /// A field that is a lock, is not final, and is assigned by no code that was read; other code could assign it.
    EffectivelyFinal "effectively_final_fields"
    /// An array in a final field that no code that was read writes; other code could write it.
    ReadOnlyTable "read_only_tables"
    /// A field with `@LazyInit` of an immutable class: several threads may give it a value, and all of these are equal.
    LazyInit "lazy_init"
    /// An annotation of another tool about threads or locks that is not read: `@UiThread`, `@LockMethod`.
    UnreadAnnotation "unread_annotations"
    /// A comment `//#word` with no word of annotations: it is taken to be for another tool.
    OtherComment "other_comments"
    /// Code that was not understood.
    NotUnderstood "not_understood"
}

/// Assumptions with their places.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    all: Vec<(Assumed, Span)>,
}

impl Assumptions {
    /// Takes something on trust.
    pub fn add(&mut self, what: Assumed, at: Span) {
        self.all.push((what, at));
    }

    /// Keeps those in a part of the text.
    pub(crate) fn retain(&mut self, part: Span) {
        self.all.retain(|&(_, at)| part.contains(at));
    }

    /// Adds those of another part.
    pub fn extend(&mut self, other: Assumptions) {
        self.all.extend(other.all);
    }

    /// Puts them into order, each once.
    pub fn settle(&mut self) {
        self.all.sort_unstable_by_key(|&(what, at)| (at.start, at.end, what));
        self.all.dedup();
    }

    /// All, by place.
    pub fn iter(&self) -> impl Iterator<Item = (Assumed, Span)> + '_ {
        self.all.iter().copied()
    }

    /// The ones in a piece of the text, once they are in order.
    pub fn within(&self, text: Span) -> impl Iterator<Item = (Assumed, Span)> + '_ {
        let first = self.all.partition_point(|(_, at)| at.start < text.start);
        self.all[first..].iter().take_while(move |(_, at)| at.start <= text.end).copied()
    }

    /// Number of those of a sort.
    pub fn count(&self, what: Assumed) -> usize {
        self.all.iter().filter(|(sort, _)| *sort == what).count()
    }

    /// Number of all.
    pub fn total(&self) -> usize {
        self.all.len()
    }
}
