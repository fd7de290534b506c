//! Sets of bits and of the constants of an enum
//! output: as java
import java.util.*;

public class SmallSets {
    enum Day { MON, TUE, WED { boolean half() { return true; } }, THU, FRI; boolean half() { return false; } }

    public static void main(String[] args) {
        BitSet primes = new BitSet();
        primes.set(2, 60);
        for (int i = 2; i < 60; i++) if (primes.get(i)) for (int j = i * i; j < 60; j += i) primes.clear(j);
        System.out.println(primes + " " + primes.cardinality() + " " + primes.length() + " " + primes.size() + " " + primes.hashCode());
        BitSet even = new BitSet(10);
        for (int i = 0; i < 100; i += 2) even.set(i);
        System.out.println(even.intersects(primes) + " " + even.nextClearBit(4) + " " + even.nextSetBit(5) + " " + even.previousSetBit(41) + " " + even.hashCode());
        even.andNot(primes);
        even.flip(0, 4);
        System.out.println(even.stream().limit(5).sum() + " " + even.get(2) + " " + even.equals(primes) + " " + new BitSet().equals(new BitSet(500)));
        primes.xor(even);
        primes.and(even);
        System.out.println(primes);
        EnumSet<Day> all = EnumSet.allOf(Day.class), some = EnumSet.range(Day.TUE, Day.THU), none = EnumSet.noneOf(Day.class);
        none.add(Day.FRI);
        none.add(Day.MON);
        System.out.println(all + " " + some + " " + none + " " + EnumSet.complementOf(some) + " " + EnumSet.of(Day.WED, Day.MON) + " " + EnumSet.copyOf(none));
        try {
            EnumSet.range(Day.FRI, Day.MON);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Day.WED.getDeclaringClass().getSimpleName() + " " + Day.MON.getDeclaringClass());
        System.out.println(Collections.indexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)) + " " + Collections.lastIndexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)));
        System.out.println(Collections.indexOfSubList(List.of(1, 2), List.of(3)) + " " + Collections.lastIndexOfSubList(List.of(), List.of(3)));
    }
}
