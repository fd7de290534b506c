//! A variable that is assigned in the block that locks it names another object then
//! check: EXP SYNC/lock-final @ 11
/*# thread_shared */ class Category {
    final Category parent;
    private int sent /*# guarded_by this */;

    Category(Category parent) { this.parent = parent; }

    void send() {
        Category c = this;
        synchronized (c) {
            c = c.parent;
            c.sent = 1;
        }
    }
}
