// Queues of java.util.concurrent with two ends, by order, and without a place. A wait with a time may end at any moment: it is a try, unless
// the other side has to be there.
package java.util.concurrent;

import java.util.*;
import java.util.function.*;

public interface BlockingDeque<E> extends BlockingQueue<E>, Deque<E> {
    void putFirst(E e) throws InterruptedException;
    void putLast(E e) throws InterruptedException;
    E takeFirst() throws InterruptedException;
    E takeLast() throws InterruptedException;
    boolean offerFirst(E e, long time, TimeUnit unit) throws InterruptedException;
    boolean offerLast(E e, long time, TimeUnit unit) throws InterruptedException;
    E pollFirst(long time, TimeUnit unit) throws InterruptedException;
    E pollLast(long time, TimeUnit unit) throws InterruptedException;
}
abstract class TwoEnded<E> extends AbstractQueue<E> implements Deque<E> {
    TwoEnded(int capacity) { super(capacity); }
    private boolean enter(E e, boolean first) {
        if (e == null) throw new NullPointerException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) {
            if (queue.size() >= capacity) return false;
            if (first) queue.addFirst(given); else queue.addLast(given);
            RacefreePrimitives.notifyAll(quiet, quiet);
            return true;
        }
    }
    private static <E> E some(E e) { if (e == null) throw new NoSuchElementException(); return e; }
    public boolean offerFirst(E e) { return enter(e, true); }
    public boolean offerLast(E e) { return enter(e, false); }
    public void addFirst(E e) { if (!enter(e, true)) throw new IllegalStateException("Deque full"); }
    public void addLast(E e) { if (!enter(e, false)) throw new IllegalStateException("Deque full"); }
    public E pollFirst() { return poll(); }
    public E pollLast() { Given<E> given; synchronized (quiet) { given = leave(true); RacefreePrimitives.notifyAll(quiet, quiet); } return taken(given); }
    public E peekFirst() { return peek(); }
    public E peekLast() { Given<E> given; synchronized (quiet) { given = queue.peekLast(); } return taken(given); }
    public E getFirst() { return some(peekFirst()); }
    public E getLast() { return some(peekLast()); }
    public E removeFirst() { return some(pollFirst()); }
    public E removeLast() { return some(pollLast()); }
    public void push(E e) { addFirst(e); }
    public E pop() { return removeFirst(); }
    public Iterator<E> descendingIterator() { return new QueueIterator<E>(this, true); }
    public void putFirst(E e) throws InterruptedException {
        if (e == null) throw new NullPointerException();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) { while (queue.size() >= capacity) RacefreePrimitives.waitOrThrow(quiet, quiet); queue.addFirst(given); RacefreePrimitives.notifyAll(quiet, quiet); }
    }
    public void putLast(E e) throws InterruptedException { put(e); }
    public E takeFirst() throws InterruptedException { return take(); }
    public E takeLast() throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given;
        synchronized (quiet) { while (queue.isEmpty()) RacefreePrimitives.waitOrThrow(quiet, quiet); given = leave(true); RacefreePrimitives.notifyAll(quiet, quiet); }
        return taken(given);
    }
    public boolean offerFirst(E e, long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return enter(e, true); }
    public boolean offerLast(E e, long time, TimeUnit unit) throws InterruptedException { return offer(e, time, unit); }
    public E pollFirst(long time, TimeUnit unit) throws InterruptedException { return poll(time, unit); }
    public E pollLast(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return pollLast(); }
}
public class LinkedBlockingDeque<E> extends TwoEnded<E> implements BlockingDeque<E> { public LinkedBlockingDeque() { super(2147483647); } public LinkedBlockingDeque(int capacity) { super(capacity); } public LinkedBlockingDeque(Collection<? extends E> all) { super(2147483647); addAll(all); } }
public class ConcurrentLinkedDeque<E> extends TwoEnded<E> { public ConcurrentLinkedDeque() { super(2147483647); } public ConcurrentLinkedDeque(Collection<? extends E> all) { super(2147483647); addAll(all); } }
// Its elements are compared by code of the program, so its lock is one that orders, as the JDK's is.
public class PriorityBlockingQueue<E> extends AbstractCollection<E> implements BlockingQueue<E> {
    final Object monitor = new Object();
    final PriorityQueue<E> queue;
    public Comparator<? super E> comparator() { return queue.comparator(); }
    public PriorityBlockingQueue() { queue = new PriorityQueue<>(); }
    public PriorityBlockingQueue(int capacity) { queue = new PriorityQueue<>(capacity); }
    public PriorityBlockingQueue(Collection<? extends E> all) { queue = new PriorityQueue<>(all); }
    public PriorityBlockingQueue(int capacity, Comparator<? super E> by) { queue = new PriorityQueue<>(by); }
    public boolean offer(E e) { if (e == null) throw new NullPointerException(); synchronized (monitor) { queue.offer(e); monitor.notifyAll(); } return true; }
    public boolean offer(E e, long time, TimeUnit unit) { return offer(e); }
    public boolean add(E e) { return offer(e); }
    public void put(E e) { offer(e); }
    public E poll() { synchronized (monitor) { return queue.poll(); } }
    public E poll(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); return poll(); }
    public E take() throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        synchronized (monitor) { while (queue.isEmpty()) monitor.wait(); return queue.poll(); }
    }
    public E peek() { synchronized (monitor) { return queue.peek(); } }
    public E remove() { E e = poll(); if (e == null) throw new NoSuchElementException(); return e; }
    public E element() { E e = peek(); if (e == null) throw new NoSuchElementException(); return e; }
    public boolean remove(Object o) { synchronized (monitor) { return queue.remove(o); } }
    public int size() { synchronized (monitor) { return queue.size(); } }
    public void clear() { synchronized (monitor) { queue.clear(); } }
    public int remainingCapacity() { return 2147483647; }
    public int drainTo(Collection<? super E> into) { return drainTo(into, 2147483647); }
    public int drainTo(Collection<? super E> into, int most) { synchronized (monitor) { int n = 0; while (n < most && !queue.isEmpty()) { into.add(queue.poll()); n++; } return n; } }
    public boolean removeIf(Predicate<? super E> test) { synchronized (monitor) { return queue.removeIf(test); } }
    boolean drop(E one) { synchronized (monitor) { return queue.drop(one); } }
    public Iterator<E> iterator() { synchronized (monitor) { return new SnapshotIterator<E>(this, new ArrayList<>(queue)); } }
}
// A walk through the elements that were there; one that is removed is removed from the queue, if it is still there.
class SnapshotIterator<E> implements Iterator<E> {
    private final PriorityBlockingQueue<E> queue;
    private final Iterator<E> it;
    private E last;
    SnapshotIterator(PriorityBlockingQueue<E> queue, ArrayList<E> all) { this.queue = queue; it = all.iterator(); }
    public boolean hasNext() { return it.hasNext(); }
    public E next() { last = it.next(); return last; }
    public void remove() { if (last == null) throw new IllegalStateException(); queue.drop(last); last = null; }
}
public interface Delayed extends Comparable<Delayed> { long getDelay(TimeUnit unit); }
// Time passes as it likes: the first element is due for who waits for it; for who does not, if its time is over.
public class DelayQueue<E extends Delayed> extends PriorityBlockingQueue<E> {
    public DelayQueue() {}
    public E poll() { synchronized (monitor) { E e = queue.peek(); return e == null || e.getDelay(TimeUnit.NANOSECONDS) > 0L ? null : queue.poll(); } }
    public E poll(long time, TimeUnit unit) throws InterruptedException { if (RacefreePrimitives.interrupted(true)) throw new InterruptedException(); synchronized (monitor) { E e = queue.peek(); return e == null || e.getDelay(TimeUnit.NANOSECONDS) > unit.toNanos(time) ? null : queue.poll(); } }
}
// Who puts waits for who takes. Without a time to wait, an element goes only to somebody who is there.
public class SynchronousQueue<E> extends AbstractCollection<E> implements BlockingQueue<E> {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private final ArrayDeque<Given<E>> offered = new ArrayDeque<>();
    private int takers;
    public SynchronousQueue() {}
    public SynchronousQueue(boolean fair) {}
    private static <E> E taken(Given<E> given) { return given == null ? null : given.taken(); }
    private Given<E> next() { Given<E> given = offered.pollFirst(); if (given != null) RacefreePrimitives.notifyAll(quiet, quiet); return given; }
    public void put(E e) throws InterruptedException {
        if (e == null) throw new NullPointerException();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) {
            offered.addLast(given);
            RacefreePrimitives.notifyAll(quiet, quiet);
            boolean gone = false;
            try { while (offered.contains(given)) RacefreePrimitives.waitOrThrow(quiet, quiet); gone = true; } finally { if (!gone) offered.remove(given); }
        }
    }
    public E take() throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given;
        synchronized (quiet) {
            takers++;
            try { while (offered.isEmpty()) RacefreePrimitives.waitOrThrow(quiet, quiet); given = next(); } finally { takers--; }
        }
        return taken(given);
    }
    public boolean offer(E e) {
        if (e == null) throw new NullPointerException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) {
            if (takers <= offered.size()) return false;
            offered.addLast(given);
            RacefreePrimitives.notifyAll(quiet, quiet);
            return true;
        }
    }
    public boolean offer(E e, long time, TimeUnit unit) throws InterruptedException {
        if (e == null) throw new NullPointerException();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) {
            offered.addLast(given);
            RacefreePrimitives.notifyAll(quiet, quiet);
            try { RacefreePrimitives.waitTimed(quiet, quiet); } finally { if (offered.remove(given)) given = null; }
            return given != null;
        }
    }
    public E poll() { Given<E> given; synchronized (quiet) { given = next(); } return taken(given); }
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given;
        synchronized (quiet) {
            takers++;
            try { if (offered.isEmpty()) RacefreePrimitives.waitTimed(quiet, quiet); given = next(); } finally { takers--; }
        }
        return taken(given);
    }
    public boolean add(E e) { if (!offer(e)) throw new IllegalStateException("Queue full"); return true; }
    public E remove() { E e = poll(); if (e == null) throw new NoSuchElementException(); return e; }
    public E element() { throw new NoSuchElementException(); }
    public E peek() { return null; }
    public int size() { return 0; }
    public int remainingCapacity() { return 0; }
    public int drainTo(Collection<? super E> into) { return drainTo(into, 2147483647); }
    public int drainTo(Collection<? super E> into, int most) { int n = 0; while (n < most) { E e = poll(); if (e == null) break; into.add(e); n++; } return n; }
    public Iterator<E> iterator() { return new ArrayList<E>().iterator(); }
}
public interface TransferQueue<E> extends BlockingQueue<E> {
    void transfer(E e) throws InterruptedException;
    boolean tryTransfer(E e);
    boolean tryTransfer(E e, long time, TimeUnit unit) throws InterruptedException;
    boolean hasWaitingConsumer();
    int getWaitingConsumerCount();
}
public class LinkedTransferQueue<E> extends AbstractQueue<E> implements TransferQueue<E> {
    private int takers;
    public LinkedTransferQueue() { super(2147483647); }
    public LinkedTransferQueue(Collection<? extends E> all) { super(2147483647); addAll(all); }
    private boolean transferred(E e, boolean timed) throws InterruptedException {
        if (e == null) throw new NullPointerException();
        if (RacefreePrimitives.interrupted(true)) throw new InterruptedException();
        Given<E> given = new Given<>(e);
        synchronized (quiet) {
            queue.addLast(given);
            RacefreePrimitives.notifyAll(quiet, quiet);
            boolean left = false;
            try {
                while (queue.contains(given)) {
                    if (!timed) RacefreePrimitives.waitOrThrow(quiet, quiet);
                    else if (!RacefreePrimitives.waitTimed(quiet, quiet)) break;
                }
            } finally { left = queue.remove(given); }
            return !left;
        }
    }
    public void transfer(E e) throws InterruptedException { transferred(e, false); }
    public boolean tryTransfer(E e, long time, TimeUnit unit) throws InterruptedException { return transferred(e, true); }
    // An element for each that waits, and no more.
    public boolean tryTransfer(E e) { synchronized (quiet) { if (queue.size() >= takers) return false; } return offer(e); }
    public boolean hasWaitingConsumer() { synchronized (quiet) { return takers > 0; } }
    public int getWaitingConsumerCount() { synchronized (quiet) { return takers; } }
    public E take() throws InterruptedException {
        synchronized (quiet) { takers++; }
        try { return super.take(); } finally { synchronized (quiet) { takers--; } }
    }
}
