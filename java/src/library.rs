//! Knowledge of the library: which of its objects several threads may use without a lock.
//!
//! The classes are those of `java.util`, `java.text` and `java.lang` that say they are not thread-safe, and what makes an object that is.

use crate::elaborate::Gives;

/// Sort of the objects of a type, or of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Safety {
    /// One thread's at a time: `HashMap`.
    Confined,
    /// A synchronized wrapper: its methods lock it, and who iterates has to.
    Wrapper,
    /// Any thread's: immutable, or made for it.
    Free,
    /// Of a type that has objects of several sorts: `Map`.
    Either,
}

/// Classes of collections that are not thread-safe.
const COLLECTIONS: &[&str] = &[
    "ArrayList",
    "LinkedList",
    "ArrayDeque",
    "PriorityQueue",
    "HashSet",
    "LinkedHashSet",
    "TreeSet",
    "HashMap",
    "LinkedHashMap",
    "TreeMap",
    "WeakHashMap",
    "IdentityHashMap",
    "EnumMap",
    "EnumSet",
    "BitSet",
    "AbstractList",
    "AbstractMap",
    "AbstractSet",
    "AbstractCollection",
    "AbstractQueue",
    "AbstractSequentialList",
];

/// Other classes that are not thread-safe, whose every method may change the object.
const OTHERS: &[&str] = &[
    "SimpleDateFormat",
    "DateFormat",
    "NumberFormat",
    "DecimalFormat",
    "MessageFormat",
    "ChoiceFormat",
    "BreakIterator",
    "Calendar",
    "GregorianCalendar",
    "Format",
    "Formatter",
    "Matcher",
    "Scanner",
    "StringTokenizer",
    "StringJoiner",
];

/// Texts that change.
const BUILDERS: &[&str] = &["StringBuilder"];

/// Interfaces that have objects of both sorts.
const INTERFACES: &[&str] = &[
    "Collection",
    "List",
    "Set",
    "SortedSet",
    "NavigableSet",
    "Queue",
    "Deque",
    "Map",
    "SortedMap",
    "NavigableMap",
    "SequencedCollection",
    "SequencedMap",
    "SequencedSet",
];

/// Methods of collections that change nothing, besides those of [`VIEWS`].
const READERS: &[&str] = &[
    "get",
    "getOrDefault",
    "contains",
    "containsKey",
    "containsValue",
    "containsAll",
    "isEmpty",
    "size",
    "spliterator",
    "parallelStream",
    "forEach",
    "toArray",
    "toString",
    "hashCode",
    "equals",
    "indexOf",
    "lastIndexOf",
    "peek",
    "peekFirst",
    "peekLast",
    "first",
    "last",
    "element",
    "getFirst",
    "getLast",
    "firstKey",
    "lastKey",
    "firstEntry",
    "lastEntry",
    "descendingIterator",
    "ceiling",
    "ceilingKey",
    "ceilingEntry",
    "floor",
    "floorKey",
    "floorEntry",
    "higher",
    "higherKey",
    "higherEntry",
    "lower",
    "lowerKey",
    "lowerEntry",
    "comparator",
    "clone",
    "cardinality",
    "length",
    "nextSetBit",
    "nextClearBit",
    "previousSetBit",
    "previousClearBit",
    "getClass",
];

/// Methods of texts that change nothing.
const READERS_OF_TEXT: &[&str] = &[
    "length",
    "charAt",
    "substring",
    "subSequence",
    "toString",
    "isEmpty",
    "indexOf",
    "lastIndexOf",
    "chars",
    "capacity",
    "compareTo",
];

/// Methods whose result is a view of the collection.
const VIEWS: &[&str] = &[
    "keySet",
    "values",
    "entrySet",
    "subList",
    "headMap",
    "tailMap",
    "subMap",
    "headSet",
    "tailSet",
    "subSet",
    "descendingMap",
    "descendingSet",
    "descendingKeySet",
    "navigableKeySet",
    "reversed",
    "iterator",
    "listIterator",
    "stream",
];

