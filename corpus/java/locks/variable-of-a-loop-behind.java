//! Behind the block it is another object, perhaps
//! check: EXP ASSIGN/guard-held @ 12
/*# thread_shared */ class Category {
    final Category parent;
    private int sent /*# guarded_by this */;

    Category(Category parent) { this.parent = parent; }

    void send() {
        for (Category c = this; c != null; c = c.parent) {
            synchronized (c) { c.sent++; }
            c.sent = 0;
        }
    }
}
