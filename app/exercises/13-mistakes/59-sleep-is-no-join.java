//! Sleep is no join
//! exercise: predict
//! task: The main thread gives the other one a whole second. What can it print?
//! ask: outcomes output
//! hint: A scheduler owes nobody a step within a second.
//! hint: What orders the write in one thread before the read in the other?
public class Answer {
    static int answer;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> answer = 42).start();
        Thread.sleep(1000);
        System.out.println(answer);
    }
}
