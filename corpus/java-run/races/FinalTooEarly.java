//! A thread that the constructor starts reads a final field before it is assigned
//! race: Clock.zone
//! output: 0 | 2
public class FinalTooEarly {
    static class Clock {
        private final int zone;

        Clock(int zone) {
            new Thread(() -> tick()).start();
            this.zone = zone;
        }

        private void tick() { System.out.println(zone); }
    }

    public static void main(String[] args) { new Clock(2); }
}
