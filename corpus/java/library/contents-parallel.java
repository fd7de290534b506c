//! A variable of the code around, changed by the threads of a parallel stream
//! check: EXP FORK2/fv-shared @ 9
import java.util.ArrayList;
import java.util.List;

class V {
    static int count(List<Integer> xs) {
        List<Integer> found = new ArrayList<>();
        xs.parallelStream().forEach(x -> found.add(x));
        List<Integer> other = new ArrayList<>();
        xs.parallelStream().forEach(x -> { synchronized (other) { other.add(x); } });
        return found.size();
    }
}
