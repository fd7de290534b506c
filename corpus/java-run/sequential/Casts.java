//! A cast that fails
//! output: as java
public class Casts {
    interface Stack<T> {
        void push(T t);
        T pop();
        boolean isEmpty();
        class Full extends RuntimeException {
            Full(int n) {
                super("stack full at " + n);
            }
        }
    }

    static class ArrayStack<T> implements Stack<T> {
        private final Object[] a;
        private int n;
        ArrayStack(int c) {
            a = new Object[c];
        }
        public void push(T t) {
            if (n == a.length) throw new Full(n);
            a[n++] = t;
        }
        @SuppressWarnings("unchecked") public T pop() {
            if (isEmpty()) return null;
            T t = (T) a[--n];
            a[n] = null;
            return t;
        }
        public boolean isEmpty() {
            return n == 0;
        }
    }

    static <T extends Comparable<T>> boolean sorted(T[] a) {
        for (int i = 1; i < a.length; i++) if (a[i - 1].compareTo(a[i]) > 0) return false;
        return true;
    }

    public static void main(String[] args) {
        Stack<Integer> s = new ArrayStack<>(3);
        for (int i = 0; i < 3; i++) s.push(i);
        int sum = 0;
        while (!s.isEmpty()) sum += s.pop();
        System.out.println(sum);
        System.out.println(sorted(new String[]{"a", "b"}) + " " + sorted(new Integer[]{2, 1}));
        Stack<String> t = new ArrayStack<>(1);
        t.push("x");
        try {
            t.push("y");
        } catch (Stack.Full e) {
            System.out.println(e.getMessage());
        }
        Integer bad = (Integer) (Object) t.pop();
    }
}
