import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The published Java experiment (docs/policies/java-demo.md) over the protocol that
 * bench/peers/rival.py describes. Digest, list and generator are kept from deal to deal. Times are
 * the dealing thread's CPU time: the compiler's and the collector's threads are not in it.
 */
final class JavaDemo {
  private static final int TENANTS = 4096; // the same in every program
  private static final long APPLICATION_SEED = 0x5EEDC0DEL;

  private final int workers;
  private final int size;
  private final byte[][] ids = new byte[TENANTS][];
  private final ByteBuffer digest = ByteBuffer.allocate(32);
  private final ByteBuffer seed = ByteBuffer.allocate(8).putLong(0, APPLICATION_SEED);
  private final List<Integer> deck = new ArrayList<>();
  private final Random random = new Random();
  private final MessageDigest sha256;
  private int next;
  private int sink; // so that no deal is optimised away

  private JavaDemo(int workers, int size) throws Exception {
    this.workers = workers;
    this.size = size;
    sha256 = MessageDigest.getInstance("SHA-256");
    for (int i = 0; i < TENANTS; ++i) {
      ids[i] = ("tenant-" + i).getBytes(StandardCharsets.UTF_8);
    }
    for (int i = 0; i < workers; ++i) {
      deck.add(i);
    }
  }

  /** The hand is the first `size` of the list that this returns. */
  private List<Integer> deal(int tenant) throws DigestException {
    sha256.update(seed.array());
    sha256.update(ids[tenant]);
    sha256.digest(digest.array(), 0, 32);
    for (int i = 0; i < workers; ++i) {
      deck.set(i, i);
    }
    random.setSeed(digest.getLong(0) ^ APPLICATION_SEED);
    Collections.shuffle(deck, random);
    return deck;
  }

  private void run(int hands) throws DigestException {
    for (; hands > 0; --hands) {
      sink += deal(next++ % TENANTS).get(size - 1);
    }
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static void answer(JavaDemo dealt, String verb, int hands, PrintStream out)
      throws DigestException {
    if (verb.equals("hands")) {
      for (int tenant = 0; tenant < hands; ++tenant) {
        StringBuilder line = new StringBuilder();
        for (int worker : dealt.deal(tenant).subList(0, dealt.size)) {
          line.append(line.length() > 0 ? " " : "").append(worker);
        }
        out.println(line);
      }
    } else if (verb.equals("time") && hands > 0) {
      long start = THREADS.getCurrentThreadCpuTime();
      dealt.run(hands);
      out.println((THREADS.getCurrentThreadCpuTime() - start) / (double) hands);
    } else {
      throw new IllegalArgumentException("neither 'hands' nor 'time' of some hands: " + verb);
    }
    out.flush();
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, JavaDemo> cases = new HashMap<>();
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      if (words.length != 5 || !words[2].equals("java-demo")) {
        throw new IllegalArgumentException("no case: " + line);
      }
      String name = words[3] + " " + words[4];
      if (!cases.containsKey(name)) {
        cases.put(name, new JavaDemo(Integer.parseInt(words[3]), Integer.parseInt(words[4])));
      }
      answer(cases.get(name), words[0], Integer.parseInt(words[1]), out);
    }
  }
}
