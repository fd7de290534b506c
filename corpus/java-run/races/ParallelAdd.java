//! A method that is referred to runs in the threads of a parallel stream, all on one list
//! race: the contents of ArrayList
//! output: 1 | 2
import java.util.ArrayList;
import java.util.List;

public class ParallelAdd {
    public static void main(String[] args) {
        List<Integer> all = new ArrayList<>();
        List.of(1, 2).parallelStream().forEach(all::add);
        System.out.println(all.size());
    }
}
