//! A machine of states, and a lexer
//! output: as java
import java.util.*;

public class Machines {
    enum State {
        IDLE, RUNNING, PAUSED, DONE
    }

    static class Machine {
        private State st = State.IDLE;
        private final Map<State, List<State>> allowed = new EnumMap<>(State.class);
        Machine() {
            allowed.put(State.IDLE, List.of(State.RUNNING));
            allowed.put(State.RUNNING, List.of(State.PAUSED, State.DONE));
            allowed.put(State.PAUSED, Arrays.asList(State.RUNNING, State.DONE));
            allowed.put(State.DONE, List.of());
        }
        void go(State to) {
            if (!allowed.get(st).contains(to)) throw new IllegalStateException(st + " -> " + to);
            System.out.println(st + "->" + to);
            st = to;
        }
    }

    static class Lexer {
        final String s;
        int p;
        Lexer(String s) {
            this.s = s;
        }
        char peek() {
            return p < s.length() ? s.charAt(p) : '$';
        }
        int expr() {
            int v = term();
            while (peek() == '+' || peek() == '-') {
                char op = s.charAt(p++);
                int r = term();
                v = op == '+' ? v + r : v - r;
            }
            return v;
        }
        int term() {
            int v = factor();
            while (peek() == '*' || peek() == '/') {
                if (s.charAt(p++) == '*') v *= factor();
                else v /= factor();
            }
            return v;
        }
        int factor() {
            if (peek() == '(') {
                p++;
                int v = expr();
                if (s.charAt(p++) != ')') throw new RuntimeException("expected )");
                return v;
            }
            if (peek() == '-') {
                p++;
                return -factor();
            }
            int st = p;
            while (Character.isDigit(peek())) p++;
            if (st == p) throw new IllegalArgumentException("unexpected '" + peek() + "' at " + p);
            return Integer.parseInt(s.substring(st, p));
        }
    }

    public static void main(String[] args) {
        Machine m = new Machine();
        m.go(State.RUNNING);
        m.go(State.PAUSED);
        m.go(State.DONE);
        try {
            m.go(State.IDLE);
        } catch (IllegalStateException e) {
            System.out.println("illegal " + e.getMessage());
        }
        for (String e : new String[]{"1+2*3", "(1+2)*3", "-4+10/3", "2*(3-(4-5))*2", "2+", "7/0"}) try {
            System.out.println(e + " = " + new Lexer(e).expr());
        } catch (IllegalArgumentException | ArithmeticException x) {
            System.out.println(e + " ! " + x.getMessage());
        }
        Deque<Integer> st = new ArrayDeque<>();
        st.push(1);
        st.push(2);
        st.addLast(3);
        System.out.println(st + " " + st.peekFirst() + st.peekLast() + st.pop() + st.size());
        Iterator<Integer> d = st.descendingIterator();
        while (d.hasNext()) System.out.print(d.next() + " ");
        System.out.println();
        Stack<String> s = new Stack<>();
        s.push("a");
        s.push("b");
        System.out.println(s + s.peek() + s.search("a") + s.pop() + s.empty() + s.get(0));
        Set<State> es = EnumSet.of(State.DONE, State.IDLE);
        System.out.println(es);
        TreeSet<Integer> ts = new TreeSet<>(List.of(5, 1, 3));
        System.out.println(ts + " " + ts.first() + ts.last() + ts.floor(4) + ts.ceiling(4) + ts.headSet(3) + ts.tailSet(3) + ts.descendingSet() + ts.pollFirst() + ts.higher(3));
        Set<Integer> A = new HashSet<>(Set.of(1, 2, 3)), B = new HashSet<>(Arrays.asList(2, 3, 4));
        A.retainAll(B);
        System.out.println(A);
        A.removeAll(List.of(2));
        A.addAll(B);
        System.out.println(A + " " + A.containsAll(B) + A.equals(B));
        st.clear();
        st.pop();
    }
}
