//! Meaning of a call of the library to other threads, by class and method: what an analysis of atomicity has to know of code that it does not
//! see. A table, by hand, of what the documentation of Java's library promises.

use crate::library::{self, Safety};

/// Meaning of a call to other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acts {
    /// It reads values that never change.
    Pure,
    /// It commutes with what other threads do: it is about an object that no other thread uses now, or about output.
    Moves,
    /// One step, as if uninterrupted.
    Steps,
    /// A step that may come as late as one likes: it waits for what has happened then for good.
    Right,
    /// A step that may come as early as one likes.
    Left,
    /// Others come between its steps.
    Parts,
    /// It takes the lock that it is called on.
    Takes,
    /// It gives that lock back.
    Gives,
    /// Nothing is known of it.
    Unknown,
}

/// Classes of values.
const VALUES: &[&str] = &[
    "String",
    "Integer",
    "Long",
    "Short",
    "Byte",
    "Character",
    "Boolean",
    "Double",
    "Float",
    "Number",
    "Math",
    "StrictMath",
    "Objects",
    "Class",
    "Enum",
    "BigInteger",
    "BigDecimal",
    "Optional",
    "OptionalInt",
    "Duration",
    "Instant",
    "LocalDate",
    "LocalTime",
    "LocalDateTime",
    "ZonedDateTime",
    "UUID",
    "Pattern",
    "TimeUnit",
    "Locale",
    "Charset",
    "Path",
    "Paths",
    "URI",
    "InetAddress",
    "Record",
    "StackTraceElement",
    "CharSequence",
    "Comparable",
];

/// Classes whose objects are used by one thread at a time: what they do there is that thread's business.
const CONFINED: &[&str] = &[
    "StringBuilder",
    "Random",
    "SecureRandom",
    "ThreadLocalRandom",
    "Collections",
    "Arrays",
    "List",
    "Set",
    "Map",
    "Iterator",
    "ListIterator",
    "Enumeration",
    "Map.Entry",
    "Entry",
    "Stream",
    "IntStream",
    "LongStream",
    "Collectors",
    "Comparator",
    "Throwable",
    "Exception",
    "RuntimeException",
    "Error",
    "ThreadLocal",
    "System",
    "PrintStream",
    "PrintWriter",
    "Calendar",
    "Date",
    "Collection",
    "Iterable",
];

/// Classes whose objects several threads use, each call a step.
const STEPS: &[&str] = &[
    "AtomicInteger",
    "AtomicLong",
    "AtomicBoolean",
    "AtomicReference",
    "AtomicIntegerArray",
    "AtomicLongArray",
    "AtomicReferenceArray",
    "AtomicStampedReference",
    "AtomicMarkableReference",
    "LongAdder",
    "DoubleAdder",
    "Vector",
    "Stack",
    "Hashtable",
    "Properties",
    "StringBuffer",
    "ConcurrentHashMap",
    "ConcurrentMap",
    "ConcurrentLinkedQueue",
    "ConcurrentLinkedDeque",
    "ConcurrentSkipListMap",
    "ConcurrentSkipListSet",
    "CopyOnWriteArrayList",
    "CopyOnWriteArraySet",
    "BlockingQueue",
    "BlockingDeque",
    "ArrayBlockingQueue",
    "LinkedBlockingQueue",
    "LinkedBlockingDeque",
    "PriorityBlockingQueue",
    "DelayQueue",
    "TransferQueue",
    "LinkedTransferQueue",
    "CountDownLatch",
    "VarHandle",
    "Runtime",
];

/// Methods of collections that are many steps where each of these is one.
const MANY: &[&str] = &[
    "putAll",
    "addAll",
    "removeAll",
    "retainAll",
    "removeIf",
    "replaceAll",
    "forEach",
    "containsAll",
    "toArray",
    "clear",
];

/// Collections that lock themselves for the whole of a call.
const WHOLE: &[&str] = &["Vector", "Stack", "Hashtable", "Properties", "StringBuffer", "CopyOnWriteArrayList"];

