// The table of hashes from before the collections: in the order of its buckets, from the last to the first.
package java.util;

import java.util.function.*;

public class Hashtable<K, V> extends AbstractMap<K, V> {
    private Node<K, V>[] table = new Node[11];
    private int size;
    public Hashtable() {}
    public Hashtable(int capacity) { if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity); }
    public Hashtable(Map<? extends K, ? extends V> other) { for (Map.Entry<? extends K, ? extends V> e : other.entrySet()) put(e.getKey(), e.getValue()); }
    private static <K, V> int place(Node<K, V>[] table, int hash) { return (hash & 2147483647) % table.length; }
    private Node<K, V> find(Object k) {
        int h = k.hashCode();
        for (Node<K, V> n = table[place(table, h)]; n != null; n = n.next) if (n.hash == h && n.key.equals(k)) return n;
        return null;
    }
    public synchronized V get(Object k) { Node<K, V> n = find(k); return n == null ? null : n.value; }
    public synchronized boolean containsKey(Object k) { return find(k) != null; }
    public synchronized boolean contains(Object v) { return containsValue(v); }
    public synchronized V put(K k, V v) {
        Objects.requireNonNull(v);
        Node<K, V> n = find(k);
        if (n != null) { V old = n.value; n.value = v; return old; }
        if (size >= table.length * 3 / 4) grow();
        Node<K, V> made = new Node<K, V>(k.hashCode(), k, v);
        int at = place(table, made.hash);
        made.next = table[at];
        table[at] = made;
        size++;
        return null;
    }
    private void grow() {
        Node<K, V>[] old = table;
        Node<K, V>[] more = new Node[old.length * 2 + 1];
        for (int i = old.length - 1; i >= 0; i--)
            for (Node<K, V> n = old[i]; n != null; ) { Node<K, V> next = n.next; int at = place(more, n.hash); n.next = more[at]; more[at] = n; n = next; }
        table = more;
    }
    public synchronized V remove(Object k) {
        Node<K, V> n = find(k);
        if (n == null) return null;
        int at = place(table, n.hash);
        if (table[at] == n) table[at] = n.next; else { Node<K, V> p = table[at]; while (p.next != n) p = p.next; p.next = n.next; }
        size--;
        return n.value;
    }
    public synchronized int size() { return size; }
    public synchronized boolean isEmpty() { return size == 0; }
    public synchronized void clear() { for (int i = 0; i < table.length; i++) table[i] = null; size = 0; }
    private synchronized LinkedHashMap<K, V> copy() {
        LinkedHashMap<K, V> made = new LinkedHashMap<>();
        for (int i = table.length - 1; i >= 0; i--) for (Node<K, V> n = table[i]; n != null; n = n.next) made.put(n.key, n.value);
        return made;
    }
    public Set<K> keySet() { return new ReadSet<K>(copy().keySet()); }
    public Collection<V> values() { return new ReadCollection<V>(copy().values()); }
    public Set<Map.Entry<K, V>> entrySet() { return new ReadSet<Map.Entry<K, V>>(copy().entrySet()); }
    public String toString() { return copy().toString(); }
}
