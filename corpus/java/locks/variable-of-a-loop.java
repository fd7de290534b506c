//! A variable that a block locks, and that is assigned outside of the block alone, is final in it
//! check: ok
/*# thread_shared */ class Category {
    final Category parent;
    private int sent /*# guarded_by this */;

    Category(Category parent) { this.parent = parent; }

    void send() {
        for (Category c = this; c != null; c = c.parent) {
            synchronized (c) { c.sent++; }
        }
    }
}
