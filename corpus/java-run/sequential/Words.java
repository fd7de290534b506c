//! Words and letters counted
//! output: as java
import java.util.*;

public class Words {
    public static void main(String[] args) {
        String text = "the quick brown fox jumps over the lazy dog the fox";
        Map<String, Integer> counts = new TreeMap<>();
        for (String w : text.split(" ")) counts.put(w, counts.getOrDefault(w, 0) + 1);
        for (Map.Entry<String, Integer> e : counts.entrySet()) System.out.println(e.getKey() + " -> " + e.getValue());
        Map<Character, Integer> letters = new HashMap<>();
        for (char c : text.toCharArray()) if (c != ' ') letters.merge(c, 1, Integer::sum);
        System.out.println(letters);
        String[] words = text.split("\\s+");
        Arrays.sort(words);
        System.out.println(String.join(",", words));
        List<String> list = new ArrayList<>(Arrays.asList(words));
        list.removeIf(w -> w.length() > 3);
        System.out.println(list);
        Set<String> set = new LinkedHashSet<>(list);
        System.out.println(set);
        System.out.println(counts.keySet() + " " + counts.values());
        StringBuilder sb = new StringBuilder();
        for (String w : text.split(" ")) sb.append(Character.toUpperCase(w.charAt(0))).append(w.substring(1)).append(' ');
        System.out.println(sb.toString().trim());
        System.out.println(new StringBuilder("racecar").reverse().toString().equals("racecar"));
    }
}
