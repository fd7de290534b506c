// The part of java.util that programs run with. Tables of hashes are those of the JDK: what is iterated has the JDK's order.
package java.util;

import java.util.function.*;

public class NoSuchElementException extends RuntimeException { public NoSuchElementException() {} public NoSuchElementException(String m) { super(m); } }
public class ConcurrentModificationException extends RuntimeException { public ConcurrentModificationException() {} public ConcurrentModificationException(String m) { super(m); } }
public class EmptyStackException extends RuntimeException { public EmptyStackException() {} }

public interface Iterator<E> {
    boolean hasNext();
    E next();
    default void remove() { throw new UnsupportedOperationException("remove"); }
}
public interface Comparator<T> { int compare(T a, T b); }
public interface RandomAccess {}

public interface Collection<E> extends Iterable<E> {
    int size();
    boolean isEmpty();
    boolean contains(Object o);
    boolean add(E e);
    boolean remove(Object o);
    boolean addAll(Collection<? extends E> other);
    void clear();
    Object[] toArray();
}
public interface List<E> extends Collection<E> {
    E get(int i);
    E set(int i, E e);
    void add(int i, E e);
    E remove(int i);
    int indexOf(Object o);
    E getFirst();
    E getLast();
    E removeFirst();
    E removeLast();
    void sort(Comparator<? super E> by);
    static <T> List<T> of(T... all) { return new Fixed<T>(all); }
    static <T> List<T> copyOf(Collection<? extends T> all) { return new Fixed<T>((T[]) all.toArray()); }
}
public interface Set<E> extends Collection<E> {}
public interface Queue<E> extends Collection<E> {
    boolean offer(E e);
    E poll();
    E remove();
    E peek();
    E element();
}
public interface Deque<E> extends Queue<E> {
    void addFirst(E e);
    void addLast(E e);
    boolean offerFirst(E e);
    boolean offerLast(E e);
    E pollFirst();
    E pollLast();
    E peekFirst();
    E peekLast();
    E getFirst();
    E getLast();
    E removeFirst();
    E removeLast();
    void push(E e);
    E pop();
}

abstract class AbstractCollection<E> implements Collection<E> {
    public boolean isEmpty() { return size() == 0; }
    public boolean contains(Object o) {
        Iterator<E> it = iterator();
        while (it.hasNext()) { E e = it.next(); if (o == null ? e == null : o.equals(e)) return true; }
        return false;
    }
    public boolean addAll(Collection<? extends E> other) {
        boolean changed = false;
        for (E e : other) if (add(e)) changed = true;
        return changed;
    }
    public boolean add(E e) { throw new UnsupportedOperationException(); }
    public boolean remove(Object o) { throw new UnsupportedOperationException(); }
    public void clear() { throw new UnsupportedOperationException(); }
    public Object[] toArray() {
        Object[] all = new Object[size()];
        int i = 0;
        for (E e : this) { all[i] = e; i++; }
        return all;
    }
    public String toString() {
        String s = "[";
        boolean first = true;
        for (E e : this) { s = s + (first ? "" : ", ") + (e == this ? "(this Collection)" : e); first = false; }
        return s + "]";
    }
}

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    public E set(int i, E e) { throw new UnsupportedOperationException(); }
    public void add(int i, E e) { throw new UnsupportedOperationException(); }
    public E remove(int i) { throw new UnsupportedOperationException(); }
    public int indexOf(Object o) {
        for (int i = 0; i < size(); i++) { E e = get(i); if (o == null ? e == null : o.equals(e)) return i; }
        return -1;
    }
    public E getFirst() { if (size() == 0) throw new NoSuchElementException(); return get(0); }
    public E getLast() { if (size() == 0) throw new NoSuchElementException(); return get(size() - 1); }
    public E removeFirst() { if (size() == 0) throw new NoSuchElementException(); return remove(0); }
    public E removeLast() { if (size() == 0) throw new NoSuchElementException(); return remove(size() - 1); }
    public void sort(Comparator<? super E> by) {
        for (int i = 1; i < size(); i++) {
            E e = get(i);
            int j = i;
            while (j > 0 && (by == null ? ((Comparable<E>) get(j - 1)).compareTo(e) : by.compare(get(j - 1), e)) > 0) { set(j, get(j - 1)); j--; }
            if (j < i) set(j, e);
        }
    }
    public boolean equals(Object o) {
        if (o == this) return true;
        if (!(o instanceof List)) return false;
        List<?> other = (List<?>) o;
        if (other.size() != size()) return false;
        for (int i = 0; i < size(); i++) { Object a = get(i), b = other.get(i); if (a == null ? b != null : !a.equals(b)) return false; }
        return true;
    }
    public int hashCode() {
        int h = 1;
        for (int i = 0; i < size(); i++) { Object e = get(i); h = 31 * h + (e == null ? 0 : e.hashCode()); }
        return h;
    }
}

