//! A method that overrides methods of two erasures is compared with both, an inherited one and one with a bounded type parameter too
//! check: PROG/override-requires @ 9, PROG/override-requires @ 16, LOCAL CLASS/override @ 22
interface Sink<T> { void put(T t) /*# requires this */; }
interface Log { void put(String s); }

/*# thread_shared */
class Counter implements Sink<String>, Log {
    int n /*# guarded_by this */;
    public void put(String s) /*# requires this */ { n++; }
}

interface Task<T> { void run(T t); }

/*# thread_shared */
class Base { int n /*# guarded_by this */; public void run(String s) /*# requires this */ { n++; } }
class Derived extends Base implements Task<String> { int m /*# guarded_by this */; }

interface Repo<T> { <S extends T> S save(S s); }
class User { final int id = 1; }
class UserRepo implements Repo<User> {
    int n;
    public <S extends User> S save(S s) { n++; return s; }
}

/*# thread_shared */
class Careful implements Sink<String>, Log, Task<String> {
    int n /*# guarded_by this */;
    public synchronized void put(String s) { n++; }
    public synchronized void run(String s) { n++; }
}
