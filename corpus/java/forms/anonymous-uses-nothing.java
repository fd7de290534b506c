//! An anonymous class that does not use the object around it is shared though that is not
//! check: EXP FORK2/fv-shared @ 10, LOCAL CLASS/override @ 10
class Window {
    int width;

    void start() {
        Thread t = new Thread(new Runnable() { public void run() { System.out.println("here"); } });
        t.start();
        new Thread(() -> System.out.println("here")).start();
        new Thread(new Runnable() { public void run() { width++; } }).start();
    }
}