/// Methods that iterate.
const ITERATES: &[&str] = &["iterator", "listIterator", "spliterator", "stream", "parallelStream"];

/// Static methods of the library that change the first thing that they are given.
const CHANGES: &[&str] = &["sort", "shuffle", "reverse", "swap", "fill", "addAll", "rotate", "replaceAll", "copy"];

/// The simple name of a type of the library, if it may be one.
fn simple(name: &str) -> Option<&str> {
    let Some((package, simple)) = name.rsplit_once('.') else { return Some(name) };
    matches!(package, "java.util" | "java.util.regex" | "java.text" | "java.lang").then_some(simple)
}

/// Returns true for a method that only reads, of a collection by the simple name of its class.
pub fn only_reads(class: &str, method: &str) -> bool {
    is_reader(class, method)
}

/// Returns true for a type whose objects may be no thread's but one's, by its simple name.
pub fn may_be_confined(name: &str) -> bool {
    matches!(of_type(name), Some(Safety::Confined | Safety::Either))
}

/// Sort of a type, by its qualified name or, if nothing says of which package it is, its simple one; none if nothing is.
pub(crate) fn of_type(name: &str) -> Option<Safety> {
    if name.starts_with("java.util.concurrent.") {
        return Some(Safety::Free);
    }
    let name = simple(name)?;
    let synchronized = ["Vector", "Stack", "Hashtable", "Properties", "StringBuffer"];
    match name {
        _ if [COLLECTIONS, OTHERS, BUILDERS].iter().any(|of| of.contains(&name)) => Some(Safety::Confined),
        _ if INTERFACES.contains(&name) => Some(Safety::Either),
        _ if synchronized.contains(&name) => Some(Safety::Free),
        _ => None,
    }
}

/// The value of a call of a static method of the library, by the class's simple name; none if it is another's.
pub(crate) enum Made {
    /// Of this sort.
    Of(Safety),
    /// A view: free if what it shows does not change, and is nobody else's.
    ViewOf,
    /// The sort of the argument.
    Same,
}

/// Result of a static method.
pub(crate) fn of_call(class: &str, method: &str) -> Option<Made> {
    let class = class.rsplit('.').next().unwrap_or(class);
    let free = Some(Made::Of(Safety::Free));
    match (class, method) {
        ("Collections", _) if method.starts_with("synchronized") => Some(Made::Of(Safety::Wrapper)),
        ("Collections", _) if method.starts_with("unmodifiable") => Some(Made::ViewOf),
        ("Collections", "newSetFromMap") => Some(Made::Same),
        ("Collections", _) if method.starts_with("empty") || method.starts_with("singleton") || method == "nCopies" => {
            free
        }
        ("List" | "Set" | "Map", "of" | "copyOf" | "ofEntries") => free,
        ("ConcurrentHashMap", "newKeySet") => free,
        ("Arrays", "asList") | ("EnumSet", _) => Some(Made::Of(Safety::Confined)),
        (_, "of" | "copyOf") if class.starts_with("Immutable") => free,
        _ => None,
    }
}

/// Returns true for a method that only reads an object of a type.
pub(crate) fn is_reader(ty: &str, method: &str) -> bool {
    match simple(ty) {
        Some(name) if OTHERS.contains(&name) => method == "getClass",
        Some(name) if BUILDERS.contains(&name) => READERS_OF_TEXT.contains(&method),
        _ => READERS.contains(&method) || is_view(method),
    }
}

/// Returns true for a method whose result is a view.
pub(crate) fn is_view(method: &str) -> bool {
    VIEWS.contains(&method)
}

/// Returns true for a static method whose result shows a collection to readers.
pub(crate) fn is_unmodifiable(method: &str) -> bool {
    method.starts_with("unmodifiable")
}

/// Returns true for a type whose objects go through a collection that others have.
pub(crate) fn is_iterator(ty: &str) -> bool {
    matches!(simple(ty), Some("Iterator" | "ListIterator"))
}

