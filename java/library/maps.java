// Maps and sets of hashes, and of enums. The tables are those of the JDK: what is iterated has the JDK's order.
package java.util;

import java.util.function.*;

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
    default void putAll(Map<? extends K, ? extends V> other) { for (Entry<? extends K, ? extends V> e : other.entrySet()) put(e.getKey(), e.getValue()); }
    default void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) { for (Entry<K, V> e : entrySet()) e.setValue(f.apply(e.getKey(), e.getValue())); }
    default V replace(K k, V v) { return containsKey(k) ? put(k, v) : null; }
    default boolean replace(K k, V old, V now) { if (!containsKey(k) || !Objects.equals(get(k), old)) return false; put(k, now); return true; }
    default boolean remove(Object k, Object v) { if (!containsKey(k) || !Objects.equals(get(k), v)) return false; remove(k); return true; }
    interface Entry<K, V> {
        K getKey();
        V getValue();
        V setValue(V v);
        static <K extends Comparable<? super K>, V> Comparator<Map.Entry<K, V>> comparingByKey() { return (a, b) -> ((Comparable) a.getKey()).compareTo(b.getKey()); }
        static <K, V extends Comparable<? super V>> Comparator<Map.Entry<K, V>> comparingByValue() { return (a, b) -> ((Comparable) a.getValue()).compareTo(b.getValue()); }
        static <K, V> Comparator<Map.Entry<K, V>> comparingByKey(Comparator<? super K> by) { return (a, b) -> by.compare(a.getKey(), b.getKey()); }
        static <K, V> Comparator<Map.Entry<K, V>> comparingByValue(Comparator<? super V> by) { return (a, b) -> by.compare(a.getValue(), b.getValue()); }
    }
    static <K, V> Map<K, V> of() { return new ReadMap<K, V>(new LinkedHashMap<K, V>()); }
    static <K, V> Map<K, V> of(K k1, V v1) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); Hashed.once(m, k5, v5); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); Hashed.once(m, k5, v5); Hashed.once(m, k6, v6); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); Hashed.once(m, k5, v5); Hashed.once(m, k6, v6); Hashed.once(m, k7, v7); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7, K k8, V v8) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); Hashed.once(m, k5, v5); Hashed.once(m, k6, v6); Hashed.once(m, k7, v7); Hashed.once(m, k8, v8); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7, K k8, V v8, K k9, V v9) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); Hashed.once(m, k5, v5); Hashed.once(m, k6, v6); Hashed.once(m, k7, v7); Hashed.once(m, k8, v8); Hashed.once(m, k9, v9); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7, K k8, V v8, K k9, V v9, K k10, V v10) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); Hashed.once(m, k1, v1); Hashed.once(m, k2, v2); Hashed.once(m, k3, v3); Hashed.once(m, k4, v4); Hashed.once(m, k5, v5); Hashed.once(m, k6, v6); Hashed.once(m, k7, v7); Hashed.once(m, k8, v8); Hashed.once(m, k9, v9); Hashed.once(m, k10, v10); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... all) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); for (Map.Entry<? extends K, ? extends V> e : all) Hashed.once(m, e.getKey(), e.getValue()); return new ReadMap<K, V>(m); }
    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> other) { LinkedHashMap<K, V> m = new LinkedHashMap<>(); m.putAll(other); return new ReadMap<K, V>(m); }
    static <K, V> Map.Entry<K, V> entry(K k, V v) { return new FixedEntry<K, V>(Objects.requireNonNull(k), Objects.requireNonNull(v)); }
}
final class Hashed {
    static <K, V> void once(Map<K, V> m, K k, V v) { if (m.put(Objects.requireNonNull(k), Objects.requireNonNull(v)) != null) throw new IllegalArgumentException("duplicate key: " + k); }
}

