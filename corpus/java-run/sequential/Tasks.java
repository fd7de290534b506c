//! Tasks by their priority
//! output: as java
import java.util.*;

public class Tasks {
    static class Task implements Comparable<Task> {
        String name; int priority;
        Task(String name, int priority) { this.name = name; this.priority = priority; }
        @Override public int compareTo(Task o) { return Integer.compare(priority, o.priority); }
        @Override public String toString() { return name + "(" + priority + ")"; }
    }
    public static void main(String[] args) {
        PriorityQueue<Task> q = new PriorityQueue<>();
        q.add(new Task("wash", 3)); q.add(new Task("cook", 1)); q.offer(new Task("study", 2));
        while (!q.isEmpty()) System.out.println(q.poll());
        PriorityQueue<Integer> max = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i : new int[]{5, 1, 9, 3}) max.add(i);
        System.out.println(max.peek() + " " + max.size());
        StringBuilder sb = new StringBuilder();
        while (!max.isEmpty()) sb.append(max.remove()).append(' ');
        System.out.println(sb.toString().trim());
        PriorityQueue<String> byLen = new PriorityQueue<>((a, b) -> a.length() - b.length());
        Collections.addAll(byLen, "pear", "fig", "banana");
        System.out.println(byLen.poll());
        System.out.println(byLen.contains("pear"));
    }
}
