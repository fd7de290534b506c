// Timers. Time is no number here: a task is due at any moment, and one of a longer delay may come first. Tasks of a timer run one at a time.
package java.util;

public abstract class TimerTask implements Runnable {
    // 0 as made, 1 scheduled, 2 begun, 3 cancelled.
    private volatile int state;
    boolean repeated;
    public abstract void run();
    public boolean cancel() { boolean due = state == 1; state = 3; return due; }
    void scheduled() { if (state != 0) throw new IllegalStateException("Task already scheduled or cancelled"); state = 1; }
    boolean begins() { if (state != 1) return false; if (!repeated) state = 2; return true; }
}
public class Timer {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private volatile boolean cancelled;
    private boolean daemon;
    public Timer() {}
    public Timer(boolean daemon) { this.daemon = daemon; }
    public Timer(String name) {}
    public Timer(String name, boolean daemon) { this.daemon = daemon; }
    public void schedule(TimerTask task, long delay) { enlist(task, delay, () -> due(task)); }
    public void schedule(TimerTask task, long delay, long period) {
        if (period <= 0L) throw new IllegalArgumentException("Non-positive period.");
        task.repeated = true;
        enlist(task, delay, () -> { while (due(task)) {} });
    }
    public void scheduleAtFixedRate(TimerTask task, long delay, long period) { schedule(task, delay, period); }
    private void enlist(TimerTask task, long delay, Runnable due) {
        if (delay < 0L) throw new IllegalArgumentException("Negative delay.");
        if (cancelled) throw new IllegalStateException("Timer already cancelled.");
        task.scheduled();
        Thread t = new Thread(due, "Timer");
        t.setDaemon(daemon);
        t.start();
    }
    // An exception ends the thread of the timer, and with it what comes later.
    private boolean due(TimerTask task) {
        synchronized (quiet) {
            if (cancelled || !task.begins()) return false;
            try { task.run(); } catch (Throwable e) { cancelled = true; throw e; }
            return true;
        }
    }
    public void cancel() { cancelled = true; }
}
