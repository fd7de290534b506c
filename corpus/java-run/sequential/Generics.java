//! Generic classes and methods, wildcards, interfaces with default methods
//! output: as java
import java.util.*;
import java.util.function.*;

public class Generics {
    static class Box<T extends Comparable<T>> {
        private T value;
        Box(T value) { this.value = value; }
        boolean less(Box<? extends T> other) { return value.compareTo(other.value) < 0; }
        <R extends Comparable<R>> Box<R> map(Function<T, R> f) { return new Box<>(f.apply(value)); }
        public String toString() { return "Box(" + value + ")"; }
    }

    interface Stack<E> extends Iterable<E> {
        void push(E e);
        E pop();
        boolean isEmpty();
        default E popOr(E other) { return isEmpty() ? other : pop(); }
    }

    static class Linked<E> implements Stack<E> {
        private class Node { final E value; final Node next; Node(E value, Node next) { this.value = value; this.next = next; } }
        private Node top;
        public void push(E e) { top = new Node(e, top); }
        public E pop() { E e = top.value; top = top.next; return e; }
        public boolean isEmpty() { return top == null; }
        public Iterator<E> iterator() {
            return new Iterator<E>() {
                private Node at = top;
                public boolean hasNext() { return at != null; }
                public E next() { E e = at.value; at = at.next; return e; }
            };
        }
    }

    static <T> T twice(UnaryOperator<T> f, T t) { return f.apply(f.apply(t)); }
    static int total(Collection<? extends Number> all) { int sum = 0; for (Number n : all) sum += n.intValue(); return sum; }

    public static void main(String[] args) {
        Box<Integer> one = new Box<>(1), two = new Box<>(2);
        System.out.println(one.less(two) + " " + two.map(x -> "v" + x) + " " + one.map(x -> x + 0.5));
        Stack<String> stack = new Linked<>();
        stack.push("a");
        stack.push("b");
        for (String s : stack) System.out.print(s + " ");
        System.out.println(stack.pop() + stack.popOr("x") + stack.popOr("y"));
        System.out.println(twice(x -> x * 3, 5) + twice(s -> s + "!", "hi"));
        System.out.println(total(List.of(1, 2, 3)) + total(List.of(5L)));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        Supplier<List<String>> make = ArrayList::new;
        List<String> list = make.get();
        list.add("n" + add.apply(2, 3));
        list.forEach(System.out::println);
        Comparator<String> byLength = (a, b) -> a.length() - b.length();
        System.out.println(byLength.compare("aa", "b"));
    }
}
