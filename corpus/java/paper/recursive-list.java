//! List whose cells all have one lock
//! source: Rose, Swamy & Hicks 2005, figure 6
//! check: ok
class List/*#{ghost Object lp}*/ {
    int head /*# guarded_by lp */;
    List/*#{lp}*/ tail /*# guarded_by lp */;

    int last() /*# requires lp */ {
        if (tail == null) return head;
        return tail.last();
    }
}

class User {
    final Object lock = new Object();

    int use() {
        List/*#{this.lock}*/ l = new List/*#{this.lock}*/();
        synchronized (lock) {
            return l.last();
        }
    }
}
