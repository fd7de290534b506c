import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.Writer;
import java.nio.file.*;
import java.util.*;
import java.util.function.Predicate;
import java.util.regex.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * Census of uses. Every field and method of a Java file gets a lock of its own that nobody holds. Then each use of one that javac resolves has
 * to be an error of `racefree check` at that place: a use without one is a hole in the elaboration. No error has to be understood for that, and
 * any Java file will do.
 *
 * <p>{@code java benchmarks/java/Census.java PROGRAM FOLDER MODULE FILES SEED}: so many files of a folder, chosen by the seed. `MODULE` is that of
 * the folder, whose other files are looked at for what they declare, or `-`. The exit status is 1 if a use has neither an error nor an assumption
 * on its line.
 *
 * <p>Not counted are uses inside the method that requires the lock, those of static fields by the initialiser of their class, and lines on which
 * javac has an error. Of files whose imports it does not find, javac may take an overload for another one.
 */
public final class Census {
    /** A use: its place, and the lock that it needs. */
    record Use(long line, long column, String lock) {}

    /** Locks are named so: `zz.L7.class`. */
    static final Pattern LOCK = Pattern.compile("zz[.$](L\\d+)");
    static final Pattern ERROR = Pattern.compile(":(\\d+):(\\d+): error\\[([^]]*)]: (.*)");
    static final Pattern ASSUMED = Pattern.compile(":(\\d+):\\d+: assumed: (\\w+)");

    final String racefree;
    final Path root;
    final Optional<String> module;
    final Map<String, Integer> counts = new TreeMap<>();

