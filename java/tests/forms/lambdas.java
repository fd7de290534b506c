interface Task { void run(); }
interface Call<V> { V call(); }
interface Two<A> { int two(A a, A b); }
class Pool {
    void submit(Task t) { }
    <V> V submit(Call<V> c) { return null; }
    int f;
    int size() { return 0; }
    void nothing() { }
    static int cmp(Pool a, Pool b) { return 0; }
    int against(Pool b) { return 0; }
    <A> void sort(A a, Two<A> t) { }
    void m(int p, int q) { //: p int c, q int f c
        p = 2;
        submit(() -> { f = 1; }); //> Pool.submit(Task), Pool.f
        submit(() -> { return f; }); //> Pool.submit(Call<V>), Pool.f
        submit(() -> size()); //> Pool.submit(Call<V>), Pool.size()
        submit(() -> nothing()); //> Pool.submit(Task), Pool.nothing()
        submit(() -> this.nothing()); //> Pool.submit(Task), This Pool, Pool.nothing()
        submit(() -> { throw new Error(); }); //> Pool.submit(Call<V>), external java.lang.Error.new
        int once = q; //: once int f c
        Task t = () -> { int own = once + p + q; own++; }; //: t Task f, own int
        sort(this, Pool::cmp); //> Pool.sort(A Two<A>), This Pool, ::Pool.cmp(Pool Pool)
        sort(this, Pool::against); //> Pool.sort(A Two<A>), This Pool, ::Pool.against(Pool)
        sort(this, (a, b) -> a.f - b.f); //> Pool.sort(A Two<A>), This Pool, Pool.f, Pool.f
        sort(this, p > 0 ? Pool::cmp : (a, b) -> a.f - b.f); //> Pool.sort(A Two<A>), This Pool, ::Pool.cmp(Pool Pool), Pool.f, Pool.f
        Call<Pool> either = p > 0 ? null : () -> this; //> This Pool //: either Call<Pool> f
        Task u = this::nothing; //> ::Pool.nothing(), This Pool
        Call<int[]> c = () -> new int[once]; //: c Call<int[]> f
        Unknown x = y -> y.f; //> external unknown.f
        Object o = (Task & Marker) () -> nothing(); //> Pool.nothing()
    }
}
interface Marker { }