/// The last part of a qualified name, or of a text in front of a dot.
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// Meaning of an operation of an explicit lock.
pub(crate) fn of_lock(class: &str, method: &str, arguments: usize) -> Acts {
    let is_stamped = simple(class) == "StampedLock";
    match method {
        // `readLock()` of a lock for readers and writers names a lock.
        "readLock" | "writeLock" if !is_stamped => Acts::Pure,
        "lock" | "lockInterruptibly" | "enter" | "enterInterruptibly" | "readLock" | "writeLock" => Acts::Takes,
        "acquire" | "acquireUninterruptibly" | "readLockInterruptibly" | "writeLockInterruptibly" if arguments == 0 => {
            Acts::Takes
        }
        "unlock" | "release" | "leave" | "unlockRead" | "unlockWrite" if arguments <= 1 => Acts::Gives,
        // A condition is waited for; what answers whether it took the lock has looked at it.
        "enterWhen" | "enterWhenUninterruptibly" => Acts::Parts,
        _ => Acts::Steps,
    }
}

/// Meaning of a method that every object has, or that says what it is by its name.
fn of_object(method: &str, arguments: usize) -> Option<Acts> {
    match (method, arguments) {
        ("wait", 0..=2) | ("await" | "awaitNanos" | "awaitUntil" | "awaitUninterruptibly", _) => Some(Acts::Parts),
        // Others that have to do with the object hold its lock.
        ("notify" | "notifyAll" | "signal" | "signalAll", 0) => Some(Acts::Moves),
        ("getClass", 0) => Some(Acts::Pure),
        _ => None,
    }
}

/// Meaning of a call, by the class of the object or, of a static method, by its class; of neither nothing is known where the text is empty.
pub fn of_call(class: &str, method: &str, arguments: usize) -> Acts {
    let name = simple(class);
    match (name, method) {
        ("CountDownLatch", "await") => return Acts::Right,
        ("CyclicBarrier" | "Phaser" | "Exchanger", _) => return Acts::Parts,
        ("Thread", "join") => return Acts::Right,
        ("Thread", "start" | "startVirtualThread") => return Acts::Left,
        (
            "Thread",
            "sleep" | "yield" | "onSpinWait" | "currentThread" | "getName" | "getId" | "threadId" | "setDaemon",
        ) => {
            return Acts::Moves;
        }
        ("Thread", _) => return Acts::Steps,
        ("Future" | "CompletableFuture" | "FutureTask" | "ForkJoinTask", "get" | "join") => return Acts::Right,
        (
            "Executor" | "ExecutorService" | "ScheduledExecutorService" | "ThreadPoolExecutor" | "ForkJoinPool",
            method,
        ) => {
            return match method {
                "execute" | "submit" | "schedule" => Acts::Left,
                "awaitTermination" => Acts::Right,
                "invokeAll" | "invokeAny" | "close" => Acts::Parts,
                _ => Acts::Steps,
            };
        }
        ("Executors", _) => return Acts::Moves,
        ("out" | "err", "print" | "println" | "printf" | "format" | "flush" | "write" | "append") => {
            return Acts::Moves;
        }
        _ => {}
    }
    if let Some(known) = of_object(method, arguments) {
        return known;
    }
    match () {
        () if VALUES.contains(&name) => Acts::Pure,
        () if STEPS.contains(&name) => {
            if MANY.contains(&method) && !WHOLE.contains(&name) {
                Acts::Parts
            } else {
                Acts::Steps
            }
        }
        () if CONFINED.contains(&name) || name.ends_with("Exception") || name.ends_with("Error") => Acts::Moves,
        () => match library::of_type(class) {
            Some(Safety::Confined | Safety::Either) => Acts::Moves,
            Some(Safety::Wrapper | Safety::Free) => Acts::Steps,
            None => Acts::Unknown,
        },
    }
}
