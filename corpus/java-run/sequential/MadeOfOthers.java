//! Collections that are made of collections and arrays
//! output: 4 0 / 5 [5, 4, 5] / [5, 4, 5] [5, 4, 5] [5, 4, 5] / [7, 8] [5, 4] / [5, 4, 5] {} / [1, 2] [3] [0, 0] / [NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS] DAYS
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

public class MadeOfOthers {
    public static void main(String[] args) {
        List<Integer> of = List.of(5, 4, 5);
        System.out.println(new PriorityBlockingQueue<>(of).poll() + " " + new PriorityBlockingQueue<Integer>(20).size());
        System.out.println(new LinkedBlockingDeque<>(of).pollLast() + " " + new LinkedBlockingDeque<>(of));
        System.out.println(new ConcurrentLinkedDeque<>(of) + " " + new ConcurrentLinkedQueue<>(of) + " " + new LinkedBlockingQueue<>(of));
        System.out.println(new CopyOnWriteArrayList<>(new Integer[] { 7, 8 }) + " " + new CopyOnWriteArraySet<>(of));
        System.out.println(new ArrayBlockingQueue<>(3, true, of) + " " + new Hashtable<>(5));
        System.out.println(new AtomicIntegerArray(new int[] { 1, 2 }) + " " + new AtomicLongArray(new long[] { 3 }) + " " + new AtomicIntegerArray(2));
        System.out.println(Arrays.toString(TimeUnit.values()) + " " + TimeUnit.valueOf("DAYS"));
    }
}