class Fixed<E> extends AbstractList<E> {
    private final E[] all;
    Fixed(E[] all) { this.all = all; }
    public int size() { return all.length; }
    public E get(int i) { return all[i]; }
    public Iterator<E> iterator() { return new ListIterator<E>(this); }
}
class Settable<E> extends AbstractList<E> {
    private final E[] all;
    Settable(E[] all) { this.all = all; }
    public int size() { return all.length; }
    public E get(int i) { return all[i]; }
    public E set(int i, E e) { E old = all[i]; all[i] = e; return old; }
    public Iterator<E> iterator() { return new ListIterator<E>(this); }
}
class ListIterator<E> implements Iterator<E> {
    private final List<E> list;
    private int at;
    ListIterator(List<E> list) { this.list = list; }
    public boolean hasNext() { return at < list.size(); }
    public E next() { if (at >= list.size()) throw new NoSuchElementException(); E e = list.get(at); at++; return e; }
}

public class ArrayList<E> extends AbstractList<E> implements RandomAccess {
    private Object[] elements = new Object[10];
    int size;
    int changes;
    public ArrayList() {}
    public ArrayList(int capacity) { if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity); }
    public ArrayList(Collection<? extends E> other) { addAll(other); }
    public int size() { return size; }
    private void check(int i) { if (i < 0 || i >= size) throw new IndexOutOfBoundsException("Index " + i + " out of bounds for length " + size); }
    private void room() { if (size == elements.length) elements = (Object[]) RacefreePrimitives.copyArray(elements, 0, size, size * 2); }
    public E get(int i) { check(i); return (E) elements[i]; }
    public E set(int i, E e) { check(i); E old = (E) elements[i]; elements[i] = e; return old; }
    public boolean add(E e) { changes++; room(); elements[size] = e; size = size + 1; return true; }
    public void add(int at, E e) {
        if (at < 0 || at > size) throw new IndexOutOfBoundsException("Index: " + at + ", Size: " + size);
        changes++;
        room();
        for (int i = size; i > at; i--) elements[i] = elements[i - 1];
        elements[at] = e;
        size = size + 1;
    }
    public E remove(int at) {
        check(at);
        changes++;
        E old = (E) elements[at];
        for (int i = at; i < size - 1; i++) elements[i] = elements[i + 1];
        size = size - 1;
        elements[size] = null;
        return old;
    }
    public boolean remove(Object o) { int i = indexOf(o); if (i < 0) return false; remove(i); return true; }
    public void clear() { changes++; for (int i = 0; i < size; i++) elements[i] = null; size = 0; }
    public boolean removeIf(Predicate<? super E> test) {
        boolean changed = false;
        for (int i = 0; i < size; ) if (test.test(get(i))) { remove(i); changed = true; } else i++;
        return changed;
    }
    public Iterator<E> iterator() { return new ArrayIterator<E>(this); }
}
class ArrayIterator<E> implements Iterator<E> {
    private final ArrayList<E> list;
    private int at, changes;
    ArrayIterator(ArrayList<E> list) { this.list = list; changes = list.changes; }
    public boolean hasNext() { return at != list.size; }
    public E next() {
        if (changes != list.changes) throw new ConcurrentModificationException();
        if (at >= list.size) throw new NoSuchElementException();
        E e = list.get(at);
        at++;
        return e;
    }
    public void remove() {
        if (changes != list.changes) throw new ConcurrentModificationException();
        at--;
        list.remove(at);
        changes = list.changes;
    }
}

