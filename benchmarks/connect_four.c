/* Connect four as in tests/fixtures/connect_four: the same records, the same rules, the same random numbers.
   A seat's stones are the bits of one word, seven bits a column, the seventh always empty. */

#include <stdint.h>

enum { ROWS = 6, STRIDE = 7, OVER = -2, DROP = 0, ENDED = 1 };

typedef struct {
    int8_t to_move;
    uint8_t phase;
    uint32_t ply;
    float score[2];
    uint64_t stones[2];
    uint8_t tag;
} State;

typedef struct {
    int64_t columns;
} Setup;

typedef struct {
    uint64_t key, count;
} Stream;

static const uint64_t COLUMN = (1u << ROWS) - 1, TOP = 1u << (ROWS - 1);

static uint64_t bits(Stream *rng) {
    rng->count += 1;
    uint64_t x = rng->key + rng->count * 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static int64_t below(Stream *rng, int64_t n) { return (int64_t)(((bits(rng) >> 32) * (uint64_t)n) >> 32); }

static void deal(State *s) {
    s->to_move = 0;
    s->phase = DROP;
    s->ply = 0;
    s->score[0] = s->score[1] = 0;
    s->stones[0] = s->stones[1] = 0;
}

static int has_room(const State *s, int64_t column) {
    return ((s->stones[0] | s->stones[1]) & (TOP << (STRIDE * column))) == 0;
}

static int is_line(uint64_t stones, int stride) {
    uint64_t pairs = stones & (stones >> stride);
    return (pairs & (pairs >> (2 * stride))) != 0;
}

static int has_won(uint64_t stones) {
    return is_line(stones, 1) || is_line(stones, 7) || is_line(stones, 6) || is_line(stones, 8);
}

static int64_t sample(const Setup *setup, const State *s, Stream *rng) {
    int64_t column = below(rng, setup->columns);
    while (!has_room(s, column)) column = below(rng, setup->columns);
    return column;
}

static void finish(State *s, float score) {
    s->to_move = OVER;
    s->phase = ENDED;
    s->score[0] = score;
    s->score[1] = -score;
}

static void apply(const Setup *setup, State *s, int64_t action) {
    int mover = s->to_move, shift = (int)(STRIDE * action);
    uint64_t cell = ((s->stones[0] | s->stones[1]) + (1ull << shift)) & (COLUMN << shift);
    uint64_t stones = s->stones[mover] | cell;
    s->stones[mover] = stones;
    s->ply += 1;
    if (has_won(stones))
        finish(s, mover == 0 ? 1.0f : -1.0f);
    else if (s->ply == setup->columns * ROWS)
        finish(s, 0.0f);
    else
        s->to_move = (int8_t)(1 - mover);
}

/* plays matches at random, each in the same state; returns all plies */
int64_t playouts(const Setup *setup, Stream *rng, int64_t matches) {
    State start = {0}, state;
    int64_t plies = 0;
    deal(&start);
    for (int64_t match = 0; match < matches; match++) {
        state = start;
        while (state.to_move != OVER) {
            apply(setup, &state, sample(setup, &state, rng));
            plies += 1;
        }
    }
    return plies;
}

int64_t state_size(void) { return sizeof(State); }
