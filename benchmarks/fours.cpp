// Four in a row on a board of drops: the search of gamefast/search/fours.py as one would write it in C++, by
// recursion. Usage: fours ROWS COLUMNS PLACES MOVES A...: is the score after these moves (digits, "-" for none) more than
// A? The table has 2^PLACES places. Prints for each A the answer, the nodes of this question and its seconds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using Bits = uint64_t;

static int rows, columns, height, size, spare;
static Bits cells, bottom, lower_cells, whole, column[63];
static std::vector<Bits> table;
static long nodes;

static Bits threats_of(Bits pieces) {
    Bits found = 0;
    for (int step : {1, height - 1, height, height + 1}) {
        Bits up = (pieces << step) & (pieces << 2 * step), down = (pieces >> step) & (pieces >> 2 * step);
        found |= (up & ((pieces << 3 * step) | (pieces >> step))) | (down & ((pieces << step) | (pieces >> 3 * step)));
    }
    return found;
}

static bool have_four(Bits pieces) {
    Bits found = 0;
    for (int step : {1, height - 1, height, height + 1}) {
        Bits pairs = pieces & (pieces >> step);
        found |= pairs & (pairs >> 2 * step);
    }
    return found != 0;
}

struct Glance {
    int low, high;
    Bits threats, to_try;
};

static Glance glance(Bits own, Bits other, int free) {
    Bits taken = own | other, threats = threats_of(own) & cells & ~taken;
    Bits reached = (taken + bottom) & cells, forced = reached & threats;
    Bits to_try = (forced ? forced : reached) & ~(threats >> 1);
    if ((forced & (forced - 1)) || !to_try) return {std::min(1 - free, 0), std::min(1 - free, 0), threats, to_try};
    int low = std::min(3 - free, 0), high = std::max(free - 2, 0);
    Bits leader = free & 1 ? own : other;
    if (!have_four(leader | (lower_cells & ~taken) | reached)) {
        if (free & 1) low = std::max(low, 0);
        else high = std::min(high, 0);
    }
    return {low, high, threats, to_try};
}

static Bits key_of(Bits position, int free) {
    if (3 * free <= 2 * size) return position;
    Bits twin = 0;
    for (Bits rest = position, c = 0; c < (Bits)columns; c++, rest >>= height)
        twin = twin << height | (rest & ((Bits(1) << height) - 1));
    return std::min(position, twin);
}

struct Known {
    Bits place, tag;
    int low, high;
};

static Known recall(Bits key) {
    Bits spread = key * 0x5BD1E9957B932F45;
    Known known{(spread & whole) >> spare, (spread & ((Bits(1) << spare) - 1)) + 1, -64, 63};
    Bits entry = table[known.place];
    if (entry >> 14 == known.tag) known.low = int(entry >> 7 & 127) - 64, known.high = int(entry & 127) - 64;
    return known;
}

struct Option {
    int threats;
    Bits cell, to_try, key;
};

static bool exceeds(Bits mine, Bits taken, Bits to_try, Bits key, int pieces, int a) {
    Option options[63];
    Bits other = mine ^ taken;
    int count = 0, free = size - pieces - 1, b = -a - 1;
    bool found = false;
    for (int c = 0; c < columns && !found; c++) {
        Bits cell = column[c] & to_try;
        if (!cell) continue;
        nodes++;
        Glance seen = glance(mine | cell, other, free);
        Bits there = other + (taken | cell);
        if (seen.low <= b && b < seen.high) {
            there = key_of(there, free);
            Known known = recall(there);
            seen.low = known.low, seen.high = known.high;
            if (b < known.low || known.high <= b) nodes--;
        }
        if (seen.high <= b) found = true;
        else if (seen.low <= b) {
            int threats = __builtin_popcountll(seen.threats), at = count++;
            for (; at > 0 && options[at - 1].threats > threats; at--) options[at] = options[at - 1];
            options[at] = {threats, cell, seen.to_try, there};
        }
    }
    while (!found && count--) {
        Option& best = options[count];
        found = !exceeds(other, taken | best.cell, best.to_try, best.key, pieces + 1, b);
    }
    Known known = recall(key);
    int low = found ? std::max(known.low, a + 1) : known.low, high = found ? known.high : std::min(known.high, a);
    table[known.place] = known.tag << 14 | Bits(low + 64) << 7 | Bits(high + 64);
    return found;
}

int main(int count, char** given) {
    rows = atoi(given[1]), columns = atoi(given[2]), height = rows + 1, size = rows * columns;
    int bits = height * columns, places = std::min(atoi(given[3]), bits);
    spare = bits - places, whole = (Bits(1) << bits) - 1;
    for (int c = 0; c < columns; c++) bottom |= Bits(1) << c * height;
    cells = bottom * ((Bits(1) << rows) - 1);
    for (int row = rows - 2; row >= 0; row -= 2) lower_cells |= bottom << row;
    std::vector<int> order;
    for (int c = 0; c < columns; c++) order.push_back(columns - 1 - c);
    std::stable_sort(order.begin(), order.end(), [](int c, int d) {
        return std::abs(2 * c - columns + 1) > std::abs(2 * d - columns + 1);
    });
    for (int c = 0; c < columns; c++) column[c] = ((Bits(1) << rows) - 1) << order[c] * height;
    Bits mine = 0, taken = 0;
    int pieces = 0;
    for (const char* move = given[4]; *move >= '0'; move++, pieces++) {
        Bits cell = (taken + (Bits(1) << (*move - '0') * height)) & cells;
        mine ^= taken, taken |= cell;
    }
    table.assign(size_t(1) << places, 0);
    Glance seen = glance(mine ^ taken, mine, size - pieces);
    for (int question = 5; question < count; question++) {
        int a = atoi(given[question]);
        const std::clock_t begin = std::clock();
        nodes = 0;
        bool found = exceeds(mine, taken, seen.to_try, key_of(mine + taken, size - pieces), pieces, a);
        const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
        printf("%d %ld %.6f\n", found, nodes, took);
    }
}