/// Returns true for a method of such an object that changes the collection.
pub(crate) fn changes_through(method: &str) -> bool {
    matches!(method, "remove" | "set" | "add")
}

/// Returns true for a method that begins to iterate.
pub(crate) fn iterates(method: &str) -> bool {
    ITERATES.contains(&method)
}

/// Returns true for a static method that changes what it is given.
pub(crate) fn changes_argument(method: &str) -> bool {
    CHANGES.contains(&method)
}

/// Returns true for a method that reads what it is given, and keeps no reference to it.
pub(crate) fn reads_argument(method: &str, is_static: bool) -> bool {
    let views = ["unmodifiable", "synchronized", "checked", "singleton", "newSetFromMap", "asList", "of", "ofNullable"];
    let copies = [
        "addAll",
        "putAll",
        "containsAll",
        "removeAll",
        "retainAll",
        "equals",
        "println",
        "print",
        "printf",
        "format",
        "append",
    ];
    copies.contains(&method) || is_static && !views.iter().any(|view| method.starts_with(view))
}

/// Returns true for a class of the library whose methods run no task, though they may call other methods of what they are given: collections,
/// texts, cells of a value. Its name may be a simple one.
pub(crate) fn stores(class: &str) -> bool {
    let (package, name) = class.rsplit_once('.').unwrap_or(("java.util", class));
    let has = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    match package {
        "java.util" | "java.util.concurrent" => {
            let collection =
                has(&["Map", "List", "Set", "Queue", "Deque", "Iterator", "Collection", "Vector", "Stack"]);
            collection || matches!(name, "Collections" | "Arrays" | "Objects" | "Hashtable" | "Enumeration")
        }
        "java.util.concurrent.atomic" | "java.util.function" => true,
        "java.lang" => matches!(name, "String" | "StringBuilder" | "StringBuffer" | "ThreadLocal"),
        _ => false,
    }
}

/// Classes whose methods keep nothing of what they are given, with those that give back the object itself.
const TEXTS: &[(&str, &[&str])] = &[
    ("StringBuilder", &["append", "insert", "delete", "deleteCharAt", "replace", "reverse"]),
    ("StringBuffer", &["append", "insert", "delete", "deleteCharAt", "replace", "reverse"]),
    ("PrintStream", &["append", "printf", "format"]),
    ("String", &[]),
];

/// Methods of collections that keep nothing of what they are given.
const KEEP_NOTHING: &[&str] = &[
    "get",
    "contains",
    "containsKey",
    "containsValue",
    "containsAll",
    "indexOf",
    "lastIndexOf",
    "remove",
    "removeAll",
    "retainAll",
    "equals",
];

/// Methods of collections that give a part, and never an entry: an entry of a map counts as the map itself.
const PARTS: &[&str] = &[
    "get",
    "getFirst",
    "getLast",
    "elementAt",
    "firstElement",
    "lastElement",
    "firstKey",
    "lastKey",
    "peek",
    "peekFirst",
    "peekLast",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "put",
    "remove",
    "removeFirst",
    "removeLast",
    "take",
];

/// Treatment of what a method of a class (by its qualified name or a simple one) is given: true if it may keep it; and its value.
pub(crate) fn of_arguments(class: &str, method: &str) -> (bool, Gives) {
    let (package, name) = class.rsplit_once('.').unwrap_or(("java.util", class));
    if matches!(package, "java.lang" | "java.io")
        && let Some((_, same)) = TEXTS.iter().find(|(text, _)| *text == name)
    {
        return (false, if same.contains(&method) { Gives::Itself } else { Gives::Nothing });
    }
    let holds = matches!(package, "java.util" | "java.util.concurrent" | "java.util.concurrent.atomic");
    if !stores(class) || !holds || name == "Collections" {
        return (true, Gives::Anything);
    }
    let gives = if PARTS.contains(&method) { Gives::Part } else { Gives::Anything };
    (!KEEP_NOTHING.contains(&method), gives)
}
