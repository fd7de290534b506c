// Collections: the types of what they hold, and what calls a function object before it returns.
package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.ParallelStream;
import java.util.stream.Stream;

public interface Iterator<E> extends outside.Members {
    boolean hasNext();
    E next();
    void remove();
    void forEachRemaining(/*# immediate */ Consumer<? super E> action);
}

public interface ListIterator<E> extends Iterator<E> {
    boolean hasPrevious();
    E previous();
}

public interface Enumeration<E> extends outside.Members {
    boolean hasMoreElements();
    E nextElement();
}

public interface Collection<E> extends Iterable<E> {
    boolean add(E e);
    boolean contains(Object o);
    boolean remove(Object o);
    boolean isEmpty();
    int size();
    void clear();
    boolean removeIf(/*# immediate */ Predicate<? super E> filter);
    Stream<E> stream();
    ParallelStream<E> parallelStream();
}

public interface List<E> extends Collection<E> {
    static <T> List<T> of() { }
    static <T> List<T> of(T e0) { }
    static <T> List<T> of(T e0, T e1) { }
    static <T> List<T> of(T e0, T e1, T e2) { }
    static <T> List<T> of(T e0, T e1, T e2, T e3) { }
    static <T> List<T> of(T e0, T e1, T e2, T e3, T e4) { }
    static <T> List<T> of(T... all) { }
    static <T> List<T> copyOf(Collection<? extends T> all) { }
    ListIterator<E> listIterator();
    List<E> subList(int from, int to);
    E get(int index);
    E set(int index, E element);
    void add(int index, E element);
    E remove(int index);
    E getFirst();
    E getLast();
    E removeFirst();
    E removeLast();
    void replaceAll(/*# immediate */ UnaryOperator<E> operator);
    void sort(/*# immediate */ Comparator<? super E> c);
}

public interface Set<E> extends Collection<E> {
    static <T> Set<T> of() { }
    static <T> Set<T> of(T e0) { }
    static <T> Set<T> of(T e0, T e1) { }
    static <T> Set<T> of(T e0, T e1, T e2) { }
    static <T> Set<T> of(T e0, T e1, T e2, T e3) { }
    static <T> Set<T> of(T e0, T e1, T e2, T e3, T e4) { }
    static <T> Set<T> of(T... all) { }
    static <T> Set<T> copyOf(Collection<? extends T> all) { }
}
public interface SortedSet<E> extends Set<E> {
    E first();
    E last();
}

public interface Queue<E> extends Collection<E> {
    boolean offer(E e);
    E poll();
    E peek();
    E element();
    E remove();
}

public interface Deque<E> extends Queue<E> {
    void addFirst(E e);
    void addLast(E e);
    E removeFirst();
    E removeLast();
    E pollFirst();
    E pollLast();
    E peekFirst();
    E peekLast();
    E getFirst();
    E getLast();
    void push(E e);
    E pop();
}

public interface Map<K, V> extends outside.Members {
    static <A, B> Map<A, B> of() { }
    static <A, B> Map<A, B> of(A k0, B v0) { }
    static <A, B> Map<A, B> of(A k0, B v0, A k1, B v1) { }
    static <A, B> Map<A, B> of(A k0, B v0, A k1, B v1, A k2, B v2) { }
    static <A, B> Map<A, B> of(A k0, B v0, A k1, B v1, A k2, B v2, A k3, B v3) { }
    static <A, B> Entry<A, B> entry(A key, B value) { }
    static <A, B> Map<A, B> copyOf(Map<? extends A, ? extends B> map) { }
    V get(Object key);
    V put(K key, V value);
    V remove(Object key);
    V getOrDefault(Object key, V value);
    V putIfAbsent(K key, V value);
    boolean containsKey(Object key);
    boolean isEmpty();
    int size();
    void clear();
    Collection<V> values();
    Set<K> keySet();
    Set<Entry<K, V>> entrySet();
    V computeIfAbsent(K key, /*# immediate */ Function<? super K, ? extends V> function);
    V computeIfPresent(K key, /*# immediate */ BiFunction<? super K, ? super V, ? extends V> function);
    V compute(K key, /*# immediate */ BiFunction<? super K, ? super V, ? extends V> function);
    V merge(K key, V value, /*# immediate */ BiFunction<? super V, ? super V, ? extends V> function);
    void forEach(/*# immediate */ BiConsumer<? super K, ? super V> action);
    void replaceAll(/*# immediate */ BiFunction<? super K, ? super V, ? extends V> function);

    interface Entry<K, V> extends outside.Members {
        K getKey();
        V getValue();
        V setValue(V value);
    }
}

public interface Comparator<T> extends outside.Members { int compare(T a, T b); }

public class ArrayList<E> extends outside.Members implements List<E> { public ArrayList() {} public ArrayList(int size) {} public ArrayList(Collection<? extends E> c) {} }
public class LinkedList<E> extends outside.Members implements List<E>, Deque<E> { public LinkedList() {} public LinkedList(Collection<? extends E> c) {} }
public class ArrayDeque<E> extends outside.Members implements Deque<E> { public ArrayDeque() {} public ArrayDeque(int size) {} public ArrayDeque(Collection<? extends E> c) {} }
public class PriorityQueue<E> extends outside.Members implements Queue<E> { public PriorityQueue() {} public PriorityQueue(Comparator<? super E> c) {} public PriorityQueue(int n) {} }
public class HashSet<E> extends outside.Members implements Set<E> { public HashSet() {} public HashSet(int size) {} public HashSet(Collection<? extends E> c) {} }
public class LinkedHashSet<E> extends outside.Members implements Set<E> { public LinkedHashSet() {} public LinkedHashSet(Collection<? extends E> c) {} }
public class TreeSet<E> extends outside.Members implements SortedSet<E> { public TreeSet() {} public TreeSet(Comparator<? super E> c) {} public TreeSet(Collection<? extends E> c) {} }
public class HashMap<K, V> extends outside.Members implements Map<K, V> { public HashMap() {} public HashMap(int size) {} public HashMap(Map<? extends K, ? extends V> m) {} }
public class LinkedHashMap<K, V> extends outside.Members implements Map<K, V> { public LinkedHashMap() {} public LinkedHashMap(int size) {} public LinkedHashMap(Map<? extends K, ? extends V> m) {} }
public class TreeMap<K, V> extends outside.Members implements Map<K, V> { public TreeMap() {} public TreeMap(Comparator<? super K> c) {} public TreeMap(Map<? extends K, ? extends V> m) {} }

