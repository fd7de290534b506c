package java.util;

public class Vector<E> {
    protected Object[/*# elems_guarded_by this */] elementData /*# guarded_by this */;
    protected int elementCount /*# guarded_by this */;
    protected int capacityIncrement /*# guarded_by this */;

    private Object[/*# elems_guarded_by this */] grow(int minCapacity) /*# requires this */;
    private Object[/*# elems_guarded_by this */] grow() /*# requires this */;
    E elementData(int index) /*# requires this */;
    private void add(E e, Object[/*# elems_guarded_by this */] elementData, int s) /*# requires this */;
    private void shiftTailOverGap(Object[/*# elems_guarded_by this */] es, int lo, int hi) /*# requires this */;
}
