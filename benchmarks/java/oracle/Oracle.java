import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Races of one run of a program, found by lock sets. {@link Instrumenter} makes the program call the methods of this class, and each
 * program has a copy of the class of its own, so that the threads of one program say nothing about another.
 *
 * <p>A <em>race</em> is two accesses of one cell, by two threads, at least one of them a write, with no common lock, both after
 * the object was published. A cell is a field of an object, a static field, or an element of an array. Final and volatile fields are
 * none. Two holds of one read lock are no common lock. The order of the two accesses in time does not matter, so one run is enough
 * for a race that the scheduler would show once in a million, and a program that orders its threads by {@code join} alone has races too:
 * that is the discipline of the type system that is tested here.
 *
 * <p>An object is <em>published</em> with everything that can be reached from it when it is stored in a static field or in a published
 * object, when a thread starts from which it can be reached, and at the latest when a second thread accesses it. Until then it belongs
 * to the thread that accessed it first, and no access of it counts.
 *
 * <p>Not seen: accesses by libraries, reflection and handles; publication through libraries (an executor, a collection that was
 * published before) until the second thread comes; semaphores, stamped locks, conditions, so that accesses under them look unlocked;
 * paths that the run does not take.
 */
public final class Oracle {
  private Oracle() { }

  /** Locks that a thread holds, by name: those that exclude every other thread, and read locks. */
  private record Locks(Set<String> exclusive, Set<String> read) {
    /** Both cannot be held at once by two threads. */
    boolean exclude(Locks other) {
      return !Collections.disjoint(exclusive, other.exclusive) || !Collections.disjoint(exclusive, other.read)
          || !Collections.disjoint(read, other.exclusive);
    }

    @Override public String toString() {
      Set<String> all = new TreeSet<>(exclusive);
      for (String lock : read) all.add("read lock of " + lock);
      return all.isEmpty() ? "no lock" : String.join(", ", all);
    }
  }

  /** An access of a published cell. */
  private record Access(Thread thread, Locks locks, boolean write, String place) {
    boolean races(Access other) {
      return thread != other.thread && (write || other.write) && !locks.exclude(other.locks);
    }

    @Override public String toString() {
      return (write ? "write in " : "read in ") + place + " with " + locks;
    }
  }

  /** An object that was accessed, or published. */
  private static final class Known {
    final Thread owner = Thread.currentThread();
    boolean published;
    final Map<String, Set<Access>> cells = new LinkedHashMap<>();
  }

  /** All objects that are known; also the lock of everything static here. */
  private static final Map<Object, Known> KNOWN = new IdentityHashMap<>();
  /** Numbers of locks, for their names: programs may override {@code equals} and {@code toString}. */
  private static final Map<Object, Integer> NUMBERS = new IdentityHashMap<>();
  /** The read-write lock that a read lock or a write lock is a view of. */
  private static final Map<Lock, ReentrantReadWriteLock> VIEWS = new IdentityHashMap<>();
  /** Objects that the thread has locked at some time. Those of them that it holds are asked for at each access: exits need no events. */
  private static final ThreadLocal<Set<Object>> LOCKED = ThreadLocal.withInitial(() -> Collections.newSetFromMap(new IdentityHashMap<>()));
  private static final Set<String> RACES = new LinkedHashSet<>();

  /** Races up to now, a line each. */
  public static List<String> races() {
    synchronized (KNOWN) {
      return new ArrayList<>(RACES);
    }
  }

  // Events of locks.

  /** The thread is about to enter the monitor of the object. */
  public static void monitor(Object object) {
    LOCKED.get().add(object);
  }

  /** The thread is about to call a method of the lock that may take it. */
  public static void lock(Object lock) {
    synchronized (KNOWN) {
      LOCKED.get().add(VIEWS.containsKey(lock) ? VIEWS.get(lock) : lock);
    }
  }

  /** Stands for {@code lock.readLock()}, of the class and of the interface. */
  public static Lock readLock(ReadWriteLock lock) {
    return view(lock, lock.readLock());
  }

  /** Stands for {@code lock.writeLock()}. */
  public static Lock writeLock(ReadWriteLock lock) {
    return view(lock, lock.writeLock());
  }

  private static Lock view(ReadWriteLock lock, Lock view) {
    synchronized (KNOWN) {
      if (lock instanceof ReentrantReadWriteLock whole) VIEWS.put(view, whole);
    }
    return view;
  }

