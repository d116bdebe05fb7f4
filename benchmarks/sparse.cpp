// A sparse game, walked and solved: pieces slide on a board, and a player with a line wins. A position
// is two sets of cells in one number: the cells of the player to move, and the opponent's.
//
// Walk: breadth first, positions numbered as they are found, in a table with open addressing. Moves
// are stored as they are listed, reversed by counting, and settled by a queue.
//
// Arguments: rows, columns, length of a line, start. Prints the seconds, those of the walk, positions,
// moves, how many are won and lost, and the sum of all remotenesses.
//
// g++ -O2 sparse.cpp -o sparse

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <vector>

static int cells;
static std::vector<uint64_t> lines;
static std::vector<std::vector<int>> near;

static bool has_line(uint64_t own) {
    for (uint64_t line : lines)
        if ((own & line) == line) return true;
    return false;
}

static int options(uint64_t code, uint64_t *out) {
    const uint64_t own = code & ((1ull << cells) - 1), other = code >> cells;
    if (has_line(other)) return 0;
    int count = 0;
    for (int i = 0; i < cells; ++i)
        if (own >> i & 1)
            for (int j : near[i])
                if (((own | other) >> j & 1) == 0) out[count++] = other | (own ^ 1ull << i ^ 1ull << j) << cells;
    return count;
}

static const uint64_t BITS = (1ull << 63) - 1;

struct Table {
    std::vector<uint64_t> codes;
    std::vector<uint32_t> slots = std::vector<uint32_t>(1 << 14);

    uint64_t slot_of(uint64_t code) const {
        uint64_t product = code * 0x9E3779B97F4A7C15ull & BITS;
        product = (product ^ product >> 32) * 0xD6E8FEB86659FD93ull & BITS;
        return product >> 31 & (slots.size() - 1);
    }

    uint32_t add(uint64_t code) {
        uint64_t slot = slot_of(code);
        while (slots[slot]) {
            if (codes[slots[slot] - 1] == code) return slots[slot] - 1;
            slot = (slot + 1) & (slots.size() - 1);
        }
        if (10 * codes.size() >= 7 * slots.size()) {
            grow();
            return add(code);
        }
        codes.push_back(code);
        slots[slot] = uint32_t(codes.size());
        return slots[slot] - 1;
    }

    void grow() {
        slots = std::vector<uint32_t>(2 * slots.size());
        for (size_t k = 0; k < codes.size(); ++k) {
            uint64_t slot = slot_of(codes[k]);
            while (slots[slot]) slot = (slot + 1) & (slots.size() - 1);
            slots[slot] = uint32_t(k + 1);
        }
    }
};

static void set_up(int rows, int columns, int length) {
    cells = rows * columns;
    near.resize(cells);
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < cells; ++i)
        for (auto &step : steps) {
            const int r = i / columns, c = i % columns, last = length - 1;
            const int far_r = r + last * step[0], far_c = c + last * step[1];
            if (far_r < rows && far_c >= 0 && far_c < columns) {
                uint64_t line = 0;
                for (int k = 0; k < length; ++k) line |= 1ull << ((r + k * step[0]) * columns + c + k * step[1]);
                lines.push_back(line);
            }
            const int next_r = r + step[0], next_c = c + step[1];
            if (step[0] * step[1] == 0 && next_r < rows && next_c < columns) {
                near[i].push_back(next_r * columns + next_c);
                near[next_r * columns + next_c].push_back(i);
            }
        }
}

int main(int, char **given) {
    set_up(std::atoi(given[1]), std::atoi(given[2]), std::atoi(given[3]));
    const std::clock_t begin = std::clock();
    Table table;
    table.add(std::strtoull(given[4], nullptr, 10));
    std::vector<uint64_t> starts = {0};
    std::vector<uint32_t> targets;
    uint64_t out[256];
    for (size_t k = 0; k < table.codes.size(); ++k) {
        const int count = options(table.codes[k], out);
        for (int e = 0; e < count; ++e) targets.push_back(table.add(out[e]));
        starts.push_back(targets.size());
    }
    const std::clock_t walked = std::clock();
    const size_t n = table.codes.size();
    std::vector<uint32_t> place(n + 2);
    for (uint32_t v : targets) ++place[v + 2];
    for (size_t v = 0; v < n; ++v) place[v + 2] += place[v + 1];
    std::vector<uint32_t> sources(targets.size());
    for (size_t u = 0; u < n; ++u)
        for (uint64_t e = starts[u]; e < starts[u + 1]; ++e) sources[place[targets[e] + 1]++] = uint32_t(u);

    std::vector<int8_t> outcome(n), left(n);
    std::vector<int32_t> remoteness(n, -1), order(n);
    size_t head = 0, tail = 0;
    for (size_t v = 0; v < n; ++v)
        if ((left[v] = int8_t(starts[v + 1] - starts[v])) == 0) {
            outcome[v] = -1;
            remoteness[v] = 0;
            order[tail++] = int32_t(v);
        }
    while (head < tail) {
        const uint32_t v = order[head++];
        for (uint32_t e = place[v]; e < place[v + 1]; ++e) {
            const uint32_t u = sources[e];
            if (left[u] <= 0) continue;
            left[u] = outcome[v] < 0 ? 0 : left[u] - 1;
            if (left[u] == 0) {
                outcome[u] = -outcome[v];
                remoteness[u] = remoteness[v] + 1;
                order[tail++] = int32_t(u);
            }
        }
    }
    const std::clock_t end = std::clock();
    long won = 0, lost = 0, sum = 0;
    for (size_t v = 0; v < n; ++v) {
        won += outcome[v] > 0;
        lost += outcome[v] < 0;
        sum += remoteness[v] > 0 ? remoteness[v] : 0;
    }
    std::cout << double(end - begin) / CLOCKS_PER_SEC << ' ' << double(walked - begin) / CLOCKS_PER_SEC << ' ' << n
              << ' ' << targets.size() << ' ' << won << ' ' << lost << ' ' << sum << '\n';
}
