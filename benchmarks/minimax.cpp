// Minimax and alpha-beta for the coin game, written by hand: what ours is compared with.
// Usage: minimax plain|alphabeta SIDE; prints positions, ends of games, the value and the seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static std::vector<uint64_t> runs;
static uint64_t positions, ends;

// The value of taking coins in lines, where whoever takes the last one loses: 1 or -1 for the player to move.
static int minimax(uint64_t coins) {
    ++positions;
    if (coins == 0) {
        ++ends;
        return 1;
    }
    int best = -2;
    for (uint64_t run : runs)
        if ((coins & run) == run) {
            int value = -minimax(coins ^ run);
            if (value > best) best = value;
        }
    return best;
}

static int alphabeta(uint64_t coins, int alpha, int beta) {
    ++positions;
    if (coins == 0) {
        ++ends;
        return 1;
    }
    int best = -2;
    for (uint64_t run : runs)
        if ((coins & run) == run) {
            int value = -alphabeta(coins ^ run, -beta, -alpha);
            if (value > best) best = value;
            if (value > alpha) alpha = value;
            if (alpha >= beta) break;
        }
    return best;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
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
    auto began = std::chrono::steady_clock::now();
    int value = 0;
    if (!std::strcmp(arguments[1], "plain")) {
        value = minimax(all);
    } else {  // as ours: every first move gets its exact value
        for (uint64_t run : runs) {
            int found = -alphabeta(all ^ run, -2, 2);
            if (found > value || run == runs[0]) value = found;
        }
        ++positions;
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("%llu %llu %d %.6f\n", (unsigned long long)positions, (unsigned long long)ends, value, seconds);
}
