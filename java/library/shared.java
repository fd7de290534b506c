// The part of java.util.concurrent that many threads keep things in.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

// What a thread did before it gives something comes before what another one does that takes it.
class Given<E> {
    private final E value;
    private volatile boolean told;
    // Once it is out of its queue: where it went out, at the front (1), at the back (2) or between (3), and its neighbours there, for who walks
    // through the queue. Written where nobody else looks.
    int out;
    Given<E> before, after;
    Given(E value) { this.value = value; told = true; }
    E taken() { boolean seen = told; return value; }
    E value() { return value; }
}
public interface ConcurrentMap<K, V> extends Map<K, V> {}
// The value of a key. Nobody else changes it while its function runs, and who sees a value comes behind who put it there; other keys have nothing to do with it.
class Cell<V> {
    volatile V value;
    private boolean busy;
    private boolean gone;
    // The key has a value. Written where nobody else looks.
    boolean in;
    void enter() { if (busy) throw new IllegalStateException("Recursive update"); busy = true; }
    void leave() { busy = false; }
    boolean isGone() { return gone; }
    void go() { gone = true; }
}
class Bin<K, V> {
    final int hash;
    final K key;
    final Cell<V> cell;
    Bin<K, V> next;
    Bin(int hash, K key, Cell<V> cell, Bin<K, V> next) { this.hash = hash; this.key = key; this.cell = cell; this.next = next; }
}
// The cells of a map. Its table grows as the one of the JDK does, which decides the order of iteration: earlier than that of a `HashMap`, and with
// new nodes, so that who walks through the old ones goes on.
class Cells<K, V> {
    private final int buckets;
    Bin<K, V>[] table;
    Cells(int buckets) { this.buckets = buckets; }
    static int power(long n) { int made = 1; while (made < n) made = made * 2; return made; }
    private static int hash(Object k) { int h = k.hashCode(); return h ^ h >>> 16; }
    int length() { return table == null ? 0 : table.length; }
    Cell<V> get(Object k) {
        if (table == null) return null;
        int h = hash(k);
        for (Bin<K, V> n = table[h & table.length - 1]; n != null; n = n.next) if (n.hash == h && k.equals(n.key)) return n.cell;
        return null;
    }
    void put(K k, Cell<V> cell) {
        if (table == null) table = new Bin[buckets];
        Bin<K, V> made = new Bin<K, V>(hash(k), k, cell, null);
        int at = made.hash & table.length - 1;
        if (table[at] == null) { table[at] = made; return; }
        int before = 1;
        Bin<K, V> last = table[at];
        while (last.next != null) { last = last.next; before++; }
        last.next = made;
        if (before >= 8 && table.length < 64) expect(table.length * 2);
    }
    void remove(K k, Cell<V> cell) {
        int at = hash(k) & table.length - 1;
        if (table[at].cell == cell) table[at] = table[at].next; else { Bin<K, V> p = table[at]; while (p.next.cell != cell) p = p.next; p.next = p.next.next; }
    }
    private int limit() { return table.length - (table.length >>> 2); }
    void filled(int count) { while (count >= limit()) resize(); }
    // Room for so many.
    void expect(int n) {
        int least = power(n + (n >>> 1) + 1);
        while (least > limit()) resize();
    }
    private void resize() {
        Bin<K, V>[] old = table, more = new Bin[old.length * 2];
        for (int i = 0; i < old.length; i++) {
            if (old[i] == null) continue;
            // The last nodes that go to one place stay as they are; those before are made anew, each in front of the one before it.
            Bin<K, V> last = old[i];
            for (Bin<K, V> n = old[i].next; n != null; n = n.next) if ((n.hash & old.length) != (last.hash & old.length)) last = n;
            more[last.hash & more.length - 1] = last;
            for (Bin<K, V> n = old[i]; n != last; n = n.next) { int at = n.hash & more.length - 1; more[at] = new Bin<K, V>(n.hash, n.key, n.cell, more[at]); }
        }
        table = more;
    }
}
// A walk through a map as it is while one walks: what comes in behind is not met, what is there at the place is.
class Walk<K, V> {
    final ConcurrentHashMap<K, V> map;
    // Places of the table that there was at first, and the one that is looked at; one of them is some places of a larger table.
    private int base, first = -1, place;
    private Bin<K, V> at;
    Walk(ConcurrentHashMap<K, V> map) { this.map = map; synchronized (map.quiet) { base = map.cells.length(); } }
    private boolean goOn(int length) {
        if (first >= 0 && place + base < length) place += base; else place = ++first;
        return first < base;
    }
    Bin<K, V> advance() {
        synchronized (map.quiet) {
            Bin<K, V> n = at == null ? null : at.next;
            while (true) {
                while (n != null && !n.cell.in) n = n.next;
                if (n != null || base == 0 || !goOn(map.cells.length())) break;
                n = map.cells.table[place];
            }
            if (n == null) base = 0;
            at = n;
            return n;
        }
    }
    // The value of the node that the walk is at.
    V value(Bin<K, V> n) { return n.cell.value; }
}
public class ConcurrentHashMap<K, V> implements ConcurrentMap<K, V> {
    final RacefreeQuiet quiet = new RacefreeQuiet();
    final Cells<K, V> cells;
    private int count;
    public ConcurrentHashMap() { cells = new Cells<>(16); }
    public ConcurrentHashMap(int capacity) { this(capacity, 0.75f, 1); }
    public ConcurrentHashMap(int capacity, float load) { this(capacity, load, 1); }
    public ConcurrentHashMap(int capacity, float load, int threads) {
        if (load <= 0.0f || capacity < 0 || threads <= 0) throw new IllegalArgumentException();
        cells = new Cells<>(Cells.power((long) (1.0 + (capacity > threads ? capacity : threads) / load)));
    }
    public ConcurrentHashMap(Map<? extends K, ? extends V> other) { this(other.size()); putAll(other); }
    Walk<K, V> walk() { return new Walk<K, V>(this); }
    public void putAll(Map<? extends K, ? extends V> other) {
        int n = other.size();
        synchronized (quiet) { if (cells.length() > 0) cells.expect(count + n); }
        for (Map.Entry<? extends K, ? extends V> e : other.entrySet()) put(e.getKey(), e.getValue());
    }
    private static void check(Object o) { if (o == null) throw new NullPointerException(); }
    private Cell<V> find(Object k) { check(k); synchronized (quiet) { return cells.get(k); } }
    private Cell<V> at(K k) {
        check(k);
        synchronized (quiet) {
            Cell<V> cell = cells.get(k);
            if (cell == null) { cell = new Cell<>(); cells.put(k, cell); }
            return cell;
        }
    }
    private void set(K k, Cell<V> cell, V old, V now) {
        if (now != null) cell.value = now;
        synchronized (quiet) {
            cell.in = now != null;
            if (now == null) cells.remove(k, cell);
            count = count + (now == null ? 0 : 1) - (old == null ? 0 : 1);
            if (old == null && now != null) cells.filled(count);
        }
        if (now == null) cell.go();
    }
    public V get(Object k) { Cell<V> cell = find(k); return cell == null ? null : cell.value; }
    // One change of a key: `make` says the value that it gets, none for none.
    private V change(K k, boolean absent, BiFunction<? super K, ? super V, ? extends V> make) {
        while (true) {
            Cell<V> cell = absent ? at(k) : find(k);
            if (cell == null) return null;
            synchronized (cell) {
                if (cell.isGone()) continue;
                V old = cell.value, now = old;
                if (old == null && !absent) return null;
                cell.enter();
                try { now = make.apply(k, old); } finally { cell.leave(); if (now == null || now != old) set(k, cell, old, now); }
                return now;
            }
        }
    }
    public V put(K k, V v) {
        check(v);
        while (true) {
            Cell<V> cell = at(k);
            synchronized (cell) { if (cell.isGone()) continue; cell.enter(); V old = cell.value; set(k, cell, old, v); cell.leave(); return old; }
        }
    }
    public V putIfAbsent(K k, V v) {
        check(v);
        while (true) {
            Cell<V> cell = at(k);
            synchronized (cell) { if (cell.isGone()) continue; cell.enter(); V old = cell.value; if (old == null) set(k, cell, null, v); cell.leave(); return old; }
        }
    }
    public V remove(Object k) {
        Cell<V> cell = find(k);
        if (cell == null) return null;
        synchronized (cell) { V old = cell.value; if (cell.isGone() || old == null) return null; set((K) k, cell, old, null); return old; }
    }
    public boolean remove(Object k, Object v) {
        Cell<V> cell = find(k);
        if (cell == null) return false;
        synchronized (cell) { V old = cell.value; if (cell.isGone() || old == null || !old.equals(v)) return false; set((K) k, cell, old, null); return true; }
    }
    public boolean replace(K k, V old, V now) {
        check(now);
        Cell<V> cell = find(k);
        if (cell == null) return false;
        synchronized (cell) { V v = cell.value; if (cell.isGone() || v == null || !v.equals(old)) return false; set(k, cell, v, now); return true; }
    }
    public V replace(K k, V now) {
        check(now);
        Cell<V> cell = find(k);
        if (cell == null) return null;
        synchronized (cell) { V v = cell.value; if (cell.isGone() || v == null) return null; set(k, cell, v, now); return v; }
    }
    public V computeIfAbsent(K k, Function<? super K, ? extends V> make) { return change(k, true, (key, old) -> old == null ? make.apply(key) : old); }
    public V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> make) { return change(k, false, make); }
    public V compute(K k, BiFunction<? super K, ? super V, ? extends V> make) { return change(k, true, make); }
    public V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> join) { check(v); return change(k, true, (key, old) -> old == null ? v : join.apply(old, v)); }
    public boolean containsKey(Object k) { return get(k) != null; }
    public V getOrDefault(Object k, V v) { V old = get(k); return old == null ? v : old; }
    public int size() { synchronized (quiet) { return count; } }
    public boolean isEmpty() { synchronized (quiet) { return count == 0; } }
    // The nodes of the keys that have values.
    ArrayList<Bin<K, V>> nodes() {
        ArrayList<Bin<K, V>> all = new ArrayList<>();
        synchronized (quiet) { if (cells.table != null) for (Bin<K, V> bin : cells.table) for (Bin<K, V> n = bin; n != null; n = n.next) if (n.cell.in) all.add(n); }
        return all;
    }
    private void each(Consumer<Bin<K, V>> action) { Walk<K, V> walk = walk(); for (Bin<K, V> n = walk.advance(); n != null; n = walk.advance()) action.accept(n); }
    public void clear() { each(n -> remove(n.key)); }
    // The map as it is, key by key.
    void fill(Map<K, V> all) { each(n -> all.put(n.key, n.cell.value)); }
    AbstractMap<K, V> copy() { LinkedHashMap<K, V> all = new LinkedHashMap<>(); fill(all); return all; }
    public static <E> Set<E> newKeySet() { return new KeySetView<E>(); }
    public boolean containsValue(Object v) { return copy().containsValue(v); }
    public Set<K> keySet() { return new SharedKeys<K, V>(this); }
    public Collection<V> values() { return new SharedValues<K, V>(this); }
    public Set<Map.Entry<K, V>> entrySet() { return new SharedEntries<K, V>(this); }
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) { each(n -> computeIfPresent(n.key, f)); }
    // More elements than `most` are gone through by several threads.
    private java.util.stream.Stream<Map.Entry<K, V>> through(long most) {
        ArrayList<Map.Entry<K, V>> all = new ArrayList<>(copy().entrySet());
        return all.size() >= most ? all.parallelStream() : all.stream();
    }
    public long mappingCount() { return size(); }
    public void forEach(long most, BiConsumer<? super K, ? super V> f) { through(most).forEach(e -> f.accept(e.getKey(), e.getValue())); }
    public void forEachKey(long most, Consumer<? super K> f) { through(most).forEach(e -> f.accept(e.getKey())); }
    public void forEachValue(long most, Consumer<? super V> f) { through(most).forEach(e -> f.accept(e.getValue())); }
    private <U> U reduced(java.util.stream.Stream<U> all, BiFunction<? super U, ? super U, ? extends U> by) { return all.filter(u -> u != null).reduce((a, b) -> by.apply(a, b)).orElse(null); }
    public <U> U reduce(long most, BiFunction<? super K, ? super V, ? extends U> f, BiFunction<? super U, ? super U, ? extends U> by) { return reduced(through(most).map(e -> (U) f.apply(e.getKey(), e.getValue())), by); }
    public K reduceKeys(long most, BiFunction<? super K, ? super K, ? extends K> by) { return reduced(through(most).map(e -> e.getKey()), by); }
    public V reduceValues(long most, BiFunction<? super V, ? super V, ? extends V> by) { return reduced(through(most).map(e -> e.getValue()), by); }
    public int reduceValuesToInt(long most, ToIntFunction<? super V> f, int start, IntBinaryOperator by) { return through(most).map(e -> f.applyAsInt(e.getValue())).reduce(start, (a, b) -> by.applyAsInt(a, b)); }
    public long reduceValuesToLong(long most, ToLongFunction<? super V> f, long start, LongBinaryOperator by) { return through(most).map(e -> f.applyAsLong(e.getValue())).reduce(start, (a, b) -> by.applyAsLong(a, b)); }
    public <U> U search(long most, BiFunction<? super K, ? super V, ? extends U> f) { return through(most).map(e -> (U) f.apply(e.getKey(), e.getValue())).filter(u -> u != null).findAny().orElse(null); }
    public void forEach(BiConsumer<? super K, ? super V> f) { each(n -> f.accept(n.key, n.cell.value)); }
    public String toString() { return copy().toString(); }
}
// Views of such a map: they go over the map as it is, one entry ahead, and change the map itself.
class SharedEntry<K, V> extends AbstractMap.SimpleEntry<K, V> {
    private final ConcurrentHashMap<K, V> map;
    SharedEntry(ConcurrentHashMap<K, V> map, K k, V v) { super(k, v); this.map = map; }
    public V setValue(V v) { map.put(getKey(), v); return super.setValue(v); }
}
class SharedIterator<K, V> implements Iterator<Map.Entry<K, V>> {
    private final ConcurrentHashMap<K, V> map;
    private final Walk<K, V> walk;
    private Bin<K, V> next;
    private K last;
    SharedIterator(ConcurrentHashMap<K, V> map, Walk<K, V> walk) { this.map = map; this.walk = walk; next = walk.advance(); }
    public boolean hasNext() { return next != null; }
    public Map.Entry<K, V> next() {
        if (next == null) throw new NoSuchElementException();
        last = next.key;
        V v = walk.value(next);
        next = walk.advance();
        return new SharedEntry<K, V>(map, last, v);
    }
    public void remove() { if (last == null) throw new IllegalStateException(); map.remove(last); last = null; }
}
class SharedKeyIterator<K, V> implements Iterator<K> {
    private final SharedIterator<K, V> it;
    SharedKeyIterator(ConcurrentHashMap<K, V> map, Walk<K, V> walk) { it = new SharedIterator<K, V>(map, walk); }
    public boolean hasNext() { return it.hasNext(); }
    public K next() { return it.next().getKey(); }
    public void remove() { it.remove(); }
}
class SharedValueIterator<K, V> implements Iterator<V> {
    private final SharedIterator<K, V> it;
    SharedValueIterator(ConcurrentHashMap<K, V> map) { it = new SharedIterator<K, V>(map, map.walk()); }
    public boolean hasNext() { return it.hasNext(); }
    public V next() { return it.next().getValue(); }
    public void remove() { it.remove(); }
}
class SharedKeys<K, V> extends AbstractSet<K> {
    private final ConcurrentHashMap<K, V> map;
    SharedKeys(ConcurrentHashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public boolean contains(Object o) { return map.containsKey(o); }
    public boolean remove(Object o) { return map.remove(o) != null; }
    public void clear() { map.clear(); }
    public Iterator<K> iterator() { return new SharedKeyIterator<K, V>(map, map.walk()); }
}
class SharedValues<K, V> extends AbstractCollection<V> {
    private final ConcurrentHashMap<K, V> map;
    SharedValues(ConcurrentHashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public boolean contains(Object o) { return map.containsValue(o); }
    public void clear() { map.clear(); }
    public Iterator<V> iterator() { return new SharedValueIterator<K, V>(map); }
}
class SharedEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final ConcurrentHashMap<K, V> map;
    SharedEntries(ConcurrentHashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public void clear() { map.clear(); }
    public Iterator<Map.Entry<K, V>> iterator() { return new SharedIterator<K, V>(map, map.walk()); }
}
public class CopyOnWriteArrayList<E> extends AbstractList<E> {
    private final Object lock = new Object();
    private volatile Object[] all = new Object[0];
    public CopyOnWriteArrayList() {}
    public CopyOnWriteArrayList(Collection<? extends E> other) { all = other.toArray(); }
    public CopyOnWriteArrayList(E[] other) { all = Arrays.asList(other).toArray(); }
    // One change of all: a copy is changed, and takes the place of the array.
    private ArrayList<E> copy() { ArrayList<E> copy = new ArrayList<>(); for (Object o : all) copy.add((E) o); return copy; }
    public E set(int i, E e) { synchronized (lock) { ArrayList<E> copy = copy(); E old = copy.set(i, e); all = copy.toArray(); return old; } }
    public void add(int i, E e) { synchronized (lock) { ArrayList<E> copy = copy(); copy.add(i, e); all = copy.toArray(); } }
    public E remove(int i) { synchronized (lock) { ArrayList<E> copy = copy(); E old = copy.remove(i); all = copy.toArray(); return old; } }
    public boolean removeIf(Predicate<? super E> test) { synchronized (lock) { ArrayList<E> copy = copy(); boolean changed = copy.removeIf(test); if (changed) all = copy.toArray(); return changed; } }
    public void replaceAll(UnaryOperator<E> f) { synchronized (lock) { ArrayList<E> copy = copy(); copy.replaceAll(f); all = copy.toArray(); } }
    public void sort(Comparator<? super E> by) { synchronized (lock) { ArrayList<E> copy = copy(); copy.sort(by); all = copy.toArray(); } }
    public void clear() { synchronized (lock) { all = new Object[0]; } }
    public int size() { return all.length; }
    public E get(int i) { return (E) all[i]; }
    public boolean add(E e) { synchronized (lock) { Object[] old = all; Object[] now = new Object[old.length + 1]; for (int i = 0; i < old.length; i++) now[i] = old[i]; now[old.length] = e; all = now; return true; } }
    public boolean remove(Object o) {
        synchronized (lock) {
            Object[] old = all;
            for (int i = 0; i < old.length; i++) if (o == null ? old[i] == null : o.equals(old[i])) {
                Object[] now = new Object[old.length - 1];
                for (int j = 0; j < now.length; j++) now[j] = old[j < i ? j : j + 1];
                all = now;
                return true;
            }
            return false;
        }
    }
    public boolean addIfAbsent(E e) { synchronized (lock) { for (Object o : all) if (o == null ? e == null : o.equals(e)) return false; return add(e); } }
    public Iterator<E> iterator() { return new FixedCursor<E>(all, 0); }
    public ListIterator<E> listIterator() { return new FixedCursor<E>(all, 0); }
    public ListIterator<E> listIterator(int at) { return new FixedCursor<E>(all, at); }
}
// A walk through the list as it was.
class FixedCursor<E> implements ListIterator<E> {
    private final Object[] all;
    private int at;
    FixedCursor(Object[] all, int at) { if (at < 0 || at > all.length) throw new IndexOutOfBoundsException("Index: " + at + ", Size: " + all.length); this.all = all; this.at = at; }
    public boolean hasNext() { return at < all.length; }
    public boolean hasPrevious() { return at > 0; }
    public int nextIndex() { return at; }
    public int previousIndex() { return at - 1; }
    public E next() { if (at == all.length) throw new NoSuchElementException(); return (E) all[at++]; }
    public E previous() { if (at == 0) throw new NoSuchElementException(); return (E) all[--at]; }
    public void remove() { throw new UnsupportedOperationException(); }
    public void set(E e) { throw new UnsupportedOperationException(); }
    public void add(E e) { throw new UnsupportedOperationException(); }
}
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> { public ConcurrentLinkedQueue() { super(2147483647); } public ConcurrentLinkedQueue(Collection<? extends E> other) { super(2147483647); addAll(other); } }
public interface BlockingQueue<E> extends Queue<E> {
    void put(E e) throws InterruptedException;
    E take() throws InterruptedException;
    int remainingCapacity();
    boolean offer(E e, long time, TimeUnit unit) throws InterruptedException;
    E poll(long time, TimeUnit unit) throws InterruptedException;
    int drainTo(Collection<? super E> into);
    int drainTo(Collection<? super E> into, int most);
}
// A walk through a queue as it is, one element ahead, forwards or backwards.
class QueueIterator<E> implements Iterator<E> {
    private final AbstractQueue<E> queue;
    private final boolean back;
    Given<E> next, last;
    QueueIterator(AbstractQueue<E> queue, boolean back) { this.queue = queue; this.back = back; next = queue.next(null, back); }
    Given<E> behind() { return queue.next(last, back); }
    public boolean hasNext() { return next != null; }
    public E next() {
        if (next == null) throw new NoSuchElementException();
        last = next;
        E e = last.taken();
        next = behind();
        return e;
    }
    public void remove() { if (last == null) throw new IllegalStateException(); queue.dropped(last); last = null; }
}
// The same, which looks for the end two elements ahead.
class ArrayQueueIterator<E> extends QueueIterator<E> {
    private final AbstractQueue<E> queue;
    private Given<E> ahead;
    ArrayQueueIterator(AbstractQueue<E> queue) { super(queue, false); this.queue = queue; ahead = next == null ? null : queue.next(next, false); }
    Given<E> behind() {
        Given<E> one = ahead;
        if (one != null && one.out != 0) one = queue.next(one, false);
        ahead = one == null ? null : queue.next(one, false);
        return one;
    }
}
abstract class AbstractQueue<E> implements Queue<E> {
    final RacefreeQuiet quiet = new RacefreeQuiet();
    final ArrayDeque<Given<E>> queue = new ArrayDeque<>();
    final int capacity;
    AbstractQueue(int capacity) { if (capacity <= 0) throw new IllegalArgumentException(); this.capacity = capacity; }
    static <E> E taken(Given<E> given) { return given == null ? null : given.taken(); }
    Given<E> leave(boolean last) {
        Given<E> given = last ? queue.pollLast() : queue.pollFirst();
        if (given == null) return null;
        if (last) given.before = queue.peekLast(); else given.after = queue.peekFirst();
        given.out = last ? 2 : 1;
        return given;
    }
    void dropped(Given<E> given) {
        synchronized (quiet) {
            if (given.out != 0) return;
            given.before = beside(given, true);
            given.after = beside(given, false);
            given.out = 3;
            queue.remove(given);
            RacefreePrimitives.notifyAll(quiet, quiet);
        }
    }
    private Given<E> beside(Given<E> given, boolean back) {
        Iterator<Given<E>> all = back ? queue.descendingIterator() : queue.iterator();
        while (all.hasNext()) if (all.next() == given) return all.hasNext() ? all.next() : null;
        return null;
    }
    private Given<E> end(boolean back) { return back ? queue.peekLast() : queue.peekFirst(); }
    // The element next to one that may be out, or that at the end.
    Given<E> next(Given<E> given, boolean back) {
        synchronized (quiet) {
            if (given == null) return end(back);
            if (given.out == 0) return beside(given, back);
            while (given.out != 0) {
                Given<E> other = back ? given.before : given.after;
                if (other == null) return given.out == (back ? 2 : 1) ? end(back) : null;
                given = other;
            }
            return given;
        }
    }
    ArrayDeque<E> copy() {
        ArrayList<Given<E>> all;
        synchronized (quiet) { all = new ArrayList<>(queue); }
        ArrayDeque<E> copy = new ArrayDeque<>();
        for (Given<E> given : all) copy.add(given.taken());
        return copy;
    }
    public int size() { synchronized (quiet) { return queue.size(); } }
    public boolean isEmpty() { synchronized (quiet) { return queue.isEmpty(); } }
    public boolean contains(Object o) { return copy().contains(o); }
    public boolean offer(E e) {
        if (e == null) throw new NullPointerException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) { if (queue.size() >= capacity) return false; queue.addLast(given); RacefreePrimitives.notifyAll(quiet, quiet); return true; }
    }
    public boolean add(E e) { if (!offer(e)) throw new IllegalStateException("Queue full"); return true; }
    public E poll() { Given<E> given; synchronized (quiet) { given = leave(false); RacefreePrimitives.notifyAll(quiet, quiet); } return taken(given); }
    public E peek() { Given<E> given; synchronized (quiet) { given = queue.peekFirst(); } return taken(given); }
    public E remove() { E e = poll(); if (e == null) throw new NoSuchElementException(); return e; }
    public E element() { E e = peek(); if (e == null) throw new NoSuchElementException(); return e; }
    public boolean remove(Object o) {
        synchronized (quiet) {
            for (Given<E> given : queue) if (given.value().equals(o)) { dropped(given); return true; }
            return false;
        }
    }
    public boolean addAll(Collection<? extends E> other) { boolean more = false; for (E e : other) { add(e); more = true; } return more; }
    public void clear() { synchronized (quiet) { while (leave(false) != null); RacefreePrimitives.notifyAll(quiet, quiet); } }
    public Object[] toArray() { return copy().toArray(); }
    public Iterator<E> iterator() { return new QueueIterator<E>(this, false); }
    public boolean removeIf(Predicate<? super E> test) { boolean changed = false; for (E e : copy()) if (test.test(e) && remove(e)) changed = true; return changed; }
    public String toString() { return copy().toString(); }
    public boolean offer(E e, long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return offer(e); }
    public E poll(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return poll(); }
    public int drainTo(Collection<? super E> into) { return drainTo(into, 2147483647); }
    public int drainTo(Collection<? super E> into, int most) {
        ArrayList<Given<E>> all = new ArrayList<>();
        synchronized (quiet) { while (all.size() < most && !queue.isEmpty()) all.add(leave(false)); RacefreePrimitives.notifyAll(quiet, quiet); }
        for (Given<E> given : all) into.add(given.taken());
        return all.size();
    }
    public void put(E e) throws InterruptedException {
        if (e == null) throw new NullPointerException();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) { while (queue.size() >= capacity) RacefreePrimitives.waitOrThrow(quiet, quiet); queue.addLast(given); RacefreePrimitives.notifyAll(quiet, quiet); }
    }
    public E take() throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given;
        synchronized (quiet) { while (queue.isEmpty()) RacefreePrimitives.waitOrThrow(quiet, quiet); given = leave(false); RacefreePrimitives.notifyAll(quiet, quiet); }
        return taken(given);
    }
    public int remainingCapacity() { synchronized (quiet) { return capacity - queue.size(); } }
}
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> { public ArrayBlockingQueue(int capacity) { super(capacity); } public ArrayBlockingQueue(int capacity, boolean fair) { super(capacity); } public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> all) { super(capacity); addAll(all); } public Iterator<E> iterator() { return new ArrayQueueIterator<E>(this); } }
public class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> { public LinkedBlockingQueue() { super(2147483647); } public LinkedBlockingQueue(int capacity) { super(capacity); } public LinkedBlockingQueue(Collection<? extends E> other) { super(2147483647); addAll(other); } }
