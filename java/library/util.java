// Collections: their interfaces, and lists.
package java.util;

import java.util.function.*;

// Places whose numbers are written as in Java's own sources.
public final class Locale {
    public static final Locale ROOT = new Locale(), US = new Locale(), ENGLISH = new Locale();
    private Locale() {}
}
public class NoSuchElementException extends RuntimeException { public NoSuchElementException() {} public NoSuchElementException(String m) { super(m); } }
public class ConcurrentModificationException extends RuntimeException { public ConcurrentModificationException() {} public ConcurrentModificationException(String m) { super(m); } }
public class IllegalFormatException extends IllegalArgumentException { IllegalFormatException(String m) { super(m); } }
public class IllegalFormatConversionException extends IllegalFormatException { public IllegalFormatConversionException(char c, Class<?> of) { super(c + " != " + of.getName()); } }
public class MissingFormatArgumentException extends IllegalFormatException { public MissingFormatArgumentException(String s) { super("Format specifier '" + s + "'"); } }
public class UnknownFormatConversionException extends IllegalFormatException { public UnknownFormatConversionException(String s) { super("Conversion = '" + s + "'"); } }
public class InputMismatchException extends NoSuchElementException { public InputMismatchException() {} public InputMismatchException(String m) { super(m); } }
public class EmptyStackException extends RuntimeException { public EmptyStackException() {} }

