// Collections, and the views of collections that it makes.
package java.util;

import java.util.function.*;

public final class Collections {
    public static <T extends Comparable<? super T>> void sort(List<T> list) { list.sort(null); }
    public static <T> void sort(List<T> list, Comparator<? super T> by) { list.sort(by); }
    public static void reverse(List<?> list) { List<Object> all = (List<Object>) list; for (int i = 0, j = all.size() - 1; i < j; i++, j--) swap(all, i, j); }
    public static void swap(List<?> list, int i, int j) { List<Object> all = (List<Object>) list; all.set(i, all.set(j, all.get(i))); }
    public static void shuffle(List<?> list) { shuffle(list, new Random(RacefreeChance.seed())); }
    public static void shuffle(List<?> list, Random random) { for (int i = list.size(); i > 1; i--) swap(list, i - 1, random.nextInt(i)); }
    public static void rotate(List<?> list, int d) {
        List<Object> all = (List<Object>) list;
        Object[] old = all.toArray();
        for (int i = 0; i < old.length; i++) all.set(Math.floorMod(i + d, old.length), old[i]);
    }
    public static <T> void fill(List<? super T> list, T t) { for (int i = 0; i < list.size(); i++) list.set(i, t); }
    public static <T> boolean addAll(Collection<? super T> into, T... all) { boolean changed = false; for (T t : all) if (into.add(t)) changed = true; return changed; }
    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> all) { return (T) best(all, null, 1); }
    public static <T> T max(Collection<? extends T> all, Comparator<? super T> by) { return (T) best(all, (Comparator<Object>) by, 1); }
    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> all) { return (T) best(all, null, -1); }
    public static <T> T min(Collection<? extends T> all, Comparator<? super T> by) { return (T) best(all, (Comparator<Object>) by, -1); }
    private static Object best(Collection<?> all, Comparator<Object> by, int sign) {
        Iterator<?> it = all.iterator();
        Object best = it.next();
        while (it.hasNext()) { Object o = it.next(); int c = Sorting.compare(o, best, by); if (sign > 0 ? c > 0 : c < 0) best = o; }
        return best;
    }
    public static int frequency(Collection<?> all, Object o) { int n = 0; for (Object e : all) if (o == null ? e == null : o.equals(e)) n++; return n; }
    public static boolean disjoint(Collection<?> a, Collection<?> b) { for (Object o : a) if (b.contains(o)) return false; return true; }
    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T x) {
        int lo = 0, hi = list.size() - 1;
        while (lo <= hi) { int m = (lo + hi) >>> 1; int c = ((Comparable) list.get(m)).compareTo(x); if (c < 0) lo = m + 1; else if (c > 0) hi = m - 1; else return m; }
        return -(lo + 1);
    }
    public static <T> Comparator<T> reverseOrder() { return (a, b) -> ((Comparable) b).compareTo(a); }
    public static <T> Comparator<T> reverseOrder(Comparator<T> by) { return by.reversed(); }
    public static <T> List<T> emptyList() { return List.of(); }
    public static <T> Set<T> emptySet() { return Set.of(); }
    public static <K, V> Map<K, V> emptyMap() { return Map.of(); }
    public static <T> List<T> singletonList(T t) { return new Fixed<T>((T[]) new Object[] { t }); }
    public static <T> Set<T> singleton(T t) { return Set.of(t); }
    public static <K, V> Map<K, V> singletonMap(K k, V v) { return Map.of(k, v); }
    private static int sublist(List<?> all, List<?> part, int from, int by) {
        for (int i = from; i >= 0 && i + part.size() <= all.size(); i += by) if (all.subList(i, i + part.size()).equals(part)) return i;
        return -1;
    }
    public static int indexOfSubList(List<?> all, List<?> part) { return sublist(all, part, 0, 1); }
    public static int lastIndexOfSubList(List<?> all, List<?> part) { return sublist(all, part, all.size() - part.size(), -1); }
    public static <T> List<T> nCopies(int n, T t) {
        if (n < 0) throw new IllegalArgumentException("List length = " + n);
        Object[] all = new Object[n];
        for (int i = 0; i < n; i++) all[i] = t;
        return new Fixed<T>((T[]) all);
    }
    public static <T> List<T> synchronizedList(List<T> list) { return new LockedList<T>(list); }
    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) { return new LockedMap<K, V>(map); }
    public static <T> Collection<T> synchronizedCollection(Collection<T> all) { return new LockedCollection<T>(all); }
    public static <T> Set<T> synchronizedSet(Set<T> all) { return new LockedSet<T>(all); }
    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> all) { return new ReadCollection<T>((Collection<T>) all); }
    public static <T> List<T> unmodifiableList(List<? extends T> list) { return new ReadList<T>((List<T>) list); }
    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) { return new ReadSet<T>((Set<T>) set); }
    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) { return new ReadMap<K, V>((Map<K, V>) map); }
}
class ReadIterator<E> implements Iterator<E> {
    private final Iterator<E> inner;
    ReadIterator(Iterator<E> inner) { this.inner = inner; }
    public boolean hasNext() { return inner.hasNext(); }
    public E next() { return inner.next(); }
    public void remove() { throw new UnsupportedOperationException(); }
}
class ReadCollection<E> extends AbstractCollection<E> {
    final Collection<E> inner;
    ReadCollection(Collection<E> inner) { if (inner == null) throw new NullPointerException(); this.inner = inner; }
    public int size() { return inner.size(); }
    public boolean contains(Object o) { return inner.contains(o); }
    public boolean remove(Object o) { throw new UnsupportedOperationException(); }
    public boolean addAll(Collection<? extends E> other) { throw new UnsupportedOperationException(); }
    public boolean removeIf(Predicate<? super E> test) { throw new UnsupportedOperationException(); }
    public Iterator<E> iterator() { return new ReadIterator<E>(inner.iterator()); }
    public String toString() { return inner.toString(); }
}
class ReadSet<E> extends ReadCollection<E> implements Set<E> {
    ReadSet(Set<E> inner) { super(inner); }
    public boolean equals(Object o) { return o == this || inner.equals(o); }
    public int hashCode() { return inner.hashCode(); }
}
class ReadList<E> extends AbstractList<E> {
    private final List<E> inner;
    ReadList(List<E> inner) { if (inner == null) throw new NullPointerException(); this.inner = inner; }
    public int size() { return inner.size(); }
    public E get(int i) { return inner.get(i); }
    public boolean remove(Object o) { throw new UnsupportedOperationException(); }
    public boolean addAll(Collection<? extends E> other) { throw new UnsupportedOperationException(); }
    public boolean removeIf(Predicate<? super E> test) { throw new UnsupportedOperationException(); }
    public void sort(Comparator<? super E> by) { throw new UnsupportedOperationException(); }
    public Iterator<E> iterator() { return new ReadIterator<E>(inner.iterator()); }
}
class ReadMap<K, V> extends AbstractMap<K, V> {
    private final Map<K, V> inner;
    ReadMap(Map<K, V> inner) { if (inner == null) throw new NullPointerException(); this.inner = inner; }
    public V get(Object k) { return inner.get(k); }
    public boolean containsKey(Object k) { return inner.containsKey(k); }
    public int size() { return inner.size(); }
    public V remove(Object k) { throw new UnsupportedOperationException(); }
    public void clear() { throw new UnsupportedOperationException(); }
    public Set<K> keySet() { return new ReadSet<K>(inner.keySet()); }
    public Collection<V> values() { return new ReadCollection<V>(inner.values()); }
    public Set<Map.Entry<K, V>> entrySet() { return new ReadSet<Map.Entry<K, V>>(inner.entrySet()); }
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
    public synchronized V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> make) { return inner.computeIfPresent(k, make); }
    public synchronized V compute(K k, BiFunction<? super K, ? super V, ? extends V> make) { return inner.compute(k, make); }
    public synchronized V getOrDefault(Object k, V v) { return inner.getOrDefault(k, v); }
    public synchronized void forEach(BiConsumer<? super K, ? super V> f) { inner.forEach(f); }
    public Set<K> keySet() { return inner.keySet(); }
    public Collection<V> values() { return inner.values(); }
    public Set<Map.Entry<K, V>> entrySet() { return inner.entrySet(); }
    public synchronized String toString() { return inner.toString(); }
}