public class Vector<E> extends AbstractList<E> {
    private final ArrayList<E> list = new ArrayList<>();
    public Vector() {}
    public synchronized int size() { return list.size(); }
    public synchronized E get(int i) { return list.get(i); }
    public synchronized E elementAt(int i) { return list.get(i); }
    public synchronized E set(int i, E e) { return list.set(i, e); }
    public synchronized boolean add(E e) { return list.add(e); }
    public synchronized void addElement(E e) { list.add(e); }
    public synchronized void add(int i, E e) { list.add(i, e); }
    public synchronized E remove(int i) { return list.remove(i); }
    public synchronized boolean remove(Object o) { return list.remove(o); }
    public synchronized boolean isEmpty() { return list.isEmpty(); }
    public synchronized boolean contains(Object o) { return list.contains(o); }
    public synchronized void clear() { list.clear(); }
    public synchronized String toString() { return list.toString(); }
    public Iterator<E> iterator() { return new ListIterator<E>(this); }
}
public class Stack<E> extends Vector<E> {
    public E push(E e) { add(e); return e; }
    public synchronized E pop() { E e = peek(); remove(size() - 1); return e; }
    public synchronized E peek() { if (size() == 0) throw new EmptyStackException(); return get(size() - 1); }
    public boolean empty() { return size() == 0; }
}

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
        for (int i = 0; i < size; i++) if (at(i).equals(o)) {
            for (int j = i; j < size - 1; j++) elements[(head + j) % elements.length] = at(j + 1);
            pollLast();
            return true;
        }
        return false;
    }
    public Iterator<E> iterator() { return new DequeIterator<E>(this); }
}
class DequeIterator<E> implements Iterator<E> {
    private final ArrayDeque<E> deque;
    private int at;
    DequeIterator(ArrayDeque<E> deque) { this.deque = deque; }
    public boolean hasNext() { return at < deque.size; }
    public E next() { if (at >= deque.size) throw new NoSuchElementException(); E e = deque.at(at); at++; return e; }
}

public class LinkedList<E> extends AbstractList<E> implements Deque<E> {
    private final ArrayDeque<Object> deque = new ArrayDeque<>();
    private static final Object NULL = new Object();
    private int changes;
    public LinkedList() {}
    public LinkedList(Collection<? extends E> other) { addAll(other); }
    private Object in(Object e) { return e == null ? NULL : e; }
    private E out(Object e) { return e == NULL ? null : (E) e; }
    private void check(int i) { if (i < 0 || i >= size()) throw new IndexOutOfBoundsException("Index: " + i + ", Size: " + size()); }
    public int size() { return deque.size; }
    public E get(int i) { check(i); return out(deque.at(i)); }
    public E set(int i, E e) { E old = get(i); deque.elements[(deque.head + i) % deque.elements.length] = in(e); return old; }
    public boolean add(E e) { deque.addLast(in(e)); return true; }
    public void add(int at, E e) {
        if (at < 0 || at > size()) throw new IndexOutOfBoundsException("Index: " + at + ", Size: " + size());
        add(e);
        for (int i = size() - 1; i > at; i--) set(i, get(i - 1));
        set(at, e);
    }
    public E remove(int at) {
        E old = get(at);
        for (int i = at; i < size() - 1; i++) set(i, get(i + 1));
        deque.pollLast();
        return old;
    }
    public boolean remove(Object o) { int i = indexOf(o); if (i < 0) return false; remove(i); return true; }
    public void clear() { deque.clear(); }
    public void addFirst(E e) { deque.addFirst(in(e)); }
    public void addLast(E e) { deque.addLast(in(e)); }
    public boolean offer(E e) { return add(e); }
    public boolean offerFirst(E e) { addFirst(e); return true; }
    public boolean offerLast(E e) { return add(e); }
    public E pollFirst() { return out(deque.pollFirst()); }
    public E pollLast() { return out(deque.pollLast()); }
    public E peekFirst() { return out(deque.peekFirst()); }
    public E peekLast() { return out(deque.peekLast()); }
    public E poll() { return pollFirst(); }
    public E peek() { return peekFirst(); }
    public E remove() { return removeFirst(); }
    public E element() { return getFirst(); }
    public E removeFirst() { return out(deque.removeFirst()); }
    public E removeLast() { return out(deque.removeLast()); }
    public E getFirst() { return out(deque.getFirst()); }
    public E getLast() { return out(deque.getLast()); }
    public void push(E e) { addFirst(e); }
    public E pop() { return removeFirst(); }
    public Iterator<E> iterator() { return new ListIterator<E>(this); }
}