public interface Iterator<E> {
    boolean hasNext();
    E next();
    default void remove() { throw new UnsupportedOperationException("remove"); }
    default void forEachRemaining(Consumer<? super E> action) { while (hasNext()) action.accept(next()); }
}
public interface ListIterator<E> extends Iterator<E> {
    boolean hasPrevious();
    E previous();
    int nextIndex();
    int previousIndex();
    void set(E e);
    void add(E e);
}
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
    default <T> T[] toArray(T[] a) {
        int n = size();
        T[] made = a.length >= n ? a : (T[]) RacefreePrimitives.copyArray(a, 0, 0, n);
        int i = 0;
        for (E e : this) { made[i] = (T) e; i++; }
        if (made.length > n) made[n] = null;
        return made;
    }
    default <T> T[] toArray(IntFunction<T[]> make) { return toArray(make.apply(0)); }
    default boolean containsAll(Collection<?> other) { for (Object o : other) if (!contains(o)) return false; return true; }
    default boolean removeIf(Predicate<? super E> test) {
        boolean changed = false;
        Iterator<E> it = iterator();
        while (it.hasNext()) if (test.test(it.next())) { it.remove(); changed = true; }
        return changed;
    }
    default boolean removeAll(Collection<?> other) { Objects.requireNonNull(other); return removeIf(e -> other.contains(e)); }
    default boolean retainAll(Collection<?> other) { Objects.requireNonNull(other); return removeIf(e -> !other.contains(e)); }
    default java.util.stream.Stream<E> stream() { return new java.util.stream.Pipe<E>(this); }
    default java.util.stream.Stream<E> parallelStream() { return stream().parallel(); }
}
public interface SequencedCollection<E> extends Collection<E> {}
public interface List<E> extends SequencedCollection<E> {
    E get(int i);
    E set(int i, E e);
    void add(int i, E e);
    E remove(int i);
    int indexOf(Object o);
    int lastIndexOf(Object o);
    E getFirst();
    E getLast();
    E removeFirst();
    E removeLast();
    void addFirst(E e);
    void addLast(E e);
    boolean addAll(int at, Collection<? extends E> other);
    void sort(Comparator<? super E> by);
    void replaceAll(UnaryOperator<E> f);
    ListIterator<E> listIterator();
    ListIterator<E> listIterator(int at);
    List<E> subList(int from, int to);
    List<E> reversed();
    static <T> List<T> of(T... all) { for (T t : all) Objects.requireNonNull(t); return Fixed.fixed((T[]) RacefreePrimitives.cloneArray(all)); }
    static <T> List<T> copyOf(Collection<? extends T> all) { for (T t : all) Objects.requireNonNull(t); return Fixed.fixed((T[]) all.toArray()); }
}
public interface Set<E> extends Collection<E> {
    static <T> Set<T> of(T... all) {
        LinkedHashSet<T> made = new LinkedHashSet<>();
        for (T t : all) if (!made.add(Objects.requireNonNull(t))) throw new IllegalArgumentException("duplicate element: " + t);
        return new ReadSet<T>(made);
    }
    static <T> Set<T> copyOf(Collection<? extends T> all) { LinkedHashSet<T> made = new LinkedHashSet<>(); for (T t : all) made.add(Objects.requireNonNull(t)); return new ReadSet<T>(made); }
}
public interface Queue<E> extends Collection<E> {
    boolean offer(E e);
    E poll();
    E remove();
    E peek();
    E element();
}
public interface Deque<E> extends Queue<E>, SequencedCollection<E> {
    Iterator<E> descendingIterator();
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

public abstract class AbstractCollection<E> implements Collection<E> {
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
    public boolean remove(Object o) {
        Iterator<E> it = iterator();
        while (it.hasNext()) { E e = it.next(); if (o == null ? e == null : o.equals(e)) { it.remove(); return true; } }
        return false;
    }
    public void clear() { Iterator<E> it = iterator(); while (it.hasNext()) { it.next(); it.remove(); } }
    public Object[] toArray() {
        Object[] all = new Object[size()];
        int i = 0;
        for (E e : this) { all[i] = e; i++; }
        return all;
    }
    public String toString() {
        StringBuilder s = new StringBuilder("[");
        boolean first = true;
        for (E e : this) { if (!first) s.append(", "); if (e == this) s.append("(this Collection)"); else s.append(e); first = false; }
        return s.append("]").toString();
    }
}

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    // Number of changes of the structure, of lists that count them.
    int changes() { return 0; }
    public boolean add(E e) { add(size(), e); return true; }
    public E set(int i, E e) { throw new UnsupportedOperationException(); }
    public void add(int i, E e) { throw new UnsupportedOperationException(); }
    public E remove(int i) { throw new UnsupportedOperationException(); }
    public boolean remove(Object o) { int i = indexOf(o); if (i < 0) return false; remove(i); return true; }
    public void clear() { while (size() > 0) remove(size() - 1); }
    public int indexOf(Object o) {
        for (int i = 0; i < size(); i++) { E e = get(i); if (o == null ? e == null : o.equals(e)) return i; }
        return -1;
    }
    public int lastIndexOf(Object o) {
        for (int i = size() - 1; i >= 0; i--) { E e = get(i); if (o == null ? e == null : o.equals(e)) return i; }
        return -1;
    }
    public E getFirst() { if (size() == 0) throw new NoSuchElementException(); return get(0); }
    public E getLast() { if (size() == 0) throw new NoSuchElementException(); return get(size() - 1); }
    public E removeFirst() { if (size() == 0) throw new NoSuchElementException(); return remove(0); }
    public E removeLast() { if (size() == 0) throw new NoSuchElementException(); return remove(size() - 1); }
    public void addFirst(E e) { add(0, e); }
    public void addLast(E e) { add(e); }
    public boolean addAll(int at, Collection<? extends E> other) { int i = at; for (E e : other) { add(i, e); i++; } return i > at; }
    public void replaceAll(UnaryOperator<E> f) { for (int i = 0; i < size(); i++) set(i, f.apply(get(i))); }
    public void sort(Comparator<? super E> by) {
        Object[] all = toArray();
        Sorting.sort(all, 0, all.length, (Comparator<Object>) by);
        for (int i = 0; i < all.length; i++) set(i, (E) all[i]);
    }
    public Iterator<E> iterator() { return new Cursor<E>(this, 0); }
    public ListIterator<E> listIterator() { return new Cursor<E>(this, 0); }
    public ListIterator<E> listIterator(int at) { if (at < 0 || at > size()) throw new IndexOutOfBoundsException("Index: " + at); return new Cursor<E>(this, at); }
    public List<E> subList(int from, int to) {
        if (from < 0) throw new IndexOutOfBoundsException("fromIndex = " + from);
        if (to > size()) throw new IndexOutOfBoundsException("toIndex = " + to);
        if (from > to) throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        return new Part<E>(this, from, to - from);
    }
    public List<E> reversed() { return new Backwards<E>(this); }
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
class Cursor<E> implements ListIterator<E> {
    private final AbstractList<E> list;
    private int at, last = -1, changes;
    Cursor(AbstractList<E> list, int at) { this.list = list; this.at = at; changes = list.changes(); }
    private void check() { if (changes != list.changes()) throw new ConcurrentModificationException(); }
    public boolean hasNext() { return at != list.size(); }
    public boolean hasPrevious() { return at != 0; }
    public int nextIndex() { return at; }
    public int previousIndex() { return at - 1; }
    public E next() { check(); if (at >= list.size()) throw new NoSuchElementException(); E e = list.get(at); last = at; at++; return e; }
    public E previous() { check(); if (at == 0) throw new NoSuchElementException(); at--; last = at; return list.get(at); }
    public void remove() {
        if (last < 0) throw new IllegalStateException();
        check();
        list.remove(last);
        if (last < at) at--;
        last = -1;
        changes = list.changes();
    }
    public void set(E e) { if (last < 0) throw new IllegalStateException(); check(); list.set(last, e); }
    public void add(E e) { check(); list.add(at, e); at++; last = -1; changes = list.changes(); }
}
class Part<E> extends AbstractList<E> {
    private final AbstractList<E> list;
    private final int from;
    private int size, changes;
    Part(AbstractList<E> list, int from, int size) { this.list = list; this.from = from; this.size = size; changes = list.changes(); }
    private void check(int i, int most) {
        if (i < 0 || i >= most) throw new IndexOutOfBoundsException("Index " + i + " out of bounds for length " + size);
        if (changes != list.changes()) throw new ConcurrentModificationException();
    }
    public int size() { if (changes != list.changes()) throw new ConcurrentModificationException(); return size; }
    public E get(int i) { check(i, size); return list.get(from + i); }
    public E set(int i, E e) { check(i, size); return list.set(from + i, e); }
    public void add(int i, E e) { check(i, size + 1); list.add(from + i, e); size++; changes = list.changes(); }
    public E remove(int i) { check(i, size); E e = list.remove(from + i); size--; changes = list.changes(); return e; }
}
class Backwards<E> extends AbstractList<E> {
    private final AbstractList<E> list;
    Backwards(AbstractList<E> list) { this.list = list; }
    public int size() { return list.size(); }
    public E get(int i) { return list.get(list.size() - 1 - i); }
    public E set(int i, E e) { return list.set(list.size() - 1 - i, e); }
}
class Fixed<E> extends AbstractList<E> {
    private final E[] all;
    Fixed(E[] all) { this.all = all; }
    static <T> List<T> fixed(T[] all) { return all.length == 1 || all.length == 2 ? new Fixed12<T>(all) : new Fixed<T>(all); }
    public int size() { return all.length; }
    public E get(int i) {
        if (i >= 0 && i < all.length) return all[i];
        if (all.length == 1 || all.length == 2) throw new IndexOutOfBoundsException("Index: " + i + " Size: " + all.length);
        throw new ArrayIndexOutOfBoundsException("Index " + i + " out of bounds for length " + all.length);
    }
    public boolean remove(Object o) { throw new UnsupportedOperationException(); }
    public boolean removeIf(Predicate<? super E> test) { throw new UnsupportedOperationException(); }
    public boolean addAll(Collection<? extends E> other) { throw new UnsupportedOperationException(); }
    public void sort(Comparator<? super E> by) { throw new UnsupportedOperationException(); }
    public void clear() { throw new UnsupportedOperationException(); }
}
class Fixed12<E> extends Fixed<E> { Fixed12(E[] all) { super(all); } }
class Settable<E> extends AbstractList<E> {
    private final E[] all;
    Settable(E[] all) { this.all = Objects.requireNonNull(all); }
    public int size() { return all.length; }
    public E get(int i) { return all[i]; }
    public E set(int i, E e) { E old = all[i]; all[i] = e; return old; }
}

public class ArrayList<E> extends AbstractList<E> implements RandomAccess {
    private Object[] elements = new Object[10];
    int size;
    int count;
    int changes() { return count; }
    public ArrayList() {}
    public ArrayList(int capacity) { if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity); }
    public ArrayList(Collection<? extends E> other) { addAll(other); }
    public int size() { return size; }
    private void check(int i) { if (i < 0 || i >= size) throw new IndexOutOfBoundsException("Index " + i + " out of bounds for length " + size); }
    private void room() { if (size == elements.length) elements = (Object[]) RacefreePrimitives.copyArray(elements, 0, size, size * 2); }
    public void ensureCapacity(int n) {}
    public void trimToSize() {}
    public E get(int i) { check(i); return (E) elements[i]; }
    public E set(int i, E e) { check(i); E old = (E) elements[i]; elements[i] = e; return old; }
    public boolean add(E e) { count++; room(); elements[size] = e; size = size + 1; return true; }
    public void add(int at, E e) {
        if (at < 0 || at > size) throw new IndexOutOfBoundsException("Index: " + at + ", Size: " + size);
        count++;
        room();
        for (int i = size; i > at; i--) elements[i] = elements[i - 1];
        elements[at] = e;
        size = size + 1;
    }
    public E remove(int at) {
        check(at);
        count++;
        E old = (E) elements[at];
        for (int i = at; i < size - 1; i++) elements[i] = elements[i + 1];
        size = size - 1;
        elements[size] = null;
        return old;
    }
    public boolean removeIf(Predicate<? super E> test) {
        boolean[] gone = new boolean[size];
        int changes = count, left = 0;
        for (int i = 0; i < size; i++) gone[i] = test.test((E) elements[i]);
        if (changes != count) throw new ConcurrentModificationException();
        for (int i = 0; i < size; i++) if (!gone[i]) { elements[left] = elements[i]; left++; }
        if (left == size) return false;
        for (int i = left; i < size; i++) elements[i] = null;
        size = left;
        count++;
        return true;
    }
    public void replaceAll(UnaryOperator<E> f) {
        int changes = count;
        for (int i = 0; i < size && changes == count; i++) elements[i] = f.apply((E) elements[i]);
        if (changes != count) throw new ConcurrentModificationException();
        count++;
    }
    public boolean addAll(Collection<? extends E> other) { Object[] all = other.toArray(); count++; for (Object o : all) { room(); elements[size] = o; size = size + 1; } return all.length > 0; }
    public void forEach(Consumer<? super E> action) {
        int changes = count, n = size;
        for (int i = 0; i < n && changes == count; i++) action.accept((E) elements[i]);
        if (changes != count) throw new ConcurrentModificationException();
    }
    public void sort(Comparator<? super E> by) { int changes = count; Sorting.sort(elements, 0, size, (Comparator<Object>) by); if (changes != count) throw new ConcurrentModificationException(); count++; }
    public Object[] toArray() { return (Object[]) RacefreePrimitives.copyArray(elements, 0, size, size); }
    public void clear() { count++; for (int i = 0; i < size; i++) elements[i] = null; size = 0; }
    public Object clone() { return new ArrayList<E>(this); }
}

