//! Dictionary and list: nodes guarded by the dictionary that has them
//! source: Flanagan & Freund 2000, figure 2
//! check: ok
class Node/*#{ghost Dictionary d}*/ {
    String key /*# guarded_by d */;
    Object value /*# guarded_by d */;
    Node/*#{d}*/ next /*# guarded_by d */;

    void init(String k, Object v, Node/*#{d}*/ n) /*# requires d */ {
        key = k;
        value = v;
        next = n;
    }

    void update(Object v) /*# requires d */ {
        value = v;
    }
}

class Dictionary {
    Node/*#{this}*/ head /*# guarded_by this */;

    void put(String key, Object value) {
        synchronized (this) {
            if (contains(key)) {
                Node/*#{this}*/ n = head;
                while (!n.key.equals(key)) {
                    n = n.next;
                }
                n.update(value);
            } else {
                Node/*#{this}*/ node = new Node/*#{this}*/();
                node.init(key, value, head);
                head = node;
            }
        }
    }

    boolean contains(String key) /*# requires this */ {
        Node/*#{this}*/ n = head;
        while (n != null) {
            if (n.key.equals(key)) return true;
            n = n.next;
        }
        return false;
    }
}
