//! A default method of an interface hides that of the interface above, in whatever order a class names them
//! output: as java
public class DefaultsAbove {
    interface A {
        default String n() { return "A"; }
    }

    interface B extends A {
        default String n() { return "B"; }
    }

    interface C extends B {
    }

    static class One implements A, B {
    }

    static class Two implements A, C {
    }

    public static void main(String[] args) {
        System.out.println(new One().n() + new Two().n());
    }
}
