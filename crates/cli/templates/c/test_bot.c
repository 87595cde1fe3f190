/* Tests of the bot: make test */
#undef NDEBUG
#define main bot_main
#include "bot.c"
#undef main
#include <assert.h>

#define START "\"turn\":0,\"pits\":[4,4,4,4,4,4,4,4,4,4,4,4],\"stores\":[0,0]"

static void plays(const char *go, int pit) { assert(answer_go(go) == pit); }

static void whole_game(void) {
    Position position = {{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, {0, 0}, 0};
    for (int ply = 0; ply < 1000 && position.stores[0] < 25 && position.stores[1] < 25; ply++) {
        int legal[PITS], count = legal_moves(&position, legal);
        if (count == 0) break;
        assert(play(&position, choose(&position, legal, count)) != NOT_LEGAL);
        assert(row(position.pits, 0) + row(position.pits, 1) + position.stores[0] + position.stores[1] == 48);
    }
}

int main(void) {
    /* B, C and D win seven seeds each. */
    Position start = {{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, {0, 0}, 0};
    assert(play(&start, 2) == 7 && start.stores[0] == 7 && start.turn == 1);
    plays(START ",\"legal\":[0,1,2,3,4,5]", 1);
    plays(START ",\"legal\":[0,2,4]", 2);
    plays(START, 1); /* Without `legal`. */
    /* B wins four seeds, D two. */
    plays("\"turn\":0,\"pits\":[0,2,0,1,0,0,3,1,7,4,0,0],\"stores\":[15,15],\"legal\":[1,3]", 1);
    plays("\"turn\":1,\"pits\":[6,6,2,7,0,6,1,0,6,6,0,1],\"stores\":[7,0],\"legal\":[6]", 6);
    plays("\"turn\":0,\"pits\":[4,4]", -1);
    plays("", -1);
    /* A relay that never ends, and a move that leaves the opponent without seeds. */
    Position endless = {{0, 1, 0, 1, 2, 0, 1, 0, 1, 0, 2, 1}, {39, 0}, 0};
    assert(play(&endless, 4) == NOT_LEGAL);
    Position starves = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, {23, 23}, 0};
    assert(play(&starves, 0) == NOT_LEGAL);
    whole_game();
    puts("all tests passed");
    return 0;
}
