//! Crawler with an enumerator that stays in its thread
//! source: Flanagan & Freund 2000, figure 3
//! check: ok
/*# thread_local */
class Enumerator {
    int next = 0;

    int nextElement() {
        next = next + 1;
        return next;
    }
}

class Crawler {
    int pages /*# guarded_by this */;

    void processURL(int url) {
        Enumerator links = new Enumerator();
        int link = links.nextElement();
        while (link < 10) {
            synchronized (this) {
                pages = pages + 1;
            }
            final int found = link;
            new Thread(() -> processURL(found)).start();
            link = links.nextElement();
        }
    }
}
