// An ending of chess, up to four pieces without pawns, by retrograde analysis: the program of gamelib's endings, written
// in plain C++. Positions are numbers, one for each class of symmetric ones; the moves are counted, and then all is
// settled rank by rank from the mates along un-moves; no move is stored.
//
// g++ -O2 endings.cpp -o endings; ./endings KBNK 8 8 outcomes remotenesses: writes an int8 and an int16 for each number
// (0 and -1 where it stands for no position, and for a draw) and prints how many positions and moves there are, and the
// seconds of the CPU that it took to count, and to settle, without writing.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

struct Kind { int first, last; bool slides; };          // directions
struct Position { int turn, at[4]; };                   // two kings, two more; a piece in the box stands on S

static int rows, columns, S, count;                     // S squares, count pieces
static Kind kind[4];
static int side[4];
static bool twins;                                      // the last two pieces are equal
static std::vector<int> homes;                          // squares to which the white king can be taken
static int step[16][64], towards[64][64], image[8][65], home[64], ways[64], way[64][8], symmetries;

static void make_tables() {
    std::vector<std::pair<int, int>> directions = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int r : {-2, -1, 1, 2})
        for (int c : {-2, -1, 1, 2})
            if (std::abs(r) != std::abs(c)) directions.push_back({r, c});
    for (auto &row : towards) std::fill(row, row + 64, -1);
    for (int d = 0; d < 16; ++d)
        for (int s = 0; s < S; ++s) {
            int r = s / columns + directions[d].first, c = s % columns + directions[d].second;
            step[d][s] = r >= 0 && r < rows && c >= 0 && c < columns ? r * columns + c : -1;
        }
    for (int d = 0; d < 16; ++d)
        for (int s = 0; s < S; ++s)
            for (int t = step[d][s]; t >= 0; t = d < 8 ? step[d][t] : -1) towards[s][t] = d;
    symmetries = rows == columns ? 8 : 4;
    for (int k = 0; k < symmetries; ++k) {
        for (int s = 0; s < S; ++s) {
            int r = s / columns, c = s % columns;
            if (k & 1) c = columns - 1 - c;
            if (k & 2) r = rows - 1 - r;
            if (k & 4) std::swap(r, c);
            image[k][s] = r * columns + c;
        }
        image[k][S] = S;
    }
    for (int s = 0; s < S; ++s) {
        int least = S;
        for (int k = 0; k < symmetries; ++k) least = std::min(least, image[k][s]);
        for (int k = 0; k < symmetries; ++k)
            if (image[k][s] == least) way[s][ways[s]++] = k;
        if (least == s) homes.push_back(s);
        home[s] = std::find(homes.begin(), homes.end(), least) - homes.begin();
    }
}

static int number(const Position &p) {
    int least = -1;
    for (int k = 0; k < ways[p.at[0]]; ++k) {
        const int *to = image[way[p.at[0]][k]];
        int code = (p.turn * int(homes.size()) + home[p.at[0]]) * S + to[p.at[1]];
        int third = to[p.at[2]], fourth = to[p.at[3]];
        if (twins && fourth < third) std::swap(third, fourth);
        if (count > 2) code = code * (S + 1) + third;
        if (count > 3) code = code * (S + 1) + fourth;
        if (least < 0 || code < least) least = code;
    }
    return least;
}

static Position position(int code) {
    Position p;
    p.at[2] = p.at[3] = S;
    if (count > 3) p.at[3] = code % (S + 1), code /= S + 1;
    if (count > 2) p.at[2] = code % (S + 1), code /= S + 1;
    p.at[1] = code % S, code /= S;
    p.at[0] = homes[code % homes.size()];
    p.turn = code / homes.size();
    return p;
}

static int piece_on(int square, const Position &p) {
    for (int j = 0; j < 4; ++j)
        if (p.at[j] == square) return j;
    return -1;
}

static bool attacks(int piece, int target, const Position &p) {
    if (p.at[piece] == S) return false;
    int d = towards[p.at[piece]][target];
    if (d < kind[piece].first || d >= kind[piece].last) return false;
    int there = step[d][p.at[piece]];
    if (kind[piece].slides)
        while (there != target && piece_on(there, p) < 0) there = step[d][there];
    return there == target;
}

static bool in_check(int who, const Position &p) {
    for (int j = 0; j < count; ++j)
        if (side[j] != who && attacks(j, p.at[who], p)) return true;
    return false;
}

static bool is_legal(const Position &p) {
    for (int j = 1; j < count; ++j)
        for (int k = 0; k < j; ++k)
            if (p.at[j] == p.at[k] && p.at[j] != S) return false;
    return !in_check(1 - p.turn, p);
}

static bool only_kings(const Position &p) { return p.at[2] == S && p.at[3] == S; }

