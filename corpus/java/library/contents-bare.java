//! Objects in a shared class that are used without any lock: a list, a date format, a text
//! check: SHAREABLE/guarded-or-final @ 9, SHAREABLE/guarded-or-final @ 10, SHAREABLE/guarded-or-final @ 11, SHAREABLE/guarded-or-final @ 12
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;

@ThreadSafe
class V {
    private final ArrayList<String> list = new ArrayList<>();
    private final SimpleDateFormat format = new SimpleDateFormat("y");
    private final StringBuilder text = new StringBuilder();
    static final ArrayList<String> all = new ArrayList<>();

    void add(String s) { list.add(s); all.add(s); }
    String show(Date d) { return format.format(d); }
    void append(String s) { text.append(s); }
}
