// Tests of the bot: javac Bot.java BotTest.java && java -cp . BotTest

import java.util.Arrays;

final class BotTest {
    private static final String START = "\"turn\":0,\"pits\":[4,4,4,4,4,4,4,4,4,4,4,4],\"stores\":[0,0]";

    public static void main(String[] arguments) {
        // B, C and D win seven seeds each.
        plays(START + ",\"legal\":[0,1,2,3,4,5]", 1);
        plays(START + ",\"legal\":[0,2,4]", 2);
        plays(START, 1); // Without `legal`.
        // B wins four seeds, D two.
        plays("\"turn\":0,\"pits\":[0,2,0,1,0,0,3,1,7,4,0,0],\"stores\":[15,15],\"legal\":[1,3]", 1);
        plays("\"turn\":1,\"pits\":[6,6,2,7,0,6,1,0,6,6,0,1],\"stores\":[7,0],\"legal\":[6]", 6);
        plays("\"turn\":0,\"pits\":[4,4]", -1);
        plays("", -1);
        // A relay that never ends, and a move that leaves the opponent without seeds.
        illegal(4, 0, 1, 0, 1, 2, 0, 1, 0, 1, 0, 2, 1);
        illegal(0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
        wholeGame();
        System.out.println("all tests passed");
    }

    private static void plays(String go, int pit) {
        check(Bot.answerGo(go) == pit, go);
    }

    private static void illegal(int pit, int... pits) {
        check(new Bot.Position(pits, new int[] {0, 0}, 0).play(pit) == null, "pit " + pit);
    }

    private static void wholeGame() {
        int[] pits = new int[12];
        Arrays.fill(pits, 4);
        var position = new Bot.Position(pits, new int[] {0, 0}, 0);
        for (int ply = 0; ply < 1000 && Arrays.stream(position.stores()).allMatch(seeds -> seeds < 25); ply++) {
            int[] legal = position.legal();
            if (legal.length == 0) break;
            position = position.play(Bot.choose(position, legal));
            int seeds = Arrays.stream(position.pits()).sum() + Arrays.stream(position.stores()).sum();
            check(seeds == 48, seeds + " seeds after ply " + ply);
        }
    }

    /** Not `assert`, which does nothing unless it is asked to. */
    private static void check(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }
}
