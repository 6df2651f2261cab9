import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
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
    private static String server;
    private static String token;

    /** The move for a turn, out of those that are legal. */
    static String choose(List<String> legal, long seed, int ply) {
        return legal.get((int) ((seed + ply) % legal.size()));
    }

    public static void main(String[] args) throws InterruptedException {
        server = args[0].replaceAll("/$", "");
        token = args[1];
        while (true) {
            try {
                play();
            } catch (IOException error) {
                System.err.println(error.getMessage() + "; trying again");
            }
            Thread.sleep(500);
        }
    }

    static void play() throws IOException, InterruptedException {
        while (true) {
            String turn = post("/api/league/next", "{\"legal\":true}");
            String kind = text(turn, "t");
            if (kind.equals("over")) {
                System.out.println(text(turn, "game") + ": " + text(turn, "result") + " (" + text(turn, "reason") + ")");
            } else if (kind.equals("turn")) {
                String game = text(turn, "game");
                int ply = (int) number(turn, "ply");
                String move = choose(list(turn, "legal"), number(turn, "seed"), ply);
                post("/api/league/move", "{\"game\":\"" + game + "\",\"ply\":" + ply + ",\"move\":\"" + move + "\"}");
            }
        }
    }

    static String post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + path))
            .header("Authorization", "Bearer " + token)
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

    static String text(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    static long number(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":(\\d+)").matcher(json);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    static List<String> list(String json, String key) {
        List<String> all = new ArrayList<>();
        Matcher found = Pattern.compile("\"" + key + "\":\\[([^\\]]*)\\]").matcher(json);
        if (found.find()) {
            Matcher each = Pattern.compile("\"([^\"]*)\"").matcher(found.group(1));
            while (each.find()) {
                all.add(each.group(1));
            }
        }
        return all;
    }
}
