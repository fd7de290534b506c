//! Fields that one thread fills in before others read them, and fields that one thread hands to another by a permit, a count, an element or a flag:
//! `check` has an error where `explore` finds a race, and nowhere else.

use super::java_apart::hold;

/// Members of a class, statements of its `main`, and whether some schedule has a race.
const HANDED: &[(bool, &str, &str)] = &[
    // Filled in first.
    (
        false,
        COUNTS,
        "A k = new A(); k.words = new String[] { \"a\", \"b\" }; k.limit = 2; Thread a = new Thread(k::count), b = new Thread(k::count); a.start(); b.start(); a.join(); b.join();",
    ),
    (
        true,
        COUNTS,
        "A k = new A(); k.words = new String[] { \"a\", \"b\" }; Thread a = new Thread(k::count), b = new Thread(k::count); a.start(); k.limit = 2; b.start(); a.join(); b.join();",
    ),
    (
        true,
        "private int[] v; void f() { v[0]++; }",
        "A k = new A(); k.v = new int[1]; Thread a = new Thread(k::f), b = new Thread(k::f); a.start(); b.start(); a.join(); b.join();",
    ),
    // A permit.
    (
        false,
        PERMIT,
        "A k = new A(); Thread t = new Thread(k::give); t.start(); System.out.println(k.take()); t.join();",
    ),
    (
        true,
        PERMIT,
        "A k = new A(); Thread t = new Thread(k::give), u = new Thread(k::give); t.start(); u.start(); System.out.println(k.take()); t.join(); u.join();",
    ),
    (
        true,
        PERMIT,
        "A k = new A(); Thread t = new Thread(() -> { for (int i = 0; i < 2; i++) { k.give(); } }); t.start(); System.out.println(k.take()); t.join();",
    ),
    (
        true,
        PERMIT,
        "A k = new A(); Thread t = new Thread(k::give), u = new Thread(() -> k.full.release()); t.start(); u.start(); System.out.println(k.take()); t.join(); u.join();",
    ),
    (
        true,
        "private final Semaphore full = new Semaphore(1); private int v; void give() { v = 3; full.release(); } int take() throws InterruptedException { full.acquire(); return v; }",
        "A k = new A(); Thread t = new Thread(k::give); t.start(); System.out.println(k.take()); t.join();",
    ),
    (
        true,
        "private final Semaphore full = new Semaphore(0); private int v; void give() { full.release(); v = 3; } int take() throws InterruptedException { full.acquire(); return v; }",
        "A k = new A(); Thread t = new Thread(k::give); t.start(); System.out.println(k.take()); t.join();",
    ),
    (
        true,
        "private final Semaphore full = new Semaphore(0); private int v; void give() { v = 3; full.release(); } int take() throws InterruptedException { int w = v; full.acquire(); return w; }",
        "A k = new A(); Thread t = new Thread(k::give); t.start(); System.out.println(k.take()); t.join();",
    ),
    // The one who takes it is not the only one who reads, or it is taken on one way alone.
    (
        true,
        "static final Semaphore full = new Semaphore(0); static int v;",
        "Thread t = new Thread(() -> { v = 3; full.release(); }), u = new Thread(() -> System.out.println(v)); t.start(); u.start(); full.acquire(); System.out.println(v); t.join(); u.join();",
    ),
    (
        true,
        "static final Semaphore full = new Semaphore(0); static int v;",
        "Thread t = new Thread(() -> { v = 3; full.release(); }); t.start(); if (args.length > 0) { full.acquire(); } System.out.println(v); t.join();",
    ),
    (
        true,
        "static final Semaphore full = new Semaphore(0); static int v;",
        "Runnable r = () -> { v++; full.release(); }; Thread t = new Thread(r), u = new Thread(r); t.start(); u.start(); full.acquire(); System.out.println(v); t.join(); u.join();",
    ),
    // A count.
    (
        false,
        "static int got;",
        "CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { go.await(); } catch (InterruptedException e) { return; } got = 5; }); t.start(); System.out.println(got); go.countDown(); t.join(); System.out.println(got);",
    ),
    (
        true,
        "static int got;",
        "CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { go.await(); } catch (InterruptedException e) { return; } got = 5; }); t.start(); go.countDown(); System.out.println(got); t.join(); System.out.println(got);",
    ),
    (
        true,
        "static int got;",
        "CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { got = 5; go.await(); } catch (InterruptedException e) { return; } }); t.start(); System.out.println(got); go.countDown(); t.join(); System.out.println(got);",
    ),
    (
        true,
        "static int got;",
        "CountDownLatch go = new CountDownLatch(1); Thread t = new Thread(() -> { try { go.await(); } catch (InterruptedException e) { return; } got = 5; }); t.start(); Runnable later = () -> got = 6; go.countDown(); later.run(); t.join();",
    ),
    // An element.
    (
        false,
        QUEUE,
        "A c = new A(); Thread t = new Thread(() -> { try { System.out.println(c.receive()); } catch (InterruptedException e) { } }); t.start(); c.send(\"hey\"); t.join(); System.out.println(c.handled);",
    ),
    (
        true,
        QUEUE,
        "A c = new A(); Thread t = new Thread(() -> { try { System.out.println(c.receive()); } catch (InterruptedException e) { } }); t.start(); c.send(\"hey\"); c.send(\"you\"); t.join(); System.out.println(c.handled);",
    ),
    (
        true,
        QUEUE,
        "A c = new A(); Thread t = new Thread(() -> { try { System.out.println(c.receive()); } catch (InterruptedException e) { } }); t.start(); c.send(\"hey\"); c.handled++; t.join(); System.out.println(c.handled);",
    ),
    (
        false,
        "private int v; private final SynchronousQueue<Integer> q = new SynchronousQueue<>(); void f() { try { v = 2; q.put(1); } catch (InterruptedException e) { return; } } int g() throws InterruptedException { int r = q.take(); return r + v; }",
        "A c = new A(); Thread t = new Thread(c::f); t.start(); System.out.println(c.g()); t.join();",
    ),
    (
        true,
        "private int v; private final SynchronousQueue<Integer> q = new SynchronousQueue<>(); void f() { try { q.put(1); v = 2; } catch (InterruptedException e) { return; } } int g() throws InterruptedException { int r = q.take(); return r + v; }",
        "A c = new A(); Thread t = new Thread(c::f); t.start(); System.out.println(c.g()); t.join();",
    ),
    // A flag.
    (
        false,
        FLAG,
        "A o = new A(); Thread t = new Thread(() -> { while (!o.ready) Thread.onSpinWait(); System.out.println(o.data[0] + o.data[1]); }); t.start(); o.data = new int[] {1, 2}; o.data[1] = 5; o.ready = true; t.join();",
    ),
    (
        true,
        FLAG,
        "A o = new A(); Thread t = new Thread(() -> { while (!o.ready) Thread.onSpinWait(); System.out.println(o.data[0] + o.data[1]); }); t.start(); o.data = new int[] {1, 2}; o.ready = true; o.data[1] = 5; t.join();",
    ),
    (
        true,
        FLAG,
        "A o = new A(); Thread t = new Thread(() -> { while (!o.ready) Thread.onSpinWait(); System.out.println(o.data[0] + o.data[1]); }); t.start(); int[] d = new int[] {1, 2}; o.data = d; o.ready = true; d[1] = 5; t.join();",
    ),
    (
        true,
        FLAG,
        "A o = new A(); Thread t = new Thread(() -> { if (!o.ready) Thread.onSpinWait(); System.out.println(o.data == null); }); t.start(); o.data = new int[] {1, 2}; o.ready = true; t.join();",
    ),
    (
        true,
        "int v; volatile boolean ready = true;",
        "A o = new A(); Thread t = new Thread(() -> { while (!o.ready) Thread.onSpinWait(); System.out.println(o.v); }); t.start(); o.v = 1; o.ready = true; t.join();",
    ),
];

const COUNTS: &str = "private String[] words; private int limit; void count() { for (int i = 0; i < limit; i++) { System.out.println(words[i]); } }";

const PERMIT: &str = "private final Semaphore full = new Semaphore(0); private int[] data; void give() { data = new int[] { 1, 2 }; full.release(); }
     int take() throws InterruptedException { full.acquire(); int s = 0; for (int d : data) s += d; return s; }";

const QUEUE: &str = "private final BlockingQueue<String> q = new LinkedBlockingQueue<>(); private int handled; void send(String s) { handled++; q.add(s); }
     String receive() throws InterruptedException { String s = q.take(); handled--; return s; }";

const FLAG: &str = "private int[] data; private volatile boolean ready;";

#[test]
fn fields_that_are_handed_over_need_no_lock() {
    hold(HANDED);
}
