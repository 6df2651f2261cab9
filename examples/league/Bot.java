import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bot for a league, with nothing but Java (11 or newer): it asks for its next move, chooses one, and sends it.
 *
 * <pre>java Bot.java http://127.0.0.1:8080 TOKEN</pre>
 *
 * Put your own thinking into {@code choose}. docs/league.md describes what a turn holds. Java has no JSON of its own;
 * the few fields that are needed here are plain enough for a pattern.
 */
public class Bot {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The move for a turn, out of those that are legal. */
    static String choose(String[] legal, long seed, int ply) {
        return legal[(int) ((seed + ply) % legal.length)];
    }

    public static void main(String[] args) throws InterruptedException {
        while (true) {
            try {
                String turn = post(args, "/api/league/next", "{\"legal\":true}");
                String kind = field(turn, "t");
                if (kind.equals("over")) {
                    System.out.println(field(turn, "game") + ": " + field(turn, "result"));
                } else if (kind.equals("turn")) {
                    int ply = Integer.parseInt(field(turn, "ply"));
                    String[] legal = field(turn, "legal").replace("\"", "").split(",");
                    String move = choose(legal, Long.parseLong(field(turn, "seed")), ply);
                    String answer = "{\"game\":\"%s\",\"ply\":%d,\"move\":\"%s\"}";
                    post(args, "/api/league/move", String.format(answer, field(turn, "game"), ply, move));
                }
            } catch (IOException error) {
                System.err.println(error.getMessage() + "; trying again");
                Thread.sleep(500);
            }
        }
    }

    static String post(String[] args, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(args[0].replaceAll("/$", "") + path))
            .header("Authorization", "Bearer " + args[1])
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 403) {
            System.err.println("the server does not know this token");
            System.exit(1);
        }
        if (answer.statusCode() >= 300) {
            throw new IOException("the server says " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** What stands behind a key: a text without its quotes, a list without its brackets, or a number. */
    static String field(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":(?:\"([^\"]*)\"|\\[([^\\]]*)\\]|(\\d+))").matcher(json);
        if (!found.find()) {
            return "";
        }
        return found.group(1) != null ? found.group(1) : found.group(2) != null ? found.group(2) : found.group(3);
    }
}
