// Maps and sets of java.util.concurrent in order, and sets made of maps. What is seen of them as a whole is a copy, key by key.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

public class ConcurrentSkipListMap<K, V> extends ConcurrentHashMap<K, V> {
    private final Comparator<? super K> by;
    public ConcurrentSkipListMap() { by = null; }
    public ConcurrentSkipListMap(Comparator<? super K> by) { this.by = by; }
    public ConcurrentSkipListMap(Map<? extends K, ? extends V> other) { by = null; putAll(other); }
    TreeMap<K, V> copy() { TreeMap<K, V> all = new TreeMap<>(by); fill(all); return all; }
    public NavigableSet<K> keySet() { return copy().navigableKeySet(); }
    public NavigableSet<K> navigableKeySet() { return copy().navigableKeySet(); }
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
public class ConcurrentSkipListSet<E> extends MapSet<E> {
    private final ConcurrentSkipListMap<E, Boolean> map;
    public ConcurrentSkipListSet() { map = new ConcurrentSkipListMap<>(); }
    public ConcurrentSkipListSet(Comparator<? super E> by) { map = new ConcurrentSkipListMap<>(by); }
    public ConcurrentSkipListSet(Collection<? extends E> other) { map = new ConcurrentSkipListMap<>(); addAll(other); }
    ConcurrentHashMap<E, Boolean> map() { return map; }
    public E first() { return map.firstKey(); }
    public E last() { return map.lastKey(); }
    public E floor(E e) { return map.floorKey(e); }
    public E ceiling(E e) { return map.ceilingKey(e); }
    public E lower(E e) { return map.lowerKey(e); }
    public E higher(E e) { return map.higherKey(e); }
    public E pollFirst() { Map.Entry<E, Boolean> first = map.pollFirstEntry(); return first == null ? null : first.getKey(); }
    public E pollLast() { Map.Entry<E, Boolean> last = map.pollLastEntry(); return last == null ? null : last.getKey(); }
    public SortedSet<E> headSet(E to) { return map.keySet().headSet(to); }
    public SortedSet<E> tailSet(E from) { return map.keySet().tailSet(from); }
    public SortedSet<E> subSet(E from, E to) { return map.keySet().subSet(from, to); }
    public Iterator<E> descendingIterator() { return map.descendingKeySet().iterator(); }
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