// Two moves may lead to mirror images, if a king stands on an axis of the board.
static void each_once(const Position &p, std::vector<int> &out) {
    if (ways[p.at[0]] == 1 && ways[p.at[1]] == 1) return;
    size_t kept = 0;
    for (size_t k = 0; k < out.size(); ++k)
        if (std::find(out.begin(), out.begin() + kept, out[k]) == out.begin() + kept) out[kept++] = out[k];
    out.resize(kept);
}

static void options(const Position &p, std::vector<int> &out) {
    out.clear();
    for (int j = 0; j < count; ++j) {
        if (side[j] != p.turn || p.at[j] == S) continue;
        for (int d = kind[j].first; d < kind[j].last; ++d)
            for (int there = step[d][p.at[j]]; there >= 0; there = step[d][there]) {
                int hit = piece_on(there, p);
                if (hit >= 0 && side[hit] == p.turn) break;
                Position after = p;
                if (hit >= 0) after.at[hit] = S;
                after.at[j] = there;
                if (!in_check(p.turn, after)) {
                    after.turn = 1 - p.turn;
                    out.push_back(number(after));
                }
                if (hit >= 0 || !kind[j].slides) break;
            }
    }
    each_once(p, out);
}

static void sources(const Position &p, std::vector<int> &out) {
    out.clear();
    for (int j = 0; j < count; ++j) {
        if (side[j] == p.turn || p.at[j] == S) continue;
        for (int d = kind[j].first; d < kind[j].last; ++d)
            for (int there = step[d][p.at[j]]; there >= 0 && piece_on(there, p) < 0; there = step[d][there]) {
                Position before = p;
                before.turn = 1 - p.turn;
                before.at[j] = there;
                if (!only_kings(before) && !in_check(p.turn, before)) out.push_back(number(before));
                for (int back = 2; back < count; ++back) {
                    if (p.at[back] != S || side[back] != p.turn) continue;
                    if (back == 3 && twins && p.at[2] == S) continue;
                    Position fuller = before;
                    fuller.at[back] = p.at[j];
                    if (!in_check(p.turn, fuller)) out.push_back(number(fuller));
                }
                if (!kind[j].slides) break;
            }
    }
    each_once(p, out);
}

static Kind kind_of(char letter) {
    switch (letter) {
        case 'K': return {0, 8, false};
        case 'Q': return {0, 8, true};
        case 'R': return {0, 4, true};
        case 'B': return {4, 8, true};
        default: return {8, 16, false};
    }
}

static double since(std::clock_t begin) { return double(std::clock() - begin) / CLOCKS_PER_SEC; }

template <class T> static void write(const char *name, const std::vector<T> &values) {
    FILE *file = std::fopen(name, "wb");
    std::fwrite(values.data(), sizeof(T), values.size(), file);
    std::fclose(file);
}

int main(int, char **argv) {
    std::string pieces = argv[1];
    rows = std::stoi(argv[2]), columns = std::stoi(argv[3]), S = rows * columns;
    size_t black = pieces.find('K', 1);
    std::vector<std::pair<char, int>> order = {{'K', 0}, {'K', 1}};
    for (size_t j = 1; j < pieces.size(); ++j)
        if (j != black) order.push_back({pieces[j], j > black});
    count = order.size();
    for (int j = 0; j < count; ++j) kind[j] = kind_of(order[j].first), side[j] = order[j].second;
    twins = count == 4 && order[2] == order[3];

    std::clock_t begin = std::clock();
    make_tables();
    int size = 2 * homes.size() * S;
    for (int j = 2; j < count; ++j) size *= S + 1;
    std::vector<int8_t> outcome(size, 0);
    std::vector<int16_t> remoteness(size, -1), left(size, 0);
    std::vector<int> out, frontier, following;
    long positions = 0, moves = 0;
    for (int code = 0; code < size; ++code) {
        Position p = position(code);
        if (!is_legal(p) || number(p) != code) continue;
        ++positions;
        if (only_kings(p)) continue;
        options(p, out);
        left[code] = out.size();
        moves += out.size();
        if (out.empty() && in_check(p.turn, p)) {
            outcome[code] = -1, remoteness[code] = 0;
            frontier.push_back(code);
        }
    }
    double counting = since(begin);
    begin = std::clock();
    for (int rank = 1; !frontier.empty(); ++rank) {
        following.clear();
        for (int v : frontier) {
            int8_t result = -outcome[v];
            sources(position(v), out);
            for (int u : out)
                if (left[u] > 0) {
                    left[u] = result > 0 ? 0 : left[u] - 1;
                    if (left[u] == 0) outcome[u] = result, remoteness[u] = rank, following.push_back(u);
                }
        }
        frontier.swap(following);
    }
    double settling = since(begin);
    write(argv[4], outcome);
    write(argv[5], remoteness);
    std::printf("%ld %ld %f %f\n", positions, moves, counting, settling);
}
