// Ayoayo bot in Java: the last move in the list.
//
// Plays: the last pit of `legal`.
// Run:   javac Bot.java && java -cp . Bot
//        (tournaments/languages.toml adds flags that make the JVM start sooner)
// Flush: System.out.flush() after every line.
//
// There is no JSON parser here: the referee promises compact separators,
// `type` first, `id` second, and `"legal":[` at most once in a line.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Bot {
    private static final Pattern HEAD = Pattern.compile("^\\{\"type\":\"([^\"]*)\"(?:,\"id\":(\\d+))?");
    private static final Pattern LAST_LEGAL = Pattern.compile("\"legal\":\\[(?:[\\d,]*,)?(\\d+)\\]");

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = input.readLine()) != null; ) {
            Matcher head = HEAD.matcher(line);
            if (!head.find()) continue; // A line that makes no sense is ignored.
            if (head.group(1).equals("quit")) return;
            if (head.group(2) == null || head.group(1).equals("error")) continue; // No id, no answer; nor to `error`.
            String reply = answer(head.group(1), head.group(2), line);
            if (reply == null) continue;
            System.out.print(reply + "\n");
            System.out.flush();
        }
    }

    /** Returns the line to send, or null for a `go` that cannot be read. The id stays text, so it stays exact. */
    private static String answer(String type, String id, String line) {
        return switch (type) {
            case "hello" -> "{\"type\":\"hello\",\"id\":" + id + ",\"protocol\":1,\"name\":\"java-last\"}";
            case "go" -> {
                Matcher legal = LAST_LEGAL.matcher(line);
                yield legal.find() ? "{\"type\":\"move\",\"id\":" + id + ",\"pit\":" + legal.group(1) + "}" : null;
            }
            case "ping" -> "{\"type\":\"pong\",\"id\":" + id + "}";
            default -> "{\"type\":\"error\",\"id\":" + id
                    + ",\"code\":\"unknown_type\",\"message\":\"this bot does not know that type\"}";
        };
    }
}
