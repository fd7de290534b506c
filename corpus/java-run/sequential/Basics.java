//! Statements, operators and conversions of the basic types
//! output: as java
import java.util.*;
public class Basics {
    enum Color { RED, GREEN, BLUE; Color next() { return values()[(ordinal() + 1) % values().length]; } }
    record Point(int x, int y) { int sum() { return x + y; } }
    interface Shape { double area(); default String describe() { return "area " + area(); } }
    static class Square implements Shape { final double a; Square(double a) { this.a = a; } public double area() { return a * a; } }
    static abstract class Animal { abstract String noise(); public String toString() { return getClass().getSimpleName() + " says " + noise(); } }
    static class Dog extends Animal { String noise() { return "woof"; } }
    static class Cat extends Animal { String noise() { return "meow"; } }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static <T extends Comparable<T>> T max(List<T> l) { T m = l.get(0); for (T t : l) if (t.compareTo(m) > 0) m = t; return m; }
    static int sum(int... all) { int s = 0; for (int i : all) s += i; return s; }
    static String kind(Object o) {
        if (o instanceof String s) return "text " + s.length();
        if (o instanceof Integer i) return "int " + (i + 1);
        if (o == null) return "null";
        return "other";
    }
    public static void main(String[] args) {
        System.out.println(Color.GREEN + " " + Color.GREEN.ordinal() + " " + Color.BLUE.next() + " " + Color.valueOf("RED").name());
        System.out.println(new Point(1, 2) + " " + new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(3, 4).sum() + " " + new Point(1,2).hashCode());
        System.out.println(new Square(1.5).describe());
        List<Animal> zoo = List.of(new Dog(), new Cat());
        for (Animal a : zoo) System.out.println(a);
        System.out.println(fib(15));
        System.out.println(max(Arrays.asList(3, 9, 4)) + max(Arrays.asList("b", "zz", "a")));
        System.out.println(sum() + sum(1) + sum(1, 2, 3));
        System.out.println(kind("hey") + kind(41) + kind(null) + kind(new int[0]));
        int x = Integer.MAX_VALUE; x++; System.out.println(x);
        long big = 1L << 40; System.out.println(big + " " + (big * big) + " " + (int) big + " " + (long) 3.99 + " " + 7 / 2 + " " + -7 / 2 + " " + -7 % 3);
        System.out.println(1.0 / 3 + " " + 100.0 + " " + 1e10 + " " + 1e-5);
        char c = 'a'; c++; c += 1; System.out.println(c + " " + (int) c + " " + (char) (c + 1) + " " + (c + 1));
        StringBuilder sb = new StringBuilder(); for (int i = 0; i < 5; i++) sb.append(i).append(','); System.out.println(sb.reverse());
        String s = "hello world"; System.out.println(s.toUpperCase() + s.indexOf("wor") + s.substring(3, 7) + s.charAt(4) + s.contains("lo w") + s.replace('o', '0') + Arrays.toString(s.split(" ")));
        System.out.printf("%5d|%-5s|%05d|%.2f|%x|%c|%b%n", 42, "ab", 7, 3.14159, 255, 'q', true);
        int[][] grid = new int[3][4]; grid[1][2] = 5; int t = 0; for (int[] row : grid) for (int v : row) t += v; System.out.println(t + " " + grid.length + grid[0].length);
        Map<String, Integer> m = new HashMap<>(); for (String w : "the cat the dog a cat the".split(" ")) m.merge(w, 1, Integer::sum); System.out.println(m);
        for (Map.Entry<String, Integer> e : m.entrySet()) System.out.print(e.getKey() + "=" + e.getValue() + ";"); System.out.println();
        Deque<Integer> d = new ArrayDeque<>(); d.push(1); d.addLast(2); d.offerFirst(0); System.out.println(d + " " + d.pop() + d.peekLast());
        outer: for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j == 2) continue outer; if (i == 2) break outer; System.out.print(i + "" + j + " "); } } System.out.println();
        switch (3) { case 1: System.out.println("one"); case 3: System.out.println("three"); case 4: System.out.println("four"); break; default: System.out.println("d"); }
        String r = switch (Color.RED) { case RED -> "r"; case GREEN -> "g"; default -> { yield "x"; } }; System.out.println(r);
        int i = 0; i = i++ + ++i; System.out.println(i); int[] arr = {1, 2, 3}; int k = 0; arr[k++] += 10; System.out.println(arr[0] + " " + k);
        Integer boxed = 1000; Integer other = 1000; System.out.println(boxed.equals(other)); boxed++; System.out.println(boxed);
        System.out.println(5 & 3 | 8 ^ 2); System.out.println(~5 + " " + (-17 >> 2) + " " + (-17 >>> 28) + " " + (1 << 33));
        Runnable run = () -> System.out.println("lambda " + big); run.run();
        Iterator<Integer> it = new Iterator<>() { int n = 0; public boolean hasNext() { return n < 3; } public Integer next() { return n++; } }; while (it.hasNext()) System.out.print(it.next()); System.out.println();
        String text = """
            Hi
              there""";
        System.out.println(text);
        var list = new ArrayList<Integer>(); for (int q = 10; q > 0; q -= 3) list.add(q); Collections.sort(list); System.out.println(list + " " + list.contains(4) + list.indexOf(10)); list.remove(Integer.valueOf(4)); list.remove(0); System.out.println(list);
        Object o = 'x'; System.out.println(o); System.out.println(o instanceof Character); double dd = 5; dd /= 2; System.out.println(dd); byte b = (byte) 200; System.out.println(b); short sh = (short) 70000; System.out.println(sh);
        System.out.println("a".compareTo("b") + " " + "abc".hashCode() + " " + "x".repeat(3) + String.join("-", "p", "q") + " " + "  trim ".trim() + "|" + "".isEmpty());
    }
}
