// Minimax and alpha-beta for the coin game, written by hand: what ours is compared with.
// Usage: minimax plain|alphabeta SIDE [lookup]; prints positions, ends of games, the value and the seconds.
// Moves are found by trying every run, or, up to side 4, by looking up those that can be taken.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static std::vector<uint64_t> runs;
static uint64_t positions, ends;
static uint64_t open_runs[2][256];  // by byte of the position and its value, a bit for each run it does not forbid

struct Tried {
    uint64_t coins;
    size_t place = 0;
    explicit Tried(uint64_t coins) : coins(coins) {}
    bool next(uint64_t &run) {
        while (place < runs.size()) {
            run = runs[place++];
            if ((coins & run) == run) return true;
        }
        return false;
    }
};

struct LookedUp {
    uint64_t left;
    explicit LookedUp(uint64_t coins) : left(open_runs[0][coins & 255] & open_runs[1][coins >> 8]) {}
    bool next(uint64_t &run) {
        if (left == 0) return false;
        run = runs[__builtin_ctzll(left)];
        left &= left - 1;
        return true;
    }
};

// The value of taking coins in lines, where whoever takes the last one loses: 1 or -1 for the player to move.
template <class Moves> static int minimax(uint64_t coins) {
    ++positions;
    if (coins == 0) {
        ++ends;
        return 1;
    }
    int best = -2;
    Moves moves(coins);
    for (uint64_t run; moves.next(run);) {
        int value = -minimax<Moves>(coins ^ run);
        if (value > best) best = value;
    }
    return best;
}

template <class Moves> static int alphabeta(uint64_t coins, int alpha, int beta) {
    ++positions;
    if (coins == 0) {
        ++ends;
        return 1;
    }
    int best = -2;
    Moves moves(coins);
    for (uint64_t run; moves.next(run);) {
        int value = -alphabeta<Moves>(coins ^ run, -beta, -alpha);
        if (value > best) best = value;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return best;
}

template <class Moves> static int search(bool is_plain, uint64_t all) {
    if (is_plain) return minimax<Moves>(all);
    ++positions;
    int value = -2;
    for (uint64_t run : runs) {  // as ours: every first move gets its exact value
        int found = -alphabeta<Moves>(all ^ run, -2, 2);
        if (found > value) value = found;
    }
    return value;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int side = std::atoi(arguments[2]), number = 0;
    std::vector<std::vector<int>> cell(side, std::vector<int>(side, -1));
    for (int row = 0; row < side; ++row)
        for (int column = 0; column <= row; ++column) cell[row][column] = number++;
    const int steps[3][2] = {{0, 1}, {1, 0}, {1, 1}};
    for (int length = 1; length <= side; ++length)
        for (int row = 0; row < side; ++row)
            for (int column = 0; column <= row; ++column)
                for (int direction = 0; direction < (length == 1 ? 1 : 3); ++direction) {
                    uint64_t run = 0;
                    bool fits = true;
                    for (int place = 0; place < length && fits; ++place) {
                        int r = row + place * steps[direction][0], c = column + place * steps[direction][1];
                        fits = r < side && c <= r;
                        if (fits) run |= uint64_t(1) << cell[r][c];
                    }
                    if (fits) runs.push_back(run);
                }
    uint64_t all = (uint64_t(1) << number) - 1;
    bool is_plain = !std::strcmp(arguments[1], "plain"), is_looked_up = count > 3;
    if (is_looked_up && runs.size() > 64) return 2;
    if (is_looked_up)
        for (int place = 0; place < 2; ++place)
            for (uint64_t value = 0; value < 256; ++value)
                for (size_t number = 0; number < runs.size(); ++number) {
                    uint64_t part = runs[number] >> (8 * place) & 255;
                    if ((value & part) == part) open_runs[place][value] |= uint64_t(1) << number;
                }
    auto began = std::chrono::steady_clock::now();
    int value = is_looked_up ? search<LookedUp>(is_plain, all) : search<Tried>(is_plain, all);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("%llu %llu %d %.6f\n", (unsigned long long)positions, (unsigned long long)ends, value, seconds);
}
