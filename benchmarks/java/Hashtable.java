package java.util;

public class Hashtable<K,V> {
    private transient Entry<?,?>/*# {this} */[/*# elems_guarded_by this */] table /*# guarded_by this */;
    private transient int count /*# guarded_by this */;
    private int threshold /*# guarded_by this */;
    private float loadFactor /*# guarded_by this */;
    private transient int modCount /*# guarded_by this */;

    private <T> Enumeration<T> getEnumeration(int type) /*# requires this */;
    private <T> Iterator<T> getIterator(int type) /*# requires this */;
    protected void rehash() /*# requires this */ {
        Entry<?,?>/*# {this} */[/*# elems_guarded_by this */] newMap;
    }
    private void addEntry(int hash, K key, V value, int index) /*# requires this */;

    private static class Entry<K,V> /*# {ghost Object h} */ {
        V value /*# guarded_by h */;
        Entry<K,V>/*# {h} */ next /*# guarded_by h */;
        protected Object clone() /*# requires h */;
        public V getValue() /*# requires h */;
        public V setValue(V value) /*# requires h */;
        public boolean equals(Object o) /*# requires h */;
        public int hashCode() /*# requires h */;
        public String toString() /*# requires h */;
    }

    private class KeySet {
        public Iterator<K> iterator() /*# requires Hashtable.this */;
        public int size() /*# requires Hashtable.this */;
    }

    private class EntrySet {
        public Iterator<Map.Entry<K,V>> iterator() /*# requires Hashtable.this */;
        public boolean contains(Object o) /*# requires Hashtable.this */;
        public boolean remove(Object o) /*# requires Hashtable.this */;
        public int size() /*# requires Hashtable.this */;
    }

    private class ValueCollection {
        public Iterator<V> iterator() /*# requires Hashtable.this */;
        public int size() /*# requires Hashtable.this */;
    }

    private class Enumerator<T> {
        final Entry<?,?>/*# {Hashtable.this} */[/*# elems_guarded_by Hashtable.this */] table;
        Entry<?,?>/*# {Hashtable.this} */ entry;
        Entry<?,?>/*# {Hashtable.this} */ lastReturned;
    }
}
