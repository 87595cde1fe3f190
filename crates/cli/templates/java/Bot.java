// A bot for Ayoayo: wins as many seeds as it can with each move.
//
// `choose` is what to make better. Below it is the protocol. There is no JSON parser:
// the referee promises compact separators, `type` first, `id` second, and each name at
// most once in a line. The id stays text, so it stays exact.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

final class Bot {
    private static final String NAME = "__NAME_ESCAPED__";

    /** Pits 0-5 are South's, 6-11 North's; side 0 is South, 1 North. It never changes. */
    record Position(int[] pits, int[] stores, int turn) {
        /** Returns the seeds in the six pits of a side. */
        static int row(int[] pits, int side) {
            return Arrays.stream(pits, 6 * side, 6 * side + 6).sum();
        }

        /** Returns the pits that may be sown by the rules of Ayoayo. */
        int[] legal() {
            return IntStream.range(0, 12).filter(pit -> play(pit) != null).toArray();
        }

        /** Returns the position after sowing a pit, or null if that is not legal in Ayoayo. */
        Position play(int pit) {
            if (pit < 0 || pit > 11 || pit / 6 != turn || pits[pit] == 0) return null;
            int[] after = pits.clone(), won = stores.clone();
            int end = sow(after, pit);
            if (end < 0) return null;
            if (end / 6 == turn && after[11 - end] > 0) {
                won[turn] += after[end] + after[11 - end];
                after[end] = after[11 - end] = 0;
            }
            boolean starves = row(pits, 1 - turn) == 0 && row(after, 1 - turn) == 0;
            return starves ? null : new Position(after, won, 1 - turn);
        }

        /**
         * Sows laps until one ends in an empty pit. Returns that pit, or -1 when none ever
         * does: then pits and last pit are as they were after an earlier lap. One earlier
         * lap is remembered, anew after 1, 2, 4, 8, ... laps.
         */
        private static int sow(int[] pits, int pit) {
            int[] remembered = null;
            int rememberedEnd = -1;
            long renewAt = 1;
            for (long laps = 1; ; laps++) {
                pit = sowLap(pits, pit);
                if (pits[pit] == 1) return pit;
                if (pit == rememberedEnd && Arrays.equals(pits, remembered)) return -1;
                if (laps == renewAt) {
                    remembered = pits.clone();
                    rememberedEnd = pit;
                    renewAt *= 2;
                }
            }
        }

        /** Sows one lap, and returns the pit in which it ends. */
        private static int sowLap(int[] pits, int origin) {
            int pit = origin, seeds = pits[origin];
            pits[origin] = 0;
            while (seeds > 0) {
                pit = (pit + 1) % 12;
                if (pit == origin) continue; // A lap skips the pit it was lifted from.
                pits[pit]++;
                seeds--;
            }
            return pit;
        }
    }

    /** Returns the pit to sow: of the legal ones that which captures most, the first of equals. */
    static int choose(Position position, int[] legal) {
        int best = legal[0], most = -1;
        for (int pit : legal) {
            Position after = position.play(pit);
            // Under other rules than Ayoayo a legal move may seem illegal to `play`.
            int captured = after == null ? -1 : after.stores()[position.turn()] - position.stores()[position.turn()];
            if (captured > most) {
                most = captured;
                best = pit;
            }
        }
        return best;
    }

    // ---- Protocol ------------------------------------------------------------

    private static final Pattern HEAD = Pattern.compile("^\\{\"type\":\"([^\"]*)\"(?:,\"id\":(\\d+))?");

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = input.readLine()) != null; ) {
            Matcher head = HEAD.matcher(line);
            if (!head.find()) continue; // A line that makes no sense is ignored.
            if (head.group(1).equals("quit")) return;
            if (head.group(2) == null || head.group(1).equals("error")) continue; // No id, no answer; nor to `error`.
            String reply = answer(head.group(1), head.group(2), line);
            if (reply == null) continue;
            System.out.writeBytes((reply + "\n").getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        }
    }

    /** Returns the line to send, or null for a `go` that cannot be read. */
    static String answer(String type, String id, String line) {
        return switch (type) {
            case "hello" -> "{\"type\":\"hello\",\"id\":" + id + ",\"protocol\":1,\"name\":\"" + NAME + "\"}";
            case "go" -> {
                int pit = answerGo(line);
                yield pit < 0 ? null : "{\"type\":\"move\",\"id\":" + id + ",\"pit\":" + pit + "}";
            }
            case "ping" -> "{\"type\":\"pong\",\"id\":" + id + "}";
            default -> "{\"type\":\"error\",\"id\":" + id
                    + ",\"code\":\"unknown_type\",\"message\":\"this bot does not know that type\"}";
        };
    }

    /** Returns the pit to answer a `go` with, or -1 when it holds no position. */
    static int answerGo(String line) {
        int[] pits = numbers(line, "pits"), stores = numbers(line, "stores"), legal = numbers(line, "legal");
        if (pits.length != 12 || stores.length != 2) return -1;
        var position = new Position(pits, stores, line.contains("\"turn\":1") ? 1 : 0);
        if (legal.length == 0) legal = position.legal(); // Not sent.
        return legal.length == 0 ? -1 : choose(position, legal);
    }

    /** Reads the list of this name; none when there is no such list of small numbers. */
    private static int[] numbers(String line, String name) {
        Matcher list = Pattern.compile("\"" + name + "\":\\[(\\d{1,2}(?:,\\d{1,2}){0,11})\\]").matcher(line);
        return list.find() ? Arrays.stream(list.group(1).split(",")).mapToInt(Integer::parseInt).toArray() : new int[0];
    }
}
