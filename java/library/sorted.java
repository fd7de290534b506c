// Maps and sets of java.util.concurrent in order, and sets made of maps. A part of them that is seen on its own is a copy, key by key.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

// A walk in the order of the keys: each time to the next key that is there. The key of a value that was seen was there before.
class SortedWalk<K, V> extends Walk<K, V> {
    private final Comparator<? super K> by;
    private final boolean back;
    private final ArrayList<Cell<V>> seen = new ArrayList<>();
    private K at;
    private V value;
    SortedWalk(ConcurrentHashMap<K, V> map, Comparator<? super K> by, boolean back) { super(map); this.by = by; this.back = back; }
    private boolean before(K a, K b) { int c = by == null ? ((Comparable<Object>) a).compareTo(b) : by.compare(a, b); return back ? c > 0 : c < 0; }
    Bin<K, V> advance() {
        ArrayList<Bin<K, V>> all = map.nodes();
        Bin<K, V> next = null;
        for (Bin<K, V> n : all) {
            if (!seen.contains(n.cell) && n.cell.value != null) seen.add(n.cell);
            if ((at == null || before(at, n.key)) && (next == null || before(n.key, next.key))) next = n;
        }
        if (next != null) { at = next.key; value = next.cell.value; }
        return next;
    }
    V value(Bin<K, V> n) { return value; }
}
public class ConcurrentSkipListMap<K, V> extends ConcurrentHashMap<K, V> {
    private final Comparator<? super K> by;
    public Comparator<? super K> comparator() { return by; }
    Walk<K, V> walk() { return new SortedWalk<K, V>(this, by, false); }
    Walk<K, V> walkBack() { return new SortedWalk<K, V>(this, by, true); }
    public void clear() { for (Bin<K, V> n : nodes()) remove(n.key); }
    void fill(Map<K, V> all) { for (Bin<K, V> n : nodes()) all.put(n.key, n.cell.value); }
    public ConcurrentSkipListMap() { by = null; }
    public ConcurrentSkipListMap(Comparator<? super K> by) { this.by = by; }
    public ConcurrentSkipListMap(Map<? extends K, ? extends V> other) { by = null; putAll(other); }
    TreeMap<K, V> copy() { TreeMap<K, V> all = new TreeMap<>(by); fill(all); return all; }
    public NavigableSet<K> keySet() { return new SortedKeys<K, V>(this); }
    public NavigableSet<K> navigableKeySet() { return new SortedKeys<K, V>(this); }
    public NavigableSet<K> descendingKeySet() { return copy().descendingKeySet(); }
    public NavigableMap<K, V> descendingMap() { return copy().descendingMap(); }
    public K firstKey() { return copy().firstKey(); }
    public K lastKey() { return copy().lastKey(); }
    public Map.Entry<K, V> firstEntry() { return copy().firstEntry(); }
    public Map.Entry<K, V> lastEntry() { return copy().lastEntry(); }
    public K floorKey(K k) { return copy().floorKey(k); }
    public K ceilingKey(K k) { return copy().ceilingKey(k); }
    public K lowerKey(K k) { return copy().lowerKey(k); }
    public K higherKey(K k) { return copy().higherKey(k); }
    public Map.Entry<K, V> floorEntry(K k) { return copy().floorEntry(k); }
    public Map.Entry<K, V> ceilingEntry(K k) { return copy().ceilingEntry(k); }
    public SortedMap<K, V> headMap(K to) { return copy().headMap(to); }
    public SortedMap<K, V> tailMap(K from) { return copy().tailMap(from); }
    public SortedMap<K, V> subMap(K from, K to) { return copy().subMap(from, to); }
    // Somebody else may take the first one first.
    public Map.Entry<K, V> pollFirstEntry() {
        while (true) {
            Map.Entry<K, V> first = copy().firstEntry();
            if (first == null || remove(first.getKey(), first.getValue())) return first;
        }
    }
    public Map.Entry<K, V> pollLastEntry() {
        while (true) {
            Map.Entry<K, V> last = copy().lastEntry();
            if (last == null || remove(last.getKey(), last.getValue())) return last;
        }
    }
}
abstract class MapSet<E> extends AbstractSet<E> {
    abstract ConcurrentHashMap<E, Boolean> map();
    public boolean add(E e) { return map().putIfAbsent(e, true) == null; }
    public boolean remove(Object o) { return map().remove(o) != null; }
    public boolean contains(Object o) { return map().containsKey(o); }
    public int size() { return map().size(); }
    public boolean isEmpty() { return map().isEmpty(); }
    public void clear() { map().clear(); }
    public Iterator<E> iterator() { return map().keySet().iterator(); }
}
class KeySetView<E> extends MapSet<E> {
    private final ConcurrentHashMap<E, Boolean> map = new ConcurrentHashMap<>();
    ConcurrentHashMap<E, Boolean> map() { return map; }
}
class SortedKeys<K, V> extends SharedKeys<K, V> implements NavigableSet<K> {
    private final ConcurrentSkipListMap<K, V> map;
    SortedKeys(ConcurrentSkipListMap<K, V> map) { super(map); this.map = map; }
    private NavigableSet<K> copy() { return map.copy().navigableKeySet(); }
    public K first() { return map.firstKey(); }
    public K last() { return map.lastKey(); }
    public K floor(K k) { return map.floorKey(k); }
    public K ceiling(K k) { return map.ceilingKey(k); }
    public K lower(K k) { return map.lowerKey(k); }
    public K higher(K k) { return map.higherKey(k); }
    public K pollFirst() { Map.Entry<K, V> first = map.pollFirstEntry(); return first == null ? null : first.getKey(); }
    public K pollLast() { Map.Entry<K, V> last = map.pollLastEntry(); return last == null ? null : last.getKey(); }
    public SortedSet<K> headSet(K to) { return copy().headSet(to); }
    public SortedSet<K> tailSet(K from) { return copy().tailSet(from); }
    public SortedSet<K> subSet(K from, K to) { return copy().subSet(from, to); }
    public NavigableSet<K> headSet(K to, boolean with) { return copy().headSet(to, with); }
    public NavigableSet<K> tailSet(K from, boolean with) { return copy().tailSet(from, with); }
    public NavigableSet<K> subSet(K from, boolean withFrom, K to, boolean withTo) { return copy().subSet(from, withFrom, to, withTo); }
    public NavigableSet<K> descendingSet() { return copy().descendingSet(); }
    public Iterator<K> descendingIterator() { return new SharedKeyIterator<K, V>(map, map.walkBack()); }
}
public class ConcurrentSkipListSet<E> extends SortedKeys<E, Boolean> {
    private final ConcurrentSkipListMap<E, Boolean> map;
    private ConcurrentSkipListSet(ConcurrentSkipListMap<E, Boolean> map) { super(map); this.map = map; }
    public ConcurrentSkipListSet() { this(new ConcurrentSkipListMap<E, Boolean>()); }
    public ConcurrentSkipListSet(Comparator<? super E> by) { this(new ConcurrentSkipListMap<E, Boolean>(by)); }
    public ConcurrentSkipListSet(Collection<? extends E> other) { this(); addAll(other); }
    public boolean add(E e) { return map.putIfAbsent(e, true) == null; }
}
public class CopyOnWriteArraySet<E> extends AbstractSet<E> {
    private final CopyOnWriteArrayList<E> all = new CopyOnWriteArrayList<>();
    public CopyOnWriteArraySet() {}
    public CopyOnWriteArraySet(Collection<? extends E> all) { addAll(all); }
    public boolean add(E e) { return all.addIfAbsent(e); }
    public boolean remove(Object o) { return all.remove(o); }
    public boolean contains(Object o) { return all.contains(o); }
    public int size() { return all.size(); }
    public Iterator<E> iterator() { return all.iterator(); }
}
