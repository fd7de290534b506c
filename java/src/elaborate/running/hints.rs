//! Substitutes for what does not run.

/// A word on what to write instead, for what people write most.
pub(super) fn hint(text: &str) -> &'static str {
    const HINTS: &[(&[&str], &str)] = &[
        (
            &["nanoTime", "currentTimeMillis", "Instant", "Duration"],
            ": time is a schedule here, and has no measure: write a number in its place",
        ),
        (&["random", "Random", "ThreadLocalRandom"], ": try each value by a schedule of two threads, or write it down"),
        (
            &["Scanner", "System.in", "readLine", "BufferedReader"],
            ": a run reads no input, so write it into the program",
        ),
        (&["parallel()"], ": streams of objects and of `int` run in parallel"),
        (
            &["schedule", "Timer"],
            ": a task that runs once, at any moment, does; what is repeated runs as a loop in a thread",
        ),
        (
            &["VarHandle", "MethodHandle", "newUpdater"],
            ": a field of `AtomicInteger`, `AtomicLong` or `AtomicReference` runs",
        ),
        (&["ShutdownHook"], ": write at the end of `main`, behind `join`, what is to run last"),
        (&["InheritableThreadLocal", "ScopedValue"], ": `ThreadLocal` runs; give the new thread the value"),
        (&["ThreadGroup"], ": `new Thread(task, name)` runs, and an array or a list holds threads together"),
        (
            &[
                "hypot",
                "cbrt",
                "Math.exp",
                "Math.log",
                "Math.sin",
                "Math.cos",
                "Math.tan",
                "Math.atan",
                "Math.asin",
                "Math.acos",
            ],
            ": the functions of `Math` that run are exact; write the value down",
        ),
        (&["DelayQueue", "LinkedTransferQueue"], ": `PriorityBlockingQueue` and `SynchronousQueue` run"),
        (&["BigDecimal"], ": `BigInteger`, `long` and `double` run"),
    ];
    let found = HINTS.iter().find(|(words, _)| words.iter().any(|word| text.contains(word)));
    found.map_or("", |(_, hint)| hint)
}
