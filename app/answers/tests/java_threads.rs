//! Threads that the library starts, and those that `main` waits for: each program has one field that a task and `main` write, or an object of the
//! library that both use.

use crate::java_pairs::fields;

/// Code of a `main` with a race.
const RACE: &[&str] = &[
    "CompletableFuture.completedFuture(1).thenAcceptAsync(x -> n++); n++;",
    "f().thenAcceptBoth(f(), (a, b) -> n++); n++;",
    "f().thenAcceptBothAsync(f(), (a, b) -> n++); n++;",
    "f().thenCombineAsync(f(), (a, b) -> n++); n++;",
    "f().thenCombine(f(), (a, b) -> n++); n++;",
    "f().runAfterBothAsync(f(), () -> n++); n++;",
    "f().applyToEitherAsync(f(), x -> n++); n++;",
    "f().acceptEither(f(), x -> n++); n++;",
    "f().exceptionally(x -> n++); n++;",
    "f().handleAsync((x, e) -> n++); n++;",
    "f().whenCompleteAsync((x, e) -> n++); n++;",
    "f().thenComposeAsync(x -> { n++; return f(); }); n++;",
    "new CompletableFuture<Integer>().completeAsync(() -> n++); n++;",
    "f().runAfterEither(f(), () -> n++); n++;",
    "f().thenApplyAsync(x -> n++, e); n++;",
    "CompletionStage<Integer> s = f(); s.thenApplyAsync(x -> n++); n++;",
    "e.invokeAll(List.of(() -> n++, () -> n++));",
    "Callable<Integer> c = () -> n++; e.invokeAll(List.of(c, c));",
    "List<Callable<Integer>> l = new ArrayList<>(); l.add(() -> n++); l.add(() -> n--); e.invokeAll(l);",
    "e.invokeAny(List.of(() -> n++, () -> n++));",
    "e.submit(T::up); n++;",
    "Runnable r = () -> n++; e.execute(r); n++;",
    "new ExecutorCompletionService<Integer>(e).submit(() -> n++); n++;",
    "int[] a = new int[9]; Arrays.parallelSetAll(a, i -> n++);",
    "int[] a = new int[9]; Arrays.parallelPrefix(a, (x, y) -> n++);",
    "Integer[] a = new Integer[9]; Arrays.parallelSort(a, (x, y) -> n++);",
    "new ConcurrentHashMap<String, Integer>().forEach(1, (k, v) -> n++);",
    "new ConcurrentHashMap<String, Integer>().reduceValues(1, (k, v) -> n++);",
    "new ConcurrentHashMap<String, Integer>().search(1, (k, v) -> n++);",
    "Stream<Integer> s = List.of(1, 2).parallelStream(); s.forEach(x -> n++);",
    "Stream<Integer> s = List.of(1, 2).stream(); s.parallel().forEach(x -> n++);",
    "go(List.of(1, 2).parallelStream());",
    "IntStream.range(0, 9).parallel().forEach(i -> n++);",
    "List.of(1, 2).parallelStream().map(x -> n++).toList();",
    "List.of(1, 2).parallelStream().mapMulti((x, c) -> n++).toList();",
    "List.of(1, 2).parallelStream().takeWhile(x -> n++ > 0).toList();",
    "List.of(1, 2).parallelStream().collect(() -> new int[1], (x, y) -> n++, (x, y) -> n++);",
    "List.of(1, 2).parallelStream().collect(Collectors.toMap(x -> n++, x -> x));",
    "List.of(1, 2).parallelStream().sorted((x, y) -> n++).toList();",
    "List.of(1, 2).parallelStream().max((x, y) -> n++);",
    "List.of(1, 2).parallelStream().flatMap(x -> Stream.of(n++)).toList();",
    "List.of(1, 2).parallelStream().reduce(0, (x, y) -> n++, (x, y) -> 1);",
    "List.of(1, 2).stream().parallel().filter(x -> n++ > 1).collect(Collectors.toList());",
    "Arrays.stream(new int[] {1, 2}).parallel().map(x -> n++).sum();",
    "List.of(1, 2).stream().map(x -> n++).parallel().toList();",
    "StreamSupport.stream(List.of(1).spliterator(), true).forEach(x -> n++);",
    "TimerTask t = new TimerTask() { public void run() { n++; } }; new Timer().scheduleAtFixedRate(t, 1, 1); n++;",
    "TimerTask t = new TimerTask() { public void run() { n++; } }; new Timer().scheduleAtFixedRate(t, new Date(), 1); n++;",
    "Executors.newScheduledThreadPool(2).scheduleWithFixedDelay(() -> n++, 1, 1, TimeUnit.SECONDS); n++;",
    "Runtime.getRuntime().addShutdownHook(new Thread(() -> n++)); n++;",
    "Runtime.getRuntime().addShutdownHook(new Own()); n++;",
    "Executors.defaultThreadFactory().newThread(() -> n++).start(); n++;",
    "Thread.ofVirtual().factory().newThread(() -> n++).start(); n++;",
    "Thread.ofVirtual().start(() -> n++); n++;",
    "Thread.ofPlatform().daemon().start(() -> n++); n++;",
    "new Task().fork(); n++;",
    "ForkJoinTask.invokeAll(new Task(), new Task());",
    "ForkJoinTask.invokeAll(List.of(new Task(), new Task()));",
    "ForkJoinPool.commonPool().submit(new Task()); n++;",
    "ForkJoinPool.commonPool().invoke(new Task()); n++;",
    "new ForkJoinPool(2).submit(() -> n++); n++;",
    "ForkJoinPool.commonPool().execute(ForkJoinTask.adapt(() -> { n++; })); n++;",
    "FutureTask<Integer> t = new FutureTask<>(() -> n++); new Thread(t).start(); n++;",
    "java.lang.ref.Cleaner.create().register(new Object(), () -> n++); n++;",
    "new SubmissionPublisher<Integer>().consume(x -> n++); n++;",
    "CyclicBarrier b = new CyclicBarrier(2, () -> n++); new Thread(() -> { try { b.await(); } catch (Exception x) { } }).start(); n++;",
    "Thread t = Thread.startVirtualThread(() -> n++); n++;",
    "CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> n++); n++;",
    "try (var s = new StructuredTaskScope<Integer>()) { s.fork(() -> n++); n++; }",
    "javax.swing.SwingUtilities.invokeLater(() -> n++); n++;",
    "new javax.swing.Timer(1, x -> n++).start(); n++;",
    "new Worker().execute(); n++;",
    "Thread t = new Thread(() -> { }); t.setUncaughtExceptionHandler((a, b) -> n++); t.start(); n++;",
    "List<Integer> l = new ArrayList<>(); List.of(1, 2).parallelStream().forEach(l::add);",
    "List<Integer> l = new ArrayList<>(); Thread t = new Thread(l::clear); t.start(); l.add(1);",
    "List<List<Integer>> l = new ArrayList<>(); List<Integer> o = new ArrayList<>(); l.add(o); l.add(o); l.parallelStream().forEach(List::clear);",
    "Map<Integer, Integer> m = new HashMap<>(); IntStream.range(0, 9).parallel().boxed().forEach(i -> m.put(i, i));",
    "StringBuilder b = new StringBuilder(); List.of(1, 2).parallelStream().forEach(b::append);",
    "List<Runnable> l = List.of(() -> n++, () -> n--); l.parallelStream().forEach(Runnable::run);",
    "List<Thread> l = List.of(new Own(), new Own()); l.forEach(Thread::start);",
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); Thread t = new Thread(() -> l.add(1)); t.start(); for (int x : l) { }",
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); Thread t = new Thread(() -> l.add(1)); t.start(); Iterator<Integer> i = l.iterator(); while (i.hasNext()) i.next();",
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); Thread t = new Thread(() -> l.add(1)); t.start(); l.stream().forEach(x -> { });",
    "Map<Integer, Integer> l = Collections.synchronizedMap(new HashMap<>()); Thread t = new Thread(() -> l.put(1, 1)); t.start(); for (int x : l.keySet()) { }",
    "Map<Integer, Integer> l = Collections.synchronizedMap(new HashMap<>()); Thread t = new Thread(() -> l.put(1, 1)); t.start(); for (var x : l.entrySet()) { }",
    "List<Integer> r = new ArrayList<>(); List<Integer> l = Collections.synchronizedList(r); Thread t = new Thread(() -> l.add(1)); t.start(); r.size();",
    "List<Integer> l = new ArrayList<>(List.of(1)); Iterator<Integer> i = l.iterator(); Thread t = new Thread(() -> l.size()); t.start(); i.next(); i.remove();",
    "List<Integer> l = new ArrayList<>(List.of(1)); Iterator<Integer> i = l.iterator(); Thread t = new Thread(() -> l.add(2)); t.start(); i.next();",
    "Map<Integer, Integer> l = new HashMap<>(); Set<Integer> s = l.keySet(); Thread t = new Thread(() -> l.size()); t.start(); s.remove(1);",
    "List<Integer> l = new ArrayList<>(); List<Integer> s = l.subList(0, 0); Thread t = new Thread(() -> l.size()); t.start(); s.clear();",
    "List<Integer> l = new ArrayList<>(); List<Integer> s = Collections.unmodifiableList(l); Thread t = new Thread(() -> l.add(1)); t.start(); s.size();",
];

