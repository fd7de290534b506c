//! A class is one value, however it is asked for: in `equals`, as a key, behind `==`
//! output: as java
import java.util.*;
public class ClassValues {
    static class A {
        public boolean equals(Object o) { return o != null && getClass() == o.getClass(); }
        public int hashCode() { return getClass().hashCode(); }
    }
    static class B extends A {}
    record Named(Class<?> of, int n) {}
    static String name(Class<?> of) { return of.getSimpleName(); }
    public static void main(String[] args) {
        A a = new A(), b = new B();
        System.out.println(a.equals(new A()) + " " + a.equals(b) + " " + new HashSet<>(List.of(a, b)).size());
        System.out.println((a.getClass() == A.class) + " " + (a.getClass() != A.class) + " " + (A.class == b.getClass()));
        System.out.println(a.getClass().equals(A.class) + " " + A.class.equals(b.getClass()) + " " + Objects.equals(A.class, a.getClass()));
        Map<Class<?>, String> by = new HashMap<>();
        by.put(A.class, "a");
        by.put(String.class, "s");
        System.out.println(by.get(a.getClass()) + by.get("".getClass()) + by.get(Integer.class) + List.of(A.class).contains(A.class));
        System.out.println(name(A.class) + " " + A.class.getName() + " " + A.class + " " + new Named(B.class, 1));
        synchronized (A.class) { System.out.println(Thread.holdsLock(A.class)); }
        Object lock = A.class;
        synchronized (lock) { System.out.println(Thread.holdsLock(A.class)); }
    }
}
