//! More messages of exceptions
//! output: as java
import java.util.*;

public class MoreMessages {
    interface X {
        void f() throws Throwable;
    }

    static void t(X x) {
        try {
            x.f();
            System.out.println("none");
        } catch (Throwable e) {
            System.out.println(e.getClass().getName() + " | " + e.getMessage());
        }
    }

    enum C {
        A, B
    }

    public static void main(String[] a) {
        t(() -> C.valueOf("Q"));
        t(() -> C.valueOf(null));
        t(() -> "a".repeat(-1));
        t(() -> new ArrayList<>(-1));
        t(() -> new HashMap<>(-1));
        t(() -> {
            List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
            for (Integer i : l) l.remove(i);
        });
        t(() -> {
            Map<Integer, Integer> m = new HashMap<>(Map.of(1, 1));
            for (Integer i : m.keySet()) m.put(i + 1, 2);
        });
        t(() -> new ArrayList<>(List.of(1)).iterator().remove());
        t(() -> {
            List<Integer> l = new LinkedList<>(List.of(1, 2, 3));
            for (Integer i : l) l.add(i);
        });
        t(() -> List.of(1, 2).subList(1, 3));
        t(() -> new ArrayList<>(List.of(1, 2)).subList(-1, 1));
        t(() -> Collections.unmodifiableList(new ArrayList<>()).add(1));
        t(() -> Collections.emptyList().add(null));
        t(() -> Collections.max(new ArrayList<Integer>()));
        t(() -> Arrays.copyOf(new int[1], -1));
        t(() -> Arrays.copyOfRange(new int[1], 3, 5));
        t(() -> Arrays.copyOfRange(new int[5], 3, 1));
        t(() -> System.arraycopy(new int[2], 0, new int[1], 0, 2));
        t(() -> System.arraycopy(new int[2], 1, new int[9], 0, 2));
        t(() -> System.arraycopy(new int[2], -1, new int[9], 0, 2));
        t(() -> String.format("%d", "x"));
        t(() -> String.format("%d"));
        t(() -> String.format("%q", 1));
        t(() -> String.format("%.2f", 1));
        t(() -> new Thread(() -> {}).wait());
        t(() -> new Object().notify());
        t(() -> {
            Thread t = new Thread(() -> {});
            t.start();
            t.start();
        });
        t(() -> {
            throw new Error("e", new Exception("c"));
        });
        t(() -> {
            throw new Exception(new RuntimeException("inner"));
        });
        t(() -> Math.floorMod(1, 0));
        t(() -> "(".matches("("));
        t(() -> {
            Iterator<Integer> it = List.of(1).iterator();
            it.next();
            it.remove();
        });
        t(() -> {
            throw new StackOverflowError();
        });
        t(() -> new int[2][-1].clone());
        t(() -> Integer.parseInt("2147483648"));
        t(() -> Integer.parseInt("-2147483649"));
        t(() -> Long.parseLong("9223372036854775808"));
        t(() -> Integer.parseInt("+"));
        t(() -> new IndexOutOfBoundsException(5).getMessage().length());
        t(() -> {
            throw new IndexOutOfBoundsException(5);
        });
        t(() -> {
            throw new ArrayIndexOutOfBoundsException(5);
        });
        t(() -> {
            throw new AssertionError(5);
        });
        t(() -> new Random(1).nextInt(0));
    }
}
