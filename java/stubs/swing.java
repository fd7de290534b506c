package javax.swing;

public class SwingUtilities extends outside.Members {
    public static void invokeLater(/*# forks */ Runnable task);
    public static void invokeAndWait(/*# forks */ Runnable task);
}

public class Timer extends outside.Members {
    public Timer(int delay, /*# forks */ java.awt.event.ActionListener listener) {}
}
