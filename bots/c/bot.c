/* Ayoayo bot in C: the hoarder.
 *
 * Plays: sows every legal move on a copy of the board and keeps the one that
 *        leaves it most seeds, in its store and in its own row together; the
 *        first of equals.
 * Run:   cc -O2 -o bot bot.c && ./bot
 * Flush: setvbuf makes stdout line buffered; to a pipe it is not by itself.
 *
 * There is no JSON parser here: the referee promises compact separators,
 * `type` first, `id` second, and `"legal":[` at most once in a line.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Legal relays beyond 1,000 laps exist. Endless ones are not in `legal`; the
 * limit is for other rule sets, where a legal move may look endless here. */
enum { PITS = 12, LAPS_MAX = 100000 };

/* Returns the seeds the mover has won and has in his row after sowing `pit`. */
static int hoard(const int board[PITS], int pit, int turn) {
    int pits[PITS], won = 0;
    memcpy(pits, board, sizeof pits);
    for (int lap = 0; lap < LAPS_MAX; lap++) {
        int origin = pit, seeds = pits[pit];
        pits[pit] = 0;
        while (seeds > 0) {
            pit = (pit + 1) % PITS;
            if (pit == origin) continue; /* Every lap skips its own origin. */
            pits[pit]++;
            seeds--;
        }
        if (pits[pit] <= 1) break; /* The last seed fell into an empty pit. */
    }
    int opposite = PITS - 1 - pit;
    if (pits[pit] == 1 && pit / 6 == turn && pits[opposite] > 0) {
        won = pits[pit] + pits[opposite];
        pits[pit] = pits[opposite] = 0;
    }
    for (int own = 6 * turn; own < 6 * turn + 6; own++) won += pits[own];
    return won;
}

/* Reads the list after `name`, such as `"pits":[`. Returns how many numbers it
 * holds, 0 when there is no such list of at most 12 numbers. */
static int numbers(const char *line, const char *name, int out[PITS]) {
    const char *at = strstr(line, name);
    if (!at) return 0;
    at += strlen(name);
    for (int count = 0, length; count < PITS; at++) {
        if (sscanf(at, "%2d%n", &out[count], &length) != 1) return 0;
        count++;
        at += length;
        if (*at == ']') return count;
        if (*at != ',') return 0;
    }
    return 0;
}

/* Returns the pit to play, or -1 when the line does not hold a position. */
static int choose(const char *line) {
    int pits[PITS], legal[PITS], best = -1, most = -1;
    const char *turn_text = strstr(line, "\"turn\":");
    if (!turn_text || numbers(line, "\"pits\":[", pits) != PITS) return -1;
    int turn = turn_text[strlen("\"turn\":")] == '1';
    int count = numbers(line, "\"legal\":[", legal);
    if (count == 0) { /* Not sent: try every own pit that has seeds. */
        for (int pit = 6 * turn; pit < 6 * turn + 6; pit++)
            if (pits[pit] > 0) legal[count++] = pit;
    }
    for (int i = 0; i < count; i++) {
        if (legal[i] < 0 || legal[i] >= PITS) continue;
        int seeds = hoard(pits, legal[i], turn);
        if (seeds > most) most = seeds, best = legal[i];
    }
    return best;
}

int main(void) {
    char *line = NULL, type[64], id[17]; /* 2^53-1 has 16 digits. */
    size_t capacity = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (getline(&line, &capacity, stdin) > 0) {
        int found = sscanf(line, "{\"type\":\"%63[^\"]\",\"id\":%16[0-9]", type, id);
        if (found >= 1 && !strcmp(type, "quit")) break;
        /* No id, no answer; nor to `error`, nor to a line that makes no sense. */
        if (found < 2 || !strcmp(type, "error")) continue;
        if (!strcmp(type, "hello")) {
            printf("{\"type\":\"hello\",\"id\":%s,\"protocol\":1,\"name\":\"c-hoarder\"}\n", id);
        } else if (!strcmp(type, "go")) {
            int pit = choose(line);
            if (pit >= 0) printf("{\"type\":\"move\",\"id\":%s,\"pit\":%d}\n", id, pit);
        } else if (!strcmp(type, "ping")) {
            printf("{\"type\":\"pong\",\"id\":%s}\n", id);
        } else {
            printf("{\"type\":\"error\",\"id\":%s,\"code\":\"unknown_type\","
                   "\"message\":\"this bot does not know that type\"}\n", id);
        }
    }
    free(line);
    return 0;
}
