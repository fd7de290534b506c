//! A sum by tasks that are divided
//! output: 10
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class DividedSum {
    static class Sum extends RecursiveTask<Integer> {
        private final int[] of;
        private final int from, to;

        Sum(int[] of, int from, int to) {
            this.of = of;
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from <= 2) {
                int sum = 0;
                for (int i = from; i < to; i++) sum += of[i];
                return sum;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(of, from, middle), right = new Sum(of, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        System.out.println(new ForkJoinPool(2).invoke(new Sum(new int[] { 1, 2, 3, 4 }, 0, 4)));
    }
}