public class Vector<E> extends AbstractList<E> {
    private final ArrayList<E> list = new ArrayList<>();
    private int count;
    int changes() { return count; }
    public Vector() {}
    public Vector(int capacity) {}
    public Vector(Collection<? extends E> other) { list.addAll(other); }
    public synchronized int size() { return list.size(); }
    private void check(int i) { if (i >= list.size()) throw new ArrayIndexOutOfBoundsException("Array index out of range: " + i); if (i < 0) throw new ArrayIndexOutOfBoundsException("Index " + i + " out of bounds for length 10"); }
    public synchronized E get(int i) { check(i); return list.get(i); }
    public synchronized E elementAt(int i) { check(i); return list.get(i); }
    public synchronized E firstElement() { return list.getFirst(); }
    public synchronized E lastElement() { return list.getLast(); }
    public synchronized E set(int i, E e) { check(i); return list.set(i, e); }
    public synchronized boolean add(E e) { count++; return list.add(e); }
    public synchronized void addElement(E e) { count++; list.add(e); }
    public synchronized void add(int i, E e) { count++; list.add(i, e); }
    public synchronized E remove(int i) { check(i); count++; return list.remove(i); }
    public synchronized boolean remove(Object o) { count++; return list.remove(o); }
    public synchronized boolean isEmpty() { return list.isEmpty(); }
    public synchronized boolean contains(Object o) { return list.contains(o); }
    public synchronized int indexOf(Object o) { return list.indexOf(o); }
    public synchronized void clear() { count++; list.clear(); }
    public synchronized String toString() { return list.toString(); }
}
public class Stack<E> extends Vector<E> {
    public E push(E e) { add(e); return e; }
    public synchronized E pop() { E e = peek(); remove(size() - 1); return e; }
    public synchronized E peek() { if (size() == 0) throw new EmptyStackException(); return get(size() - 1); }
    public boolean empty() { return size() == 0; }
    public synchronized int search(Object o) { int i = lastIndexOf(o); return i < 0 ? -1 : size() - i; }
}
