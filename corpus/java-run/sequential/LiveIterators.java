//! Iterators of concurrent collections see the collection as it is: what comes in behind them, what they remove
//! output: as java
import java.util.*; import java.util.concurrent.*;
public class LiveIterators { public static void main(String[] z) {
 var m = new ConcurrentHashMap<Integer, Integer>(); m.put(1, 1); m.put(2, 2); var it = m.keySet().iterator(); it.next();
 m.remove(2); m.put(3, 3); String s = ""; while (it.hasNext()) s += it.next(); System.out.println(s);
 var v = new ConcurrentHashMap<Integer, String>(); v.put(1, "a"); v.put(2, "b"); s = "";
 for (var x : v.values()) { s += x; v.put(2, "B"); v.put(3, "c"); } System.out.println(s);
 for (Collection<Integer> q : List.of(new ConcurrentLinkedQueue<Integer>(), new ConcurrentLinkedDeque<Integer>(), new LinkedBlockingQueue<Integer>(), new LinkedBlockingDeque<Integer>(), new ArrayBlockingQueue<Integer>(9), new ConcurrentSkipListSet<Integer>(), new PriorityBlockingQueue<Integer>(), new CopyOnWriteArrayList<Integer>())) {
  q.add(1); q.add(2); s = "";
  for (int x : q) { s += x; if (x < 4) q.add(x + 2); } System.out.println(s + q);
  s = "";
  if (!(q instanceof CopyOnWriteArrayList)) { Iterator<Integer> i = q.iterator(); while (i.hasNext()) { int x = i.next(); if (x % 2 == 0) i.remove(); else s += x; } System.out.println(s + q); }
  s = ""; for (int x : q) { s += x; q.remove(x + 2); if (x == 1) q.remove(1); } System.out.println(s + q);
  System.out.println(q.removeIf(x -> x == 5) + " " + q);
  q.clear(); q.add(7); q.add(8); q.add(9);
  if (q instanceof Queue<Integer> qq) { s = ""; for (int x : q) { s += x; qq.poll(); if (x == 8) q.add(11); } System.out.println(s + q); }
 }
 var d = new ConcurrentLinkedDeque<Integer>(List.of(1, 2, 3)); s = ""; for (var i = d.descendingIterator(); i.hasNext(); ) { int x = i.next(); s += x; if (x == 3) { d.addFirst(0); d.pollLast(); } } System.out.println(s + d);
 var sk = new ConcurrentSkipListSet<>(List.of(1, 2, 3)); System.out.println(sk.removeIf(x -> x == 3) + " " + sk); var i1 = sk.iterator(); i1.next(); i1.remove(); System.out.println(sk + " " + sk.first() + sk.ceiling(2) + sk.headSet(5));
 for (var i = sk.descendingIterator(); i.hasNext(); ) System.out.println(i.next());
 var p = new PriorityBlockingQueue<>(List.of(2, 1)); var ip = p.iterator(); ip.next(); ip.remove(); System.out.println(p);
 var pq = new PriorityQueue<>(List.of(5, 1, 8, 2, 9, 3)); for (var i = pq.iterator(); i.hasNext(); ) if (i.next() % 2 == 0) i.remove(); System.out.println(pq);
 try { var i2 = new CopyOnWriteArrayList<>(List.of(1, 2)).iterator(); i2.next(); i2.remove(); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
 try { new CopyOnWriteArrayList<>(List.of(1)).listIterator().add(3); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
 try { var cs = new CopyOnWriteArraySet<>(List.of(1)).iterator(); cs.next(); cs.remove(); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
} }
