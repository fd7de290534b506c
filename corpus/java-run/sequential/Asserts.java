//! Nothing is asserted, unless somebody asks for it
//! output: as java
public class Asserts {
    static int asked;

    static boolean ask() {
        asked++;
        return false;
    }

    public static void main(String[] args) {
        assert ask() : "asked " + asked;
        System.out.println(asked + " " + args.length);
    }
}
