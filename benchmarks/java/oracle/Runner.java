import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Programs compiled and run under the {@link Oracle}, in one virtual machine. Reads a path a line from standard input; the program's
 * class is {@code Main}. Writes a line for each, with tabs between its parts: {@code compiler} with the message of the compiler, or
 * {@code failed} with what was thrown, or {@code late} if it did not end in time, or {@code ran}, and then the races.
 */
public final class Runner {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);
  private static final List<String> OPTIONS = List.of("-proc:none", "-g", "-nowarn", "--release", "17");
  private static final int SECONDS = 5;

  /** Classes of one program, and its own copy of the oracle. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> program;

    Loader(Map<String, byte[]> program) {
      super(Runner.class.getClassLoader());
      this.program = program;
    }

    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean own = program.containsKey(name) || name.equals("Oracle") || name.startsWith("Oracle$");
      if (!own) return super.loadClass(name, resolve);
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        byte[] code = loaded == null ? code(name) : null;
        return loaded == null ? defineClass(name, code, 0, code.length) : loaded;
      }
    }

    private byte[] code(String name) throws ClassNotFoundException {
      if (program.containsKey(name)) return program.get(name);
      try (InputStream file = getResourceAsStream(name + ".class")) {
        return file.readAllBytes();
      } catch (java.io.IOException missing) {
        throw new ClassNotFoundException(name, missing);
      }
    }
  }

  /** The classes of a file by name; null if the compiler rejects it. */
  private static Map<String, byte[]> compile(String path, StringBuilder message) {
    Map<String, ByteArrayOutputStream> written = new HashMap<>();
    var manager = new ForwardingJavaFileManager<>(FILES) {
      @Override public JavaFileObject getJavaFileForOutput(Location where, String name, JavaFileObject.Kind kind, FileObject source) {
        return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind) {
          @Override public OutputStream openOutputStream() {
            return written.computeIfAbsent(name, n -> new ByteArrayOutputStream());
          }
        };
      }
    };
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    if (!COMPILER.getTask(null, manager, diagnostics, OPTIONS, null, FILES.getJavaFileObjects(Path.of(path))).call()) {
      for (var each : diagnostics.getDiagnostics()) {
        if (each.getKind() == Diagnostic.Kind.ERROR && message.isEmpty()) message.append("line " + each.getLineNumber() + ": " + each.getMessage(null));
      }
      return null;
    }
    Map<String, byte[]> classes = new HashMap<>();
    written.forEach((name, code) -> classes.put(name, code.toByteArray()));
    return classes;
  }

  private static List<String> run(String path) throws Exception {
    StringBuilder message = new StringBuilder();
    Map<String, byte[]> classes = compile(path, message);
    if (classes == null) return List.of("compiler", message.toString());
    Instrumenter instrumenter = new Instrumenter(classes.values());
    classes.replaceAll((name, code) -> instrumenter.instrument(code));
    Loader loader = new Loader(classes);
    List<Throwable> thrown = new ArrayList<>();
    ThreadGroup group = new ThreadGroup("program") {
      @Override public void uncaughtException(Thread thread, Throwable what) {
        synchronized (thrown) {
          thrown.add(what);
        }
      }
    };
    Thread main = new Thread(group, () -> {
      try {
        Method method = loader.loadClass("Main").getDeclaredMethod("main", String[].class);
        method.setAccessible(true);
        method.invoke(null, (Object) new String[0]);
      } catch (ReflectiveOperationException wrapped) {
        group.uncaughtException(Thread.currentThread(), wrapped.getCause() == null ? wrapped : wrapped.getCause());
      }
    });
    main.setDaemon(true);
    main.start();
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (group.activeCount() > 0 && System.nanoTime() < end) Thread.sleep(1);
    List<String> answer = new ArrayList<>();
    synchronized (thrown) {
      if (group.activeCount() > 0) answer.addAll(List.of("late", ""));
      else if (!thrown.isEmpty()) answer.addAll(List.of("failed", thrown.get(0).toString()));
      else answer.addAll(List.of("ran", ""));
    }
    for (Object race : (List<?>) loader.loadClass("Oracle").getMethod("races").invoke(null)) answer.add(race.toString());
    return answer;
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    BufferedReader paths = new BufferedReader(new InputStreamReader(System.in));
    for (String path = paths.readLine(); path != null; path = paths.readLine()) {
      List<String> answer = run(path);
      answer = answer.stream().map(part -> part.replaceAll("\\s+", " ")).toList();
      out.println(String.join("\t", answer));
      out.flush();
    }
    System.exit(0);
  }
}
