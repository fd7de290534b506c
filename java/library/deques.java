// Queues: those with two ends, and heaps.
package java.util;

import java.util.function.*;

public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {
    Object[] elements = new Object[16];
    int head, size;
    public ArrayDeque() {}
    public ArrayDeque(int n) {}
    public ArrayDeque(Collection<? extends E> other) { addAll(other); }
    E at(int i) { return (E) elements[(head + i) % elements.length]; }
    private void room(E e) {
        if (e == null) throw new NullPointerException();
        if (size < elements.length) return;
        Object[] more = new Object[size * 2];
        for (int i = 0; i < size; i++) more[i] = at(i);
        elements = more;
        head = 0;
    }
    public int size() { return size; }
    public void addLast(E e) { room(e); elements[(head + size) % elements.length] = e; size = size + 1; }
    public void addFirst(E e) { room(e); head = (head + elements.length - 1) % elements.length; elements[head] = e; size = size + 1; }
    public E pollFirst() {
        if (size == 0) return null;
        E e = (E) elements[head];
        elements[head] = null;
        head = (head + 1) % elements.length;
        size = size - 1;
        return e;
    }
    public E pollLast() {
        if (size == 0) return null;
        int last = (head + size - 1) % elements.length;
        E e = (E) elements[last];
        elements[last] = null;
        size = size - 1;
        return e;
    }
    public E peekFirst() { return size == 0 ? null : at(0); }
    public E peekLast() { return size == 0 ? null : at(size - 1); }
    public boolean add(E e) { addLast(e); return true; }
    public boolean offer(E e) { addLast(e); return true; }
    public boolean offerFirst(E e) { addFirst(e); return true; }
    public boolean offerLast(E e) { addLast(e); return true; }
    public E poll() { return pollFirst(); }
    public E peek() { return peekFirst(); }
    public E remove() { return removeFirst(); }
    public E element() { return getFirst(); }
    public E removeFirst() { if (size == 0) throw new NoSuchElementException(); return pollFirst(); }
    public E removeLast() { if (size == 0) throw new NoSuchElementException(); return pollLast(); }
    public E getFirst() { if (size == 0) throw new NoSuchElementException(); return at(0); }
    public E getLast() { if (size == 0) throw new NoSuchElementException(); return at(size - 1); }
    public void push(E e) { addFirst(e); }
    public E pop() { return removeFirst(); }
    public void clear() { elements = new Object[16]; head = 0; size = 0; }
    public boolean remove(Object o) {
        for (int i = 0; i < size; i++) if (at(i).equals(o)) { removeAt(i); return true; }
        return false;
    }
    public boolean removeFirstOccurrence(Object o) { return remove(o); }
    public boolean removeLastOccurrence(Object o) { for (int i = size - 1; i >= 0; i--) if (at(i).equals(o)) { removeAt(i); return true; } return false; }
    void removeAt(int i) {
        for (int j = i; j < size - 1; j++) elements[(head + j) % elements.length] = at(j + 1);
        pollLast();
    }
    public Iterator<E> iterator() { return new DequeIterator<E>(this, 0, 1); }
    public Iterator<E> descendingIterator() { return new DequeIterator<E>(this, size - 1, -1); }
}
class DequeIterator<E> implements Iterator<E> {
    private final ArrayDeque<E> deque;
    private int at, last = -1, left;
    private final int step;
    DequeIterator(ArrayDeque<E> deque, int at, int step) { this.deque = deque; this.at = at; this.step = step; left = deque.size; }
    public boolean hasNext() { return left > 0; }
    public E next() {
        if (left <= 0) throw new NoSuchElementException();
        if (at < 0 || at >= deque.size) throw new ConcurrentModificationException();
        E e = deque.at(at);
        last = at;
        at = at + step;
        left--;
        return e;
    }
    public void remove() { if (last < 0) throw new IllegalStateException(); deque.removeAt(last); if (step > 0) at--; last = -1; }
}

public class LinkedList<E> extends AbstractList<E> implements Deque<E> {
    private final ArrayDeque<Object> deque = new ArrayDeque<>();
    private static final Object NULL = new Object();
    private int count;
    int changes() { return count; }
    public LinkedList() {}
    public LinkedList(Collection<? extends E> other) { addAll(other); }
    private Object in(Object e) { return e == null ? NULL : e; }
    private E out(Object e) { return e == NULL ? null : (E) e; }
    private void check(int i) { if (i < 0 || i >= size()) throw new IndexOutOfBoundsException("Index: " + i + ", Size: " + size()); }
    public int size() { return deque.size; }
    public E get(int i) { check(i); return out(deque.at(i)); }
    public E set(int i, E e) { E old = get(i); deque.elements[(deque.head + i) % deque.elements.length] = in(e); return old; }
    public boolean add(E e) { count++; deque.addLast(in(e)); return true; }
    public void add(int at, E e) {
        if (at < 0 || at > size()) throw new IndexOutOfBoundsException("Index: " + at + ", Size: " + size());
        add(e);
        for (int i = size() - 1; i > at; i--) set(i, get(i - 1));
        set(at, e);
    }
    public E remove(int at) {
        E old = get(at);
        count++;
        for (int i = at; i < size() - 1; i++) set(i, get(i + 1));
        deque.pollLast();
        return old;
    }
    public boolean remove(Object o) { int i = indexOf(o); if (i < 0) return false; remove(i); return true; }
    public void clear() { count++; deque.clear(); }
    public void addFirst(E e) { count++; deque.addFirst(in(e)); }
    public void addLast(E e) { count++; deque.addLast(in(e)); }
    public boolean offer(E e) { return add(e); }
    public boolean offerFirst(E e) { addFirst(e); return true; }
    public boolean offerLast(E e) { return add(e); }
    public E pollFirst() { if (deque.size > 0) count++; return out(deque.pollFirst()); }
    public E pollLast() { if (deque.size > 0) count++; return out(deque.pollLast()); }
    public E peekFirst() { return out(deque.peekFirst()); }
    public E peekLast() { return out(deque.peekLast()); }
    public E poll() { return pollFirst(); }
    public E peek() { return peekFirst(); }
    public E remove() { return removeFirst(); }
    public E element() { return getFirst(); }
    public E removeFirst() { E e = out(deque.removeFirst()); count++; return e; }
    public E removeLast() { E e = out(deque.removeLast()); count++; return e; }
    public E getFirst() { return out(deque.getFirst()); }
    public E getLast() { return out(deque.getLast()); }
    public void push(E e) { addFirst(e); }
    public E pop() { return removeFirst(); }
    public boolean removeFirstOccurrence(Object o) { return remove(o); }
    public boolean removeLastOccurrence(Object o) { int i = lastIndexOf(o); if (i < 0) return false; remove(i); return true; }
    public Iterator<E> descendingIterator() { return new Backwards<E>(this).iterator(); }
}

