//! Lists sorted by comparators
//! output: as java
import java.util.*;

public class Students {
    static class Student {
        private final String name; private final int year; private final double gpa;
        Student(String n, int y, double g) { name = n; year = y; gpa = g; }
        String getName() { return name; } int getYear() { return year; } double getGpa() { return gpa; }
        public String toString() { return name + "/" + year + "/" + gpa; }
    }
    public static void main(String[] args) {
        List<Student> all = new ArrayList<>();
        all.add(new Student("Mia", 2, 3.6)); all.add(new Student("Bob", 1, 3.9)); all.add(new Student("Zoe", 2, 3.1)); all.add(new Student("Al", 1, 2.5));
        all.sort(Comparator.comparing(Student::getName));
        System.out.println(all);
        all.sort(Comparator.comparingInt(Student::getYear).thenComparing(Student::getGpa, Comparator.reverseOrder()));
        System.out.println(all);
        Collections.sort(all, new Comparator<Student>() { public int compare(Student a, Student b) { return Double.compare(b.getGpa(), a.getGpa()); } });
        System.out.println(all);
        all.sort(Comparator.comparingDouble(Student::getGpa).reversed());
        System.out.println(all.get(0).getName() + " " + all.indexOf(all.get(2)));
        Map<Integer, List<Student>> byYear = new TreeMap<>();
        for (Student s : all) byYear.computeIfAbsent(s.getYear(), y -> new ArrayList<>()).add(s);
        byYear.forEach((y, l) -> System.out.println(y + ": " + l));
        Iterator<Student> it = all.iterator();
        while (it.hasNext()) if (it.next().getGpa() < 3) it.remove();
        System.out.println(all.size());
        double sum = 0; for (Student s : all) sum += s.getGpa();
        System.out.println(sum / all.size());
        System.out.printf("%-10s|%5d|%6.2f%n", all.get(0).getName(), all.get(0).getYear(), all.get(0).getGpa());
        for (Student s : all) if (s.getYear() == 2) all.remove(s);
    }
}
