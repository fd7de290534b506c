//! Type arguments find members, and are erased
//! check: EXP REF/guard-held @ 17
import java.util.List;

class Node {
    int next /*# guarded_by this */;
}

class Box<T> {
    final T content;

    Box(T content) { this.content = content; }
}

class User {
    static int bad(List<Node> all) {
        return all.get(0).next;
    }

    static int good(Box<Node> box) {
        synchronized (box.content) { return box.content.next; }
    }
}
