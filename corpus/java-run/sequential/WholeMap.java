//! Functions over a whole ConcurrentHashMap, arrays in parallel, and sums of doubles
//! output: null 0 / 21 43 / 5 brown / 15 3 / [21, 21] 5 / [10, 9, 6, 1, -6][-6, 1, 6, 9, 10][-6, -5, 1, 10, 20] / 3.75 3.75 0.0
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

public class WholeMap {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        System.out.println(map.reduceValues(Long.MAX_VALUE, Integer::sum) + " " + map.mappingCount());
        for (String s : "the quick brown fox jumps".split(" ")) map.put(s, s.length());
        System.out.println(map.reduceValues(Long.MAX_VALUE, Integer::sum) + " " + map.reduceValuesToInt(Long.MAX_VALUE, v -> v * 2, 1, Integer::sum));
        System.out.println(map.reduceValuesToLong(Long.MAX_VALUE, v -> v, 0L, Math::max) + " " + map.reduceKeys(Long.MAX_VALUE, (a, b) -> a.compareTo(b) < 0 ? a : b));
        System.out.println(map.reduce(Long.MAX_VALUE, (k, v) -> v > 3 ? v : null, Integer::sum) + " " + map.search(Long.MAX_VALUE, (k, v) -> k.startsWith("f") ? v : null));
        int[] sum = new int[2];
        map.forEach(Long.MAX_VALUE, (k, v) -> sum[0] += v);
        map.forEachValue(Long.MAX_VALUE, v -> sum[1] += v);
        System.out.println(Arrays.toString(sum) + " " + map.mappingCount());
        int[] a = new int[5];
        Arrays.parallelSetAll(a, i -> 10 - i * i);
        System.out.print(Arrays.toString(a));
        Arrays.parallelSort(a);
        System.out.print(Arrays.toString(a));
        Arrays.parallelPrefix(a, Integer::sum);
        System.out.println(Arrays.toString(a));
        DoubleAdder all = new DoubleAdder();
        all.add(1.5);
        all.add(2.25);
        System.out.println(all + " " + all.sumThenReset() + " " + all.sum());
    }
}