public abstract class AbstractMap<K, V> implements Map<K, V> {
    public V get(Object k) { for (Map.Entry<K, V> e : entrySet()) if (Objects.equals(e.getKey(), k)) return e.getValue(); return null; }
    public V put(K k, V v) { throw new UnsupportedOperationException(); }
    public V remove(Object k) { Iterator<Map.Entry<K, V>> it = entrySet().iterator(); while (it.hasNext()) { Map.Entry<K, V> e = it.next(); if (Objects.equals(e.getKey(), k)) { it.remove(); return e.getValue(); } } return null; }
    public boolean containsKey(Object k) { for (Map.Entry<K, V> e : entrySet()) if (Objects.equals(e.getKey(), k)) return true; return false; }
    public boolean containsValue(Object v) { for (Map.Entry<K, V> e : entrySet()) if (Objects.equals(e.getValue(), v)) return true; return false; }
    public int size() { return entrySet().size(); }
    public boolean isEmpty() { return size() == 0; }
    public void clear() { entrySet().clear(); }
    public boolean equals(Object o) {
        if (o == this) return true;
        if (!(o instanceof Map)) return false;
        Map<K, V> other = (Map<K, V>) o;
        if (other.size() != size()) return false;
        for (Map.Entry<K, V> e : entrySet()) { K k = e.getKey(); V v = e.getValue(); if (!other.containsKey(k) || (v == null ? other.get(k) != null : !v.equals(other.get(k)))) return false; }
        return true;
    }
    public int hashCode() { int h = 0; for (Map.Entry<K, V> e : entrySet()) h += e.hashCode(); return h; }
    public String toString() {
        StringBuilder s = new StringBuilder("{");
        for (Map.Entry<K, V> e : entrySet()) {
            if (s.length() > 1) s.append(", ");
            if (e.getKey() == this) s.append("(this Map)"); else s.append(e.getKey());
            s.append("=");
            if (e.getValue() == this) s.append("(this Map)"); else s.append(e.getValue());
        }
        return s.append("}").toString();
    }
    public static class SimpleEntry<K, V> extends Pair<K, V> { public SimpleEntry(K k, V v) { super(k, v); } }
    public static class SimpleImmutableEntry<K, V> extends FixedEntry<K, V> { public SimpleImmutableEntry(K k, V v) { super(k, v); } }
}
abstract class EntryOf<K, V> implements Map.Entry<K, V> {
    public boolean equals(Object o) { return o instanceof Map.Entry<?, ?> e && Objects.equals(getKey(), e.getKey()) && Objects.equals(getValue(), e.getValue()); }
    public int hashCode() { return Objects.hashCode(getKey()) ^ Objects.hashCode(getValue()); }
    public String toString() { return getKey() + "=" + getValue(); }
}
class Pair<K, V> extends EntryOf<K, V> {
    private final K key;
    private V value;
    Pair(K key, V value) { this.key = key; this.value = value; }
    public K getKey() { return key; }
    public V getValue() { return value; }
    public V setValue(V v) { V old = value; value = v; return old; }
}
class FixedEntry<K, V> extends EntryOf<K, V> {
    private final K key;
    private final V value;
    FixedEntry(K key, V value) { this.key = key; this.value = value; }
    public K getKey() { return key; }
    public V getValue() { return value; }
    public V setValue(V v) { throw new UnsupportedOperationException(); }
}

class Node<K, V> extends EntryOf<K, V> {
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
}

