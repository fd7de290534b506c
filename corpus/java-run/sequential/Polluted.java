//! Values of another class than a type argument says: the cast that the compiler puts in finds them
//! source: JLS 4.12.2
//! output: as java
import java.util.*;

public class Polluted {
    static class Box<T> {
        T value;
        Box(Object value) { this.value = (T) value; }
        T get() { return value; }
    }

    static <T> T any(Object o) { return (T) o; }

    public static void main(String[] args) {
        List raw = new ArrayList();
        raw.add(1);
        List<String> texts = raw;
        Object first = texts.get(0);
        System.out.println(first + " " + texts.size());
        try {
            String s = texts.get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(texts.get(0).length());
        } catch (ClassCastException e) {
            System.out.println("length");
        }
        Object x = List.of("a");
        try {
            int i = ((List<Integer>) x).get(0).intValue();
            System.out.println(i);
        } catch (ClassCastException e) {
            System.out.println("intValue");
        }
        try {
            int i = ((List<Integer>) x).get(0);
            System.out.println(i);
        } catch (ClassCastException e) {
            System.out.println("unboxed");
        }
        Box<Integer> box = new Box<>("s");
        Object o = box.get();
        System.out.println(o);
        try {
            Integer i = box.value;
            System.out.println(i);
        } catch (ClassCastException e) {
            System.out.println("field");
        }
        String t = any("t");
        System.out.println(t);
        try {
            Thread thread = any("t");
            System.out.println(thread);
        } catch (ClassCastException e) {
            System.out.println("any");
        }
    }
}
