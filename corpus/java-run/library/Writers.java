//! Writers of texts, and elements that are handed over
//! output: as java
import java.io.*;
import java.util.concurrent.*;
public class Writers {
    public static void main(String[] args) throws Exception {
        StringWriter sw = new StringWriter();
        PrintWriter pw = new PrintWriter(sw);
        pw.println("a"); pw.printf("%d %s", 3, "b"); pw.print('c'); pw.write("d"); pw.append("e").append('f'); pw.flush();
        System.out.println(sw + "|" + sw.toString().length() + "|" + sw.getBuffer().length());
        PrintWriter out = new PrintWriter(System.out, true);
        out.print("x"); out.println(1.5); out.println(true); out.flush();
        PrintWriter lazy = new PrintWriter(System.out);
        lazy.println("first"); System.out.println("second"); lazy.flush();
        try (PrintWriter end = new PrintWriter(sw)) { end.print("z"); }
        System.out.println(sw);
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        System.out.println(q.tryTransfer("no") + " " + q.hasWaitingConsumer());
        Thread t = new Thread(() -> { try { System.out.println(q.take()); } catch (InterruptedException e) {} });
        t.start(); q.transfer("hello"); t.join();
        System.out.println(q.size());
    }
}
