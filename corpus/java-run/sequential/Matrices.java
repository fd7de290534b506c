//! Matrices, and numbers of 32 bits
//! output: as java
public class Matrices {
    static class Matrix {
        private final double[][] d;
        private final int n, m;
        Matrix(int n, int m) {
            this.n = n;
            this.m = m;
            d = new double[n][m];
        }
        static Matrix identity(int n) {
            Matrix r = new Matrix(n, n);
            for (int i = 0; i < n; i++) r.d[i][i] = 1;
            return r;
        }
        Matrix set(int i, int j, double v) {
            d[i][j] = v;
            return this;
        }
        Matrix times(Matrix o) {
            if (m != o.n) throw new IllegalArgumentException("dimension mismatch: " + m + " vs " + o.n);
            Matrix r = new Matrix(n, o.m);
            for (int i = 0; i < n; i++) for (int j = 0; j < o.m; j++) {
                double s = 0;
                for (int k = 0; k < m; k++) s += d[i][k] * o.d[k][j];
                r.d[i][j] = s;
            }
            return r;
        }
        Matrix pow(int e) {
            Matrix r = identity(n), b = this;
            while (e > 0) {
                if ((e & 1) == 1) r = r.times(b);
                b = b.times(b);
                e >>= 1;
            }
            return r;
        }
        @Override public String toString() {
            StringBuilder sb = new StringBuilder();
            for (double[] row : d) {
                for (int j = 0; j < row.length; j++) sb.append(j == 0 ? "" : " ").append(row[j]);
                sb.append("\n");
            }
            return sb.toString();
        }
    }

    public static void main(String[] args) {
        Matrix f = new Matrix(2, 2).set(0, 0, 1).set(0, 1, 1).set(1, 0, 1);
        System.out.print(f.pow(10));
        System.out.println(f.pow(70).d[0][1]);
        System.out.println(new Matrix(1, 2).set(0, 1, 1.0 / 3).times(Matrix.identity(2)));
        try {
            f.times(new Matrix(3, 1));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        float x = 1.1f;
        x *= 2;
        System.out.println(x);
        System.out.println(x + 1);
        double y = x;
        System.out.println(y);
        System.out.println((float) 0.1 + 0.2f);
        System.out.println(1.0f / 3 * 3 == 1.0f);
        System.out.println(Float.MAX_VALUE);
        System.out.println((int) 2.7f + " " + 16777217f + " " + Float.parseFloat("2.5"));
        f.d[2][0] = 1;
    }
}
