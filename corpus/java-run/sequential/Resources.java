//! Resources are closed in every case, and an exception of the body is kept
//! output: as java
public class Resources {
    static class Door implements AutoCloseable {
        final String name;
        final boolean stuck;

        Door(String name, boolean stuck) {
            this.name = name;
            this.stuck = stuck;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (stuck) {
                throw new IllegalStateException("stuck " + name);
            }
        }
    }

    static int through(boolean fails) {
        try (Door front = new Door("front", true); Door back = new Door("back", fails)) {
            if (fails) {
                throw new IllegalArgumentException("body");
            }
            return 1;
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage());
            return 2;
        } catch (IllegalArgumentException e) {
            System.out.println("caught " + e.getMessage());
            return 3;
        } finally {
            System.out.println("done");
        }
    }

    public static void main(String[] args) {
        System.out.println(through(false));
        System.out.println(through(true));
        try (Door none = null) {
            System.out.println("no door");
        }
        Door own = new Door("own", false);
        for (int i = 0; i < 2; i++) {
            try (own) {
                if (i == 0) {
                    continue;
                }
                System.out.println("turn " + i);
            }
        }
    }
}