public class Optional<T> extends outside.Members {
    public static <S> Optional<S> of(S value);
    public static <S> Optional<S> ofNullable(S value);
    public static <S> Optional<S> empty();
    public T get();
    public T orElseThrow();
    public T orElse(T other);
    public T orElseGet(/*# immediate */ Supplier<? extends T> supplier);
    public boolean isPresent();
    public void ifPresent(/*# immediate */ Consumer<? super T> action);
    public <U> Optional<U> map(/*# immediate */ Function<? super T, ? extends U> mapper);
    public Optional<T> filter(/*# immediate */ Predicate<? super T> predicate);
}

public class Arrays extends outside.Members {
    public static <T> List<T> asList(T... all) { }
    public static <T> void sort(T[] array, /*# immediate */ Comparator<? super T> c) { }
    public static <T> void sort(T[] array, int from, int to, /*# immediate */ Comparator<? super T> c) { }
    public static <T> void setAll(T[] array, /*# immediate */ IntFunction<? extends T> f) { }
    public static void setAll(int[] array, /*# immediate */ IntUnaryOperator f) { }
    public static void setAll(long[] array, /*# immediate */ IntToLongFunction f) { }
    public static void setAll(double[] array, /*# immediate */ IntToDoubleFunction f) { }
    public static <T> void parallelSetAll(T[] array, /*# forks */ IntFunction<? extends T> f) { }
    public static void parallelSetAll(int[] array, /*# forks */ IntUnaryOperator f) { }
    public static void parallelSetAll(long[] array, /*# forks */ IntToLongFunction f) { }
    public static void parallelSetAll(double[] array, /*# forks */ IntToDoubleFunction f) { }
    public static <T> void parallelPrefix(T[] array, /*# forks */ BinaryOperator<T> f) { }
    public static void parallelPrefix(int[] array, /*# forks */ IntBinaryOperator f) { }
    public static void parallelPrefix(long[] array, /*# forks */ LongBinaryOperator f) { }
    public static void parallelPrefix(double[] array, /*# forks */ DoubleBinaryOperator f) { }
    public static <T> void parallelSort(T[] array, /*# forks */ Comparator<? super T> c) { }
    public static <T> T[] copyOf(T[] array, int length) { }
    public static <T> T[] copyOfRange(T[] array, int from, int to) { }
    public static <T> Stream<T> stream(T[] array) { }
    public static <T> Stream<T> stream(T[] array, int start, int end) { }
    public static IntStream stream(int[] array) { }
    public static IntStream stream(int[] array, int start, int end) { }
    public static LongStream stream(long[] array) { }
    public static LongStream stream(long[] array, int start, int end) { }
    public static DoubleStream stream(double[] array) { }
    public static DoubleStream stream(double[] array, int start, int end) { }
}

public class Objects extends outside.Members {
    public static <T> T requireNonNull(T value);
    public static <T> T requireNonNull(T value, String message);
    public static <T> T requireNonNullElse(T value, T other);
    public static <T> T requireNonNullElseGet(T value, /*# immediate */ Supplier<? extends T> other);
}

public class Collections extends outside.Members {
    public static <T> void sort(List<T> list, /*# immediate */ Comparator<? super T> c);
    public static <T> List<T> unmodifiableList(List<? extends T> list);
    public static <T> List<T> synchronizedList(List<T> list);
    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> m);
    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> m);
    public static <T> List<T> emptyList();
    public static <T> List<T> singletonList(T o);
    public static <T> Set<T> singleton(T o);
    public static <T> Set<T> emptySet();
    public static <K, V> Map<K, V> emptyMap();
    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> c);
    public static <T> Set<T> unmodifiableSet(Set<? extends T> s);
    public static <T> Collection<T> synchronizedCollection(Collection<T> c);
    public static <T> Set<T> synchronizedSet(Set<T> s);
    public static <T> T max(Collection<? extends T> c, /*# immediate */ Comparator<? super T> order);
    public static <T> T min(Collection<? extends T> c, /*# immediate */ Comparator<? super T> order);
}

public abstract class TimerTask extends outside.Members implements Runnable {
    public abstract void run();
    public boolean cancel();
}

public class Timer extends outside.Members {
    public Timer() {}
    public Timer(boolean daemon) {}
    public Timer(String name) {}
    public void schedule(/*# forks */ TimerTask task, long delay);
    public void schedule(/*# forks */ TimerTask task, long delay, long period);
    public void schedule(/*# forks */ TimerTask task, Date time);
    public void schedule(/*# forks */ TimerTask task, Date time, long period);
    public void scheduleAtFixedRate(/*# forks */ TimerTask task, long delay, long period);
    public void scheduleAtFixedRate(/*# forks */ TimerTask task, Date time, long period);
    public void cancel();
}