public class HashMap<K, V> extends AbstractMap<K, V> {
    Node<K, V>[] table;
    int size;
    int changes;
    // Buckets of the first table; their number decides the order of iteration, which is that of the JDK.
    private int buckets = 16;
    public HashMap() {}
    public HashMap(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        buckets = 1;
        hold(capacity);
    }
    public HashMap(int capacity, float load) { this(capacity); }
    public HashMap(Map<? extends K, ? extends V> other) { buckets = 1; putAll(other); }
    private void hold(int capacity) { while (buckets < capacity) buckets = buckets * 2; }
    public void putAll(Map<? extends K, ? extends V> other) {
        int n = other.size();
        if (n == 0) return;
        if (table == null) hold(n * 4 / 3 + 1); else while (n > table.length * 3 / 4) resize();
        for (Map.Entry<? extends K, ? extends V> e : other.entrySet()) put(e.getKey(), e.getValue());
    }
    // As `put` for a key that is not there; the JDK puts it in front of its bucket, and looks at the number of entries first.
    private void front(K k, V v) {
        if (table == null) table = new Node[buckets]; else if (size > table.length * 3 / 4) resize();
        Node<K, V> made = new Node<K, V>(hash(k), k, v);
        int at = made.hash & table.length - 1;
        made.next = table[at];
        table[at] = made;
        linked(made);
        changes++;
        size = size + 1;
        added(made);
    }
    private void replaced(K k, Node<K, V> n, V v) {
        if (n == null) { if (v != null) front(k, v); }
        else if (v == null) remove(k);
        else { n.value = v; touched(n); }
    }
    private void unchanged(int before) { if (changes != before) throw new ConcurrentModificationException(); }
    public V computeIfAbsent(K k, Function<? super K, ? extends V> make) {
        Node<K, V> n = find(k);
        if (n != null && n.value != null) { touched(n); return n.value; }
        int before = changes;
        V made = make.apply(k);
        unchanged(before);
        if (made != null) replaced(k, n, made);
        return made;
    }
    public V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> make) {
        Node<K, V> n = find(k);
        if (n == null || n.value == null) return null;
        int before = changes;
        V made = make.apply(k, n.value);
        unchanged(before);
        replaced(k, n, made);
        return made;
    }
    public V compute(K k, BiFunction<? super K, ? super V, ? extends V> make) {
        Node<K, V> n = find(k);
        int before = changes;
        V made = make.apply(k, n == null ? null : n.value);
        unchanged(before);
        replaced(k, n, made);
        return made;
    }
    public V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> join) {
        if (v == null) throw new NullPointerException();
        Node<K, V> n = find(k);
        V made = v;
        if (n != null && n.value != null) {
            int before = changes;
            made = join.apply(n.value, v);
            unchanged(before);
        }
        replaced(k, n, made);
        return made;
    }
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
    // An entry has been found, a new one is in, one is out.
    void touched(Node<K, V> n) {}
    void linked(Node<K, V> n) {}
    void added(Node<K, V> n) {}
    void unlinked(Node<K, V> n) {}
    public V get(Object k) { Node<K, V> n = find(k); if (n == null) return null; touched(n); return n.value; }
    public V getOrDefault(Object k, V v) { Node<K, V> n = find(k); if (n == null) return v; touched(n); return n.value; }
    public V putIfAbsent(K k, V v) { Node<K, V> n = find(k); if (n == null) return put(k, v); V old = n.value; if (old == null) n.value = v; touched(n); return old; }
    public boolean containsKey(Object k) { return find(k) != null; }
    public boolean containsValue(Object v) { for (V x : values()) if (v == null ? x == null : v.equals(x)) return true; return false; }
    public V put(K k, V v) {
        Node<K, V> n = find(k);
        if (n != null) { V old = n.value; n.value = v; touched(n); return old; }
        if (table == null) table = new Node[buckets];
        Node<K, V> made = new Node<K, V>(hash(k), k, v);
        int at = made.hash & table.length - 1;
        if (table[at] == null) table[at] = made; else {
            int before = 1;
            Node<K, V> last = table[at];
            while (last.next != null) { last = last.next; before++; }
            last.next = made;
            if (before >= 8 && table.length < 64) resize();
        }
        linked(made);
        changes++;
        size = size + 1;
        if (size > table.length * 3 / 4) resize();
        added(made);
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
    public void clear() { changes++; if (table != null) for (int i = 0; i < table.length; i++) table[i] = null; size = 0; }
    Node<K, V> first() { return from(0); }
    private Node<K, V> from(int at) {
        if (table != null) for (int i = at; i < table.length; i++) if (table[i] != null) return table[i];
        return null;
    }
    Node<K, V> after(Node<K, V> n) { return n.next != null ? n.next : from((n.hash & table.length - 1) + 1); }
    public Set<K> keySet() { return new Keys<K, V>(this); }
    public Collection<V> values() { return new Values<K, V>(this); }
    public Set<Map.Entry<K, V>> entrySet() { return new Entries<K, V>(this); }
    public Object clone() { return new HashMap<K, V>(this); }
}
public class LinkedHashMap<K, V> extends HashMap<K, V> {
    private Node<K, V> head, tail;
    private final boolean byUse;
    public LinkedHashMap() { byUse = false; }
    public LinkedHashMap(int capacity) { super(capacity); byUse = false; }
    public LinkedHashMap(int capacity, float load) { super(capacity); byUse = false; }
    public LinkedHashMap(int capacity, float load, boolean byUse) { super(capacity); this.byUse = byUse; }
    public LinkedHashMap(Map<? extends K, ? extends V> other) { byUse = false; putAll(other); }
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return false; }
    void added(Node<K, V> n) { if (head != null && removeEldestEntry(head)) remove(head.key); }
    void touched(Node<K, V> n) { if (byUse && tail != n) { unlinked(n); n.after = null; linked(n); changes++; } }
    public Map.Entry<K, V> firstEntry() { return head; }
    public Map.Entry<K, V> lastEntry() { return tail; }
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
    public void remove() { if (last == null) throw new IllegalStateException(); if (changes != map.changes) throw new ConcurrentModificationException(); map.remove(last.key); last = null; changes = map.changes; }
}
class KeyIterator<K, V> extends MapIterator<K, V> implements Iterator<K> { KeyIterator(HashMap<K, V> map) { super(map); } public K next() { return advance().key; } }
class ValueIterator<K, V> extends MapIterator<K, V> implements Iterator<V> { ValueIterator(HashMap<K, V> map) { super(map); } public V next() { return advance().value; } }
class EntryIterator<K, V> extends MapIterator<K, V> implements Iterator<Map.Entry<K, V>> { EntryIterator(HashMap<K, V> map) { super(map); } public Map.Entry<K, V> next() { return advance(); } }
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    public boolean equals(Object o) {
        if (o == this) return true;
        if (!(o instanceof Set)) return false;
        Set<?> other = (Set<?>) o;
        if (other.size() != size()) return false;
        for (Object e : other) if (!contains(e)) return false;
        return true;
    }
    public int hashCode() { int h = 0; for (E e : this) if (e != null) h += e.hashCode(); return h; }
    public boolean removeAll(Collection<?> other) {
        boolean changed = false;
        if (size() > other.size()) { for (Object o : other) if (remove(o)) changed = true; return changed; }
        return removeIf(e -> other.contains(e));
    }
}
class Keys<K, V> extends AbstractSet<K> {
    private final HashMap<K, V> map;
    Keys(HashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public boolean contains(Object o) { return map.containsKey(o); }
    public boolean remove(Object o) { boolean had = map.containsKey(o); map.remove(o); return had; }
    public void clear() { map.clear(); }
    public Iterator<K> iterator() { return new KeyIterator<K, V>(map); }
}
class Values<K, V> extends AbstractCollection<V> {
    private final HashMap<K, V> map;
    Values(HashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public void clear() { map.clear(); }
    public Iterator<V> iterator() { return new ValueIterator<K, V>(map); }
}
class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
    private final HashMap<K, V> map;
    Entries(HashMap<K, V> map) { this.map = map; }
    public int size() { return map.size(); }
    public void clear() { map.clear(); }
    public boolean contains(Object o) { return o instanceof Map.Entry<?, ?> e && map.containsKey(e.getKey()) && Objects.equals(map.get(e.getKey()), e.getValue()); }
    public Iterator<Map.Entry<K, V>> iterator() { return new EntryIterator<K, V>(map); }
}

public class HashSet<E> extends AbstractSet<E> {
    final HashMap<E, Object> map;
    public HashSet() { map = new HashMap<>(); }
    public HashSet(int capacity) { map = new HashMap<>(capacity); }
    public HashSet(int capacity, float load) { map = new HashMap<>(capacity); }
    public HashSet(Collection<? extends E> other) { int n = other.size() * 4 / 3 + 1; map = new HashMap<>(n < 16 ? 16 : n); addAll(other); }
    HashSet(HashMap<E, Object> map) { this.map = map; }
    public int size() { return map.size(); }
    public boolean contains(Object o) { return map.containsKey(o); }
    public boolean add(E e) { return map.put(e, Boolean.TRUE) == null; }
    public boolean remove(Object o) { return map.remove(o) != null; }
    public void clear() { map.clear(); }
    public Iterator<E> iterator() { return new KeyIterator<E, Object>(map); }
    public Object clone() { return new HashSet<E>(this); }
}
public class LinkedHashSet<E> extends HashSet<E> implements SequencedCollection<E> {
    public LinkedHashSet() { super(new LinkedHashMap<E, Object>()); }
    public LinkedHashSet(int capacity) { super(new LinkedHashMap<E, Object>()); }
    public LinkedHashSet(Collection<? extends E> other) { super(new LinkedHashMap<E, Object>()); addAll(other); }
    public E getFirst() { return iterator().next(); }
}
