//! isAlive is true between start and end
//! output: false false false | false true false
public class IsAlive {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {});
        boolean before = t.isAlive();
        t.start();
        boolean between = t.isAlive();
        t.join();
        System.out.println(before + " " + between + " " + t.isAlive());
    }
}
