//! A lambda given to a type variable, or to `? super I`, is one of the interface that bounds it
//! check: LOCAL CLASS/override @ 13, LOCAL CLASS/override @ 14, LOCAL CLASS/override @ 15
interface Sink<T> { void put(T t); }

/*# thread_local */
class Node { int x; void inc() { x++; } }

class User {
    static <T extends Runnable> void later(T task) { new Thread(task).start(); }

    static void go(Sink<? super Runnable> sink) {
        Node n = new Node();
        later(() -> n.x++);
        later(n::inc);
        sink.put(() -> n.x++);
        later(() -> { });
    }
}
