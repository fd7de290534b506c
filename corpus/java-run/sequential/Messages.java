//! The messages of exceptions of the library
//! output: as java
import java.util.*;

public class Messages {
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

    static class A {}
    static class B extends A {}
    public static void main(String[] a) {
        t(() -> "abc".substring(5));
        t(() -> "abc".substring(-1));
        t(() -> "abc".substring(2, 1));
        t(() -> "abc".substring(1, 9));
        t(() -> "abc".charAt(3));
        t(() -> "abc".charAt(-1));
        t(() -> new StringBuilder("abc").charAt(7));
        t(() -> new StringBuilder("abc").deleteCharAt(3));
        t(() -> new StringBuilder("abc").insert(5, "x"));
        t(() -> new StringBuilder("abc").substring(2, 7));
        t(() -> new StringBuilder("abc").setCharAt(9, 'c'));
        t(() -> new StringBuilder("abc").delete(4, 5));
        t(() -> new StringBuilder("abc").replace(4, 5, "x"));
        t(() -> new ArrayList<>(List.of(1)).get(1));
        t(() -> new ArrayList<>(List.of(1)).get(-1));
        t(() -> new ArrayList<Integer>().remove(0));
        t(() -> new ArrayList<Integer>().add(2, 1));
        t(() -> new ArrayList<Integer>().set(0, 1));
        t(() -> new LinkedList<Integer>().get(0));
        t(() -> new LinkedList<Integer>().add(1, 1));
        t(() -> List.of(1).get(1));
        t(() -> List.of(1, 2, 3).get(5));
        t(() -> Arrays.asList(1).get(1));
        t(() -> Arrays.asList(1).add(1));
        t(() -> List.of(1).add(1));
        t(() -> List.of(1).set(0, 1));
        t(() -> List.of((Object) null));
        t(() -> Map.of("a", 1).put("b", 2));
        t(() -> Set.of(1, 1));
        t(() -> Map.of(1, 1, 1, 1));
        t(() -> new ArrayDeque<Integer>().pop());
        t(() -> new ArrayDeque<Integer>().removeFirst());
        t(() -> new ArrayDeque<Integer>().getFirst());
        t(() -> new ArrayDeque<Integer>().add(null));
        t(() -> new LinkedList<Integer>().pop());
        t(() -> new LinkedList<Integer>().remove());
        t(() -> new PriorityQueue<Integer>().remove());
        t(() -> new PriorityQueue<Integer>().element());
        t(() -> new PriorityQueue<Integer>().add(null));
        t(() -> new Stack<Integer>().pop());
        t(() -> new ArrayList<Integer>().iterator().next());
        t(() -> new HashMap<Integer, Integer>().keySet().iterator().next());
        t(() -> new ArrayList<Integer>().getFirst());
        t(() -> new TreeMap<Integer, Integer>().firstKey());
        t(() -> new TreeSet<Integer>().first());
        t(() -> new TreeSet<Object>().add(new Object()));
        t(() -> Integer.parseInt(""));
        t(() -> Integer.parseInt("12x"));
        t(() -> Integer.parseInt(null));
        t(() -> Integer.parseInt("99999999999"));
        t(() -> Integer.parseInt("-"));
        t(() -> Integer.parseInt(" 1"));
        t(() -> Long.parseLong("1L"));
        t(() -> Double.parseDouble("x"));
        t(() -> Double.parseDouble(""));
        t(() -> Integer.valueOf("z"));
        t(() -> Integer.parseInt("zz", 16));
        t(() -> Boolean.parseBoolean(null));
        t(() -> {
            Object o = "s";
            Integer i = (Integer) o;
        });
        t(() -> {
            Object o = new A();
            B b = (B) o;
        });
        t(() -> {
            Object o = new A();
            String s = (String) o;
        });
        t(() -> {
            Object o = 1;
            A s = (A) o;
        });
        t(() -> {
            Object o = new int[1];
            String s = (String) o;
        });
        t(() -> {
            Object o = new A[1];
            B[] s = (B[]) o;
        });
        t(() -> {
            Object o = 'c';
            Integer i = (Integer) o;
        });
        t(() -> {
            Object o = new char[1];
            int[] i = (int[]) o;
        });
        t(() -> {
            Object[] o = new Integer[1];
            o[0] = "s";
        });
        t(() -> {
            Object[] o = new B[1];
            o[0] = new A();
        });
        t(() -> {
            int[] x = new int[2];
            x[2] = 1;
        });
        t(() -> {
            int[] x = new int[2];
            x[-1]++;
        });
        t(() -> {
            int[] x = new int[-3];
        });
        t(() -> {
            int z = 0;
            System.out.println(1 / z);
        });
        t(() -> {
            int z = 0;
            System.out.println(1 % z);
        });
        t(() -> {
            long z = 0;
            System.out.println(1 / z);
        });
        t(() -> Math.addExact(Integer.MAX_VALUE, 1));
        t(() -> Math.multiplyExact(1L << 62, 4L));
        t(() -> Math.toIntExact(1L << 40));
        t(() -> Objects.requireNonNull(null));
        t(() -> Objects.requireNonNull(null, "msg"));
        t(() -> Optional.empty().get());
        t(() -> Optional.of(null));
        t(() -> Optional.empty().orElseThrow());
    }
}