public class PriorityQueue<E> extends AbstractCollection<E> implements Queue<E> {
    final ArrayList<E> heap = new ArrayList<>();
    private final Comparator<Object> by;
    public PriorityQueue() { by = null; }
    public Comparator<? super E> comparator() { return by; }
    public PriorityQueue(int capacity) { by = null; }
    public PriorityQueue(Comparator<? super E> by) { this.by = (Comparator<Object>) by; }
    public PriorityQueue(int capacity, Comparator<? super E> by) { this.by = (Comparator<Object>) by; }
    public PriorityQueue(Collection<? extends E> all) {
        by = null;
        for (E e : all) heap.add(Objects.requireNonNull(e));
        for (int i = heap.size() / 2 - 1; i >= 0; i--) down(i, heap.get(i));
    }
    public int size() { return heap.size(); }
    public boolean add(E e) { return offer(e); }
    public boolean offer(E e) {
        Objects.requireNonNull(e);
        if (by == null) { Comparable<Object> checked = (Comparable<Object>) e; }
        heap.add(e);
        up(heap.size() - 1, e);
        return true;
    }
    private void up(int i, E e) {
        while (i > 0 && Sorting.compare(e, heap.get((i - 1) / 2), by) < 0) { heap.set(i, heap.get((i - 1) / 2)); i = (i - 1) / 2; }
        heap.set(i, e);
    }
    private void down(int i, E e) {
        while (2 * i + 1 < heap.size()) {
            int c = 2 * i + 1;
            if (c + 1 < heap.size() && Sorting.compare(heap.get(c), heap.get(c + 1), by) > 0) c++;
            if (Sorting.compare(e, heap.get(c), by) <= 0) break;
            heap.set(i, heap.get(c));
            i = c;
        }
        heap.set(i, e);
    }
    public E peek() { return heap.isEmpty() ? null : heap.get(0); }
    public E poll() {
        if (heap.isEmpty()) return null;
        E first = heap.get(0), last = heap.remove(heap.size() - 1);
        if (!heap.isEmpty()) down(0, last);
        return first;
    }
    public boolean remove(Object o) { int i = heap.indexOf(o); if (i < 0) return false; removeAt(i); return true; }
    // The element that took a place in front, where a walk has been already; or none.
    E removeAt(int i) {
        E last = heap.remove(heap.size() - 1);
        if (i == heap.size()) return null;
        down(i, last);
        if (heap.get(i) != last) return null;
        up(i, last);
        return heap.get(i) == last ? null : last;
    }
    boolean drop(Object one) { for (int i = 0; i < heap.size(); i++) if (heap.get(i) == one) { removeAt(i); return true; } return false; }
    public boolean contains(Object o) { return heap.contains(o); }
    public boolean removeIf(Predicate<? super E> test) {
        if (!heap.removeIf(test)) return false;
        for (int i = heap.size() / 2 - 1; i >= 0; i--) down(i, heap.get(i));
        return true;
    }
    public E remove() { if (heap.isEmpty()) throw new NoSuchElementException(); return poll(); }
    public E element() { if (heap.isEmpty()) throw new NoSuchElementException(); return peek(); }
    public void clear() { heap.clear(); }
    public Iterator<E> iterator() { return new HeapIterator<E>(this); }
}
class HeapIterator<E> implements Iterator<E> {
    private final PriorityQueue<E> queue;
    private final ArrayDeque<E> moved = new ArrayDeque<>();
    private int next, last = -1, changes;
    private E again;
    HeapIterator(PriorityQueue<E> queue) { this.queue = queue; changes = queue.heap.count; }
    private void check() { if (changes != queue.heap.count) throw new ConcurrentModificationException(); }
    public boolean hasNext() { return next < queue.size() || !moved.isEmpty(); }
    public E next() {
        check();
        again = null;
        if (next < queue.size()) { last = next; next++; return queue.heap.get(last); }
        last = -1;
        again = moved.poll();
        if (again == null) throw new NoSuchElementException();
        return again;
    }
    public void remove() {
        check();
        if (last >= 0) {
            E e = queue.removeAt(last);
            if (e == null) next--; else moved.add(e);
            last = -1;
        } else if (again != null) { queue.drop(again); again = null; }
        else throw new IllegalStateException();
        changes = queue.heap.count;
    }
}
