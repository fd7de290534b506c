// Maps and sets in the order of their keys, which are looked for by halves.
package java.util;

import java.util.function.*;

public interface SortedMap<K, V> extends Map<K, V> {
    K firstKey();
    K lastKey();
    SortedMap<K, V> headMap(K to);
    SortedMap<K, V> tailMap(K from);
    SortedMap<K, V> subMap(K from, K to);
}
public interface NavigableMap<K, V> extends SortedMap<K, V> {
    Map.Entry<K, V> firstEntry();
    Map.Entry<K, V> lastEntry();
    Map.Entry<K, V> pollFirstEntry();
    Map.Entry<K, V> pollLastEntry();
    Map.Entry<K, V> floorEntry(K k);
    Map.Entry<K, V> lowerEntry(K k);
    Map.Entry<K, V> ceilingEntry(K k);
    Map.Entry<K, V> higherEntry(K k);
    K floorKey(K k);
    K lowerKey(K k);
    K ceilingKey(K k);
    K higherKey(K k);
    NavigableMap<K, V> descendingMap();
    NavigableSet<K> navigableKeySet();
    NavigableSet<K> descendingKeySet();
    NavigableMap<K, V> headMap(K to, boolean with);
    NavigableMap<K, V> tailMap(K from, boolean with);
    NavigableMap<K, V> subMap(K from, boolean withFrom, K to, boolean withTo);
}
public interface SortedSet<E> extends Set<E>, SequencedCollection<E> {
    E first();
    E last();
    SortedSet<E> headSet(E to);
    SortedSet<E> tailSet(E from);
    SortedSet<E> subSet(E from, E to);
}
public interface NavigableSet<E> extends SortedSet<E> {
    E pollFirst();
    E pollLast();
    E floor(E e);
    E lower(E e);
    E ceiling(E e);
    E higher(E e);
    NavigableSet<E> descendingSet();
    Iterator<E> descendingIterator();
    NavigableSet<E> headSet(E to, boolean with);
    NavigableSet<E> tailSet(E from, boolean with);
    NavigableSet<E> subSet(E from, boolean withFrom, E to, boolean withTo);
}

