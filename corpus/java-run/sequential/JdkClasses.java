//! Names of the classes of collections that nobody can name, and questions to classes
//! output: as java
import java.util.*;

public class JdkClasses {
    static class A {}

    static class B extends A {}

    public static void main(String[] args) {
        for (Object o : new Object[] { List.of(), List.of(1), List.of(1, 2), List.of(1, 2, 3), Arrays.asList(1, 2), Map.entry(1, 2), new HashMap<>(Map.of(1, 2)).keySet() }) {
            System.out.println(o.getClass().getSimpleName() + " " + o.getClass().getName());
        }
        Object list = List.of(1);
        try {
            String s = (String) list;
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(A.class.isInstance(new B()) + " " + B.class.isInstance(new A()) + " " + String.class.isInstance("s") + " " + A.class.isInstance(null));
        System.out.println(A.class.isInstance(new A()));
        A a = A.class.cast(new B());
        System.out.println(a instanceof B);
        try {
            B.class.cast(new A());
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
    }
}
