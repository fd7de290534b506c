//! The order of initialisers
//! output: as java
public class Initializers {
    static class Base {
        static { System.out.println("Base static"); }
        { System.out.println("Base instance"); }
        protected String name = init("Base.name");
        Base() { System.out.println("Base()"); hook(); }
        void hook() { System.out.println("Base hook"); }
        static String init(String s) { System.out.println("init " + s); return s; }
    }
    static class Derived extends Base {
        static final int CONST = 7;
        static int counter = start();
        static int start() { System.out.println("Derived static"); return 10; }
        private String own = init("Derived.own");
        private final int k;
        { System.out.println("Derived instance " + own); }
        Derived() { this(5); System.out.println("Derived()"); }
        Derived(int k) { super(); this.k = k; System.out.println("Derived(" + k + ")"); }
        @Override void hook() { System.out.println("Derived hook " + own + " " + k); }
    }
    interface Konst { int X = Initializers.say("Konst.X"); }
    static class Impl implements Konst { static { System.out.println("Impl static"); } }
    static int say(String s) { System.out.println(s); return 1; }
    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Derived.CONST);
        new Derived();
        System.out.println(Derived.counter);
        new Impl();
        System.out.println(Impl.X);
        Base b = new Derived(1) { @Override void hook() { super.hook(); System.out.println("anon hook"); } };
        System.out.println(b instanceof Derived);
    }
}
