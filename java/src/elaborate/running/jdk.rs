//! Names of the JDK for classes that it lets nobody name.

/// Classes of `java.util` that nobody can name, as the JDK names them.
const OF_JDK: &[(&str, &str)] = &[
    ("Fixed", "ImmutableCollections$ListN"),
    ("Fixed12", "ImmutableCollections$List12"),
    ("Settable", "Arrays$ArrayList"),
    ("Part", "ArrayList$SubList"),
    ("FixedEntry", "KeyValueHolder"),
    ("Keys", "HashMap$KeySet"),
    ("Values", "HashMap$Values"),
    ("Entries", "HashMap$EntrySet"),
    ("ReadCollection", "Collections$UnmodifiableCollection"),
    ("ReadSet", "Collections$UnmodifiableSet"),
    ("ReadList", "Collections$UnmodifiableRandomAccessList"),
    ("ReadMap", "Collections$UnmodifiableMap"),
    ("LockedCollection", "Collections$SynchronizedCollection"),
    ("LockedSet", "Collections$SynchronizedSet"),
    ("LockedList", "Collections$SynchronizedRandomAccessList"),
    ("LockedMap", "Collections$SynchronizedMap"),
];

/// The JDK's name of a class of `java.util`, without the package.
pub(super) fn of_jdk(own: &str) -> Option<&'static str> {
    OF_JDK.iter().find(|(known, _)| *known == own).map(|(_, jdk)| *jdk)
}