/// Code without one.
const NO_RACE: &[&str] = &[
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); Thread t = new Thread(() -> l.add(1)); t.start(); synchronized (l) { for (int x : l) { } }",
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); Thread t = new Thread(() -> l.add(1)); t.start(); l.add(2); l.size();",
    "Map<Integer, Integer> l = Collections.synchronizedMap(new HashMap<>()); Thread t = new Thread(() -> l.put(1, 1)); t.start(); synchronized (l) { for (int x : l.keySet()) { } }",
    "List<Integer> l = new ArrayList<>(); List.of(1, 2).stream().forEach(l::add); l.size();",
    "Stream<Integer> s = List.of(1, 2).stream(); s.forEach(x -> n++); n++;",
    "List<Integer> l = new CopyOnWriteArrayList<>(); List.of(1, 2).parallelStream().forEach(l::add); l.size();",
    "List<Integer> l = new CopyOnWriteArrayList<>(); Thread t = new Thread(() -> l.add(1)); t.start(); for (int x : l) { }",
    "List<Integer> l = Collections.synchronizedList(new ArrayList<>()); List.of(1, 2).parallelStream().forEach(l::add); for (int x : l) { }",
];

/// Code of a `main` that goes on before all threads are over.
const NOT_ALL_OVER: &[&str] = &[
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } n++; for (Thread t : ts) t.join();",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } for (Thread t : ts) if (n > 0) t.join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } for (Thread t : ts) { t.join(); break; } n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } ts[0] = new Thread(); for (Thread t : ts) t.join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[0] = new Thread(T::add); ts[0].start(); } for (Thread t : ts) if (t != null) t.join(); n++;",
    "Thread[] ts = new Thread[1]; for (int i = 0; i < 3; i++) { ts[0] = new Thread(T::add); ts[0].start(); } for (Thread t : ts) t.join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < ts.length; i++) { ts[i] = new Thread(T::add); ts[i].start(); } for (int i = 1; i < ts.length; i++) ts[i].join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < ts.length; i++) { ts[i] = new Thread(T::add); ts[i].start(); } for (int i = 0; i < ts.length; i++) ts[0].join(); n++;",
    "List<Thread> ts = new ArrayList<>(); for (int i = 0; i < 3; i++) { Thread t = new Thread(T::add); ts.add(t); t.start(); } ts.remove(0); for (Thread t : ts) t.join(); n++;",
    "List<Thread> ts = new ArrayList<>(); for (int i = 0; i < 3; i++) { Thread t = new Thread(T::add); ts.add(t); t.start(); } drop(ts); for (Thread t : ts) t.join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } for (Thread t : ts) t.join(5); n++;",
    "int m = 3; Thread[] ts = new Thread[3]; for (int i = 0; i < m; i++) { ts[i] = new Thread(T::add); ts[i].start(); } m = 1; for (int i = 0; i < m; i++) ts[i].join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } if (n > 4) for (Thread t : ts) t.join(); n++;",
    "Thread[] ts = new Thread[2]; for (int i = 0; i < 4; i++) { ts[i % 2] = new Thread(T::add); ts[i % 2].start(); } for (Thread t : ts) t.join(); n++;",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } try { a[1].length(); for (Thread t : ts) t.join(); } catch (Exception e) { } n++;",
];