public class PriorityQueue<E> extends AbstractCollection<E> implements Queue<E> {
    final ArrayList<E> heap = new ArrayList<>();
    private final Comparator<? super E> by;
    public PriorityQueue() { by = null; }
    public PriorityQueue(Comparator<? super E> by) { this.by = by; }
    private int compare(E a, E b) { return by == null ? ((Comparable<E>) a).compareTo(b) : by.compare(a, b); }
    public int size() { return heap.size(); }
    public boolean add(E e) { return offer(e); }
    public boolean offer(E e) {
        heap.add(e);
        int i = heap.size() - 1;
        while (i > 0 && compare(heap.get((i - 1) / 2), e) > 0) { heap.set(i, heap.get((i - 1) / 2)); i = (i - 1) / 2; }
        heap.set(i, e);
        return true;
    }
    public E peek() { return heap.isEmpty() ? null : heap.get(0); }
    public E poll() {
        if (heap.isEmpty()) return null;
        E first = heap.get(0), last = heap.remove(heap.size() - 1);
        if (heap.isEmpty()) return first;
        int i = 0;
        while (2 * i + 1 < heap.size()) {
            int c = 2 * i + 1;
            if (c + 1 < heap.size() && compare(heap.get(c), heap.get(c + 1)) > 0) c++;
            if (compare(last, heap.get(c)) <= 0) break;
            heap.set(i, heap.get(c));
            i = c;
        }
        heap.set(i, last);
        return first;
    }
    public E remove() { if (heap.isEmpty()) throw new NoSuchElementException(); return poll(); }
    public E element() { if (heap.isEmpty()) throw new NoSuchElementException(); return peek(); }
    public void clear() { heap.clear(); }
    public Iterator<E> iterator() { return heap.iterator(); }
}

public interface Map<K, V> {
    V get(Object k);
    V put(K k, V v);
    V remove(Object k);
    boolean containsKey(Object k);
    boolean containsValue(Object v);
    int size();
    boolean isEmpty();
    void clear();
    Set<K> keySet();
    Collection<V> values();
    Set<Entry<K, V>> entrySet();
    default V getOrDefault(Object k, V v) { return containsKey(k) ? get(k) : v; }
    default V putIfAbsent(K k, V v) { V old = get(k); if (old == null) put(k, v); return old; }
    default V computeIfAbsent(K k, Function<? super K, ? extends V> make) {
        V old = get(k);
        if (old != null) return old;
        V made = make.apply(k);
        if (made != null) put(k, made);
        return made;
    }
    default V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> make) {
        V old = get(k);
        if (old == null) return null;
        V made = make.apply(k, old);
        if (made == null) remove(k); else put(k, made);
        return made;
    }
    default V compute(K k, BiFunction<? super K, ? super V, ? extends V> make) {
        V made = make.apply(k, get(k));
        if (made == null) remove(k); else put(k, made);
        return made;
    }
    default V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> join) {
        V old = get(k);
        V made = old == null ? v : join.apply(old, v);
        if (made == null) remove(k); else put(k, made);
        return made;
    }
    default void forEach(BiConsumer<? super K, ? super V> action) { for (Entry<K, V> e : entrySet()) action.accept(e.getKey(), e.getValue()); }
    default void putAll(Map<? extends K, ? extends V> other) { for (K k : other.keySet()) put(k, other.get(k)); }
    interface Entry<K, V> { K getKey(); V getValue(); V setValue(V v); }
}

class Node<K, V> implements Map.Entry<K, V> {
    final int hash;
    final K key;
    V value;
    Node<K, V> next;
    // Neighbours in the order of insertion.
    Node<K, V> before, after;
    Node(int hash, K key, V value) { this.hash = hash; this.key = key; this.value = value; }
    public K getKey() { return key; }
    public V getValue() { return value; }
    public V setValue(V v) { V old = value; value = v; return old; }
    public String toString() { return key + "=" + value; }
}

