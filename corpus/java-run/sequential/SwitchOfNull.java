//! A switch over null throws, unless one of its cases is null
//! output: as java
public class SwitchOfNull {
    enum State { NEW, DONE }
    sealed interface Shape permits Dot {}
    record Dot() implements Shape {}
    static String of(Runnable r) {
        try { r.run(); return "fine"; } catch (NullPointerException e) { return "null"; }
    }
    public static void main(String[] args) {
        State state = null;
        String text = null;
        Shape shape = null;
        System.out.println(of(() -> { switch (state) { case NEW: System.out.println("new"); break; case DONE: break; } }));
        System.out.println(of(() -> { switch (text) { default: System.out.println("default"); } }));
        System.out.println(of(() -> System.out.println(switch (shape) { case Dot d -> "dot"; })));
        System.out.println(of(() -> System.out.println(switch (shape) { case null -> "none"; case Dot d -> "dot"; })));
    }
}
