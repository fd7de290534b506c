package javax.swing;

public class SwingUtilities extends outside.Members {
    public static void invokeLater(/*# forks */ Runnable task);
    public static void invokeAndWait(/*# forks */ Runnable task);
}
