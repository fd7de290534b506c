// Moments, as programs had them first.
package java.util;

import java.time.*;

public class Date implements Comparable<Date> {
    private long time;
    public Date() { time = RacefreeClock.millis(); }
    public Date(long time) { this.time = time; }
    public long getTime() { return time; }
    public void setTime(long time) { this.time = time; }
    public Instant toInstant() { return Instant.ofEpochMilli(time); }
    public static Date from(Instant i) { return new Date(i.toEpochMilli()); }
    public boolean before(Date d) { return time < d.time; }
    public boolean after(Date d) { return time > d.time; }
    public int compareTo(Date d) { return Long.compare(time, d.time); }
    public boolean equals(Object o) { return o instanceof Date d && d.time == time; }
    public int hashCode() { return (int) time ^ (int) (time >> 32); }
    public String toString() { return RacefreeCivil.formatted("EEE MMM dd HH:mm:ss 'UTC' yyyy", Math.floorDiv(time, 86400000L), 1000000L * Math.floorMod(time, 86400000L), true); }
}
