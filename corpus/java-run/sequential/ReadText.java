//! A `Scanner` of a text
//! output: as java
import java.util.*;

public class ReadText {
    public static void main(String[] args) {
        Scanner in = new Scanner("3 4 -17 x\nthe end true\n\n99999999999 last");
        System.out.println(in.nextInt() + in.nextInt() + " " + in.hasNextInt() + " " + in.nextInt() + " " + in.hasNextInt());
        try {
            in.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(in.next() + "|" + in.nextLine() + "|" + in.next() + " " + in.next() + " " + in.nextBoolean());
        System.out.println("[" + in.nextLine() + "] [" + in.nextLine() + "] " + in.hasNextInt() + " " + in.hasNextLong() + " " + in.nextLong());
        System.out.println(in.hasNext() + " " + in.next() + " " + in.hasNext() + " " + in.hasNextLine());
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        in.close();
        try {
            in.next();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        int sum = 0;
        try (Scanner numbers = new Scanner("1 2 3\n4")) {
            while (numbers.hasNextInt()) sum += numbers.nextInt();
        }
        System.out.println(sum);
    }
}