/// Code that waits for all of them.
const ALL_OVER: &[&str] = &[
    "Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(T::add); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(n);",
    "Thread[] ts = new Thread[3]; for (int i = 0; i < ts.length; i++) ts[i] = new Thread(T::add); for (int i = 0; i < ts.length; i++) ts[i].start(); for (int i = 0; i < ts.length; i++) ts[i].join(); System.out.println(n);",
    "List<Thread> ts = new ArrayList<>(); for (int i = 0; i < 3; i++) { Thread t = new Thread(T::add); ts.add(t); t.start(); } for (Thread t : ts) t.join(); n++; get();",
    "List<Thread> ts = new ArrayList<>(); for (int i = 0; i < 3; i++) { ts.add(new Thread(T::add)); } for (Thread t : ts) t.start(); for (Thread t : ts) { try { t.join(); } catch (InterruptedException e) { throw new RuntimeException(e); } } n++; get();",
    "Thread[] ts = { new Thread(T::add), new Thread(T::add) }; for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); int x = n; System.out.println(x);",
    "Adds[] ts = new Adds[3]; for (int i = 0; i < 3; i++) { ts[i] = new Adds(); ts[i].start(); } for (Adds t : ts) t.join(); n++;",
    "Thread c = new Thread(T::add), b = new Thread(T::add); c.start(); b.start(); c.join(); b.join(); n++;",
];

