//! The enclosing instance of a new inner object that a final variable has is the object that it was made with
//! check: EXP ASSIGN/guard-held @ 22, EXP ASSIGN/guard-held @ 26, EXP ASSIGN/guard-held @ 32, EXP ASSIGN/guard-held @ 44
class List {
    private final Object lock = new Object();

    private class Node {
        @GuardedBy("List.this") int value;
        @GuardedBy("lock") int other;
    }

    synchronized void add(int value) {
        Node node = new Node();
        node.value = value;
    }

    void addLater(int value) {
        Node node = new Node();
        synchronized (this) { node.value = value; }
        synchronized (lock) {
            Node inside = new Node();
            node.other = inside.other = value;
            inside.value = value;
        }
    }

    void bad(int value) { Node node = new Node(); node.value = value; }

    @Holding("this") void held() { Node node = new Node(); node.value = 1; }

    synchronized void ofAnother(List list) {
        Node node = list.new Node();
        node.value = 1;
    }

    synchronized void asObject() {
        Object node = new Node();
        synchronized (this) { System.out.println(node); }
    }

    synchronized void later() {
        new Thread(() -> {
            Node node = new Node();
            synchronized (List.this) { node.value = 1; }
            node.value = 1;
        }).start();
    }
}