  // Events of accesses and publication. Each comes before the instruction; a null that will throw is passed over.

  /** Read of a field; of a static one, the object is the class that declares it. */
  public static void read(Object object, String cell, String place) {
    access(object, cell, false, place);
  }

  public static void write(Object object, String cell, String place) {
    access(object, cell, true, place);
  }

  public static void readElement(Object array, int index, String place) {
    element(array, index, false, place);
  }

  public static void writeElement(Object array, int index, String place) {
    element(array, index, true, place);
  }

  /** Stands for the store of a reference in an array. */
  public static void storeElement(Object[] array, int index, Object value, String place) {
    element(array, index, true, place);
    reference(array, value);
    array[index] = value;
  }

  /** A reference is about to be stored in a field of the object. */
  public static void reference(Object object, Object value) {
    if (object == null || value == null) return;
    synchronized (KNOWN) {
      if (known(object).published) publish(value);
    }
  }

  /** {@code start()} is about to be called. */
  public static void start(Object thread) {
    if (!(thread instanceof Thread)) return;
    synchronized (KNOWN) {
      publish(thread);
    }
  }

  private static void element(Object array, int index, boolean write, String place) {
    if (array == null || index < 0 || index >= Array.getLength(array)) return;
    access(array, "element " + index + " of " + array.getClass().getSimpleName(), write, place);
  }

  private static void access(Object object, String cell, boolean write, String place) {
    if (object == null) return;
    synchronized (KNOWN) {
      Known known = known(object);
      if (known.owner != Thread.currentThread()) publish(object);
      if (!known.published) return;
      Set<Access> earlier = known.cells.computeIfAbsent(cell, c -> new LinkedHashSet<>());
      Access now = new Access(Thread.currentThread(), held(), write, place);
      if (!earlier.add(now)) return;
      for (Access other : earlier) if (other.races(now)) RACES.add(cell + ": " + other + "; " + now);
    }
  }

  private static Locks held() {
    Locks held = new Locks(new TreeSet<>(), new TreeSet<>());
    for (Object object : LOCKED.get()) {
      String name = object instanceof Class<?> type ? type.getSimpleName() + ".class"
          : object.getClass().getName() + " " + NUMBERS.computeIfAbsent(object, o -> NUMBERS.size() + 1);
      if (Thread.holdsLock(object)) held.exclusive.add("monitor of " + name);
      if (object instanceof ReentrantLock lock && lock.isHeldByCurrentThread()) held.exclusive.add(name);
      if (object instanceof ReentrantReadWriteLock lock) {
        if (lock.isWriteLockedByCurrentThread()) held.exclusive.add(name);
        if (lock.getReadHoldCount() > 0) held.read.add(name);
      }
    }
    return held;
  }

  private static Known known(Object object) {
    return KNOWN.computeIfAbsent(object, o -> {
      Known known = new Known();
      known.published = o instanceof Class;
      return known;
    });
  }

  private static void publish(Object root) {
    Deque<Object> reached = new ArrayDeque<>(List.of(root));
    while (!reached.isEmpty()) {
      Object object = reached.pop();
      Known known = known(object);
      if (known.published) continue;
      known.published = true;
      if (object instanceof Object[] elements) {
        for (Object element : elements) if (element != null) reached.push(element);
      }
      for (Class<?> level = object.getClass(); level != null; level = level.getSuperclass()) {
        for (Field field : level.getDeclaredFields()) {
          Object value = leads(level, field) ? value(object, field) : null;
          if (value != null) reached.push(value);
        }
      }
    }
  }

  /** The field of that class leads to objects of the program. Of a thread's own ones, only its task does. */
  private static boolean leads(Class<?> level, Field field) {
    Class<?> type = field.getType();
    return !Modifier.isStatic(field.getModifiers()) && !type.isPrimitive()
        && level != String.class && type != Class.class && type != ClassLoader.class && type != ThreadGroup.class
        && (level != Thread.class || field.getName().equals("target") || field.getName().equals("holder"));
  }

  /** The value of the field; null where the module of the library is closed. */
  private static Object value(Object object, Field field) {
    try {
      return field.trySetAccessible() ? field.get(object) : null;
    } catch (IllegalAccessException closed) {
      return null;
    }
  }
}