/// A program around the code of a `main`, with classes and methods for it.
fn program(head: &str, main: &str) -> String {
    let worker = "static class Worker extends javax.swing.SwingWorker<Integer, Integer> { protected Integer doInBackground() { return n++; } }";
    let worker = if main.contains("Worker") { worker } else { "" };
    format!(
        "import java.util.*; import java.util.concurrent.*; import java.util.stream.*; public class T {{ static int n; {head} {worker} \
         public static void main(String[] a) throws Exception {{ {main} }} }}"
    )
}

/// Members of programs whose threads the library starts.
const TASKS: &str = "static ExecutorService e = Executors.newFixedThreadPool(2); static void up() { n++; } \
    static CompletableFuture<Integer> f() { return CompletableFuture.supplyAsync(() -> 1); } \
    static void go(Stream<Integer> s) { s.forEach(x -> n++); } \
    static class Own extends Thread { public void run() { n++; } } \
    static class Task extends RecursiveTask<Integer> { protected Integer compute() { return n++; } }";

/// Members of programs that start threads themselves.
const THREADS: &str = "static synchronized void add() { n++; } static int get() { return n; } \
    static void drop(List<Thread> all) { all.clear(); } static class Adds extends Thread { public void run() { add(); } }";

/// The programs of these whose pairs are others: with one, or without.
fn wrong<'c>(head: &str, all: &[&'c str], race: bool) -> Vec<&'c str> {
    all.iter().copied().filter(|main| fields(&program(head, main)).is_empty() == race).collect()
}

#[test]
fn threads_of_the_library_are_seen() {
    assert_eq!(wrong(TASKS, RACE, true), Vec::<&str>::new());
    assert_eq!(wrong(TASKS, NO_RACE, false), Vec::<&str>::new());
}

#[test]
fn threads_of_arrays_and_lists_are_waited_for() {
    assert_eq!(wrong(THREADS, NOT_ALL_OVER, true), Vec::<&str>::new());
    assert_eq!(wrong(THREADS, ALL_OVER, false), Vec::<&str>::new());
}
