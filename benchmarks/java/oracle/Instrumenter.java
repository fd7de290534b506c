import static org.objectweb.asm.Opcodes.*;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Classes of a program with calls of {@link Oracle} in front of accesses, of locks and of the starts of threads. Every call leaves
 * the stack as it was, so that the frames of the compiler stay right.
 */
final class Instrumenter {
  private static final String OBJECT = "Ljava/lang/Object;", STRING = "Ljava/lang/String;";

  /** A class of the program: its supertypes, the flags of its fields. */
  private record Declared(String superclass, String[] interfaces, Map<String, Integer> fields) { }

  private final Map<String, Declared> classes = new HashMap<>();

  /** All classes of the program have to be known: an access names the class that it goes through, a cell the one that declares it. */
  Instrumenter(Collection<byte[]> program) {
    for (byte[] code : program) {
      ClassReader reader = new ClassReader(code);
      Map<String, Integer> fields = new HashMap<>();
      classes.put(reader.getClassName(), new Declared(reader.getSuperName(), reader.getInterfaces(), fields));
      reader.accept(new ClassVisitor(ASM9) {
        @Override public FieldVisitor visitField(int flags, String name, String type, String signature, Object value) {
          fields.put(name, flags);
          return null;
        }
      }, ClassReader.SKIP_CODE);
    }
  }

  /** The class that declares the field; null if it is none of the program. */
  private String declaring(String name, String field) {
    Declared declared = classes.get(name);
    if (declared == null || declared.fields.containsKey(field)) return declared == null ? null : name;
    for (String above : declared.interfaces) {
      String found = declaring(above, field);
      if (found != null) return found;
    }
    return declaring(declared.superclass, field);
  }

  byte[] instrument(byte[] code) {
    ClassReader reader = new ClassReader(code);
    // Tables that the compiler makes for `switch` over an enum are filled by a static initialiser: they are not the program's.
    if ((reader.getAccess() & ACC_SYNTHETIC) != 0) return code;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    reader.accept(new ClassVisitor(ASM9, writer) {
      @Override public MethodVisitor visitMethod(int flags, String name, String type, String signature, String[] thrown) {
        return new Body(super.visitMethod(flags, name, type, signature, thrown), reader.getClassName(), name, flags);
      }
    }, 0);
    return writer.toByteArray();
  }

  /** Body of a method. */
  private final class Body extends MethodVisitor {
    private final String owner, method;
    private final int flags;
    private int line;

    Body(MethodVisitor next, String owner, String method, int flags) {
      super(ASM9, next);
      this.owner = owner;
      this.method = method;
      this.flags = flags;
    }

    private void event(String name, String parameters) {
      mv.visitMethodInsn(INVOKESTATIC, "Oracle", name, "(" + parameters + ")V", false);
    }

    private void copy(int... instructions) {
      for (int instruction : instructions) mv.visitInsn(instruction);
    }

    private void place() {
      mv.visitLdcInsn("line " + line);
    }

    @Override public void visitLineNumber(int line, Label start) {
      this.line = line;
      super.visitLineNumber(line, start);
    }

    @Override public void visitCode() {
      super.visitCode();
      if ((flags & ACC_SYNCHRONIZED) == 0) return;
      if ((flags & ACC_STATIC) != 0) mv.visitLdcInsn(Type.getObjectType(owner));
      else mv.visitVarInsn(ALOAD, 0);
      event("monitor", OBJECT);
    }

    @Override public void visitInsn(int opcode) {
      if (opcode == AASTORE) {
        place();
        event("storeElement", "[" + OBJECT + "I" + OBJECT + STRING);
        return;
      }
      if (opcode == MONITORENTER) {
        copy(DUP);
        event("monitor", OBJECT);
      } else if (opcode >= IALOAD && opcode <= SALOAD) {
        copy(DUP2);
        place();
        event("readElement", OBJECT + "I" + STRING);
      } else if (opcode >= IASTORE && opcode <= SASTORE) {
        // Array and index are below the value, which takes one place or two.
        if (opcode == LASTORE || opcode == DASTORE) copy(DUP2_X2, POP2, DUP2_X2);
        else copy(DUP_X2, POP, DUP2_X1);
        place();
        event("writeElement", OBJECT + "I" + STRING);
      }
      super.visitInsn(opcode);
    }

    @Override public void visitFieldInsn(int opcode, String through, String name, String type) {
      String declaring = declaring(through, name);
      int kind = declaring == null ? ACC_SYNTHETIC : classes.get(declaring).fields.get(name);
      if ((kind & ACC_SYNTHETIC) == 0) {
        boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC, isWrite = opcode == PUTFIELD || opcode == PUTSTATIC;
        if (isWrite && type.length() > 1) reference(isStatic, declaring);
        // The own static fields of an initialiser are protected by the initialisation of the class.
        boolean initialises = isStatic && method.equals("<clinit>") && declaring.equals(owner);
        if ((kind & (ACC_FINAL | ACC_VOLATILE)) == 0 && !initialises) {
          if (isStatic) mv.visitLdcInsn(Type.getObjectType(declaring));
          else if (!isWrite) copy(DUP);
          else if (Type.getType(type).getSize() == 2) copy(DUP2_X1, POP2, DUP_X2);
          else copy(DUP2, POP);
          mv.visitLdcInsn(declaring.replace('$', '.') + "." + name);
          place();
          event(isWrite ? "write" : "read", OBJECT + STRING + STRING);
        }
      }
      super.visitFieldInsn(opcode, through, name, type);
    }

    /** The reference on the stack is about to be stored in the field of the class, or of the object below it. */
    private void reference(boolean isStatic, String declaring) {
      if (isStatic) {
        copy(DUP);
        mv.visitLdcInsn(Type.getObjectType(declaring));
        copy(SWAP);
      } else {
        copy(DUP2);
      }
      event("reference", OBJECT + OBJECT);
    }

    @Override public void visitMethodInsn(int opcode, String of, String name, String type, boolean isInterface) {
      boolean ofLock = of.startsWith("java/util/concurrent/locks/");
      if (ofLock && (name.equals("readLock") || name.equals("writeLock"))) {
        mv.visitMethodInsn(INVOKESTATIC, "Oracle", name, "(Ljava/util/concurrent/locks/ReadWriteLock;)Ljava/util/concurrent/locks/Lock;", false);
        mv.visitTypeInsn(CHECKCAST, Type.getReturnType(type).getInternalName());
        return;
      }
      if (opcode != INVOKESTATIC && type.startsWith("()") && ofLock && name.toLowerCase().contains("lock")) {
        copy(DUP);
        event("lock", OBJECT);
      } else if (opcode == INVOKEVIRTUAL && name.equals("start") && type.equals("()V")) {
        copy(DUP);
        event("start", OBJECT);
      }
      super.visitMethodInsn(opcode, of, name, type, isInterface);
    }
  }
}