    Census(String racefree, Path root, Optional<String> module) {
        this.racefree = racefree;
        this.root = root;
        this.module = module;
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[1]);
        Census census = new Census(args[0], root, Optional.of(args[2]).filter(name -> !name.equals("-")));
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            Predicate<Path> wanted = file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java");
            files = all.filter(wanted).sorted().collect(Collectors.toList());
        }
        Collections.shuffle(files, new Random(Long.parseLong(args[4])));
        for (Path file : files.subList(0, Math.min(files.size(), Integer.parseInt(args[3])))) {
            census.count(file);
        }
        census.counts.forEach((what, n) -> System.out.printf("%-60s %7d%n", what, n));
        if (census.counts.getOrDefault("uses", 0) == 0) {
            System.out.println("no use was counted");
            System.exit(2);
        }
        System.exit(census.counts.containsKey(SILENT) ? 1 : 0);
    }

    static final String SILENT = "uses without an error or an assumption on their line";

    void add(String what, int n) {
        counts.merge(what, n, Integer::sum);
    }

    void count(Path file) throws Exception {
        Path folder = Files.createTempDirectory("census");
        try {
            Path copy = folder.resolve(root.relativize(file));
            Files.createDirectories(copy.getParent());
            TreeMap<Long, String> locks = new TreeMap<>();
            Files.writeString(copy, annotated(file, locks));
            List<Use> uses = uses(copy, folder, locks);
            add("files", 1);
            add("uses", uses.size());
            judge(file, copy, uses);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
            }
        }
    }

    /** Compares the uses with the errors of the check. */
    void judge(Path original, Path file, List<Use> uses) throws Exception {
        Set<Use> found = new HashSet<>();
        Set<List<Object>> lines = new HashSet<>();
        Set<Long> others = new HashSet<>();
        for (Matcher error : lines("short", file, ERROR)) {
            long line = Long.parseLong(error.group(1));
            if (error.group(3).endsWith("lock-final")) {
                others.add(line);
            }
            for (Matcher lock = LOCK.matcher(error.group(4)); lock.find(); ) {
                found.add(new Use(line, Long.parseLong(error.group(2)), lock.group(1)));
                lines.add(List.of(line, lock.group(1)));
            }
        }
        Map<Long, Set<String>> assumed = null;
        for (Use use : uses) {
            if (found.contains(use)) {
                add("uses with an error at their place", 1);
            } else if (lines.contains(List.of(use.line, use.lock)) || others.contains(use.line)) {
                add("uses with an error elsewhere on their line", 1);
            } else {
                if (assumed == null) {
                    assumed = new HashMap<>();
                    for (Matcher line : lines("human", file, ASSUMED)) {
                        Set<String> sorts = assumed.computeIfAbsent(Long.parseLong(line.group(1)), l -> new TreeSet<>());
                        sorts.add(line.group(2));
                    }
                }
                Set<String> sorts = assumed.getOrDefault(use.line, Set.of());
                add(sorts.isEmpty() ? SILENT : "uses beside assumptions: " + String.join(", ", sorts), 1);
                System.out.printf("%s:%d:%d: %s%n", original, use.line, use.column, sorts);
                System.out.println("    " + Files.readAllLines(file).get((int) use.line - 1).strip());
            }
        }
    }

    /** Lines of the check's output that match. Constructors hold no lock, so that what they use counts. */
    List<Matcher> lines(String format, Path file, Pattern pattern) throws Exception {
        List<String> command = new ArrayList<>(List.of(racefree, "check", "--constructors", "none", "--assumptions"));
        command.addAll(List.of("--format", format, file.toString()));
        if (module.isPresent()) {
            command.addAll(List.of("--classpath-source", root.toString()));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() > 1) {
            throw new IllegalStateException(output);
        }
        return output.lines().map(pattern::matcher).filter(Matcher::find).collect(Collectors.toList());
    }

    /** The text with a lock for each member, and where the declarations of these begin then. */
    static String annotated(Path file, Map<Long, String> locks) throws Exception {
        // Nothing is silenced.
        String text = Files.readString(file).replace("\"GuardedBy\"", "\"guardedBy\"");
        JavacTask task = task(file, List.of(), new HashSet<>());
        CompilationUnitTree unit = task.parse().iterator().next();
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        TreeMap<Long, String> words = new TreeMap<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                boolean has = type.getKind() == Tree.Kind.CLASS || type.getKind() == Tree.Kind.ENUM;
                boolean isRecord = type.getKind() == Tree.Kind.RECORD;
                for (Tree member : type.getMembers()) {
                    long at = positions.getStartPosition(unit, member);
                    if (member instanceof VariableTree field && (has || isRecord) && takesGuard(field, isRecord)) {
                        words.put(at, "guarded_by");
                    } else if (member instanceof MethodTree && at >= 0 && type.getKind() != Tree.Kind.ANNOTATION_TYPE) {
                        words.put(at, "requires");
                    }
                }
                return super.visitClass(type, unused);
            }
        }.scan(unit, null);
        StringBuilder made = new StringBuilder();
        int copied = 0;
        for (Map.Entry<Long, String> word : words.entrySet()) {
            int at = (int) (long) word.getKey();
            String lock = "L" + locks.size();
            made.append(text, copied, at).append("/*# " + word.getValue() + " zz." + lock + ".class */ ");
            locks.put((long) made.length(), lock);
            copied = at;
        }
        return made.append(text.substring(copied)).toString();
    }

    /** True for a field that can have a guard: it is no component of a record, final (as the constants of an enum are) or volatile. */
    static boolean takesGuard(VariableTree field, boolean ofRecord) {
        Set<Modifier> has = field.getModifiers().getFlags();
        return !has.contains(Modifier.FINAL) && !has.contains(Modifier.VOLATILE) && (!ofRecord || has.contains(Modifier.STATIC));
    }

    static JavacTask task(Path file, List<String> options, Set<Long> wrong) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        List<String> all = new ArrayList<>(List.of("-proc:none", "-Xmaxerrs", "100000", "-XDshould-stop.ifError=FLOW"));
        all.addAll(options);
        DiagnosticListener<JavaFileObject> listener = problem -> {
            if (problem.getKind() == Diagnostic.Kind.ERROR) {
                wrong.add(problem.getLineNumber());
            }
        };
        Iterable<? extends JavaFileObject> files = manager.getJavaFileObjects(file);
        return (JavacTask) compiler.getTask(Writer.nullWriter(), manager, listener, all, null, files);
    }

    /** The uses of members that javac resolves. */
    List<Use> uses(Path file, Path folder, Map<Long, String> locks) throws Exception {
        Set<Long> wrong = new HashSet<>();
        List<String> options = module.map(name -> List.of("--patch-module", name + "=" + folder)).orElse(List.of());
        JavacTask task = task(file, options, wrong);
        CompilationUnitTree unit = task.parse().iterator().next();
        task.analyze();
        Trees trees = Trees.instance(task);
        Map<Element, String> lockOf = new HashMap<>();
        new TreePathScanner<Void, Void>() {
            void note(Tree declaration) {
                String lock = locks.get(trees.getSourcePositions().getStartPosition(unit, declaration));
                Element element = trees.getElement(getCurrentPath());
                if (lock != null && element != null && element.getEnclosingElement() instanceof TypeElement) {
                    lockOf.put(element, lock);
                }
            }

            @Override
            public Void visitVariable(VariableTree variable, Void unused) {
                note(variable);
                return super.visitVariable(variable, unused);
            }

            @Override
            public Void visitMethod(MethodTree method, Void unused) {
                note(method);
                return super.visitMethod(method, unused);
            }
        }.scan(unit, null);
        UseScanner scanner = new UseScanner(trees, unit, lockOf, wrong);
        scanner.scan(unit, null);
        return scanner.uses;
    }

    /** Collects uses. */
    static final class UseScanner extends TreePathScanner<Void, Void> {
        final List<Use> uses = new ArrayList<>();
        final Trees trees;
        final CompilationUnitTree unit;
        final Map<Element, String> lockOf;
        final Set<Long> wrong;
        /** The lock that the method around requires. */
        String held;
        /** The class whose static initialiser is around. */
        Element initializes;

        UseScanner(Trees trees, CompilationUnitTree unit, Map<Element, String> lockOf, Set<Long> wrong) {
            this.trees = trees;
            this.unit = unit;
            this.lockOf = lockOf;
            this.wrong = wrong;
        }

        void use(Tree tree, Element of) {
            String lock = lockOf.get(of);
            boolean initialized = of instanceof VariableElement && of.getModifiers().contains(Modifier.STATIC)
                && of.getEnclosingElement().equals(initializes);
            long start = trees.getSourcePositions().getStartPosition(unit, tree);
            if (lock == null || lock.equals(held) || initialized || start < 0) {
                return;
            }
            long line = unit.getLineMap().getLineNumber(start);
            if (!wrong.contains(line)) {
                uses.add(new Use(line, start - unit.getLineMap().getStartPosition(line) + 1, lock));
            }
        }

        /** Scans code in which other locks are held. */
        void within(String lock, Element type, Runnable scan) {
            String before = held;
            Element around = initializes;
            held = lock;
            initializes = type;
            scan.run();
            held = before;
            initializes = around;
        }

        Element element() {
            return trees.getElement(getCurrentPath());
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            within(null, null, () -> super.visitClass(type, unused));
            return null;
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree function, Void unused) {
            within(null, null, () -> super.visitLambdaExpression(function, unused));
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            // One that the compiler adds has no lock, and begins with its class.
            if (method.getName().contentEquals("<init>") && lockOf.get(element()) == null) {
                return null;
            }
            within(lockOf.get(element()), null, () -> super.visitMethod(method, unused));
            return null;
        }

        @Override
        public Void visitBlock(BlockTree block, Void unused) {
            if (block.isStatic()) {
                Element type = trees.getElement(getCurrentPath().getParentPath());
                within(null, type, () -> super.visitBlock(block, unused));
                return null;
            }
            return super.visitBlock(block, unused);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void unused) {
            Element element = element();
            boolean isStatic = element != null && element.getKind() == ElementKind.FIELD
                && element.getModifiers().contains(Modifier.STATIC);
            if (isStatic) {
                within(null, element.getEnclosingElement(), () -> super.visitVariable(variable, unused));
                return null;
            }
            return super.visitVariable(variable, unused);
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void unused) {
            return null;
        }

        @Override
        public Void visitImport(ImportTree imported, Void unused) {
            return null;
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, Void unused) {
            if (element() instanceof VariableElement field) {
                use(name, field);
            }
            return super.visitIdentifier(name, unused);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree member, Void unused) {
            if (element() instanceof VariableElement field) {
                use(member, field);
            }
            return super.visitMemberSelect(member, unused);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            // A call of super() that is not written ends where it begins.
            SourcePositions positions = trees.getSourcePositions();
            if (positions.getEndPosition(unit, call) > positions.getStartPosition(unit, call)) {
                use(call, element());
            }
            return super.visitMethodInvocation(call, unused);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void unused) {
            if (made.getClassBody() == null) {
                use(made, element());
            }
            return super.visitNewClass(made, unused);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Void unused) {
            use(reference, element());
            return super.visitMemberReference(reference, unused);
        }
    }
}
