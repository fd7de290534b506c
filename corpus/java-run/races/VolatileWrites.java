//! Two writes of a volatile field are not ordered: only who reads comes behind who wrote
//! race: VolatileWrites.data
//! output: 0 | 1
public class VolatileWrites {
    static volatile int flag;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { data = 1; flag = 1; });
        t.start();
        flag = 2;
        System.out.println(data);
        t.join();
    }
}
