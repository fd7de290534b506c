//! A list and a table of hashes by hand
//! output: as java
import java.util.*;
import java.util.function.*;

public class Lists {
    static class MyList<T> implements Iterable<T> {
        private class Node {
            T v;
            Node prev, next;
            Node(T v) {
                this.v = v;
            }
        }
        private Node head, tail;
        private int size;
        void addFirst(T v) {
            Node n = new Node(v);
            if (head == null) head = tail = n;
            else {
                n.next = head;
                head.prev = n;
                head = n;
            }
            size++;
        }
        void addLast(T v) {
            Node n = new Node(v);
            if (tail == null) head = tail = n;
            else {
                tail.next = n;
                n.prev = tail;
                tail = n;
            }
            size++;
        }
        T removeAt(int i) {
            if (i < 0 || i >= size) throw new IndexOutOfBoundsException("index " + i + ", size " + size);
            Node n = head;
            while (i-- > 0) n = n.next;
            if (n.prev == null) head = n.next;
            else n.prev.next = n.next;
            if (n.next == null) tail = n.prev;
            else n.next.prev = n.prev;
            size--;
            return n.v;
        }
        <R> MyList<R> map(Function<? super T, ? extends R> f) {
            MyList<R> r = new MyList<>();
            for (T t : this) r.addLast(f.apply(t));
            return r;
        }
        MyList<T> filter(Predicate<? super T> p) {
            MyList<T> r = new MyList<>();
            for (T t : this) if (p.test(t)) r.addLast(t);
            return r;
        }
        <A> A fold(A z, BiFunction<A, ? super T, A> f) {
            A a = z;
            for (T t : this) a = f.apply(a, t);
            return a;
        }
        public Iterator<T> iterator() {
            return new Iterator<>() {
                Node at = head;
                public boolean hasNext() {
                    return at != null;
                }
                public T next() {
                    T v = at.v;
                    at = at.next;
                    return v;
                }
            };
        }
        @Override public String toString() {
            StringJoiner j = new StringJoiner(", ", "<", ">");
            for (T t : this) j.add(String.valueOf(t));
            return j.toString();
        }
    }

    static class HashTable<K, V> {
        private static class E<K, V> {
            K k;
            V v;
            E<K, V> next;
            E(K k, V v, E<K, V> n) {
                this.k = k;
                this.v = v;
                next = n;
            }
        }
        private E<K, V>[] t;
        private int n;
        @SuppressWarnings("unchecked") HashTable() {
            t = (E<K, V>[]) new E[4];
        }
        private int at(Object k) {
            return Math.abs(k.hashCode() % t.length);
        }
        V get(K k) {
            for (E<K, V> e = t[at(k)]; e != null; e = e.next) if (e.k.equals(k)) return e.v;
            return null;
        }
        void put(K k, V v) {
            for (E<K, V> e = t[at(k)]; e != null; e = e.next) if (e.k.equals(k)) {
                e.v = v;
                return;
            }
            if (++n > t.length) grow();
            t[at(k)] = new E<>(k, v, t[at(k)]);
        }
        @SuppressWarnings("unchecked") private void grow() {
            E<K, V>[] o = t;
            t = (E<K, V>[]) new E[o.length * 2];
            for (E<K, V> b : o) for (E<K, V> e = b; e != null; e = e.next) t[at(e.k)] = new E<>(e.k, e.v, t[at(e.k)]);
        }
    }

    public static void main(String[] args) {
        MyList<Integer> l = new MyList<>();
        for (int i = 1; i <= 5; i++) {
            l.addLast(i);
            l.addFirst(-i);
        }
        System.out.println(l + " " + l.size);
        System.out.println(l.filter(x -> x > 0).map(x -> "n" + x));
        System.out.println(l.fold(0, (a, x) -> a + x * x) + " " + l.removeAt(0) + l.removeAt(8) + l.removeAt(3) + " " + l);
        HashTable<String, Integer> h = new HashTable<>();
        for (String s : "one two three four five six seven one".split(" ")) h.put(s, s.length());
        System.out.println(h.get("three") + " " + h.get("zzz") + " " + h.n + " " + h.t.length);
        Supplier<MyList<String>> sup = MyList::new;
        MyList<String> e = sup.get();
        e.addLast(null);
        System.out.println(e);
        Function<String, Integer> len = String::length;
        System.out.println(len.apply("four") + " " + Optional.of("abc").map(String::length).get());
        Consumer<Object> pr = System.out::println;
        pr.andThen(x -> System.out.println("then " + x)).accept("A");
        BinaryOperator<Integer> mx = Math::max;
        System.out.println(mx.apply(3, 9));
        IntFunction<int[]> mk = int[]::new;
        System.out.println(mk.apply(3).length);
        Comparator<String> c = String::compareTo;
        System.out.println(c.compare("a", "b") + " " + c.reversed().compare("a", "b"));
        ToIntFunction<String> ti = Integer::parseInt;
        System.out.println(ti.applyAsInt("12") + 1);
        l.removeAt(50);
    }
}
