//! A class initialises the interfaces above it that have methods with bodies
//! output: as java
interface Loud { int N = Say.it("Loud"); default void f() {} }
interface Quiet { int N = Say.it("Quiet"); }
interface Sub extends Loud { int M = Say.it("Sub"); }
class Say { static int it(String s) { System.out.println("init " + s); return 1; } }
class A implements Loud, Quiet { static int x = Say.it("A"); }
class B implements Sub { static int x = Say.it("B"); }
class C extends A { static int x = Say.it("C"); }
public class EarlyInterfaces {
    public static void main(String[] args) {
        System.out.println("begin");
        new B();
        System.out.println(C.x);
        System.out.println(Quiet.N);
        System.out.println(Sub.M);
    }
}
