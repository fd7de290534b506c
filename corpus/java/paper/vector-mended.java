//! Vector: both lastIndexOf synchronized
//! source: Flanagan & Freund 2000, section 7
//! check: ok
public class Vector {
    Object[/*# elems_guarded_by this */] elementData /*# guarded_by this */;
    int elementCount /*# guarded_by this */;

    synchronized void trimToSize() {
        elementData = new Object[/*# elems_guarded_by this */ elementCount];
    }

    synchronized int lastIndexOf(Object elem) {
        return lastIndexOf(elem, elementCount - 1);
    }

    synchronized int lastIndexOf(Object elem, int n) {
        for (int i = n; i >= 0; i--) {
            if (elem.equals(elementData[i])) {
                return i;
            }
        }
        return -1;
    }
}
