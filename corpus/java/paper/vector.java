//! Vector: one lastIndexOf reads the count without the lock
//! source: Flanagan & Freund 2000, figure 5
//! check: EXP REF/guard-held @ 12
public class Vector {
    Object[/*# elems_guarded_by this */] elementData /*# guarded_by this */;
    int elementCount /*# guarded_by this */;

    synchronized void trimToSize() {
        elementData = new Object[/*# elems_guarded_by this */ elementCount];
    }

    int lastIndexOf(Object elem) { return lastIndexOf(elem, elementCount - 1); }

    synchronized int lastIndexOf(Object elem, int n) {
        for (int i = n; i >= 0; i--) {
            if (elem.equals(elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    synchronized void removeAllElements() {
        elementCount = 0;
    }
}