// A part of a sorted map: views share the entries, and have bounds of their own.
class Sorted<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
    final Entered<K, V> all;
    final boolean down, hasLow, hasHigh, withLow, withHigh;
    final K low, high;
    Sorted(Entered<K, V> all, boolean down, boolean hasLow, boolean withLow, K low, boolean hasHigh, boolean withHigh, K high) {
        this.all = all; this.down = down;
        this.hasLow = hasLow; this.withLow = withLow; this.low = low;
        this.hasHigh = hasHigh; this.withHigh = withHigh; this.high = high;
    }
    // The places of the entries in the bounds.
    int from() { return hasLow ? all.place(low, !withLow) : 0; }
    int to() { return hasHigh ? all.place(high, withHigh) : all.entries.size(); }
    boolean inside(K k) {
        if (hasLow) { int c = all.compare(k, low); if (c < 0 || c == 0 && !withLow) return false; }
        if (hasHigh) { int c = all.compare(k, high); if (c > 0 || c == 0 && !withHigh) return false; }
        return true;
    }
    private int at(Object k) { int i = all.find((K) k); return i >= 0 && inside((K) k) ? i : -1; }
    public V get(Object k) { int i = at(k); return i < 0 ? null : all.entries.get(i).getValue(); }
    public boolean containsKey(Object k) { return at(k) >= 0; }
    public V put(K k, V v) {
        if (!inside(k)) throw new IllegalArgumentException("key out of range");
        int i = all.find(k);
        if (i >= 0) return all.entries.get(i).setValue(v);
        all.entries.add(-(i + 1), new Pair<K, V>(k, v));
        return null;
    }
    public V remove(Object k) { int i = at(k); return i < 0 ? null : all.entries.remove(i).getValue(); }
    public int size() { return Math.max(to() - from(), 0); }
    public void clear() { for (int i = to() - 1; i >= from(); i--) all.entries.remove(i); }
    private Map.Entry<K, V> one(int i) { return i < from() || i >= to() ? null : all.entries.get(i); }
    private Map.Entry<K, V> shown(Map.Entry<K, V> e) { return e == null ? null : new FixedEntry<K, V>(e.getKey(), e.getValue()); }
    private Map.Entry<K, V> end(boolean first) { return size() == 0 ? null : one(first != down ? from() : to() - 1); }
    // The neighbour of a key: above it or below, itself with it.
    private Map.Entry<K, V> near(K k, boolean up, boolean with) {
        if (size() == 0) return null;
        boolean above = up != down;
        int i = all.place(k, above != with);
        if (!above) i = i - 1;
        i = above ? Math.max(i, from()) : Math.min(i, to() - 1);
        return one(i);
    }
    private K key(Map.Entry<K, V> e) { return e == null ? null : e.getKey(); }
    public K firstKey() { Map.Entry<K, V> e = end(true); if (e == null) throw new NoSuchElementException(); return e.getKey(); }
    public K lastKey() { Map.Entry<K, V> e = end(false); if (e == null) throw new NoSuchElementException(); return e.getKey(); }
    public Map.Entry<K, V> firstEntry() { return shown(end(true)); }
    public Map.Entry<K, V> lastEntry() { return shown(end(false)); }
    private Map.Entry<K, V> polled(boolean first) { Map.Entry<K, V> e = end(first); if (e != null) remove(e.getKey()); return shown(e); }
    public Map.Entry<K, V> pollFirstEntry() { return polled(true); }
    public Map.Entry<K, V> pollLastEntry() { return polled(false); }
    public Map.Entry<K, V> floorEntry(K k) { return shown(near(k, false, true)); }
    public Map.Entry<K, V> lowerEntry(K k) { return shown(near(k, false, false)); }
    public Map.Entry<K, V> ceilingEntry(K k) { return shown(near(k, true, true)); }
    public Map.Entry<K, V> higherEntry(K k) { return shown(near(k, true, false)); }
    public K floorKey(K k) { return key(near(k, false, true)); }
    public K lowerKey(K k) { return key(near(k, false, false)); }
    public K ceilingKey(K k) { return key(near(k, true, true)); }
    public K higherKey(K k) { return key(near(k, true, false)); }
    public NavigableMap<K, V> descendingMap() { return new Sorted<K, V>(all, !down, hasLow, withLow, low, hasHigh, withHigh, high); }
    private NavigableMap<K, V> bounded(boolean hasFrom, K from, boolean withFrom, boolean hasTo, K to, boolean withTo) {
        if (down) {
            K other = from; boolean hasOther = hasFrom, withOther = withFrom;
            from = to; hasFrom = hasTo; withFrom = withTo;
            to = other; hasTo = hasOther; withTo = withOther;
        }
        if (hasFrom && hasTo && all.compare(from, to) > 0) throw new IllegalArgumentException("fromKey > toKey");
        if (!hasFrom) { hasFrom = hasLow; withFrom = withLow; from = low; }
        if (!hasTo) { hasTo = hasHigh; withTo = withHigh; to = high; }
        return new Sorted<K, V>(all, down, hasFrom, withFrom, from, hasTo, withTo, to);
    }
    public SortedMap<K, V> headMap(K to) { return bounded(false, null, false, true, to, false); }
    public NavigableMap<K, V> headMap(K to, boolean with) { return bounded(false, null, false, true, to, with); }
    public SortedMap<K, V> tailMap(K from) { return bounded(true, from, true, false, null, false); }
    public NavigableMap<K, V> tailMap(K from, boolean with) { return bounded(true, from, with, false, null, false); }
    public SortedMap<K, V> subMap(K from, K to) { return bounded(true, from, true, true, to, false); }
    public NavigableMap<K, V> subMap(K from, boolean withFrom, K to, boolean withTo) { return bounded(true, from, withFrom, true, to, withTo); }
    public Set<K> keySet() { return new SortedKeys<K>(this); }
    public NavigableSet<K> navigableKeySet() { return new SortedKeys<K>(this); }
    public NavigableSet<K> descendingKeySet() { return new SortedKeys<K>(descendingMap()); }
    public Collection<V> values() { return new SortedValues<K, V>(this); }
    public Set<Map.Entry<K, V>> entrySet() { return new SortedEntries<K, V>(this); }
}
class Entered<K, V> {
    final ArrayList<Map.Entry<K, V>> entries = new ArrayList<>();
    private final Comparator<Object> by;
    Entered(Comparator<? super K> by) { this.by = (Comparator<Object>) by; }
    int compare(K a, K b) { return Sorting.compare(a, b, by); }
    int find(K k) {
        if (by == null) Objects.requireNonNull(k);
        if (entries.isEmpty()) compare(k, k);
        int lo = 0, hi = entries.size() - 1;
        while (lo <= hi) { int m = (lo + hi) >>> 1, c = compare(k, entries.get(m).getKey()); if (c > 0) lo = m + 1; else if (c < 0) hi = m - 1; else return m; }
        return -(lo + 1);
    }
    // The place of the first entry that is not below a key, or behind it.
    int place(K k, boolean behind) { int i = find(k); return i < 0 ? -(i + 1) : behind ? i + 1 : i; }
}
class SortedIterator<K, V> implements Iterator<Map.Entry<K, V>> {
    private final Sorted<K, V> map;
    private int at, left, changes;
    private Map.Entry<K, V> last;
    SortedIterator(Sorted<K, V> map) { this.map = map; left = map.size(); at = map.down ? map.to() - 1 : map.from(); changes = map.all.entries.count; }
    public boolean hasNext() { return left > 0; }
    public Map.Entry<K, V> next() {
        if (left <= 0) throw new NoSuchElementException();
        if (changes != map.all.entries.count) throw new ConcurrentModificationException();
        last = map.all.entries.get(at);
        if (map.down) at--; else at++;
        left--;
        return last;
    }
    public void remove() {
        if (last == null) throw new IllegalStateException();
        if (changes != map.all.entries.count) throw new ConcurrentModificationException();
        map.all.entries.remove(map.down ? at + 1 : at - 1);
        if (!map.down) at--;
        last = null;
        changes = map.all.entries.count;
    }
}
class SortedEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final Sorted<K, V> map;
    SortedEntries(Sorted<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public void clear() { map.clear(); }
    public boolean contains(Object o) { return o instanceof Map.Entry<?, ?> e && map.containsKey(e.getKey()) && Objects.equals(map.get(e.getKey()), e.getValue()); }
    public Iterator<Map.Entry<K, V>> iterator() { return new SortedIterator<K, V>(map); }
}
class SortedValues<K, V> extends AbstractCollection<V> {
    private final Sorted<K, V> map;
    SortedValues(Sorted<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public void clear() { map.clear(); }
    public Iterator<V> iterator() {
        Iterator<Map.Entry<K, V>> it = map.entrySet().iterator();
        return new Iterator<V>() { public boolean hasNext() { return it.hasNext(); } public V next() { return it.next().getValue(); } public void remove() { it.remove(); } };
    }
}
class SortedKeys<E> extends AbstractSet<E> implements NavigableSet<E> {
    final NavigableMap<E, Object> map;
    SortedKeys(NavigableMap<E, ?> map) { this.map = (NavigableMap<E, Object>) map; }
    public int size() { return map.size(); }
    public void clear() { map.clear(); }
    public boolean contains(Object o) { return map.containsKey(o); }
    public boolean add(E e) { throw new UnsupportedOperationException(); }
    public boolean remove(Object o) { boolean had = map.containsKey(o); map.remove(o); return had; }
    public Iterator<E> iterator() {
        Iterator<Map.Entry<E, Object>> it = map.entrySet().iterator();
        return new Iterator<E>() { public boolean hasNext() { return it.hasNext(); } public E next() { return it.next().getKey(); } public void remove() { it.remove(); } };
    }
    private E key(Map.Entry<E, Object> e) { return e == null ? null : e.getKey(); }
    public E first() { return map.firstKey(); }
    public E last() { return map.lastKey(); }
    public E getFirst() { return map.firstKey(); }
    public E getLast() { return map.lastKey(); }
    public E pollFirst() { return key(map.pollFirstEntry()); }
    public E pollLast() { return key(map.pollLastEntry()); }
    public E floor(E e) { return map.floorKey(e); }
    public E lower(E e) { return map.lowerKey(e); }
    public E ceiling(E e) { return map.ceilingKey(e); }
    public E higher(E e) { return map.higherKey(e); }
    public NavigableSet<E> descendingSet() { return new SortedKeys<E>(map.descendingMap()); }
    public Iterator<E> descendingIterator() { return descendingSet().iterator(); }
    public SortedSet<E> headSet(E to) { return new KeysSet<E>(map.headMap(to, false)); }
    public NavigableSet<E> headSet(E to, boolean with) { return new KeysSet<E>(map.headMap(to, with)); }
    public SortedSet<E> tailSet(E from) { return new KeysSet<E>(map.tailMap(from, true)); }
    public NavigableSet<E> tailSet(E from, boolean with) { return new KeysSet<E>(map.tailMap(from, with)); }
    public SortedSet<E> subSet(E from, E to) { return new KeysSet<E>(map.subMap(from, true, to, false)); }
    public NavigableSet<E> subSet(E from, boolean withFrom, E to, boolean withTo) { return new KeysSet<E>(map.subMap(from, withFrom, to, withTo)); }
}
class KeysSet<E> extends SortedKeys<E> {
    KeysSet(NavigableMap<E, Object> map) { super(map); }
    public boolean add(E e) { if (map.containsKey(e)) return false; map.put(e, Boolean.TRUE); return true; }
}

public class TreeMap<K, V> extends Sorted<K, V> {
    public TreeMap() { super(new Entered<K, V>(null), false, false, false, null, false, false, null); }
    public TreeMap(Comparator<? super K> by) { super(new Entered<K, V>(by), false, false, false, null, false, false, null); }
    public TreeMap(Map<? extends K, ? extends V> other) { this(); putAll(other); }
}
public class TreeSet<E> extends KeysSet<E> {
    public TreeSet() { super(new TreeMap<E, Object>()); }
    public TreeSet(Comparator<? super E> by) { super(new TreeMap<E, Object>(by)); }
    public TreeSet(Collection<? extends E> all) { this(); addAll(all); }
}
public class EnumMap<K, V> extends TreeMap<K, V> {
    public EnumMap(Class<K> of) {}
    public EnumMap(Map<K, ? extends V> other) { putAll(other); }
    public V get(Object k) { return k == null ? null : super.get(k); }
    public boolean containsKey(Object k) { return k != null && super.containsKey(k); }
}
public class EnumSet<E> extends TreeSet<E> {
    private EnumSet() {}
    private EnumSet(Collection<? extends E> all) { super(all); }
    public static <E> EnumSet<E> noneOf(Class<E> of) { return new EnumSet<E>(); }
    public static <E> EnumSet<E> of(E first, E... more) { EnumSet<E> made = new EnumSet<>(); made.add(first); for (E e : more) made.add(e); return made; }
    public static <E> EnumSet<E> copyOf(Collection<E> all) { return new EnumSet<E>(all); }
    // A run gives these the constants of the class.
    public static <E> EnumSet<E> allOf(Class<E> of) { throw new RacefreeRefusal("EnumSet.allOf of a class that is no literal does not run"); } // allOfThem
    public static <E> EnumSet<E> complementOf(EnumSet<E> set) { throw new RacefreeRefusal("EnumSet.complementOf of an unknown enum does not run"); } // complementOfThem
    public static <E> EnumSet<E> range(E from, E to) { throw new RacefreeRefusal("EnumSet.range of an unknown enum does not run"); } // rangeOfThem
    static <E> EnumSet<E> allOfThem(E[] all) { EnumSet<E> made = new EnumSet<>(); for (E e : all) made.add(e); return made; }
    static <E> EnumSet<E> complementOfThem(E[] all, EnumSet<E> set) { EnumSet<E> made = new EnumSet<>(); for (E e : all) if (!set.contains(e)) made.add(e); return made; }
    static <E> EnumSet<E> rangeOfThem(E[] all, E from, E to) {
        EnumSet<E> made = new EnumSet<>();
        boolean in = false, over = false;
        for (E e : all) { in = in || e == from; if (in && !over) made.add(e); over = over || in && e == to; }
        if (!over) throw new IllegalArgumentException(from + " > " + to);
        return made;
    }
}
