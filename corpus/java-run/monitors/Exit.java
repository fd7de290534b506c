//! A thread beside one that ends the program
//! output: | one
public class Exit {
    public static void main(String[] a) {
        new Thread(() -> System.out.println("one")).start();
        System.exit(0);
    }
}
