//! Two transfers that take the locks in one order
//! output: 95 105
public class OrderedAccounts {
    final int number;
    int balance = 100;

    OrderedAccounts(int number) { this.number = number; }

    static void transfer(OrderedAccounts from, OrderedAccounts to, int x) {
        OrderedAccounts first = from.number < to.number ? from : to, second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= x;
                to.balance += x;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OrderedAccounts a = new OrderedAccounts(1), b = new OrderedAccounts(2);
        Thread t = new Thread(() -> transfer(a, b, 10)), u = new Thread(() -> transfer(b, a, 5));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a.balance + " " + b.balance);
    }
}
