//! Primitives of the library that Java programs run with: what its Java sources cannot say. Each is a static `native` method of
//! [`CLASS`], so that it is declared, called and judged as any other method; its class of static members has no body for it.

macro_rules! primitives {
    ($($(#[$doc:meta])* $name:ident $text:literal)*) => {
        /// A primitive, by its name in Java.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Primitive { $($(#[$doc])* $name,)* }

        impl Primitive {
            /// All of them.
            pub const ALL: [Primitive; [$($text),*].len()] = [$(Primitive::$name),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Primitive::$name => $text,)* }
            }
        }
    };
}

primitives! {
    /// `void start(Thread t)`: a new thread runs `t`.
    Start "start"
    /// `void startDaemon(Thread t)`: the same; the program does not wait for it.
    StartDaemon "startDaemon"
    /// `void halt(int status)`: all threads end.
    Halt "halt"
    /// `void interrupt(Thread t)`: the thread is told, and wakes if it waits.
    Interrupt "interrupt"
    /// `void interruptAgain()`: the thread was told, has noticed, and takes note for later.
    InterruptAgain "interruptAgain"
    /// `boolean interrupted(boolean clear)`: the thread was told; with `clear` it forgets that.
    Interrupted "interrupted"
    /// `boolean isInterrupted(Thread t)`: another thread was told.
    IsInterrupted "isInterrupted"
    /// `void join(Thread t)`: until that thread has ended.
    Join "join"
    /// `void joinTimed(Thread t)`: until then, or for some time.
    JoinTimed "joinTimed"
    /// `boolean isAlive(Thread t)`: started, and not ended.
    IsAlive "isAlive"
    /// `int activity(Thread t)`: what it is about, by the number of the constant of `Thread.State`.
    Activity "activity"
    /// `void pause()`: a sleep. It takes no time; others can see the thread sleep if the program asks for states of threads.
    Pause "pause"
    /// `int startNumber(Thread t)`: its number among those that were started, the main thread's being 0; -1, if it was not.
    StartNumber "startNumber"
    /// `void ending()`: the last step of a thread that others can see.
    Ending "ending"
    /// `int threadNumber()`: of the next thread that has no name.
    ThreadNumber "threadNumber"
    /// `Object current()`: the `Thread` of the thread; of the main thread the first one that asks makes it.
    Current "current"
    /// `void setCurrent(Thread t)`: the thread is this one's.
    SetCurrent "setCurrent"
    /// `Object locals()`: the object that the thread keeps for itself; no other thread can have it from there.
    Locals "locals"
    /// `void setLocals(Object o)`: it keeps this one.
    SetLocals "setLocals"
    /// `void wait(Object set, Object lock)`: gives the lock up, waits in the set of an object until it is notified, and takes the lock again.
    Wait "wait"
    /// `void waitOrThrow(Object set, Object lock)`: the same, unless the thread is interrupted.
    WaitOrThrow "waitOrThrow"
    /// `boolean waitTimed(Object set, Object lock)`: the same, at most for some time; true if it was notified.
    WaitTimed "waitTimed"
    /// `void notify(Object set, Object lock)`: one of the waiting threads goes on.
    Notify "notify"
    /// `void notifyAll(Object set, Object lock)`: all of them do.
    NotifyAll "notifyAll"
    /// `void acquire(Object lock)`
    Acquire "acquire"
    /// `void acquireOrThrow(Object lock)`: the same, unless the thread is interrupted while another one has the lock.
    AcquireOrThrow "acquireOrThrow"
    /// `void release(Object lock)`
    Release "release"
    /// `boolean tryAcquire(Object lock)`
    TryAcquire "tryAcquire"
    /// `int holds(Object lock)`: how often the thread has it.
    Holds "holds"
    /// `boolean isHeld(Object lock)`: by any thread.
    IsHeld "isHeld"
    /// `boolean compareAndSet(Object o, Object old, Object now)`: on the first field of `o`, in one step.
    CompareAndSet "compareAndSet"
    /// `Object getAndSet(Object o, Object now)`
    GetAndSet "getAndSet"
    /// `int getAndAdd(Object o, int d)`
    GetAndAdd "getAndAdd"
    /// `long getAndAddLong(Object o, long d)`
    GetAndAddLong "getAndAddLong"
    /// `void print(String text)`
    Print "print"
    /// `void printError(String text)`
    PrintError "printError"
    /// `String className(Object o)`: Java's name of its class.
    ClassName "className"
    /// `String simpleName(Object o)`
    SimpleName "simpleName"
    /// `int identityHash(Object o)`
    IdentityHash "identityHash"
    /// `Object fill(Object array, …)`: the array, with these elements.
    Fill "fill"
    /// `Object nested(Object array, int n, …)`: the array, each element a new array of n elements.
    Nested "nested"
    /// `Object copyArray(Object array, int from, int to, int end)`: a new array of the same type with the elements of a part at its start.
    CopyArray "copyArray"
    /// `Object cloneArray(Object array)`
    CloneArray "cloneArray"
    /// `Object copyObject(Object o)`: a new object of its class, with the values of its fields.
    CopyObject "copyObject"
    /// `Object constant(Object o, String name, int ordinal)`: the object, as a constant of an enum.
    Constant "constant"
    /// `int ordinal(Object o)`
    Ordinal "ordinal"
    /// `String constantName(Object o)`
    ConstantName "constantName"
    /// `boolean isArray(Object o)`
    IsArray "isArray"
    /// `int arrayLength(Object array)`
    ArrayLength "arrayLength"
    /// `String concat(Object a, Object b)`
    Concat "concat"
    /// `String text(Object v)`: of a string, a number, a truth value or `null`.
    TextOf "text"
    /// `String charText(char c)`
    CharText "charText"
    /// `int length(String s)`
    Length "length"
    /// `char charAt(String s, int i)`
    CharAt "charAt"
    /// `String substring(String s, int from, int to)`
    Substring "substring"
    /// `int indexOf(String s, String part, int from)`
    IndexOf "indexOf"
    /// `int compareText(String a, String b)`
    CompareText "compareText"
    /// `int hashText(String s)`
    HashText "hashText"
    /// `String intern(String s)`: the literal of the program that is equal, else `null`.
    Intern "intern"
    /// `String upper(String s)`
    Upper "upper"
    /// `String lower(String s)`
    Lower "lower"
    /// `boolean isLetter(int c)`
    IsLetter "isLetter"
    /// `boolean sameValue(Object a, Object b)`: the same box, string or object.
    SameValue "sameValue"
    /// `int hashValue(Object v)`: of a string or box.
    HashValue "hashValue"
    /// `Object boxChar(char c)`
    BoxChar "boxChar"
    /// `Object unbox(Object v)`: the value in a box; `null` is a `NullPointerException`.
    Unbox "unbox"
    /// `byte toByte(int n)`
    ToByte "toByte"
    /// `short toShort(int n)`
    ToShort "toShort"
    /// `char toChar(int n)`
    ToChar "toChar"
    /// `int shiftLeft(int a, int b)`
    ShiftLeft "shiftLeft"
    /// `int shiftRight(int a, int b)`
    ShiftRight "shiftRight"
    /// `int shiftRightUnsigned(int a, int b)`
    ShiftRightUnsigned "shiftRightUnsigned"
    /// `int bitAnd(int a, int b)`, and on two booleans.
    BitAnd "bitAnd"
    /// `int bitOr(int a, int b)`, and on two booleans.
    BitOr "bitOr"
    /// `int bitXor(int a, int b)`, and on two booleans.
    BitXor "bitXor"
    /// `int bitNot(int a)`
    BitNot "bitNot"
    /// `long toLong(Object n)`: of any number.
    ToLong "toLong"
    /// `double toDouble(Object n)`
    ToDouble "toDouble"
    /// `float toFloat(Object n)`
    ToFloat "toFloat"
    /// `int toInt(Object n)`
    ToInt "toInt"
    /// `long longOf(String digits)`: of a literal.
    LongOf "longOf"
    /// `double doubleOf(String digits)`
    DoubleOf "doubleOf"
    /// `float floatOf(String digits)`
    FloatOf "floatOf"
    /// `long wide(int op, long a, long b)`: the operator of that number in [`WIDE`], on `long` or `double`.
    Wide "wide"
    /// `double real(int function, double x, double y)`: `sqrt`, `pow` and their like.
    Real "real"
    /// `String fixed(double x, int digits)`: with that number of digits behind the point, rounded half up.
    Fixed "fixed"
    /// `String scientific(double x, int digits)`: with a power of ten.
    Scientific "scientific"
    /// `String radix(long n, int radix)`
    Radix "radix"
}

/// The class in Java that declares them.
pub const CLASS: &str = "RacefreePrimitives";

/// The operators of [`Primitive::Wide`], by number.
pub const WIDE: [&str; 18] =
    ["+", "-", "*", "/", "%", "<<", ">>", ">>>", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "compare"];

impl Primitive {
    /// The primitive of a method's name, which may have a number behind a `$`.
    pub fn named(method: &str) -> Option<Primitive> {
        let name = method.split('$').next()?;
        Primitive::ALL.into_iter().find(|primitive| primitive.name() == name)
    }
}
