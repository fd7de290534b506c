//! Methods of String, and formats
//! output: as java
public class Strings {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + s.substring(7) + s.indexOf("o") + s.lastIndexOf('o') + s.charAt(4));
        System.out.println(s.toLowerCase() + s.toUpperCase() + s.replace('l', 'L') + s.replace("World", "you"));
        System.out.println(s.contains("lo,") + " " + s.startsWith("He") + s.endsWith("x") + s.isEmpty() + " ".isBlank());
        System.out.println("a".compareTo("c") + " " + "b".equals("B") + "b".equalsIgnoreCase("B") + "abc".hashCode());
        System.out.println(String.valueOf(3) + String.valueOf(true) + String.valueOf('c') + String.join("-", "a", "b"));
        System.out.printf("%d|%5d|%-5d|%05d|%,d%n", 42, 42, 42, 42, 1234567);
        System.out.printf("%s|%8s|%-8s|%.2f|%8.3f|%x|%c|%b|%%%n", "s", "right", "left", 3.14159, 2.0, 255, 'c', true);
        System.out.println(String.format("%3d%%", 7) + "x".repeat(3) + "  trim ".trim() + "|");
        StringBuilder b = new StringBuilder("abc");
        b.append(1).append('d').append(2.5).append(true).insert(0, ">").reverse();
        System.out.println(b + " " + b.length() + b.charAt(0));
        String t = null;
        System.out.println("null is " + t + ", and a sum " + 1 + 2 + " or " + (1 + 2) + 'c' + "joined");
        for (String part : "a,b,,c,,".split(",")) System.out.print("[" + part + "]");
        System.out.println();
        for (char c : "xyz".toCharArray()) System.out.print((char) (c - 23));
        System.out.println();
        System.out.println("tab\there \"quoted\" \u0041 back\\slash");
    }
}
