public class Account {
    final int number;
    int balance = 100;

    Account(int number) {
        this.number = number;
    }

    static void transfer(Account from, Account to, int x) {
        Account first = from.number < to.number ? from : to, second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= x;
                to.balance += x;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1), b = new Account(2);
        Thread t = new Thread(() -> transfer(a, b, 10)), u = new Thread(() -> transfer(b, a, 5));
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(a.balance);
        System.out.println(b.balance);
    }
}
