/* __NAME__, a bot for Ayoayo: wins as many seeds as it can with each move.
 *
 * `choose` is what to make better. Below it is the protocol. There is no JSON
 * parser: the referee promises compact separators, `type` first, `id` second,
 * and each name at most once in a line. The id stays text, so it stays exact.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 12, STORES = 2, NOT_LEGAL = -1 };

/* Pits 0-5 are South's, 6-11 North's; side 0 is South, 1 North. */
typedef struct {
    int pits[PITS];
    int stores[STORES];
    int turn;
} Position;

/* Sows one lap, and returns the pit in which it ends. */
static int sow_lap(int pits[PITS], int origin) {
    int pit = origin, seeds = pits[origin];
    pits[origin] = 0;
    while (seeds > 0) {
        pit = (pit + 1) % PITS;
        if (pit == origin) continue; /* A lap skips the pit it was lifted from. */
        pits[pit]++;
        seeds--;
    }
    return pit;
}

/* Sows laps until one ends in an empty pit. Returns that pit, or NOT_LEGAL when
 * none ever does: then pits and last pit are as they were after an earlier lap.
 * One earlier lap is remembered, anew after 1, 2, 4, 8, ... laps. */
static int sow_relay(int pits[PITS], int pit) {
    int remembered[PITS] = {0}, remembered_end = -1;
    long renew_at = 1;
    for (long laps = 1;; laps++) {
        pit = sow_lap(pits, pit);
        if (pits[pit] == 1) return pit;
        if (pit == remembered_end && !memcmp(pits, remembered, sizeof remembered)) return NOT_LEGAL;
        if (laps == renew_at) {
            memcpy(remembered, pits, sizeof remembered);
            remembered_end = pit;
            renew_at *= 2;
        }
    }
}

static int row(const int pits[PITS], int side) {
    int seeds = 0;
    for (int pit = 6 * side; pit < 6 * side + 6; pit++) seeds += pits[pit];
    return seeds;
}

/* Plays a pit by the rules of Ayoayo. Returns the seeds it captures, or NOT_LEGAL;
 * the position is no longer what it was in either case. */
static int play(Position *position, int pit) {
    int *pits = position->pits, mover = position->turn, captured = 0;
    if (pit < 0 || pit >= PITS || pit / 6 != mover || pits[pit] == 0) return NOT_LEGAL;
    bool must_feed = row(pits, 1 - mover) == 0;
    int end = sow_relay(pits, pit);
    if (end == NOT_LEGAL) return NOT_LEGAL;
    int opposite = PITS - 1 - end;
    if (end / 6 == mover && pits[opposite] > 0) {
        captured = pits[end] + pits[opposite];
        pits[end] = pits[opposite] = 0;
    }
    if (must_feed && row(pits, 1 - mover) == 0) return NOT_LEGAL;
    position->stores[mover] += captured;
    position->turn = 1 - mover;
    return captured;
}

/* Finds the pits that may be sown by the rules of Ayoayo. Returns how many. */
static int legal_moves(const Position *position, int legal[PITS]) {
    int count = 0;
    for (int pit = 0; pit < PITS; pit++) {
        Position after = *position;
        if (play(&after, pit) != NOT_LEGAL) legal[count++] = pit;
    }
    return count;
}

/* Returns the pit to sow: of `count` legal ones that which captures most, the first
 * of equals. Under other rules than Ayoayo a legal move may seem illegal to `play`. */
static int choose(const Position *position, const int legal[PITS], int count) {
    int best = legal[0], most = NOT_LEGAL;
    for (int i = 0; i < count; i++) {
        Position after = *position;
        int captured = play(&after, legal[i]);
        if (captured > most) most = captured, best = legal[i];
    }
    return best;
}

/* Reads the list after `name`, such as `"pits":[`. Returns how many numbers it
 * holds, 0 when there is no such list of at most 12 numbers. */
static int numbers(const char *line, const char *name, int out[PITS]) {
    const char *at = strstr(line, name);
    if (!at) return 0;
    at += strlen(name);
    for (int count = 0, length; count < PITS; at++) {
        if (sscanf(at, "%2d%n", &out[count], &length) != 1) return 0;
        if (out[count] < 0) return 0;
        count++;
        at += length;
        if (*at == ']') return count;
        if (*at != ',') return 0;
    }
    return 0;
}

/* Returns the pit to answer a `go` with, or -1 when it holds no position. */
static int answer_go(const char *line) {
    Position position;
    int stores[PITS], legal[PITS];
    const char *turn = strstr(line, "\"turn\":");
    if (!turn || numbers(line, "\"pits\":[", position.pits) != PITS) return -1;
    if (numbers(line, "\"stores\":[", stores) != STORES) return -1;
    memcpy(position.stores, stores, sizeof position.stores);
    position.turn = turn[strlen("\"turn\":")] == '1';
    int count = numbers(line, "\"legal\":[", legal);
    if (count == 0) count = legal_moves(&position, legal); /* Not sent. */
    return count > 0 ? choose(&position, legal, count) : -1;
}

int main(void) {
    char *line = NULL, type[64], id[17]; /* 2^53-1 has 16 digits. */
    size_t capacity = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* Lines leave at once. */
    while (getline(&line, &capacity, stdin) > 0) {
        int found = sscanf(line, "{\"type\":\"%63[^\"]\",\"id\":%16[0-9]", type, id);
        if (found >= 1 && !strcmp(type, "quit")) break;
        /* No id, no answer; nor to `error`, nor to a line that makes no sense. */
        if (found < 2 || !strcmp(type, "error")) continue;
        if (!strcmp(type, "hello")) {
            printf("{\"type\":\"hello\",\"id\":%s,\"protocol\":1,\"name\":\"__NAME__\"}\n", id);
        } else if (!strcmp(type, "go")) {
            int pit = answer_go(line);
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
