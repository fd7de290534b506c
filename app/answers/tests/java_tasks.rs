//! Tasks that meet at a latch or a barrier, tasks in lists, objects of classes without a name, of which one thread runs each, and objects that a
//! method lends: `check` has an error where `explore` finds a race, and nowhere else.

use super::java_apart::hold;

/// Members of a class, statements of its `main`, and whether some schedule has a race.
const TASKS: &[(bool, &str, &str)] = &[
    (
        false,
        "",
        "int[] v = new int[1]; CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { go.await(); System.out.println(v[0]); } catch (InterruptedException e) { } }); t.start(); v[0] = 5; go.countDown(); t.join();",
    ),
    (
        true,
        "",
        "int[] v = new int[1]; CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { go.await(); System.out.println(v[0]); } catch (InterruptedException e) { } }); t.start(); go.countDown(); v[0] = 5; t.join();",
    ),
    (
        true,
        "",
        "int[] v = new int[1]; CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { System.out.println(v[0]); go.await(); } catch (InterruptedException e) { } }); t.start(); v[0] = 5; go.countDown(); t.join();",
    ),
    (
        true,
        "",
        "int[] v = new int[1]; CountDownLatch go = new CountDownLatch(0); Thread t = new Thread(() -> { try { go.await(); System.out.println(v[0]); } catch (InterruptedException e) { } }); t.start(); v[0] = 5; go.countDown(); t.join();",
    ),
    (
        false,
        "",
        "int n = 2; long[] w = new long[n]; boolean[] ok = new boolean[1]; CountDownLatch go = new CountDownLatch(1), end = new CountDownLatch(n); for (int p = 0; p < n; p++) { final int mine = p; new Thread() { @Override public void run() { try { go.await(); if (!ok[0]) return; w[mine] += mine; } catch (InterruptedException e) { } finally { end.countDown(); } } }.start(); } ok[0] = true; go.countDown(); end.await(); System.out.println(w[0] + w[1]);",
    ),
    (
        true,
        "",
        "int n = 2; long[] w = new long[n]; CountDownLatch end = new CountDownLatch(n); for (int p = 0; p < n; p++) { final int mine = p; new Thread() { @Override public void run() { try { w[0] += mine; } finally { end.countDown(); } } }.start(); } end.await(); System.out.println(w[0] + w[1]);",
    ),
    (
        true,
        "",
        "int n = 2; long[] w = new long[n]; CountDownLatch end = new CountDownLatch(n); for (int p = 0; p < n; p++) { final int mine = p; new Thread() { @Override public void run() { end.countDown(); w[mine] += mine; } }.start(); } end.await(); System.out.println(w[0] + w[1]);",
    ),
    (
        false,
        "",
        "int[] v = new int[2]; Thread[] ts = new Thread[2]; for (int p = 0; p < 2; p++) { final int mine = p; ts[p] = new Thread(new Runnable() { @Override public void run() { v[mine] = 4; } }); ts[p].start(); } for (Thread t : ts) t.join(); System.out.println(v[0] + v[1]);",
    ),
    (
        true,
        "",
        "int[] v = new int[2]; Thread[] ts = new Thread[2]; for (int p = 0; p < 2; p++) { ts[p] = new Thread(new Runnable() { @Override public void run() { v[0]++; } }); ts[p].start(); } for (Thread t : ts) t.join(); System.out.println(v[0] + v[1]);",
    ),
    (
        false,
        "",
        "int[] half = new int[2], out = new int[1]; CyclicBarrier bar = new CyclicBarrier(2, () -> out[0] = half[0] + half[1]); Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { half[k] = k + 1; try { bar.await(); } catch (Exception e) { return; } }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(out[0]);",
    ),
    (
        true,
        "",
        "int[] half = new int[2], out = new int[1]; CyclicBarrier bar = new CyclicBarrier(1, () -> out[0] = half[0] + half[1]); Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { half[k] = k + 1; try { bar.await(); } catch (Exception e) { return; } }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(out[0]);",
    ),
    (
        false,
        "",
        "int[] a = new int[2]; CyclicBarrier bar = new CyclicBarrier(2); Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { try { a[k] = k; bar.await(); System.out.println(a[1 - k]); } catch (Exception e) { return; } }); ts[i].start(); } for (Thread t : ts) t.join();",
    ),
    (
        true,
        "",
        "int[] a = new int[2]; CyclicBarrier bar = new CyclicBarrier(2); Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { try { a[k] = k; System.out.println(a[1 - k]); bar.await(); } catch (Exception e) { return; } }); ts[i].start(); } for (Thread t : ts) t.join();",
    ),
    (
        false,
        "",
        "int[] a = new int[2], b = new int[2]; CyclicBarrier bar = new CyclicBarrier(2); Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { try { for (int s = 0; s < 2; s++) { b[k] = a[1 - k] + 1; bar.await(); a[k] = b[k]; bar.await(); } } catch (Exception e) { return; } }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[0]);",
    ),
    (
        true,
        "",
        "int[] a = new int[2], b = new int[2]; CyclicBarrier bar = new CyclicBarrier(2); Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) { int k = i; ts[i] = new Thread(() -> { try { for (int s = 0; s < 2; s++) { b[k] = a[1 - k] + 1; bar.await(); a[k] = b[k]; } } catch (Exception e) { return; } }); ts[i].start(); } for (Thread t : ts) t.join(); System.out.println(a[0]);",
    ),
    (
        false,
        "",
        "int[] part = new int[2]; ExecutorService x = Executors.newFixedThreadPool(2); List<Callable<Integer>> tasks = new ArrayList<>(); for (int i = 0; i < 2; i++) { int k = i; tasks.add(() -> { part[k] = k; return part[k]; }); } x.invokeAll(tasks); x.shutdown(); System.out.println(part[0] + part[1]);",
    ),
    (
        true,
        "",
        "int[] part = new int[2]; ExecutorService x = Executors.newFixedThreadPool(2); List<Callable<Integer>> tasks = new ArrayList<>(); for (int i = 0; i < 2; i++) { int k = i; tasks.add(() -> { part[0] += k; return k; }); } x.invokeAll(tasks); x.shutdown(); System.out.println(part[0] + part[1]);",
    ),
    (
        true,
        "record T(List<String> names) { }",
        "T t = new T(new ArrayList<>()); Thread a = new Thread(() -> t.names().add(\"a\")), b = new Thread(() -> t.names().add(\"b\")); a.start(); b.start(); a.join(); b.join();",
    ),
    (
        true,
        "static class S { int level; } static final Map<String, S> m = new HashMap<>(); static synchronized S get() { return m.get(\"k\"); } static synchronized void put() { m.put(\"k\", new S()); }",
        "put(); Thread t = new Thread(() -> get().level++), u = new Thread(() -> get().level++); t.start(); u.start();",
    ),
    (
        false,
        "static class S { int level; } static final Deque<S> m = new ArrayDeque<>(); static synchronized S take() { return m.removeFirst(); } static synchronized void put() { m.add(new S()); }",
        "put(); put(); Thread t = new Thread(() -> take().level++), u = new Thread(() -> take().level++); t.start(); u.start();",
    ),
    (
        true,
        "static class R { private final List<String> l = new ArrayList<>(); synchronized void add() { l.add(\"a\"); } synchronized List<String> all() { return l; } }",
        "R r = new R(); Thread t = new Thread(() -> r.add()); Thread u = new Thread() { public void run() { r.all().size(); } }; t.start(); u.start();",
    ),
    (
        false,
        "static class R { private final List<String> l = new ArrayList<>(); synchronized void add() { l.add(\"a\"); } synchronized List<String> all() { return new ArrayList<>(l); } }",
        "R r = new R(); Thread t = new Thread(() -> r.add()); Thread u = new Thread() { public void run() { r.all().size(); } }; t.start(); u.start();",
    ),
    (
        true,
        "static class R { private final List<String> l = new ArrayList<>(); synchronized void add() { l.add(\"a\"); } synchronized List<String> all() { return l; } }",
        "R r = new R(); class U extends Thread { public void run() { for (String s : r.all()) s.length(); } } Thread t = new Thread(() -> r.add()); t.start(); new U().start();",
    ),
    (
        false,
        "static class W implements Runnable { volatile boolean on = true; int turns; public void run() { for (int i = 0; on && i < 2; i++) turns++; } }",
        "W w = new W(); Thread t = new Thread(w); t.start(); w.on = false; t.join();",
    ),
    (
        true,
        "static class W implements Runnable { int turns; public void run() { turns++; } }",
        "W w = new W(); Thread t = new Thread(w), u = new Thread(w); t.start(); u.start(); t.join(); u.join();",
    ),
    (
        true,
        "static class W implements Runnable { int turns; public void run() { turns++; } }",
        "W w = new W(); Thread t = new Thread(w); t.start(); w.run(); t.join();",
    ),
    (
        true,
        "static class W implements Runnable { int turns; public void run() { turns++; } }",
        "W w = new W(); for (int i = 0; i < 2; i++) new Thread(w).start();",
    ),
    (
        true,
        "static class W implements Runnable { int turns; public void run() { turns++; } } static void go(Runnable r) { new Thread(r).start(); }",
        "W w = new W(); go(w); go(w);",
    ),
    (
        true,
        "static class W implements Runnable { int turns; public void run() { turns++; } void again() { new Thread(this).start(); } }",
        "W w = new W(); w.again(); w.again();",
    ),
    (
        false,
        "static class W extends Thread { int turns; public void run() { turns++; } }",
        "W w = new W(), v = new W(); w.start(); v.start(); w.join(); v.join(); System.out.println(w.turns + v.turns);",
    ),
    (
        true,
        "static class W extends Thread { int turns; public void run() { turns++; } }",
        "W w = new W(); Thread t = new Thread(w); w.start(); t.start();",
    ),
];

#[test]
fn tasks_that_meet_need_no_lock() {
    hold(TASKS);
}
