//! The slips, each with what it is to become.

/// What is wrong, the members of a class `C` before, and after the sure repairs.
pub const SLIPS: &[(&str, &str, &str)] = &[
    (
        "the lock that every access holds is the guard, also where threads wait on it",
        "final Object lock = new Object(); boolean up;
         void set() { synchronized (lock) { up = true; lock.notifyAll(); } }
         void get() throws InterruptedException { synchronized (lock) { while (!up) lock.wait(); } }",
        "final Object lock = new Object(); /*# guarded_by lock */ boolean up;
         void set() { synchronized (lock) { up = true; lock.notifyAll(); } }
         void get() throws InterruptedException { synchronized (lock) { while (!up) lock.wait(); } }",
    ),
    (
        "a wrong lock is replaced by the right one",
        "final Object lock = new Object(); int n;
         void up() { synchronized (lock) { n++; } } int get() { synchronized (lock) { return n; } }
         void down() { synchronized (this) { n--; } }",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         void up() { synchronized (lock) { n++; } } int get() { synchronized (lock) { return n; } }
         void down() { synchronized (lock) { n--; } }",
    ),
    (
        "a lock as C# writes it",
        "int n; void up() { lock (this) { n++; } } synchronized int get() { return n; }",
        "/*# guarded_by this */ int n; void up() { synchronized (this) { n++; } } synchronized int get() { return n; }",
    ),
    (
        "a statement behind a lock is a block",
        "final Object lock = new Object(); int n;
         void up() { synchronized (lock) n++; } int get() { synchronized (lock) { return n; } }",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         void up() { synchronized (lock) { n++; } } int get() { synchronized (lock) { return n; } }",
    ),
    (
        "a box is no lock",
        "Integer n = 0; void up() { synchronized (n) { n++; } }",
        "/*# guarded_by this */ Integer n = 0; void up() { synchronized (this) { n++; } }",
    ),
    (
        "a static field has the lock of its class",
        "static int next; synchronized void draw() { next++; }",
        "static /*# guarded_by C.class */ int next; synchronized void draw() { synchronized (C.class) { next++; } }",
    ),
    (
        "the lock of another object inside of one's own may be a deadlock",
        "/*# guarded_by this */ int n; synchronized void give(C to) { n--; to.n++; }",
        "/*# guarded_by this */ int n; synchronized void give(C to) { n--; to.n++; }",
    ),
    (
        "who writes takes the lock for writers",
        "final java.util.concurrent.locks.ReentrantReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
         /*# guarded_by rw */ int n; void set(int v) { rw.readLock().lock(); try { n = v; } finally { rw.readLock().unlock(); } }",
        "final java.util.concurrent.locks.ReentrantReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
         /*# guarded_by rw */ int n; void set(int v) { rw.writeLock().lock(); try { n = v; } finally { rw.writeLock().unlock(); } }",
    ),
    (
        "a thread is started",
        "static int n; static synchronized void up() { n++; }
         static void f() { Thread t = new Thread(C::up); t.run(); }",
        "static /*# guarded_by C.class */ int n; static synchronized void up() { n++; }
         static void f() { Thread t = new Thread(C::up); t.start(); }",
    ),
    (
        "a semicolon ends an if",
        "int n; synchronized void down() { if (n > 0); { n--; } }",
        "/*# guarded_by this */ int n; synchronized void down() { if (n > 0) { n--; } }",
    ),
    (
        "a loop that changes what it looks at belongs together, and one that waits is left alone",
        "/*# guarded_by this */ int n; boolean up; void down() { while (n > 0) n--; } /*# requires this */ void go() { up = true; }
         void stay() { while (!up) { } }",
        "/*# guarded_by this */ int n; volatile boolean up; synchronized void down() { while (n > 0) n--; } /*# requires this */ void go() { up = true; }
         void stay() { while (!up) { } }",
    ),
    (
        "a loop that looks at a field behind its block is not put under a lock for sure, and the search for it ends",
        "/*# guarded_by this */ int n; int b() { do { n--; } while (n > 0); return 1; }",
        "/*# guarded_by this */ int n; int b() { do { n--; } while (n > 0); return 1; }",
    ),
    (
        "a field that is looked at twice, the second time under the lock, is volatile",
        "static Object o; static Object get() { if (o == null) { synchronized (C.class) { if (o == null) o = new Object(); } } return o; }",
        "static volatile Object o; static Object get() { if (o == null) { synchronized (C.class) { if (o == null) o = new Object(); } } return o; }",
    ),
    (
        "a comment has no end",
        "/* how many
         int n; synchronized void up() { n++; }",
        "/* how many */
         /*# guarded_by this */ int n; synchronized void up() { n++; }",
    ),
    (
        "a text has no end, and what is put behind it may be in it",
        "static void f(int n) { System.out.println(\"n: + n); }",
        "static void f(int n) { System.out.println(\"n: + n); }",
    ),
    (
        "a semicolon is missing",
        "int n; synchronized void up() { n = n + 1 } synchronized int get() { return n; }",
        "/*# guarded_by this */ int n; synchronized void up() { n = n + 1; } synchronized int get() { return n; }",
    ),
    (
        "a word is misspelt",
        "int n; synchronised void up() { n++; } synchronized int get() { return n; }",
        "/*# guarded_by this */ int n; synchronized void up() { n++; } synchronized int get() { return n; }",
    ),
    (
        "a block is not closed",
        "final Object lock = new Object();
         int n;
         void up() {
             synchronized (lock) {
                 n++;
         }
         int get() { synchronized (lock) { return n; } }",
        "final Object lock = new Object();
         /*# guarded_by lock */ int n;
         void up() {
             synchronized (lock) {
                 n++;
             }
         }
         int get() { synchronized (lock) { return n; } }",
    ),
    (
        "a name is misspelt, and nothing else is put right before",
        "int n; synchronized void up() { m = n + 1; coutn(); } synchronized void count() { n++; }",
        "int n; synchronized void up() { m = n + 1; count(); } synchronized void count() { n++; }",
    ),
    (
        "a condition compares",
        "void f(int n) { if (n = 1) return; }",
        "void f(int n) { if (n == 1) return; }",
    ),
    (
        "`new` is missing",
        "static C made() { return C(); }",
        "static C made() { return new C(); }",
    ),
    (
        "the length of an array and of a text",
        "int f(int[] a, String s) { return a.length() + s.length; }",
        "int f(int[] a, String s) { return a.length + s.length(); }",
    ),
    (
        "who changes a number and returns it does both under the lock",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         int next() {
             n++;
             return n;
         }",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         int next() {
             synchronized (lock) {
                 n++;
                 return n;
             }
         }",
    ),
    (
        "who looks and acts does both under the lock",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         void sell() {
             if (n > 0) {
                 n--;
             }
         }",
        "final Object lock = new Object(); /*# guarded_by lock */ int n;
         void sell() {
             synchronized (lock) {
                 if (n > 0) {
                     n--;
                 }
             }
         }",
    ),
    (
        "a block of the lock goes on until what belongs to it",
        "static final Object LOCK = new Object(); static int n;
         static int next() {
             synchronized (LOCK) {
                 n++;
             }
             return n;
         }",
        "static final Object LOCK = new Object(); static /*# guarded_by LOCK */ int n;
         static int next() {
             synchronized (LOCK) {
                 n++;
                 return n;
             }
         }",
    ),
    (
        "a lock is given back on every way",
        "private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by lock */ int n;
         void add(int m) {
             lock.lock();
             if (m < 0) {
                 return;
             }
             n += m;
             lock.unlock();
         }",
        "private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by lock */ int n;
         void add(int m) {
             lock.lock();
             try {
                 if (m < 0) {
                     return;
                 }
                 n += m;
             } finally {
                 lock.unlock();
             }
         }",
    ),
    (
        "who notifies holds the lock",
        "final Object lock = new Object(); void wake() { lock.notifyAll(); }",
        "final Object lock = new Object(); void wake() { synchronized (lock) { lock.notifyAll(); } }",
    ),
    (
        "a flag is volatile",
        "boolean on = true; void run() { while (on) { } } synchronized void stop() { on = false; }",
        "volatile boolean on = true; void run() { while (on) { } } synchronized void stop() { on = false; }",
    ),
    (
        "an object that a thread gets is shared",
        "int n; void up() { n++; } void start() { new Thread(() -> up()).start(); }",
        "/*# guarded_by this */ int n; synchronized void up() { n++; } void start() { new Thread(() -> up()).start(); }",
    ),
    (
        "a lambda without brackets gets them, and what others run does not belong together with it",
        "int n; synchronized int get() { return n; }
         void both() throws InterruptedException {
             Thread a = new Thread(() -> n++);
             a.start();
             a.join();
             System.out.println(n);
         }",
        "/*# guarded_by this */ int n; synchronized int get() { return n; }
         void both() throws InterruptedException {
             Thread a = new Thread(() -> { synchronized (this) { n++; } });
             a.start();
             a.join();
             synchronized (this) { System.out.println(n); }
         }",
    ),
    (
        "a class of the language is misspelt, wherever it stands",
        "final string name; C(string name) { this.name = name; }",
        "final String name; C(String name) { this.name = name; }",
    ),
    (
        "a word behind which a declaration seems to stand",
        "int n(int m) { retrun m; }",
        "int n(int m) { return m; }",
    ),
    (
        "a method of the library is misspelt",
        "void f(Thread t) { t.strat(); System.out.printn(t); }",
        "void f(Thread t) { t.start(); System.out.println(t); }",
    ),
    (
        "an interrupt is declared",
        "void pause() { Thread.sleep(10); }",
        "void pause() throws InterruptedException { Thread.sleep(10); }",
    ),
    (
        "a block is not opened",
        "int n /*# guarded_by this */;
         synchronized int get()
             return n;
         }
         synchronized void set(int v) {
             n = v;
         }",
        "int n /*# guarded_by this */;
         synchronized int get() {
             return n;
         }
         synchronized void set(int v) {
             n = v;
         }",
    ),
    (
        "a bracket is not opened",
        "final Object lock = new Object();
         void set() { synchronized lock) { } }",
        "final Object lock = new Object();
         void set() { synchronized (lock) { } }",
    ),
    (
        "a text is not closed",
        "void say() { System.out.println(\"working); }",
        "void say() { System.out.println(\"working\"); }",
    ),
    ("a bracket is missing", "void run() { new Thread(() -> stop(); } void stop() {}", "void run() { new Thread(() -> stop()); } void stop() {}"),
    (
        "the lock that is given back is another one",
        "final java.util.concurrent.locks.ReentrantLock a = new java.util.concurrent.locks.ReentrantLock(), b = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by a */ int n;
         void up() { a.lock(); try { n++; } finally { b.unlock(); } }",
        "final java.util.concurrent.locks.ReentrantLock a = new java.util.concurrent.locks.ReentrantLock(), b = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by a */ int n;
         void up() { a.lock(); try { n++; } finally { a.unlock(); } }",
    ),
    (
        "a lock that is taken on several ways out and never given back",
        "private final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by l */ int n;
         void up() { l.lock(); try { n++; } finally { l.unlock(); } }
         boolean take() {
             l.lock();
             if (n > 0) { n--; return true; }
             return false;
         }",
        "private final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by l */ int n;
         void up() { l.lock(); try { n++; } finally { l.unlock(); } }
         boolean take() {
             l.lock();
             try {
                 if (n > 0) { n--; return true; }
                 return false;
             } finally {
                 l.unlock();
             }
         }",
    ),
    (
        "who waits, waits for the lock that is held",
        "final Object lock = new Object(); /*# guarded_by lock */ boolean full;
         void put() { synchronized (lock) { full = true; lock.notifyAll(); } }
         void take() throws InterruptedException { synchronized (lock) { while (!full) wait(); } }",
        "final Object lock = new Object(); /*# guarded_by lock */ boolean full;
         void put() { synchronized (lock) { full = true; lock.notifyAll(); } }
         void take() throws InterruptedException { synchronized (lock) { while (!full) lock.wait(); } }",
    ),
    (
        "fields of one declaration have a guard each",
        "int a, b; final Object la = new Object(), lb = new Object();
         void up() { synchronized (la) { a++; } } void down() { synchronized (lb) { b++; } }",
        "int a /*# guarded_by la */, b /*# guarded_by lb */; final Object la = new Object(), lb = new Object();
         void up() { synchronized (la) { a++; } } void down() { synchronized (lb) { b++; } }",
    ),
    (
        "the contents of a collection are used without the lock of all others",
        "final java.util.ArrayDeque<String> items = new java.util.ArrayDeque<>();
         synchronized void push(String s) { items.push(s); } synchronized String pop() { return items.pop(); }
         String peek() { return items.peek(); }",
        "final java.util.ArrayDeque<String> items = new java.util.ArrayDeque<>();
         synchronized void push(String s) { items.push(s); } synchronized String pop() { return items.pop(); }
         synchronized String peek() { return items.peek(); }",
    ),
    (
        "a lock for readers in a field",
        "final java.util.concurrent.locks.ReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
         final java.util.concurrent.locks.Lock r = rw.readLock(), w = rw.writeLock(); /*# guarded_by rw */ int n;
         void set(int v) { r.lock(); try { n = v; } finally { r.unlock(); } }",
        "final java.util.concurrent.locks.ReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
         final java.util.concurrent.locks.Lock r = rw.readLock(), w = rw.writeLock(); /*# guarded_by rw */ int n;
         void set(int v) { w.lock(); try { n = v; } finally { w.unlock(); } }",
    ),
    (
        "a statement without brackets in a thread",
        "static /*# guarded_by C.class */ int hits;
         static void go(int k) { new Thread(() -> { if (k < 10) hits++; }).start(); }",
        "static /*# guarded_by C.class */ int hits;
         static void go(int k) { new Thread(() -> { if (k < 10) synchronized (C.class) { hits++; } }).start(); }",
    ),
    (
        "a method that waits through another one would hold the lock meanwhile",
        "/*# guarded_by this */ int mode; final Object gate = new Object(); /*# guarded_by gate */ boolean open;
         void pass() throws InterruptedException { synchronized (gate) { while (!open) gate.wait(); } }
         void use() throws InterruptedException { int m = mode; pass(); mode = m + 1; }
         synchronized void set(int m) { mode = m; synchronized (gate) { open = true; gate.notifyAll(); } }",
        "/*# guarded_by this */ int mode; final Object gate = new Object(); /*# guarded_by gate */ boolean open;
         void pass() throws InterruptedException { synchronized (gate) { while (!open) gate.wait(); } }
         void use() throws InterruptedException { int m = mode; pass(); mode = m + 1; }
         synchronized void set(int m) { mode = m; synchronized (gate) { open = true; gate.notifyAll(); } }",
    ),
    (
        "who is called with the lock for readers does not wait for that for writers",
        "final java.util.concurrent.locks.ReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock(); /*# guarded_by rw */ int n;
         int get() { rw.readLock().lock(); try { if (n == 0) init(); return n; } finally { rw.readLock().unlock(); } }
         void init() { n = 7; }",
        "final java.util.concurrent.locks.ReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock(); /*# guarded_by rw */ int n;
         int get() { rw.readLock().lock(); try { if (n == 0) init(); return n; } finally { rw.readLock().unlock(); } }
         void init() { n = 7; }",
    ),
    (
        "who gives a lock back has taken it elsewhere",
        "final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by l */ int n; void go() { n++; l.unlock(); }
         int n() { l.lock(); try { return n; } finally { l.unlock(); } }",
        "final java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); /*# guarded_by l */ int n; void go() { n++; l.unlock(); }
         int n() { l.lock(); try { return n; } finally { l.unlock(); } }",
    ),
    (
        "a field of an inner class has the lock of the object around it",
        "class In { int own; void up() { synchronized (C.this) { own++; } } int own() { synchronized (C.this) { return own; } } }
         void go() { In i = new In(); new Thread(() -> i.up()).start(); i.up(); }",
        "class In { /*# guarded_by C.this */ int own; void up() { synchronized (C.this) { own++; } } int own() { synchronized (C.this) { return own; } } }
         void go() { In i = new In(); new Thread(() -> i.up()).start(); i.up(); }",
    ),
];