public class HashMap<K, V> implements Map<K, V> {
    Node<K, V>[] table;
    int size;
    int changes;
    public HashMap() {}
    public HashMap(int capacity) {}
    public HashMap(Map<? extends K, ? extends V> other) { putAll(other); }
    static int hash(Object k) { if (k == null) return 0; int h = k.hashCode(); return h ^ h >>> 16; }
    Node<K, V> find(Object k) {
        Node<K, V>[] t = table;
        if (t == null) return null;
        int h = hash(k);
        for (Node<K, V> n = t[h & t.length - 1]; n != null; n = n.next)
            if (n.hash == h && (k == null ? n.key == null : k.equals(n.key))) return n;
        return null;
    }
    private void resize() {
        Node<K, V>[] old = table;
        Node<K, V>[] more = new Node[old.length * 2];
        for (int i = 0; i < old.length; i++) {
            Node<K, V> n = old[i];
            while (n != null) {
                Node<K, V> next = n.next;
                n.next = null;
                int at = n.hash & more.length - 1;
                if (more[at] == null) more[at] = n; else { Node<K, V> last = more[at]; while (last.next != null) last = last.next; last.next = n; }
                n = next;
            }
        }
        table = more;
    }
    void linked(Node<K, V> n) {}
    void unlinked(Node<K, V> n) {}
    public V get(Object k) { Node<K, V> n = find(k); return n == null ? null : n.value; }
    public boolean containsKey(Object k) { return find(k) != null; }
    public boolean containsValue(Object v) { for (V x : values()) if (v == null ? x == null : v.equals(x)) return true; return false; }
    public V put(K k, V v) {
        Node<K, V> n = find(k);
        if (n != null) { V old = n.value; n.value = v; return old; }
        if (table == null) table = new Node[16];
        Node<K, V> made = new Node<K, V>(hash(k), k, v);
        int at = made.hash & table.length - 1;
        if (table[at] == null) table[at] = made; else { Node<K, V> last = table[at]; while (last.next != null) last = last.next; last.next = made; }
        linked(made);
        changes++;
        size = size + 1;
        if (size > table.length / 4 * 3) resize();
        return null;
    }
    public V remove(Object k) {
        Node<K, V> n = find(k);
        if (n == null) return null;
        int at = n.hash & table.length - 1;
        if (table[at] == n) table[at] = n.next; else { Node<K, V> p = table[at]; while (p.next != n) p = p.next; p.next = n.next; }
        unlinked(n);
        changes++;
        size = size - 1;
        return n.value;
    }
    public int size() { return size; }
    public boolean isEmpty() { return size == 0; }
    public void clear() { changes++; table = null; size = 0; }
    Node<K, V> first() { return from(0); }
    private Node<K, V> from(int at) {
        if (table != null) for (int i = at; i < table.length; i++) if (table[i] != null) return table[i];
        return null;
    }
    Node<K, V> after(Node<K, V> n) { return n.next != null ? n.next : from((n.hash & table.length - 1) + 1); }
    public Set<K> keySet() { return new Keys<K, V>(this); }
    public Collection<V> values() { return new Values<K, V>(this); }
    public Set<Map.Entry<K, V>> entrySet() { return new Entries<K, V>(this); }
    public boolean equals(Object o) {
        if (!(o instanceof Map)) return false;
        Map<K, V> other = (Map<K, V>) o;
        if (other.size() != size) return false;
        for (K k : keySet()) { V v = get(k); if (!other.containsKey(k) || (v == null ? other.get(k) != null : !v.equals(other.get(k)))) return false; }
        return true;
    }
    public int hashCode() {
        int h = 0;
        for (Map.Entry<K, V> e : entrySet()) h += (e.getKey() == null ? 0 : e.getKey().hashCode()) ^ (e.getValue() == null ? 0 : e.getValue().hashCode());
        return h;
    }
    public String toString() {
        String s = "{";
        for (Node<K, V> n = first(); n != null; n = after(n)) s = s + (s.length() == 1 ? "" : ", ") + n.key + "=" + n.value;
        return s + "}";
    }
}
public class LinkedHashMap<K, V> extends HashMap<K, V> {
    private Node<K, V> head, tail;
    public LinkedHashMap() {}
    void linked(Node<K, V> n) { n.before = tail; if (tail == null) head = n; else tail.after = n; tail = n; }
    void unlinked(Node<K, V> n) {
        if (n.before == null) head = n.after; else n.before.after = n.after;
        if (n.after == null) tail = n.before; else n.after.before = n.before;
    }
    public void clear() { super.clear(); head = null; tail = null; }
    Node<K, V> first() { return head; }
    Node<K, V> after(Node<K, V> n) { return n.after; }
}
abstract class MapIterator<K, V> {
    private final HashMap<K, V> map;
    private Node<K, V> next, last;
    private int changes;
    MapIterator(HashMap<K, V> map) { this.map = map; next = map.first(); changes = map.changes; }
    public boolean hasNext() { return next != null; }
    Node<K, V> advance() {
        if (changes != map.changes) throw new ConcurrentModificationException();
        if (next == null) throw new NoSuchElementException();
        last = next;
        next = map.after(last);
        return last;
    }
    public void remove() { map.remove(last.key); changes = map.changes; }
}
class KeyIterator<K, V> extends MapIterator<K, V> implements Iterator<K> { KeyIterator(HashMap<K, V> map) { super(map); } public K next() { return advance().key; } }
class ValueIterator<K, V> extends MapIterator<K, V> implements Iterator<V> { ValueIterator(HashMap<K, V> map) { super(map); } public V next() { return advance().value; } }
class EntryIterator<K, V> extends MapIterator<K, V> implements Iterator<Map.Entry<K, V>> { EntryIterator(HashMap<K, V> map) { super(map); } public Map.Entry<K, V> next() { return advance(); } }
class Keys<K, V> extends AbstractCollection<K> implements Set<K> {
    private final HashMap<K, V> map;
    Keys(HashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public boolean contains(Object o) { return map.containsKey(o); }
    public boolean remove(Object o) { boolean had = map.containsKey(o); map.remove(o); return had; }
    public Iterator<K> iterator() { return new KeyIterator<K, V>(map); }
}
class Values<K, V> extends AbstractCollection<V> {
    private final HashMap<K, V> map;
    Values(HashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public Iterator<V> iterator() { return new ValueIterator<K, V>(map); }
}
class Entries<K, V> extends AbstractCollection<Map.Entry<K, V>> implements Set<Map.Entry<K, V>> {
    private final HashMap<K, V> map;
    Entries(HashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public Iterator<Map.Entry<K, V>> iterator() { return new EntryIterator<K, V>(map); }
}

public class HashSet<E> extends AbstractCollection<E> implements Set<E> {
    final HashMap<E, Object> map;
    public HashSet() { map = new HashMap<>(); }
    public HashSet(int capacity) { map = new HashMap<>(); }
    public HashSet(Collection<? extends E> other) { map = new HashMap<>(); addAll(other); }
    HashSet(HashMap<E, Object> map) { this.map = map; }
    public int size() { return map.size(); }
    public boolean contains(Object o) { return map.containsKey(o); }
    public boolean add(E e) { return map.put(e, this) == null; }
    public boolean remove(Object o) { return map.remove(o) != null; }
    public void clear() { map.clear(); }
    public Iterator<E> iterator() { return new KeyIterator<E, Object>(map); }
    public boolean equals(Object o) {
        if (!(o instanceof Set)) return false;
        Set<?> other = (Set<?>) o;
        if (other.size() != size()) return false;
        for (Object e : other) if (!contains(e)) return false;
        return true;
    }
    public int hashCode() { int h = 0; for (E e : this) if (e != null) h += e.hashCode(); return h; }
}
public class LinkedHashSet<E> extends HashSet<E> {
    public LinkedHashSet() { super(new LinkedHashMap<E, Object>()); }
}

public class TreeMap<K, V> extends HashMap<K, V> {
    private final ArrayList<Node<K, V>> order = new ArrayList<>();
    private final Comparator<? super K> by;
    public TreeMap() { by = null; }
    public TreeMap(Comparator<? super K> by) { this.by = by; }
    private int compare(K a, K b) { return by == null ? ((Comparable<K>) a).compareTo(b) : by.compare(a, b); }
    void linked(Node<K, V> n) {
        int i = order.size();
        while (i > 0 && compare(order.get(i - 1).key, n.key) > 0) i--;
        order.add(i, n);
    }
    void unlinked(Node<K, V> n) { order.remove((Object) n); }
    public void clear() { super.clear(); order.clear(); }
    Node<K, V> first() { return order.isEmpty() ? null : order.get(0); }
    Node<K, V> after(Node<K, V> n) { int i = order.indexOf(n) + 1; return i < order.size() ? order.get(i) : null; }
    public K firstKey() { if (order.isEmpty()) throw new NoSuchElementException(); return order.get(0).key; }
    public K lastKey() { if (order.isEmpty()) throw new NoSuchElementException(); return order.get(order.size() - 1).key; }
}
public class TreeSet<E> extends HashSet<E> {
    public TreeSet() { super(new TreeMap<E, Object>()); }
    public E first() { return ((TreeMap<E, Object>) map).firstKey(); }
    public E last() { return ((TreeMap<E, Object>) map).lastKey(); }
}
public class Hashtable<K, V> extends HashMap<K, V> {
    public Hashtable() {}
    public synchronized V get(Object k) { return super.get(k); }
    public synchronized V put(K k, V v) { return super.put(k, v); }
    public synchronized V remove(Object k) { return super.remove(k); }
    public synchronized boolean containsKey(Object k) { return super.containsKey(k); }
    public synchronized int size() { return super.size(); }
    public synchronized boolean isEmpty() { return super.isEmpty(); }
}

public final class Objects {
    public static boolean equals(Object a, Object b) { return a == b || a != null && a.equals(b); }
    public static int hashCode(Object o) { return o == null ? 0 : o.hashCode(); }
    public static int hash(Object... all) { int h = 1; for (Object o : all) h = 31 * h + (o == null ? 0 : o.hashCode()); return h; }
    public static String toString(Object o) { return String.valueOf(o); }
    public static <T> T requireNonNull(T o) { if (o == null) throw new NullPointerException(); return o; }
    public static <T> T requireNonNull(T o, String message) { if (o == null) throw new NullPointerException(message); return o; }
    public static boolean isNull(Object o) { return o == null; }
    public static boolean nonNull(Object o) { return o != null; }
}

public final class Optional<T> {
    private final T value;
    private Optional(T value) { this.value = value; }
    public static <S> Optional<S> of(S s) { return new Optional<S>(Objects.requireNonNull(s)); }
    public static <S> Optional<S> ofNullable(S s) { return new Optional<S>(s); }
    public static <S> Optional<S> empty() { return new Optional<S>(null); }
    public boolean isPresent() { return value != null; }
    public boolean isEmpty() { return value == null; }
    public T get() { if (value == null) throw new NoSuchElementException("No value present"); return value; }
    public T orElse(T other) { return value == null ? other : value; }
    public void ifPresent(Consumer<? super T> action) { if (value != null) action.accept(value); }
    public String toString() { return value == null ? "Optional.empty" : "Optional[" + value + "]"; }
}

public final class Arrays {
    public static String toString(int[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(long[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(double[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(boolean[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(char[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static String toString(Object[] a) { if (a == null) return "null"; String s = "["; for (int i = 0; i < a.length; i++) s = s + (i == 0 ? "" : ", ") + a[i]; return s + "]"; }
    public static void fill(int[] a, int v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(boolean[] a, boolean v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static void fill(Object[] a, Object v) { for (int i = 0; i < a.length; i++) a[i] = v; }
    public static int[] copyOf(int[] a, int n) { return (int[]) RacefreePrimitives.copyArray(a, 0, Math.min(n, a.length), n); }
    public static <T> T[] copyOf(T[] a, int n) { return (T[]) RacefreePrimitives.copyArray(a, 0, Math.min(n, a.length), n); }
    public static int[] copyOfRange(int[] a, int from, int to) { return (int[]) RacefreePrimitives.copyArray(a, from, Math.min(to, a.length), to - from); }
    public static boolean equals(int[] a, int[] b) {
        if (a == b) return true;
        if (a == null || b == null || a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static boolean equals(Object[] a, Object[] b) {
        if (a == b) return true;
        if (a == null || b == null || a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (!Objects.equals(a[i], b[i])) return false;
        return true;
    }
    public static void sort(int[] a) { for (int i = 1; i < a.length; i++) { int v = a[i], j = i; while (j > 0 && a[j - 1] > v) { a[j] = a[j - 1]; j--; } a[j] = v; } }
    public static void sort(Object[] a) { for (int i = 1; i < a.length; i++) { Object v = a[i]; int j = i; while (j > 0 && ((Comparable) a[j - 1]).compareTo(v) > 0) { a[j] = a[j - 1]; j--; } a[j] = v; } }
    public static <T> void sort(T[] a, Comparator<? super T> by) { for (int i = 1; i < a.length; i++) { T v = a[i]; int j = i; while (j > 0 && by.compare(a[j - 1], v) > 0) { a[j] = a[j - 1]; j--; } a[j] = v; } }
    public static <T> List<T> asList(T... all) { return new Settable<T>(all); }
}

public final class Collections {
    public static <T extends Comparable<? super T>> void sort(List<T> list) { list.sort(null); }
    public static <T> void sort(List<T> list, Comparator<? super T> by) { list.sort(by); }
    public static void reverse(List<?> list) { List<Object> all = (List<Object>) list; for (int i = 0, j = all.size() - 1; i < j; i++, j--) { Object o = all.get(i); all.set(i, all.get(j)); all.set(j, o); } }
    public static <T> boolean addAll(Collection<? super T> into, T... all) { boolean changed = false; for (T t : all) if (into.add(t)) changed = true; return changed; }
    public static <T> List<T> emptyList() { return new ArrayList<T>(); }
    public static <T> List<T> synchronizedList(List<T> list) { return new LockedList<T>(list); }
    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) { return new LockedMap<K, V>(map); }
    public static <T> Collection<T> synchronizedCollection(Collection<T> all) { return new LockedCollection<T>(all); }
    public static <T> Set<T> synchronizedSet(Set<T> all) { return new LockedSet<T>(all); }
    public static <T> List<T> unmodifiableList(List<? extends T> list) { return new Fixed<T>((T[]) list.toArray()); }
}
class LockedCollection<E> extends AbstractCollection<E> {
    private final Collection<E> inner;
    LockedCollection(Collection<E> inner) { this.inner = inner; }
    public synchronized int size() { return inner.size(); }
    public synchronized boolean isEmpty() { return inner.isEmpty(); }
    public synchronized boolean contains(Object o) { return inner.contains(o); }
    public synchronized boolean add(E e) { return inner.add(e); }
    public synchronized boolean remove(Object o) { return inner.remove(o); }
    public synchronized void clear() { inner.clear(); }
    public synchronized String toString() { return inner.toString(); }
    public Iterator<E> iterator() { return inner.iterator(); }
}
class LockedSet<E> extends LockedCollection<E> implements Set<E> { LockedSet(Set<E> inner) { super(inner); } }
class LockedList<E> extends AbstractList<E> {
    private final List<E> inner;
    LockedList(List<E> inner) { this.inner = inner; }
    public synchronized int size() { return inner.size(); }
    public synchronized boolean isEmpty() { return inner.isEmpty(); }
    public synchronized boolean contains(Object o) { return inner.contains(o); }
    public synchronized E get(int i) { return inner.get(i); }
    public synchronized E set(int i, E e) { return inner.set(i, e); }
    public synchronized boolean add(E e) { return inner.add(e); }
    public synchronized void add(int i, E e) { inner.add(i, e); }
    public synchronized E remove(int i) { return inner.remove(i); }
    public synchronized boolean remove(Object o) { return inner.remove(o); }
    public synchronized void clear() { inner.clear(); }
    public synchronized String toString() { return inner.toString(); }
    public Iterator<E> iterator() { return inner.iterator(); }
}
class LockedMap<K, V> implements Map<K, V> {
    private final Map<K, V> inner;
    LockedMap(Map<K, V> inner) { this.inner = inner; }
    public synchronized V get(Object k) { return inner.get(k); }
    public synchronized V put(K k, V v) { return inner.put(k, v); }
    public synchronized V remove(Object k) { return inner.remove(k); }
    public synchronized boolean containsKey(Object k) { return inner.containsKey(k); }
    public synchronized boolean containsValue(Object v) { return inner.containsValue(v); }
    public synchronized int size() { return inner.size(); }
    public synchronized boolean isEmpty() { return inner.isEmpty(); }
    public synchronized void clear() { inner.clear(); }
    public synchronized V putIfAbsent(K k, V v) { return inner.putIfAbsent(k, v); }
    public synchronized V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> join) { return inner.merge(k, v, join); }
    public synchronized V computeIfAbsent(K k, Function<? super K, ? extends V> make) { return inner.computeIfAbsent(k, make); }
    public Set<K> keySet() { return inner.keySet(); }
    public Collection<V> values() { return inner.values(); }
    public Set<Map.Entry<K, V>> entrySet() { return inner.entrySet(); }
    public synchronized String toString() { return inner.toString(); }
}
