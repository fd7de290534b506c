//! Nobody takes from the SynchronousQueue: who puts waits for ever
//! waiting: yes
//! output: offered false
import java.util.concurrent.SynchronousQueue;

public class HandedToNobody {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        System.out.println("offered " + queue.offer("x"));
        queue.put("y");
        System.out.println("not reached");
    }
}
