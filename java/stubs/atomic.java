// Objects in atomic variables.
package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReference<V> extends outside.Members {
    public AtomicReference() {}
    public AtomicReference(V value) {}
    public V get();
    public V getPlain();
    public V getOpaque();
    public V getAcquire();
    public V getAndSet(V value);
    public V compareAndExchange(V expected, V value);
    public V getAndUpdate(/*# immediate */ UnaryOperator<V> f);
    public V updateAndGet(/*# immediate */ UnaryOperator<V> f);
    public V getAndAccumulate(V x, /*# immediate */ BinaryOperator<V> f);
    public V accumulateAndGet(V x, /*# immediate */ BinaryOperator<V> f);
}

public class AtomicReferenceArray<E> extends outside.Members {
    public AtomicReferenceArray(int length) {}
    public AtomicReferenceArray(E[] array) {}
    public E get(int i);
    public E getAndSet(int i, E value);
    public E getAndUpdate(int i, /*# immediate */ UnaryOperator<E> f);
    public E updateAndGet(int i, /*# immediate */ UnaryOperator<E> f);
}

public class AtomicStampedReference<V> extends outside.Members {
    public AtomicStampedReference(V value, int stamp) {}
    public V getReference();
}

public class AtomicMarkableReference<V> extends outside.Members {
    public AtomicMarkableReference(V value, boolean mark) {}
    public V getReference();
}
