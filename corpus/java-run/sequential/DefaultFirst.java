//! A default in front of the cases, and cases that run on
//! output: as java
public class DefaultFirst {
    static String old(int n) {
        String said = "";
        switch (n) {
            default:
                said += "other ";
            case 1:
                said += "one ";
                break;
            case 2:
                said += "two";
        }
        return said;
    }

    static int ofText(String s) {
        switch (s) {
            case "a":
                return 1;
            default:
                return 0;
            case "b":
                return 2;
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 4; n++) {
            System.out.println(n + " " + old(n));
        }
        System.out.println(ofText("a") + ofText("b") * 10 + ofText("c") * 100);
        System.out.println("hello".indexOf('l', 3) + " " + "hello".indexOf('o'));
    }
}
