//! Substitutes for what does not run.

/// A word on what to write instead, for what people write most.
pub(super) fn hint(text: &str) -> &'static str {
    const HINTS: &[(&[&str], &str)] = &[
        (&["Random", "UUID"], ": `Random`, `ThreadLocalRandom` and `Math.random` run"),
        (
            &["Scanner", "System.in", "readLine", "BufferedReader"],
            ": a run reads no input, so write it into the program",
        ),
        (&["parallel()"], ": streams of objects and of `int` run in parallel"),
        (
            &["VarHandle", "MethodHandle", "newUpdater"],
            ": a field of `AtomicInteger`, `AtomicLong` or `AtomicReference` runs",
        ),
        (&["ShutdownHook"], ": write at the end of `main`, behind `join`, what is to run last"),
        (&["InheritableThreadLocal"], ": `ThreadLocal` runs; give the new thread the value"),
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
        (&["LinkedTransferQueue"], ": `LinkedBlockingQueue` and `SynchronousQueue` run"),
    ];
    let found = HINTS.iter().find(|(words, _)| words.iter().any(|word| text.contains(word)));
    found.map_or("", |(_, hint)| hint)
}
